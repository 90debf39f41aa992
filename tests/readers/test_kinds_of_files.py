"""Content decides what a file is; what we cannot read gets a code that says why."""

import io
import zipfile

import pytest

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.core.errors import UnreadableFile

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def zipped(**parts: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/"), text)
    return packed.getvalue()


READ = {
    "page saved under a foreign ending": ("gebühren.xls", b"<html><body><p>18 Euro", "html"),
    "page saved as pdf": ("bescheid.pdf", b"<!DOCTYPE html><p>Nicht gefunden", "html"),
    "page with an XML declaration": ("a.xml", b"<?xml version='1.0'?><html><p>Ja", "html"),
    "fragment without html": ("notiz", b"<h2>Kasse</h2><p>5 Euro", "html"),
    "text that begins with a bracket": ("a.txt", b"<Kunde> zahlt <b>nicht</b>", "txt"),
    "markdown": ("a.md", b"# Titel", "md"),
    "csv by its first line": ("export", b"sep=;\na;b\n1;2", "csv"),
    "tab separated": ("a.tsv", b"Ort\tZeit\nKiel\t8", "csv"),
    "json without ending": ("daten", b'{"a": 1}', "json"),
    "json lines under the wrong ending": ("a.json", b'{"a": 1}\n{"a": 2}', "jsonl"),
    "xml": ("a.xml", b"<?xml version='1.0'?><a><b>x</b></a>", "xml"),
    "program text": ("a.py", b"x = 1  # Kommentar", "txt"),
    "letter with mail-like lines": ("brief.txt", b"From: Amt\nReceived: heute\n\nText", "txt"),
}


@pytest.mark.parametrize(("name", "content", "kind"), READ.values(), ids=READ)
def test_content_decides_before_the_ending(name: str, content: bytes, kind: str) -> None:
    assert read_content(name, content).document_type == kind


REFUSED = {
    "nothing": ("a.txt", b"", "empty"),
    "blanks": ("a.md", b" \n\t\r\n", "empty"),
    "byte order mark alone": ("a.txt", b"\xef\xbb\xbf", "empty"),
    "markup alone": ("a.html", b"<html><body><script>x()</script></body></html>", "empty"),
    "zeros as docx": ("a.docx", b"\0" * 4096, "empty"),
    "no container": ("a.docx", b"Das ist kein Word", "corrupt"),
    "cut container": ("a.docx", zipped(**{"word__document.xml": "x" * 999})[:300], "corrupt"),
    "container without Word": ("a.docx", zipped(**{"[Content_Types].xml": "<Types/>"}), "corrupt"),
    "no pdf": ("a.pdf", b"Das ist kein PDF", "corrupt"),
    "password": ("a.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
    "old Word as docx": ("a.docx", OLE + "WordDocument".encode("utf-16-le"), "unsupported"),
    "old Excel": ("a.xls", OLE + "Workbook".encode("utf-16-le"), "unsupported"),
    "Outlook": ("a.msg", OLE + "__substg1.0_".encode("utf-16-le"), "unsupported"),
    "zip": ("a.zip", zipped(**{"brief.txt": "Hallo"}), "unsupported"),
    "xlsx": (
        "a.docx",
        zipped(**{"[Content_Types].xml": "<Types/>", "xl__workbook.xml": "<w/>"}),
        "unsupported",
    ),
    "odt": ("a.odt", zipped(mimetype="application/vnd.oasis.opendocument.text"), "unsupported"),
    "rtf": ("a.doc", b"{\\rtf1\\ansi Hallo}", "unsupported"),
    "png": ("a.txt", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "unsupported"),
    "jpeg": ("foto.pdf", b"\xff\xd8\xff\xe0" + b"\0" * 50, "unsupported"),
    "program": ("a.exe", b"MZ\x90\0\x03\0\0\0", "unsupported"),
    "gzip": ("a.csv", b"\x1f\x8b\x08\0\0", "unsupported"),
    "mail": ("a.eml", b"From: a@b.de\nSubject: x\n\nText", "unsupported"),
    "mail without ending": ("a", b"MIME-Version: 1.0\nReceived: by x\n\nText", "unsupported"),
    "control characters": ("a.txt", b"\x01\x02\x03\x04abc" * 50, "garbled"),
    "noise": ("a.txt", bytes(range(256)) * 20, "garbled"),
    "broken json": ("a.json", b'{"a": ', "corrupt"),
    "deep json": ("a.json", b"[" * 200_000, "corrupt"),
    "deep but valid json": ("a.json", b"[" * 900 + b"1" + b"]" * 900, "corrupt"),
    "broken xml": ("a.xml", b"<?xml version='1.0'?><a><b></a>", "corrupt"),
}


@pytest.mark.parametrize(("name", "content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_says_why(name: str, content: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_content(name, content)
    assert caught.value.code == code


def test_a_foreign_format_is_called_by_its_name() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_content("a.docx", OLE + "WordDocument".encode("utf-16-le"))
    assert "Word 97" in caught.value.detail
    assert "nicht unterstützt" in caught.value.fault.reason["de"]
