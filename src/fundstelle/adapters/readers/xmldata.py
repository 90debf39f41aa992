"""XML as text a person can read: repeated flat elements as tables, prose as prose, else lines."""

import re
from collections import Counter

from lxml import etree

from fundstelle.adapters.readers.composing import Composer, row_line, tidy
from fundstelle.core.documents import BlockKind, Reading
from fundstelle.core.errors import UnreadableFile

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]*\?>", re.IGNORECASE)
_PROSE = 120  # from so many characters on, an element is a paragraph rather than a field
_HEADINGS = frozenset(
    {"title", "titel", "head", "heading", "ueberschrift", "überschrift", "caption"}
)
_PROSE_NAMES = frozenset({"p", "para", "simpara", "absatz", "paragraph", "item", "li", "seg"})
_DEEPEST = 256
_MOST_COLUMNS = 40


def read_xml(text: str, name: str) -> Reading:  # noqa: ARG001 - all readers are called alike
    """Read decoded XML. Raises UnreadableFile("corrupt"), also if it defines entities."""
    root = parse_xml(_DECLARATION.sub("", text, count=1).lstrip("\ufeff \t\r\n").encode())
    writer = _Writer()
    writer.write(root, "", 0)
    return writer.composer.reading("xml", writer.title)


def parse_xml(content: bytes) -> etree._Element:
    """Parse UTF-8 XML without looking at anything outside it. Raises UnreadableFile("corrupt")."""
    # Entities are how XML grows without end or reads files; real data never defines them itself.
    doctype = content.find(b"<!DOCTYPE")
    if doctype >= 0 and content.find(b"<!ENTITY", doctype) >= 0:
        raise UnreadableFile("corrupt", detail="XML that defines entities")
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=False,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        place = f"line {error.position[0]}" if error.position else "unknown place"
        raise UnreadableFile("corrupt", detail=f"not well-formed XML at {place}") from error


def local(element: etree._Element) -> str:
    """Name of an element without its namespace; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def all_text(element: etree._Element) -> str:
    """The text of an element and all in it, as it stands."""
    return "".join(map(str, element.itertext()))


class _Writer:
    def __init__(self) -> None:
        self.composer = Composer()
        self.title = ""

    def write(self, element: etree._Element, path: str, depth: int) -> None:
        children = [child for child in element if local(child)]
        if depth > _DEEPEST:
            raise UnreadableFile("corrupt", detail="XML nested too deeply")
        if not children or _is_prose(element):
            self._leaf(element, path, depth)
            return
        self._attributes(element, path)
        names = Counter(local(child) for child in children)
        tables = {name: _rows(children, name) for name, times in names.items() if times > 1}
        for child in children:
            name = local(child)
            inner = f"{path}.{name}" if path else name
            rows = tables.get(name)
            if not rows:
                self.write(child, inner, depth + 1)
            elif names[name]:
                self._table(rows, inner, depth)
                names[name] = 0  # written with its first row, the others are in it

    def _table(self, rows: list[dict[str, str]], path: str, depth: int) -> None:
        columns = list(dict.fromkeys(column for row in rows for column in row))
        self.composer.add(BlockKind.HEADING, path, level=min(6, depth + 2))
        header = self.composer.add(BlockKind.ROW, row_line(columns))
        for row in rows:
            cells = [row.get(column, "") for column in columns]
            self.composer.add(BlockKind.ROW, row_line(cells), header=header)

    def _leaf(self, element: etree._Element, path: str, depth: int) -> None:
        text = tidy(all_text(element))
        name = local(element)
        if name.lower() in _HEADINGS and text:
            self.title = self.title or text
            self.composer.add(BlockKind.HEADING, text, level=max(1, min(6, depth)))
            return
        notes = ", ".join(f"{key}: {value}" for key, value in _attributes(element).items())
        if len(text) > _PROSE or name.lower() in _PROSE_NAMES:
            self.composer.add(BlockKind.PARAGRAPH, f"{text} ({notes})" if notes else text)
        elif text or notes:
            label = path or name
            label = f"{label} ({notes})" if notes else label
            self.composer.add(BlockKind.ITEM, f"{label}: {text}" if text else label)

    def _attributes(self, element: etree._Element, path: str) -> None:
        for key, value in _attributes(element).items():
            self.composer.add(
                BlockKind.ITEM, f"{path}.{key}: {value}" if path else f"{key}: {value}"
            )


def _attributes(element: etree._Element) -> dict[str, str]:
    """Attributes a reader may ask for: no schema locations, no xml:space."""
    found = {}
    for key, value in element.attrib.items():
        if not str(key).startswith(
            ("{http://www.w3.org/2001/XMLSchema-instance}", "{http://www.w3.org/XML/")
        ):
            text = tidy(str(value))
            if text:
                found[str(key).rpartition("}")[2]] = text
    return found


def _is_prose(element: etree._Element) -> bool:
    """Text with elements in between, as in "<p>Frist: <b>zwei</b> Wochen</p>"."""
    if (element.text or "").strip():
        return True
    return any((child.tail or "").strip() for child in element)


def _rows(children: list[etree._Element], name: str) -> list[dict[str, str]]:
    """The cells of all children with this name; [] unless each of them is flat."""
    rows: list[dict[str, str]] = []
    columns: set[str] = set()
    for child in children:
        if local(child) != name:
            continue
        row = dict(_attributes(child))
        for cell in child:
            if len(cell) or len(cell.text or "") > _PROSE or local(cell) in row:
                return []
            row[local(cell)] = tidy(cell.text or "")
            for key, value in _attributes(cell).items():
                row[f"{local(cell)}.{key}"] = value
        if not len(child) and (child.text or "").strip():
            if not child.attrib:
                return []
            row[name] = tidy(child.text or "")
            if len(row[name]) > _PROSE:
                return []
        rows.append(row)
        columns.update(row)
        if len(columns) > _MOST_COLUMNS or (_is_prose(child) and len(child)):
            return []
    return rows if columns else []
