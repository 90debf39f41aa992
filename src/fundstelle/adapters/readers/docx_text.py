"""The text of one Word paragraph as printed, with tracked changes accepted."""

# ruff: noqa: SIM905 - a list of words reads better as words

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from fundstelle.adapters.readers.docx_styles import attribute, switched_on, value_of
from fundstelle.adapters.readers.raised import placed

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
_UP, _LOW = "\x1c", "\x1d"  # around raised and lowered text; XML cannot hold these characters
_ALIGNED = {"superscript": _UP, "subscript": _LOW}
_RAISED_TEXT = re.compile(f"([{_UP}{_LOW}])(?P<text>[^{_UP}{_LOW}]*)\\1")
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
    found.text = _RAISED_TEXT.sub(
        _settled, "".join(parts).replace(_LOW * 2, "").replace(_UP * 2, "")
    )
    return found


def _settled(match: "re.Match[str]") -> str:
    """Raised or lowered text between its marks, as it stands in the line."""
    whole, (start, end) = match.string, match.span()
    before, after = whole[max(0, start - 1) : start], whole[end : end + 1]
    return placed(match["text"], before or " ", after, lowered=match[0][0] == _LOW)


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
            _run(child, parts, found, depth)
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


def _run(run: etree._Element, parts: list[str], found: Found, depth: int) -> None:
    """The text of a run, unless it is hidden or struck; raised and lowered text gets marks."""
    name, properties = next(children(run), ("", run))
    if name != "rPr":
        _collect(run, parts, found, depth + 1)
        return
    if switched_on(properties, "vanish"):  # Word neither shows nor prints it
        return
    inner: list[str] = []
    _collect(run, inner, found, depth + 1)
    text = "".join(inner)
    if switched_on(properties, "strike") or switched_on(properties, "dstrike"):
        if text[:1].isspace() or text[-1:].isspace():  # a struck blank still parts words
            parts.append(" ")
        return
    mark = _ALIGNED.get(value_of(properties, "vertAlign"))
    parts.append(f"{mark}{text}{mark}" if mark and text else text)


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
