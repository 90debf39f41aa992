"""Names: what is passed over, and that any name can be shown, told apart and written as JSON."""

import json
import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.adapters.sources.names import names_of, passed_over, shown

PASSED_OVER = [
    ".DS_Store",
    "Thumbs.db",
    "THUMBS.DB",
    "desktop.ini",
    "~$Vertrag.docx",
    ".~lock.Vertrag.odt#",
    "scan.pdf.part",
    "scan.PDF.crdownload",
    "~WRL0001.tmp",
    "notizen.txt~",
    ".git",
    ".versteckt.txt",
    "__MACOSX",
    "@eaDir",
    "lost+found",
]
WALKED = ["Vertrag.docx", "part.txt", "~Entwurf.txt", "a.b.md", "partitur.partitur", "$5.txt"]


@pytest.mark.parametrize("name", PASSED_OVER)
def test_what_systems_and_programs_leave_behind_is_passed_over(name: str) -> None:
    assert passed_over(name)


@pytest.mark.parametrize("name", WALKED)
def test_what_a_person_may_have_named_so_is_not_passed_over(name: str) -> None:
    assert not passed_over(name)


SHOWN = [
    ("Müllplan.txt".encode(), "Müllplan.txt"),
    (unicodedata.normalize("NFD", "Müllplan.txt").encode(), "Müllplan.txt"),
    ("Müll.txt".encode("latin-1"), "M\\xfcll.txt"),
    (b"two\nlines\x1b[31m.txt", "two\\x0alines\\x1b[31m.txt"),
    ("a\u202efdp.exe".encode(), "a\\u202efdp.exe"),
    ("line\u2028end".encode(), "line\\u2028end"),
    ("Fami\u00adlie 👩\u200d👧.txt".encode(), "Fami\u00adlie 👩\u200d👧.txt"),
]


@pytest.mark.parametrize(("raw", "name"), SHOWN)
def test_a_name_is_shown_as_printable_nfc_text(raw: bytes, name: str) -> None:
    assert shown(raw) == name


FILE_NAMES = st.binary(min_size=1, max_size=12).filter(
    lambda raw: b"/" not in raw and b"\0" not in raw
)
TEXT_NAMES = st.text(alphabet="aäüÄ\u0308\u030a\\xfc.", min_size=1, max_size=4).map(str.encode)


@given(st.lists(st.one_of(FILE_NAMES, TEXT_NAMES), unique=True, max_size=8))
def test_every_name_of_a_folder_is_distinct_and_fit_for_json_and_terminal(raw: list[bytes]) -> None:
    names = names_of(raw)

    assert len(set(names)) == len(raw)
    assert json.loads(json.dumps(names, ensure_ascii=False).encode("utf-8")) == names
    assert not any(unicodedata.category(c) in {"Cc", "Cs"} for name in names for c in name)


TWINS = [
    ([b"\xfc", b"\\xfc"], ["\\xfc (fc)", "\\xfc"]),
    ([b"\\xfc", b"\xfc"], ["\\xfc", "\\xfc (fc)"]),
    ([b"\xfc", b"\\xfc", b"\\xfc (fc)"], ["\\xfc (fc) (fc)", "\\xfc", "\\xfc (fc)"]),
    ([b"u\xcc\x88", b"\xc3\xbc"], ["u\u0308", "\u00fc"]),
]


@pytest.mark.parametrize(("raw", "names"), TWINS)
def test_twins_are_told_apart(raw: list[bytes], names: list[str]) -> None:
    assert names_of(raw) == names


@given(st.lists(TEXT_NAMES, unique=True, max_size=6))
def test_a_composed_name_keeps_its_identity_whatever_lies_beside_it(others: list[bytes]) -> None:
    composed = "Müll".encode()

    names = names_of([*(raw for raw in others if raw != composed), composed])

    assert names[-1] == os.fsdecode(composed)
