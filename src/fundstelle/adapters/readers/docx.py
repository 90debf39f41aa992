"""DOCX: a walk over all parts; the body as a stream, so that size costs time, not memory."""

import io
import re
from collections.abc import Iterator

from lxml import etree

from fundstelle.adapters.readers.archive import Archive
from fundstelle.adapters.readers.composing import Composer, tidy
from fundstelle.adapters.readers.docx_body import Body
from fundstelle.adapters.readers.docx_styles import Styles, attribute
from fundstelle.adapters.readers.docx_text import children, paragraph_text
from fundstelle.adapters.readers.xmldata import local
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile

_PAGE_NUMBER = re.compile(
    r"(?:(?:Seite|Page|S\.|p\.)?\s*[-–]?\s*\d*\s*(?:(?:von|of|/)\s*\d+)?\s*[-–]?)", re.IGNORECASE
)
_NOTE_PARTS = {"footnotes": "footnote", "endnotes": "endnote", "comments": "comment"}
_TYPE = re.compile(
    r"(document|template)\.main\+xml$|\.(header|footer|footnotes|endnotes|comments|styles|diagramData)\+xml$"
)


def read_docx(content: bytes, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read a Word file. Raises UnreadableFile: corrupt, empty, encrypted, too_large."""
    return _Docx(Archive(content)).reading()


class _Docx:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._parts = _parts(archive)
        styles = self._parts.get("styles", [])
        self._styles = Styles(self._root(styles[0]) if styles else None)

    def reading(self) -> Reading:
        main = self._parts.get("document", [])
        if not main or main[0] not in self._archive.names:
            raise UnreadableFile("corrupt", detail="no Word document in the container")
        composer = Composer()
        for kind in ("header", "footer"):
            self._running_heads(composer, kind)
        body = Body(composer, self._styles, self._notes())
        for element in _stream(self._archive.read(main[0])):
            body.block(element, 0)
        body.rest()
        self._diagrams(composer)
        if composer.empty:
            raise UnreadableFile("empty", detail="no text in the document")
        return composer.reading("docx", self._title())

    def _root(self, name: str) -> etree._Element | None:
        content = self._archive.read(name)
        return _safe_root(content) if content else None

    def _running_heads(self, composer: Composer, kind: str) -> None:
        """Headers and footers once each, before the body: file numbers and dates stand there."""
        seen: set[str] = set()
        for name in self._parts.get(kind, []):
            root = self._root(name)
            if root is None:
                continue
            lines = Composer()
            body = Body(lines, self._styles, {})
            for _, element in children(root):
                body.block(element, 0)
            text = tidy(lines.reading("").text)
            if text and text not in seen and not _PAGE_NUMBER.fullmatch(text):
                composer.add(BlockKind.MARGIN, text)
            seen.add(text)

    def _notes(self) -> dict[tuple[str, str], etree._Element]:
        found = {}
        for part, kind in _NOTE_PARTS.items():
            for name in self._parts.get(part, []):
                root = self._root(name)
                for _, note in children(root) if root is not None else ():
                    if attribute(note, "type") not in {
                        "separator",
                        "continuationSeparator",
                        "continuationNotice",
                    }:
                        found[kind, attribute(note, "id")] = note
        return found

    def _diagrams(self, composer: Composer) -> None:
        """The words of SmartArt drawings."""
        for name in self._parts.get("diagramData", []):
            root = self._root(name)
            for element in root.iter() if root is not None else ():
                if local(element) == "p":
                    composer.add(BlockKind.ITEM, tidy(paragraph_text(element).text))

    def _title(self) -> str:
        root = self._root("docProps/core.xml")
        for name, element in children(root) if root is not None else ():
            if name == "title":
                return element.text or ""
        return ""


def _parts(archive: Archive) -> dict[str, list[str]]:
    """Names of the parts by what they are, as the container declares it."""
    root = _safe_root(archive.read("[Content_Types].xml") or b"<Types/>")
    found: dict[str, list[str]] = {}
    for _, entry in children(root):
        kind = _TYPE.search(entry.get("ContentType") or "")
        part = (entry.get("PartName") or "").lstrip("/")
        if kind and part:
            found.setdefault("document" if kind[1] else kind[2], []).append(part)
    if "document" not in found and "word/document.xml" in archive.names:
        found["document"] = ["word/document.xml"]
    return found


def _safe_root(content: bytes) -> etree._Element:
    if b"<!DOCTYPE" in content[:4096] or b"<!ENTITY" in content:
        raise UnreadableFile("corrupt", detail="office XML with a document type")
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise UnreadableFile("corrupt", detail="damaged XML in the document") from error


def _stream(content: bytes) -> Iterator[etree._Element]:
    """The children of w:body one by one; each is freed when the next is asked for."""
    if b"<!DOCTYPE" in content[:4096]:
        raise UnreadableFile("corrupt", detail="office XML with a document type")
    events = etree.iterparse(
        io.BytesIO(content),
        events=("end",),
        tag=("{*}p", "{*}tbl", "{*}sdt", "{*}customXml", "{*}moveTo", "{*}ins"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
            parent = element.getparent()
            if parent is None or local(parent) != "body" or local(parent.getparent()) != "document":
                continue
            yield element
            element.clear(keep_tail=False)
            while element.getprevious() is not None:
                del parent[0]
    except etree.XMLSyntaxError as error:
        raise UnreadableFile("corrupt", detail="damaged XML in the document") from error
