"""The cases of models that misbehave, through the real command line and the real adapters.

The stand-in for their server runs as a process of its own, and is asked in both ways it speaks.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from fundstelle.core.prompts import estimated_tokens
from fundstelle.core.terms import language_of
from tests.cases.catalogue import FOLDER, MISSING, Case, cases
from tests.cases.expectations import folded
from tests.cases.scripted_server import ScriptedServer, scripted
from tests.delivery.command import Done, fundstelle

SCRIPTED = [case for case in cases() if case["action"] == "ask_with_llm_script"]
CHAT_PATHS = {"ollama": "/api/chat", "openai": "/v1/chat/completions"}
EMBED_PATHS = {"ollama": "/api/embed", "openai": "/v1/embeddings"}
DONE, NOT_ALL = 0, 1
SWITCH_AFTER = 25  # calls: by then a server that changes its model has done so
# Its claim leaves out until when the motto is valid: strict shows the whole sentence instead.
BALANCED = {"C-TYP-01"}
OF_OLLAMA = {"request_has", "prompt_tokens_le"}  # no other server is told how much to read


@dataclass(frozen=True)
class Played:
    """What a case left. answer: of `ask --json`. doctor: all an administrator is told."""

    answer: dict[str, Any]
    ingest: Done
    ask: Done
    doctor: str
    prompts: list[dict[str, Any]]
    seconds: float


def play(case: Case, way: str, tmp: Path) -> Played:
    """Import, ask, ask for the doctor; the embedder is the server's where the script has one."""
    names = [FOLDER / "inputs" / name for name in case["inputs"]]
    documents = [name for name in names if name.suffix != ".json"]
    script = script_of(case, names, tmp)
    embeds = '"embed"' in script.read_text(encoding="utf-8")
    with scripted(script, tmp / "log.jsonl") as server:
        variables = {
            "FUNDSTELLE_DATA": str(tmp / "data"),
            "FUNDSTELLE_LANG": "de",
            "FUNDSTELLE_CHAT_MODEL": f"{way}:llama3",
            "FUNDSTELLE_OLLAMA_URL": server.url,
            "FUNDSTELLE_OPENAI_URL": f"{server.url}/v1",
        }
        if case["id"] in BALANCED:
            variables["FUNDSTELLE_GATE"] = "balanced"
        if embeds:
            variables["FUNDSTELLE_EMBEDDER"] = f"{way}:nomic-embed-text"
        started = perf_counter()
        brought = fundstelle("ingest", *documents, "--collection", "Fall", "--json", **variables)
        if embeds:
            use_up(server)
        asked = fundstelle("ask", case["question"], "--json", **variables)
        seconds = perf_counter() - started
        doctor = fundstelle("doctor", **variables)
        prompts = server.requests(CHAT_PATHS[way])[:1]
    told = folded(doctor.text + doctor.messages + brought.messages)
    return Played(asked.json, brought, asked, told, prompts, seconds)


def script_of(case: Case, names: list[Path], tmp: Path) -> Path:
    """Its file, or one made of the reply that stands in the case itself."""
    if "llm" not in case:
        return next(name for name in names if name.suffix == ".json")
    made = tmp / "script.json"
    reply = json.dumps(case["llm"], ensure_ascii=False)
    made.write_text(json.dumps({"chat": {"content": reply}}), encoding="utf-8")
    return made


def use_up(server: ScriptedServer) -> None:
    """Other programs ask the server too, until it has changed whatever it is going to change."""
    import httpx2

    for _ in range(SWITCH_AFTER):
        body = {"model": "nomic-embed-text", "input": ["Guten Tag"]}
        httpx2.post(f"{server.url}/api/embed", json=body, trust_env=False)


def texts(played: Played) -> list[str]:
    return [sentence["text"] for sentence in played.answer["sentences"]]


def shown(played: Played) -> str:
    """Answer text and quotes."""
    cited = chain.from_iterable(each["citations"] for each in played.answer["sentences"])
    return folded(" ".join([*texts(played), *(citation["quote"] for citation in cited)]))


def _none_of(unwanted: list[str], text: str) -> str:
    found = [words for words in unwanted if words in text]
    return f"{found} in {text!r}" if found else ""


def _all_of(wanted: list[str], text: str) -> str:
    missing = [words for words in wanted if words not in text]
    return f"{missing} not in {text!r}" if missing else ""


def _any_of(wanted: list[str], text: str) -> str:
    return "" if any(words in text for words in wanted) else f"none of {wanted} in {text!r}"


def _status(played: Played, allowed: list[str]) -> str:
    status = played.answer["status"].upper()
    return "" if status in allowed else f"{status}, dropped: {played.answer['dropped']}"


def _language(played: Played, wanted: str) -> str:
    found = {text: language_of(text) for text in texts(played)}
    right = played.answer["language"] == wanted and set(found.values()) == {wanted}
    return "" if right else f"{found}"


def _exit(played: Played, wanted: list[int]) -> str:
    """No server of ours yet: a good reply is exit code 0."""
    return "" if 200 not in wanted or played.ask.code == DONE else f"exit code {played.ask.code}"


def _import(played: Played, wanted: str) -> str:
    allowed = {"ok": {DONE}, "ok_or_partial": {DONE, NOT_ALL}}[wanted]
    stored = set(played.ingest.json["counts"]) == {"new"}
    return "" if stored and played.ingest.code in allowed else f"{played.ingest}"


def _options(played: Played, wanted: str) -> str:
    option = wanted.removeprefix("options.")
    asked = [prompt["options"] for prompt in played.prompts]
    return "" if asked and all(each.get(option) for each in asked) else f"{asked}"


def _fits(played: Played, wanted: str) -> str:
    option = wanted.removeprefix("options.")
    sizes = [
        (sum(estimated_tokens(turn["content"]) for turn in prompt["messages"]), prompt["options"])
        for prompt in played.prompts
    ]
    fit = [tokens + given["num_predict"] <= given[option] for tokens, given in sizes]
    return "" if fit and all(fit) else f"{sizes}"


def _survives(played: Played, wanted: bool) -> str:
    """Instructions and question: both are said, and the room for all of it is asked for."""
    assert wanted
    roles = [[turn["role"] for turn in prompt["messages"]] for prompt in played.prompts]
    ends = [prompt["messages"][-1]["content"] for prompt in played.prompts]
    said = all(end.endswith(f"Frage: {played.answer['question']}") for end in ends)
    return "" if said and roles == [["system", "user"]] else f"{roles}"


CHECKS: dict[str, Callable[[Played, Any], str]] = {
    "status": _status,
    "answer_all": lambda played, wanted: _all_of(wanted, shown(played)),
    "answer_none": lambda played, unwanted: _none_of(unwanted, shown(played)),
    "answer_none_in_llm_part": lambda played, unwanted: _none_of(unwanted, shown(played)),
    "answer_language": _language,
    "chunk_none": lambda played, unwanted: _none_of(unwanted, str(played.answer["sentences"])),
    "admin_message_any": lambda played, wanted: _any_of(wanted, played.doctor),
    "request_has": _options,
    "prompt_tokens_le": _fits,
    "system_prompt_survives": _survives,
    "max_seconds": lambda played, most: "" if played.seconds <= most else f"{played.seconds} s",
    "http": _exit,
    "import": _import,
}


@pytest.fixture(autouse=True)
def _no_model_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUNDSTELLE_CHAT_MODEL", raising=False)


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("way", CHAT_PATHS)
@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in SCRIPTED])
def test_a_model_that_misbehaves_costs_no_answer(case: Case, way: str, tmp_path: Path) -> None:
    expected = {
        key: value
        for key, value in case["expected"].items()
        if way == "ollama" or key not in OF_OLLAMA
    }

    played = play(case, way, tmp_path)

    missed = {key: CHECKS[key](played, value) for key, value in expected.items()}
    assert {key: words for key, words in missed.items() if words} == {}
