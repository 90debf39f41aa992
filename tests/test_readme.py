"""The documents say what the program does.

Every command in README, CONTRIBUTING and docs must exist with its options. Blocks that begin with
```console session are run in a fresh folder, line by line, and must print what they show: standard
output word for word, apart from durations and white space at line ends; a line of "…" stands for
any lines. `./start` is run as the installed `fundstelle`.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:\./start|fundstelle) [^`\n]+)`")
SHELLS = {"console", "sh", "bash", "shell"}
OURS = ("./start", "fundstelle")
NOT_RUN = ("git ", "cd ")  # how a reader gets here; the test is here already
DURATION = re.compile(r"\b\d+([.,]\d+)? ?(ms|s|min|Sekunden?|seconds?)\b")


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a session and the lines that it shows."""

    command: str
    shown: tuple[str, ...]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Language, rest of the fence line, content of every fenced block."""
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        yield match.group(1), match.group(2).strip(), match.group(3)


def commands(page: Path) -> Iterator[list[str]]:
    """Arguments of every fundstelle command that a page shows, in blocks and in running text."""
    lines = []
    for language, _, content in blocks(page):
        if language in SHELLS:
            joined = content.replace("\\\n", " ").splitlines()
            lines += [line.removeprefix("$ ") for line in joined if is_command(language, line)]
    lines += INLINE.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    for line in lines:
        words = shlex.split(line, comments=True)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):  # NAME=value before the command
            words.pop(0)
        if words and words[0] in OURS:
            ends = [n for n, word in enumerate(words) if word in {"|", "&&", ">", "2>", ";", "<"}]
            yield words[1 : min(ends, default=len(words))]


def is_command(language: str, line: str) -> bool:
    return line.startswith("$ ") if language == "console" else bool(line.strip())


def command_line(missing: Callable[[str], NoReturn]) -> Any:
    """The root command of the command line."""
    try:
        app = import_module("fundstelle.delivery.cli.app").app
    except (ImportError, AttributeError):
        missing("the command line (fundstelle.delivery.cli.app:app) is not there")
    return import_module("typer.main").get_command(app)


def fault_of(command: Any, words: Sequence[str]) -> str | None:
    """What is wrong with a documented command line, None if it fits. Nothing is run."""
    rest = list(words)
    while hasattr(command, "commands"):
        while rest and rest[0].startswith("-"):  # options of the whole: --version, --help
            if rest[0] not in known_options(command):
                return f"unknown option {rest[0]}"
            rest.pop(0)
        if not rest:
            return None
        name = rest.pop(0)
        for alternative in name.split("|"):  # "list|add" documents several at once
            if alternative not in command.commands:
                return f"unknown command {alternative}"
        command = command.commands[name.split("|")[0]]
    options = {word.partition("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)}
    unknown = sorted(options - known_options(command))
    return f"unknown option {', '.join(unknown)}" if unknown else None


def known_options(command: Any) -> set[str]:
    found = {"--help"}
    for parameter in command.params:
        found |= {*parameter.opts, *parameter.secondary_opts}
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_documented_commands_exist(page: Path, missing: Callable[[str], NoReturn]) -> None:
    shown = list(commands(page))
    if not shown:
        return
    command = command_line(missing)

    faults = {shlex.join(words): fault_of(command, words) for words in shown}

    assert {words: fault for words, fault in faults.items() if fault} == {}


def steps(content: str) -> list[Step]:
    found: list[Step] = []
    for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        command, _, shown = part.replace("\\\n", " ").partition("\n")
        found.append(Step(command.strip(), tuple(shown.rstrip("\n").split("\n")) if shown else ()))
    return found


SESSIONS = [
    pytest.param(steps(content), id=f"{name_of(page)}-{number}")
    for page in PAGES
    for number, (language, info, content) in enumerate(blocks(page), 1)
    if language == "console" and info.split()[:1] == ["session"]
]


def fits(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether printed lines are the shown ones, where a line "…" stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else re.escape(plain(line)) + "\n" for line in shown
    )
    text = "".join(f"{plain(line)}\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def plain(line: str) -> str:
    return DURATION.sub("<duration>", line.rstrip())


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_prints_what_it_shows(
    session: list[Step], tmp_path: Path, missing: Callable[[str], NoReturn]
) -> None:
    command_line(missing)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("FUNDSTELLE_", "LC_"))}
    environment |= {"PATH": path, "HOME": str(tmp_path), "LANG": "C.UTF-8", "NO_COLOR": "1"}
    environment |= {"COLUMNS": "100", "LANGUAGE": ""}
    for step in session:
        if step.command.startswith(NOT_RUN):
            continue
        command = re.sub(r"^\./start\b", "fundstelle", step.command)
        command = "fundstelle demo" if command == "fundstelle" else command
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        printed = done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else []
        assert fits(step.shown, printed), f"$ {step.command}\n{done.stdout}\n{done.stderr}"


def test_the_readme_shows_a_session(missing: Callable[[str], NoReturn]) -> None:
    command_line(missing)

    assert any("README.md" in str(session.id) for session in SESSIONS)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_examples_compile(page: Path) -> None:
    for language, _, content in blocks(page):
        if language == "python":
            compile(content, name_of(page), "exec")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    local = [
        target for target in targets if "://" not in target and not target.startswith("mailto:")
    ]

    assert [target for target in local if not (page.parent / target).exists()] == []


FITS = [
    (["a", "b"], ["a", "b"], True),
    (["a", "…", "z"], ["a", "b", "c", "z"], True),
    (["a", "…"], ["a"], True),
    (["read in 12 ms"], ["read in 340 ms"], True),
    (["a"], ["a", "b"], False),
    (["30 Tage"], ["25 Tage"], False),
    ([], ["a"], False),
]


@pytest.mark.parametrize(("shown", "printed", "expected"), FITS)
def test_sessions_are_compared_word_for_word(
    shown: list[str], printed: list[str], *, expected: bool
) -> None:
    assert fits(shown, printed) is expected
