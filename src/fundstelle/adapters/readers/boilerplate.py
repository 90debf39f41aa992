"""What stands around the text of a web page: menus, banners, scripts. It is taken out of the tree.

Removal, not selection: a rule that picks "the" main part loses the text of every page that is built
differently; a rule that removes what is known to be none keeps it.
"""

# ruff: noqa: SIM905 - a list of words reads better as words

import re

from lxml import etree

INVISIBLE = frozenset(
    "script style noscript template svg canvas iframe object embed audio video map area head "
    "title meta link base select datalist button input textarea progress meter applet param "
    "source track".split()
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_ROLES = frozenset(
    "navigation banner contentinfo search menu menubar dialog alertdialog toolbar".split()
)
_BANNERS = re.compile(
    r"cookie|consent|gdpr|dsgvo|newsletter|pop-?up|modal|paywall|skip-?(?:link|nav)", re.IGNORECASE
)
_MENUS = re.compile(
    r"breadcrumb|brotkrumen|navbar|navi?(?:gation)?(?:[-_]|$)|(?:^|[-_])menue?(?:[-_]|$)|sidebar|foot(?:er)?(?:[-_]|$)"
    r"|(?:top|main|side|sub|site|meta|left|right)-?_?(?:navi?|menu)|social|share|advert|werbung|(?:^|[-_])ads?(?:[-_]|$)",
    re.IGNORECASE,
)
_MAIN = frozenset({"main", "article"})
_PROSE_WORDS = 25  # so many words outside links are text, wherever they stand
_LABEL_WORDS = 8
_MOSTLY = 0.5

Words = tuple[int, int]
"""(all words, those inside links) of an element."""


def strip_invisible(root: etree._Element) -> None:
    """Remove what no visitor sees; the head's title must be read before."""
    for element in list(root.iter(etree.Element)):
        if element.tag in INVISIBLE or _hidden(element):
            _drop(element)


def strip_surroundings(body: etree._Element) -> None:
    """Remove menus, banners, page head and foot, unless next to nothing would be left."""
    counts = _count(body)
    doomed: list[etree._Element] = []
    gone = 0
    for element, words in counts.items():
        if element is not body and _surrounds(element, words):
            doomed.append(element)
    inside = set(doomed)
    for element in doomed:
        if not any(up in inside for up in element.iterancestors()):
            gone += counts[element][0]
    if gone < counts[body][0]:
        for element in doomed:
            _drop(element)


def _hidden(element: etree._Element) -> bool:
    style = element.get("style")
    return element.get("hidden") is not None or bool(style and _HIDDEN_STYLE.search(style))


def _surrounds(element: etree._Element, words: Words) -> bool:
    """Whether this element is furniture of the page."""
    tag, role = element.tag, element.get("role")
    if tag in _MAIN or role == "main":
        return False
    names = f"{element.get('id') or ''} {element.get('class') or ''}".split()
    banner = tag == "dialog" or role in {"dialog", "alertdialog"} or _named(names, _BANNERS)
    return (banner or _is_menu(element, words, names)) and not _holds_main(element)


def _is_menu(element: etree._Element, words: Words, names: list[str]) -> bool:
    """Menus, page heads and feet: by their element, role or name, and because they are links."""
    prose, linked = words[0] - words[1], words[1] > words[0] * _MOSTLY
    tag = element.tag
    if tag == "aside":  # inside the text it is a box that belongs to it, like a hint
        links = linked or (words[1] > 0 and words[0] < _LABEL_WORDS)
        return links and not _inside_main(element)
    if tag in {"header", "footer"}:
        return (linked or prose <= _PROSE_WORDS) and not _inside_main(element)
    if tag == "nav" or element.get("role") in _ROLES or element.get("aria-hidden") == "true":
        return linked or prose <= _PROSE_WORDS
    return (linked or (words[1] > 0 and prose < _LABEL_WORDS)) and _named(names, _MENUS)


def _named(names: list[str], what: re.Pattern[str]) -> bool:
    return any(what.search(name) for name in names)


def _count(body: etree._Element) -> dict[etree._Element, Words]:
    """Words of every element in document order, in one pass."""
    counts: dict[etree._Element, Words] = {}
    open_counts: list[list[int]] = []
    in_links = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            counts[element] = (0, 0)
            in_links += element.tag == "a"
            size = len((element.text or "").split())
            open_counts.append([size, size if in_links else 0])
            continue
        words, linked = open_counts.pop()
        counts[element] = (words, linked)
        in_links -= element.tag == "a"
        if open_counts:
            tail = len((element.tail or "").split())
            open_counts[-1][0] += words + tail
            open_counts[-1][1] += linked + (tail if in_links else 0)
    return counts


def _inside_main(element: etree._Element) -> bool:
    return any(up.tag in _MAIN or up.get("role") == "main" for up in element.iterancestors())


def _holds_main(element: etree._Element) -> bool:
    return next(element.iter("main", "article", "h1"), None) is not None


def _drop(element: etree._Element) -> None:
    """Take an element out of the tree; the text behind it stays."""
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail
    if tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
    parent.remove(element)
