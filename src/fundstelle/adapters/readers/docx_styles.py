"""Which paragraph styles of a Word file are headings or list items, in whatever language."""

import re
from dataclasses import dataclass

from lxml import etree

from fundstelle.adapters.readers.xmldata import local

_HEADING_NAME = re.compile(
    r"(?:heading|überschrift|ueberschrift|titre|título|titolo|kop|nagłówek|rubrik|заголовок)\s*([1-9])\b",
    re.IGNORECASE,
)
_LIST_NAME = re.compile(r"^(?:list|liste|listen|aufzähl|nummer)", re.IGNORECASE)
_TITLE_NAMES = frozenset({"title", "titel"})
BODY_LEVEL = 9  # outline level of text that is no heading


@dataclass(frozen=True, slots=True)
class Style:
    """level: 1 to 6 for headings, else 0. item: paragraphs of this style are list items."""

    level: int = 0
    item: bool = False
    hidden: bool = False


class Styles:
    """The styles of one document by id; a style inherits from the one it is based on."""

    def __init__(self, root: etree._Element | None) -> None:
        elements = [] if root is None else [e for e in root if local(e) == "style"]
        self._elements = {attribute(element, "styleId"): element for element in elements}
        self._known: dict[str, Style] = {}

    def __getitem__(self, style_id: str) -> Style:
        if style_id not in self._known:
            self._known[style_id] = self._resolved(style_id)
        return self._known[style_id]

    def _resolved(self, style_id: str) -> Style:
        level, item, seen = -1, None, 0
        current = style_id
        while current in self._elements and seen < 20:  # noqa: PLR2004 - chains may run in circles
            element = self._elements[current]
            seen += 1
            name = value_of(element, "name")
            if level < 0:
                level = _level(element, name)
            if item is None:
                item = _item(element, name)
            current = value_of(element, "basedOn")
        if level < 0:
            level = _level_of_name(style_id)
        return Style(max(0, level), bool(item) and level <= 0)


def attribute(element: etree._Element, name: str) -> str:
    """Value of a w: attribute, whichever of the two namespaces the file uses."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""


def value_of(element: etree._Element, name: str) -> str:
    """The w:val of a child; "" if there is no such child or value."""
    for child in element:
        if local(child) == name:
            return attribute(child, "val")
    return ""


def switched_on(element: etree._Element, name: str) -> bool:
    """Whether a child like <w:vanish/> is there and not set to false."""
    for child in element:
        if local(child) == name:
            return attribute(child, "val").lower() not in {"0", "false", "off", "none"}
    return False


def _level(element: etree._Element, name: str) -> int:
    """Heading level a style itself sets; -1 if it says nothing."""
    named = _level_of_name(name)
    if named > 0:
        return named
    for properties in element:
        if local(properties) == "pPr":
            outline = value_of(properties, "outlineLvl")
            if outline.isdigit():
                return min(6, int(outline) + 1) if int(outline) < BODY_LEVEL else 0
    return -1


def _level_of_name(name: str) -> int:
    if name.lower() in _TITLE_NAMES:
        return 1
    found = _HEADING_NAME.match(name)
    return min(6, int(found[1])) if found else -1


def _item(element: etree._Element, name: str) -> bool | None:
    if _LIST_NAME.match(name):
        return True
    for properties in element:
        if local(properties) == "pPr":
            for child in properties:
                if local(child) == "numPr":
                    return value_of(child, "numId") != "0"
    return None
