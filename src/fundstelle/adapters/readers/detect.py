"""What kind of file is this? The content decides; the ending only between kinds of plain text."""

import re
from enum import StrEnum
from pathlib import PurePosixPath

from fundstelle.core.errors import UnreadableFile


class Kind(StrEnum):
    """The formats we read."""

    PDF = "pdf"
    DOCX = "docx"
    TXT = "txt"
    MD = "md"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    XML = "xml"
    HTML = "html"


_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN = {
    b"{\\rtf": "RTF",
    b"\x89PNG": "PNG image",
    b"\xff\xd8\xff": "JPEG image",
    b"GIF8": "GIF image",
    b"II*\x00": "TIFF image",
    b"MM\x00*": "TIFF image",
    b"RIFF": "RIFF media",
    b"\x1f\x8b": "gzip archive",
    b"BZh": "bzip2 archive",
    b"\xfd7zXZ\x00": "xz archive",
    b"7z\xbc\xaf\x27\x1c": "7z archive",
    b"Rar!\x1a\x07": "RAR archive",
    b"(\xb5/\xfd": "zstd archive",
    b"\x7fELF": "program",
    b"\xca\xfe\xba\xbe": "program",
    b"\xcf\xfa\xed\xfe": "program",
    b"SQLite format 3\x00": "SQLite database",
    b"%!PS": "PostScript",
    b"AT&TFORM": "DjVu",
    b"PAR1": "Parquet",
    b"ID3": "MP3",
    b"OggS": "Ogg media",
    b"fLaC": "FLAC",
    b"\xdb\xa5-\x00": "Word 2",
    b"\xfe7\x00#": "Word for DOS",
    b"\x31\xbe\x00\x00": "Word for DOS or Write",
    b"wOFF": "font",
    b"wOF2": "font",
    b"\x00\x01\x00\x00\x00": "font",
    b"OTTO": "font",
    b"\x78\x9f\x3e\x22": "TNEF (winmail.dat)",
}
_OLE_PARTS = {
    "WordDocument": "Word 97-2003 (.doc)",
    "Workbook": "Excel 97-2003 (.xls)",
    "Book": "Excel 5 (.xls)",
    "PowerPoint Document": "PowerPoint 97-2003 (.ppt)",
    "__substg1.0_": "Outlook message (.msg)",
}
_ZIP_PARTS = {"xl/": "Excel (.xlsx)", "ppt/": "PowerPoint (.pptx)", "visio/": "Visio (.vsdx)"}
_OFFICE_ENDINGS = {
    "docx",
    "docm",
    "dotx",
    "pdf",
    "xlsx",
    "xlsm",
    "pptx",
    "odt",
    "ods",
    "odp",
    "epub",
}
_MAIL_ENDINGS = {"eml", "mbox", "mht", "mhtml"}
_PDF_WITHIN = 1024  # viewers accept junk before the header up to here


def ending(name: str) -> str:
    """The ending of a file name in lower case without its dot; "" if there is none."""
    return PurePosixPath(name).suffix.lower().lstrip(".")


def binary_kind(name: str, content: bytes) -> Kind | None:
    """PDF or DOCX, or None for what can only be text.

    Raises UnreadableFile: empty, encrypted, corrupt, unsupported (detail names the format).
    """
    if not content:
        raise UnreadableFile("empty")
    head = content[:4096]
    if _is_pdf(content, head):
        return Kind.PDF
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return _zip_kind(content)
    if head.startswith(_OLE):
        raise _ole_fault(content)
    foreign = _foreign(head, content)
    if foreign:
        raise UnreadableFile("unsupported", detail=foreign)
    # An error page saved as .pdf is a page; anything else under an office ending is damage.
    if ending(name) in _OFFICE_ENDINGS and not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        if not content.strip(b"\0 \t\r\n"):
            raise UnreadableFile("empty")
        raise UnreadableFile("corrupt", detail=f"not a valid {ending(name).upper()} file")
    return None


def _is_pdf(content: bytes, head: bytes) -> bool:
    place = head.find(b"%PDF-", 0, _PDF_WITHIN)
    if place < 0:
        return False
    before = head[:place].strip(b"\xef\xbb\xbf\0 \t\r\n")
    return not before or b"%%EOF" in content[-2048:] or b"startxref" in content[-2048:]


def _zip_kind(content: bytes) -> Kind:
    import io
    import zipfile  # takes as long to import as all other readers together

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
            mimetype = archive.read("mimetype")[:80] if "mimetype" in names[:20] else b""
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError) as error:
        raise UnreadableFile("corrupt", detail="damaged ZIP container") from error
    parts = {name.lower().replace("\\", "/") for name in names}
    if "[content_types].xml" in parts:
        for prefix, what in _ZIP_PARTS.items():
            if any(part.startswith(prefix) for part in parts):
                raise UnreadableFile("unsupported", detail=what)
        return Kind.DOCX
    what = mimetype.decode("ascii", "replace").strip() or "ZIP archive"
    raise UnreadableFile("unsupported", detail=what)


def _ole_fault(content: bytes) -> UnreadableFile:
    def holds(part: str) -> bool:
        return part.encode("utf-16-le") in content

    if holds("EncryptedPackage"):
        return UnreadableFile("encrypted", detail="Office file with password")
    what = [label for part, label in _OLE_PARTS.items() if holds(part)]
    return UnreadableFile("unsupported", detail=what[0] if what else "OLE container")


def _foreign(head: bytes, content: bytes) -> str:
    """The name of a format we know but do not read; "" if it may be text."""
    for magic, what in _FOREIGN.items():
        if head.startswith(magic):
            return what
    if head[4:8] == b"ftyp" and b"\0" in head[:4]:
        return "video or HEIC image"
    if head.startswith(b"MZ") and b"\0" in head[:256]:
        return "program"
    if head.startswith(b"BM") and head[6:10] == b"\0\0\0\0":
        return "BMP image"
    if content[257:262] == b"ustar":
        return "tar archive"
    return ""


_HTML_START = re.compile(
    r"(?:\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_HTML_TAG = re.compile(
    r"<(?:p|div|h[1-6]|ul|ol|table|span|br|article|section|main|body|a|meta|link|title)\b[^<>]*>",
    re.IGNORECASE,
)
_XML_START = re.compile(r"\s*<\?xml\b", re.IGNORECASE)
_MAIL_HEADER = re.compile(
    r"^(?:MIME-Version|Message-ID|Received|Content-Type):", re.IGNORECASE | re.MULTILINE
)
_SEPARATOR_LINE = re.compile(r"sep=[;,\t|]\r?\n", re.IGNORECASE)
_BY_ENDING = {
    "md": Kind.MD,
    "markdown": Kind.MD,
    "mdx": Kind.MD,
    "csv": Kind.CSV,
    "tsv": Kind.CSV,
    "tab": Kind.CSV,
    "html": Kind.HTML,
    "htm": Kind.HTML,
    "xhtml": Kind.HTML,
}
_JSON_LINES = {"jsonl", "ndjson", "jsonlines"}
_JSON = {"json", "geojson", "jsonld", "webmanifest", "ipynb"}
_XML = {"xml", "xsd", "xsl", "rss", "atom", "svg", "dita", "rdf", "gpx", "kml"}


def text_kind(name: str, text: str) -> Kind:
    """Which of the text formats this is. text: decoded, not blank.

    Raises UnreadableFile("unsupported") for mail.
    """
    end = ending(name)
    head = text[:4096]
    if _is_mail(end, head):
        raise UnreadableFile("unsupported", detail="e-mail")
    if _HTML_START.match(head):
        return Kind.HTML
    if _XML_START.match(head) or (end in _XML and head.lstrip().startswith("<")):
        return Kind.HTML if "<html" in head[:1000].lower() else Kind.XML
    if end in _BY_ENDING:
        return _BY_ENDING[end]
    if end in _JSON_LINES or end in _JSON or (not end and _looks_like_json(text)):
        return Kind.JSONL if end in _JSON_LINES else Kind.JSON
    if (
        end not in {"txt", "text", "log"}
        and head.lstrip().startswith("<")
        and _HTML_TAG.search(head)
    ):
        return Kind.HTML
    return Kind.CSV if _SEPARATOR_LINE.match(head) else Kind.TXT


def _is_mail(end: str, head: str) -> bool:
    if end in _MAIL_ENDINGS:
        return True
    if end in {"txt", "md", "text"}:
        return False
    top = head.partition("\n\n")[0]
    return bool(re.match(r"[A-Za-z-]+: ?\S", top)) and len(set(_MAIL_HEADER.findall(top))) > 1


def _looks_like_json(text: str) -> bool:
    ends = text.lstrip()[:1] + text.rstrip()[-1:]
    return ends in {"{}", "[]"} and '"' in text[:4096]
