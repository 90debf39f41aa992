"""The text of one Word paragraph as printed, with tracked changes accepted."""

# ruff: noqa: SIM905 - a list of words reads better as words

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from fundstelle.adapters.readers.docx_styles import attribute, switched_on, value_of

# Deleted or moved away; a second rendering for old programs; field codes; reading aids.
_SKIPPED = frozenset(
    "del moveFrom Fallback delText delInstrText instrText rPr pPr sdtPr sdtEndPr tblPr trPr "
    "tcPr rt docPr cNvPr graphicFrameLocks numPr sectPr".split()
)
_NOTES = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
}
_WINGDINGS = {
    0xF0FC: "✓", 0xF0FB: "✗", 0xF0FE: "☑", 0xF0FD: "☒", 0xF0A8: "☐", 0xF06F: "☐", 0xF078: "☒",
    0xF0E0: "→", 0xF0DF: "←", 0xF0B7: "•", 0xF0A7: "•", 0xF0B0: "°", 0xF0B1: "±", 0xF0B4: "×",
    0xF0A3: "≤", 0xF0B3: "≥", 0xF0B9: "≠", 0xF0BB: "≈", 0xF06D: "µ", 0xF057: "Ω", 0xF044: "Δ",
}  # fmt: skip
_DEEPEST = 400
_HEX = re.compile(r"[0-9a-fA-F]{1,4}")
_PRIVATE = range(0xE000, 0xF900)


@dataclass(slots=True)
class Found:
    """text: with line breaks as U+001E. boxes: contents of text boxes, to be read after it.

    notes: (kind, id) of foot- and endnotes and comments it refers to.
    """

    text: str = ""
    boxes: list[etree._Element] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)


def paragraph_text(paragraph: etree._Element) -> Found:
    """Collect the text of a w:p, through links, smart tags, content controls and insertions."""
    found = Found()
    parts: list[str] = []
    _collect(paragraph, parts, found, 0)
    found.text = "".join(parts)
    return found


def children(element: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """(local name, child) of all element children."""
    for child in element:
        tag = child.tag
        if isinstance(tag, str):
            yield tag.rpartition("}")[2], child


def _collect(element: etree._Element, parts: list[str], found: Found, depth: int) -> None:
    if depth > _DEEPEST:
        return
    for name, child in children(element):
        if name == "t":
            parts.append(child.text or "")
        elif name == "r":
            if not _vanished(child):
                _collect(child, parts, found, depth + 1)
        elif name == "txbxContent":
            found.boxes.append(child)
        elif name in _NOTES:
            found.notes.append((_NOTES[name], attribute(child, "id")))
        elif name in _SINGLE:
            parts.append(_SINGLE[name](child))
        elif name not in _SKIPPED:
            _collect(child, parts, found, depth + 1)


def _symbol(element: etree._Element) -> str:
    """The character of a w:sym; symbol fonts use the private area, where only some are known."""
    code = attribute(element, "char")
    if not _HEX.fullmatch(code):
        return ""
    number = int(code, 16)
    return _WINGDINGS.get(number, "") if number in _PRIVATE else chr(number).strip()


def _vanished(run: etree._Element) -> bool:
    """Hidden text: Word neither shows nor prints it."""
    for name, child in children(run):
        if name == "rPr":
            return switched_on(child, "vanish")
        return False
    return False


def _form_field(element: etree._Element) -> str:
    """A form's check box or chosen list entry; text fields carry their text as normal runs."""
    for name, data in children(element):
        if name != "ffData":
            continue
        for kind, control in children(data):
            if kind == "checkBox":
                on = switched_on(control, "checked") or (
                    not _has(control, "checked") and switched_on(control, "default")
                )
                return "☒" if on else "☐"
            if kind == "ddList":
                entries = [attribute(e, "val") for n, e in children(control) if n == "listEntry"]
                chosen = value_of(control, "result") or value_of(control, "default") or "0"
                at = int(chosen) if chosen.isdigit() else 0
                return entries[at] if at < len(entries) else ""
    return ""


def _has(element: etree._Element, name: str) -> bool:
    return any(found == name for found, _ in children(element))


# Elements that stand for characters. U+001E is a line break until the lines are put together.
_SINGLE: dict[str, Callable[[etree._Element], str]] = {
    "br": lambda _: "\x1e",
    "cr": lambda _: "\x1e",
    "tab": lambda _: "\t",
    "ptab": lambda _: "\t",
    "noBreakHyphen": lambda _: "\u2011",
    "sym": _symbol,
    "fldChar": _form_field,
}
