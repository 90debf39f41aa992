"""Bytes of one file -> Reading, by what the bytes are. Runs in the child process."""

from collections.abc import Callable
from importlib import import_module

from fundstelle.adapters.readers.detect import Kind, binary_kind, text_kind
from fundstelle.adapters.readers.encoding import decode
from fundstelle.core.documents import Reading
from fundstelle.core.errors import UnreadableFile

# Each reader is imported when its first file comes: most runs need two or three of them.
_FROM_BYTES = {Kind.PDF: ("pdf", "read_pdf"), Kind.DOCX: ("docx", "read_docx")}
_FROM_TEXT = {
    Kind.TXT: ("plain", "read_plain"),
    Kind.MD: ("markdown", "read_markdown"),
    Kind.CSV: ("tables", "read_table"),
    Kind.JSON: ("structured", "read_json"),
    Kind.JSONL: ("structured", "read_jsonl"),
    Kind.XML: ("xmldata", "read_xml"),
    Kind.HTML: ("html", "read_html"),
}


def read_content(name: str, content: bytes) -> Reading:
    """Read one file. name: with its ending, decides only where the content does not.

    Raises UnreadableFile: encrypted, empty, corrupt, garbled, too_large, unsupported, no_text.
    """
    kind = binary_kind(name, content)
    if kind is not None:
        read_bytes: Callable[[bytes, str], Reading] = _reader(*_FROM_BYTES[kind])
        return read_bytes(content, name)
    text = decode(content)
    if not text or text.isspace():
        raise UnreadableFile("empty")
    read_text: Callable[[str, str], Reading] = _reader(*_FROM_TEXT[text_kind(name, text)])
    reading = read_text(text, name)
    if not reading.text or reading.text.isspace():
        raise UnreadableFile("empty", detail="nothing but markup")
    return reading


def _reader(module: str, function: str) -> Callable[..., Reading]:
    loaded = import_module(f"fundstelle.adapters.readers.{module}")
    reader: Callable[..., Reading] = getattr(loaded, function)
    return reader
