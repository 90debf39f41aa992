"""What `import fundstelle` gives: a short list of names, at no cost, and objects with types."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fundstelle
from fundstelle import Answer, Citation, FundstelleError, Hit, KnowledgeBase

NAMES = ["Answer", "Citation", "FundstelleError", "Hit", "KnowledgeBase"]
LOADED = """
import sys
before = set(sys.modules)
import fundstelle
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""
ASKED = """
import sys
import fundstelle.delivery.cli.app
from fundstelle import KnowledgeBase
with KnowledgeBase.open(sys.argv[1]) as kb:
    kb.ingest([sys.argv[2]], "Haus")
    print(kb.ask("Wann kommt der Pförtner?").status)
print("fundstelle.core.claims.check" in sys.modules)
"""


def test_the_public_names_are_these() -> None:
    assert fundstelle.__all__ == NAMES
    assert [getattr(fundstelle, name).__name__ for name in NAMES] == NAMES
    with pytest.raises(AttributeError, match="Nothing"):
        _ = fundstelle.Nothing


def test_the_import_loads_no_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )

    foreign = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert foreign == {"fundstelle"}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    text = "# Pförtner\n\n## Dienst\n\nDer Pförtner kommt um sechs Uhr. Die Pforte ist im Hof.\n"
    (folder / "dienst.md").write_text(text, encoding="utf-8")
    (folder / "leer.txt").write_bytes(b"")
    return folder


def test_without_a_model_the_rules_for_claims_are_not_loaded(files: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED, tmp_path / "data", files],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"FUNDSTELLE_CHAT_MODEL": "none"},
    )

    assert done.stdout.split() == ["extractive", "False"]


def test_from_files_to_typed_answers(files: Path, tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path / "data") as kb:
        report = kb.ingest([files], "Haus")
        answer = kb.ask("Wann kommt der Pförtner?")
        hits = kb.search("Pforte", collections=["haus"], limit=1)
        refused = kb.ask("Wie viele Zitterspinnen leben in Patagonien?", ["Haus"])

    assert report.counts == {"new": 1, "failed": 1}
    assert [item.code for item in report.items] == ["", "empty"]
    assert isinstance(answer, Answer)
    assert (answer.status, answer.language, answer.refusal) == ("extractive", "de", None)
    (place,) = answer.sentences[0].citations
    assert isinstance(place, Citation)
    assert place.quote == answer.sentences[0].text == "Der Pförtner kommt um sechs Uhr."
    assert (place.name, place.title, place.heading) == ("dienst.md", "Pförtner", "Dienst")
    assert (place.collection, place.version, place.page) == ("Haus", 1, None)
    assert [type(hit) for hit in hits] == [Hit]
    assert refused.refusal is not None
    assert (refused.status, refused.sentences) == ("refused", ())


def test_a_folder_is_found_again_by_another_program(files: Path, tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path / "data") as kb:
        kb.ingest([files / "dienst.md"], "Haus")
        first = kb.ask("Wann kommt der Pförtner?")

    with KnowledgeBase.open(str(tmp_path / "data")) as kb:
        again = kb.ingest([str(files / "dienst.md")], "HAUS")
        second = kb.ask("Wann kommt der Pförtner?")
        (files / "dienst.md").unlink()
        gone = kb.ingest([files], "Haus")
        nothing = kb.ask("Wann kommt der Pförtner?")

    assert first == second
    assert again.counts == {"unchanged": 1}
    assert gone.counts == {"removed": 1, "failed": 1}
    assert nothing.refusal is not None
    assert nothing.refusal.code == "empty_index"


def test_every_error_can_be_caught_by_one_name(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with KnowledgeBase.open(tmp_path / "data") as kb:
        with pytest.raises(FundstelleError, match="Nirgends"):
            kb.ask("Wann?", collections=["Nirgends"])
        with pytest.raises(FundstelleError, match="nicht-da"):
            kb.ingest([files / "nicht-da"], "Haus")
        with pytest.raises(FundstelleError, match="name"):
            kb.ingest([files], " ")
    with pytest.raises(FundstelleError, match="cannot be used"):
        KnowledgeBase.open(files / "dienst.md")
    monkeypatch.setenv("FUNDSTELLE_CHUNK_CHARS", "5")
    with pytest.raises(FundstelleError, match="FUNDSTELLE_CHUNK_CHARS"):
        KnowledgeBase.open(tmp_path / "data")


def test_no_collections_means_none_and_none_means_all(files: Path, tmp_path: Path) -> None:
    question = "Wann kommt der Pförtner?"
    with KnowledgeBase.open(tmp_path / "data") as kb:
        kb.ingest([files], "Haus")
        none: list[list[str] | tuple[str, ...]] = [[], ()]
        for chosen in none:
            answer = kb.ask(question, chosen)
            assert answer.refusal is not None
            assert answer.refusal.code == "no_readable_collection"
            assert kb.search(question, chosen) == ()
        for name in (None, "haus", ["Haus"], (" HAUS ",)):
            assert kb.ask(question, name).status == "extractive"
            assert len(kb.search(question, name, limit=1)) == 1
        with pytest.raises(FundstelleError, match="at least 1"):
            kb.search(question, limit=0)
