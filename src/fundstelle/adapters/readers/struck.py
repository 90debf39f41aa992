"""Web pages: struck text is taken out, raised text becomes raised characters."""

# ruff: noqa: SIM905 - a list of words reads better as words

import re

from lxml import etree

from fundstelle.adapters.readers.raised import placed
from fundstelle.adapters.readers.xmldata import all_text

STRUCK = frozenset({"del", "s", "strike"})
_STRUCK_STYLE = re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through", re.IGNORECASE)
_RAISED_STYLE = re.compile(r"vertical-align\s*:\s*(super|sub)\b", re.IGNORECASE)
# Aligned by style, these are moved as a whole; around these, a mark was never ended.
_BLOCKS = frozenset("td th tr table tbody thead p div li ul ol body h1 h2 h3 h4 h5 h6".split())
_LONGEST = 200


def settle_marks(root: etree._Element) -> None:
    """Take struck text out and put raised and lowered text into the text around it."""
    inside = 0  # elements still to come that have left the tree with the one around them
    for element in list(root.iter(etree.Element)):
        if inside:
            inside -= 1
        elif element.tag in STRUCK or _styled(element, _STRUCK_STYLE):
            inside = _size(element)
            _strike(element)
    for element in list(root.iter(etree.Element)):
        lowered = None if inside else _lowered(element)
        inside = max(0, inside - 1)
        if lowered is not None and _is_mark(element):
            inside = _size(element)
            _put_in(element, lowered=lowered)


def _size(element: etree._Element) -> int:
    return sum(1 for _ in element.iter(etree.Element)) - 1


def _is_mark(element: etree._Element) -> bool:
    """Whether this is a few characters of a line; a page may forget to end what is raised."""
    blocks = any(inner.tag in _BLOCKS for inner in element.iter(etree.Element))
    return not blocks and len(all_text(element)) <= _LONGEST


def _styled(element: etree._Element, style: re.Pattern[str]) -> re.Match[str] | None:
    given = element.get("style")
    return style.search(given) if given and element.tag not in _BLOCKS else None


def _lowered(element: etree._Element) -> bool | None:
    """Whether the text of this element is lowered (True) or raised (False); None for neither."""
    if element.tag in {"sup", "sub"}:
        return element.tag == "sub"
    styled = _styled(element, _RAISED_STYLE)
    return styled[1].lower() == "sub" if styled else None


def _strike(element: etree._Element) -> None:
    text = all_text(element)
    _empty(element)
    if text[:1].isspace() or text[-1:].isspace():  # a blank that was struck still parts words
        element.text = " "


def _put_in(element: etree._Element, *, lowered: bool) -> None:
    text, following = all_text(element), element.getnext()
    after = element.tail or (all_text(following) if following is not None else "")
    _empty(element)
    element.text = placed(text, "", after, lowered=lowered)


def _empty(element: etree._Element) -> None:
    """Without text and children; the text behind it stays."""
    tail = element.tail
    element.clear()
    element.tail = tail
