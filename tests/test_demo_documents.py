"""The demo documents: all formats, small, reproducible, and every answer stands in its document.

Reads with the plain libraries, not with our readers: a fault of a reader must not hide here.
"""

import csv
import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pypdfium2
import pytest
from lxml import etree, html

from fundstelle.delivery import demo

ROOT = Path(__file__).parent.parent
FOLDER = Path(demo.__file__).parent
DOCUMENTS = sorted(f for folder in demo.COLLECTIONS for f in (FOLDER / folder).iterdir())
QUESTION_LINES = (ROOT / "tests" / "evaluation" / "demo_questions.jsonl").read_text("utf-8")
QUESTIONS: list[dict[str, Any]] = [json.loads(line) for line in QUESTION_LINES.splitlines()]
ANSWERABLE = [row for row in QUESTIONS if row["answerable"]]
FORMATS = {"txt", "md", "json", "jsonl", "xml", "csv", "html", "pdf", "docx"}
REFUSED = {"near_miss", "out_of_scope"}
KINDS = {"exact", "inflected", "compound", "cross", "table", "identifier", "paragraph"}
KINDS |= {"paraphrase", "spelling"} | REFUSED
LINE_END_HYPHEN = re.compile(r"\ufffe\s*(?=[a-zäöüß])")  # PDFium's marker for it


@pytest.fixture(autouse=True)
def _tools(missing: Callable[[str], NoReturn]) -> None:
    for name in ("docx", "reportlab"):
        if find_spec(name) is None:
            missing(f"{name} is not installed (extra: demo)")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _values(data: Any) -> Iterator[str]:
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _values(value)
    else:
        yield str(data)


def _pdf(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return LINE_END_HYPHEN.sub("", "\n".join(pages)).replace("\ufffe", "-")


def _docx(data: bytes) -> str:
    import docx  # late: may be missing, see _tools

    document = docx.Document(io.BytesIO(data))
    cells = [cell.text for t in document.tables for row in t.rows for cell in row.cells]
    return "\n".join([*(p.text for p in document.paragraphs), *cells])


READ: dict[str, Callable[[bytes], str]] = {
    "txt": _decoded,
    "md": _decoded,
    "json": lambda data: "\n".join(_values(json.loads(data))),
    "jsonl": lambda data: "\n".join(_values([json.loads(row) for row in data.splitlines()])),
    "xml": lambda data: " ".join(str(part) for part in etree.fromstring(data).itertext()),
    "csv": lambda data: "\n".join(_values(list(csv.reader(_decoded(data).splitlines(), "demo")))),
    "html": lambda data: " ".join(str(part) for part in html.fromstring(data).itertext()),
    "pdf": _pdf,
    "docx": _docx,
}
csv.register_dialect("demo", delimiter=";")


@cache
def text_of(path: Path) -> str:
    """The readable text of a document, white space collapsed."""
    return " ".join(READ[path.suffix[1:]](path.read_bytes()).split())


def test_there_are_three_collections_and_all_nine_formats() -> None:
    assert {path.suffix[1:] for path in DOCUMENTS} == FORMATS
    assert {folder.name for folder in FOLDER.iterdir() if folder.is_dir()} >= set(demo.COLLECTIONS)
    assert min(Counter(path.parent.name for path in DOCUMENTS).values()) >= 5
    assert len({path.name for path in DOCUMENTS}) == len(DOCUMENTS)


def test_the_demo_is_small_but_has_substance() -> None:
    assert sum(path.stat().st_size for path in DOCUMENTS) < 1_000_000
    assert min(len(text_of(path)) for path in DOCUMENTS) > 700


@pytest.mark.parametrize("row", ANSWERABLE, ids=lambda row: row["id"])
def test_the_answer_stands_in_its_document(row: dict[str, Any]) -> None:
    (path,) = [path for path in DOCUMENTS if path.name == row["document"]]
    assert row["answer"] in text_of(path)


def test_questions_cover_every_document_and_every_kind() -> None:
    misses = [row for row in QUESTIONS if not row["answerable"]]
    assert len(ANSWERABLE) >= 45
    assert len(misses) >= 15
    assert all(row["document"] is None and row["answer"] is None for row in misses)
    assert {row["kind"] for row in misses} == REFUSED
    assert {row["kind"] for row in QUESTIONS} == KINDS
    assert {row["document"] for row in ANSWERABLE} == {path.name for path in DOCUMENTS}
    assert len({row["id"] for row in QUESTIONS}) == len(QUESTIONS)


def test_the_three_questions_of_the_demo_are_among_the_questions() -> None:
    by_text = {row["question"]: row for row in QUESTIONS}
    shown = [by_text[question] for question, _ in demo.QUESTIONS]
    assert [row["kind"] for row in shown] == ["exact", "compound", "near_miss"]


def test_the_traps_are_set() -> None:
    """What search must cope with, and would no longer be tried if someone smoothed it away."""
    everything = {path.name: text_of(path) for path in DOCUMENTS}
    handbook = FOLDER / "technik" / "Betriebshandbuch_Wasserwerk_Auental.pdf"
    agreement = FOLDER / "personal" / "Betriebsvereinbarung_Mobiles_Arbeiten.pdf"
    assert "34,60 Cent" in everything["Preisblatt_Strom_2026.pdf"]
    assert "36,80 Cent" in everything["Preisblatt_Strom_2025.pdf"]
    with pypdfium2.PdfDocument(handbook) as document:
        assert len(document) >= 5
    with pypdfium2.PdfDocument(agreement) as document:
        raw = "".join(page.get_textpage().get_text_range() for page in document)
    assert len(LINE_END_HYPHEN.findall(raw)) >= 10
    form = (FOLDER / "personal" / "Antrag_Dienstrad.txt").read_bytes()
    assert b"\r\n" in form
    with pytest.raises(UnicodeDecodeError):
        form.decode("utf-8")


def _make_all(target: Path) -> dict[str, bytes]:
    command = [sys.executable, "-m", "scripts.make_demo", str(target)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return {f.relative_to(target).as_posix(): f.read_bytes() for f in target.glob("*/*")}


def test_the_script_makes_what_is_committed_and_twice_the_same(tmp_path: Path) -> None:
    first, second = _make_all(tmp_path / "first"), _make_all(tmp_path / "second")
    assert first == second
    by_hand = {path.relative_to(FOLDER).as_posix() for path in DOCUMENTS if path.suffix == ".md"}
    assert first.keys() | by_hand == {path.relative_to(FOLDER).as_posix() for path in DOCUMENTS}
    assert not first.keys() & by_hand
    for name in first:
        assert text_of(tmp_path / "first" / name) == text_of(FOLDER / name), name
