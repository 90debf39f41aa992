"""Which characters of a Markdown paragraph are marks and not text: emphasis, links, tags."""

# ruff: noqa: SIM905 - a list of words reads better as words

import re
from bisect import bisect_right

from fundstelle.adapters.readers.raised import apart, raised

Span = tuple[int, int]
Cut = tuple[int, int, str]
"""(start, end, what stands there instead): offsets in the text given to inline_cuts."""

_MARKS = re.compile(
    r"(?P<code>`+)"
    r"|\\(?P<escape>[!-/:-@\[-`{-~])|(?P<hard>\\)(?=\n)"
    r"|(?P<emphasis>\*+|_+|~~+)"
    r"|(?P<note>\[\^[\w.-]{1,40}\]:?)|(?P<open>\[)"
    # A title may hold blanks, a target may not: an unclosed bracket ends at the next blank.
    r"|(?P<target>\]\((?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)"
    r"(?:\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s?\))"
    r"|(?P<reference>\]\[[^\[\]\n]*\])|(?P<close>\])"
    r"|<(?P<auto>[a-z][a-z0-9+.-]{1,20}:[^\s<>]*|[\w.+-]+@[\w.-]+)>"
    r"|(?P<tag></?(?P<element>[a-zA-Z][a-zA-Z0-9]{0,10})(?=[\s/>])[^<>]*>)"
    r"|(?P<attributes>\{[:#.][^{}\n]*\})|&(?P<entity>amp|lt|gt|quot|nbsp|\#39);"
)
_SPECIAL = re.compile(r"[`\\*_~\[\]<&{]")
_INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small "
    "span strike strong sub sup time tt u var wbr img input".split()
)
_BLOCK = frozenset(
    "address article aside blockquote body br caption center dd details div dl dt figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hr html iframe li main nav ol p picture pre "
    "section source summary table tbody td tfoot th thead tr ul video".split()
)
_STRUCK = frozenset({"del", "s", "strike"})
_SPANS = _STRUCK | {"sup", "sub"}
_LONGEST_RAISED = 200  # characters of source; what is raised is short, a link in it may be longer
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "nbsp": "\u00a0", "#39": "'"}


def inline_cuts(text: str, references: frozenset[str]) -> list[Cut]:
    """What to leave out of one block, in order, not overlapping.

    references: the defined link names, in lower case: "[name]" is a link only if it is one.
    """
    if not _SPECIAL.search(text):
        return []
    return _Inline(text, references).cuts()


def _shown(text: str, references: frozenset[str]) -> str:
    """The text without its marks."""
    parts: list[str] = []
    at = 0
    for start, end, instead in inline_cuts(text, references):
        parts += (text[at:start], instead)
        at = max(at, end)
    return "".join(parts) + text[at:]


def _outermost(cuts: list[Cut]) -> list[Cut]:
    """In order and not overlapping: what a longer cut holds goes with it."""
    done: list[Cut] = []
    at = 0
    for start, end, instead in sorted(cuts, key=lambda cut: (cut[0], -cut[1], not cut[2])):
        if start >= at:
            done.append((start, end, instead))
        elif end > at:
            done.append((at, end, ""))
        at = max(at, end)
    return done


class _Inline:
    def __init__(self, text: str, references: frozenset[str]) -> None:
        self._text, self._references = text, references
        self._cuts: list[Cut] = []
        self._brackets: list[tuple[int, int]] = []
        self._emphasis: dict[str, list[tuple[int, int]]] = {"*": [], "_": [], "~": []}
        self._fences: dict[int, list[int]] | None = None
        self._tags: dict[str, list[tuple[int, int]]] = {}

    def cuts(self) -> list[Cut]:
        at = 0
        # Looking for one of a few characters first is five times as fast as trying every mark.
        while special := _SPECIAL.search(self._text, at):
            at = special.end()
            match = _MARKS.match(self._text, special.start())
            if match:
                at = self._mark(match, str(match.lastgroup))
        return _outermost(self._cuts)

    def _mark(self, match: "re.Match[str]", kind: str) -> int:
        """Note what this mark cuts; return where to go on."""
        start, end = match.span()
        if match["tag"]:
            self._tag(start, end, match["element"].lower())
        elif kind == "code":
            return self._code(start, end)
        elif kind == "emphasis":
            self._run(start, end)
        elif kind == "open":
            image = self._text[start - 1 : start] == "!"
            self._brackets.append((start - image, end))
        elif kind in {"target", "reference", "close"}:
            self._closing(start, end, kind)
        elif kind in {"escape", "hard"}:
            self._cuts.append((start, start + 1, ""))
        elif kind == "auto":
            self._cuts += ((start, start + 1, ""), (end - 1, end, ""))
        elif kind == "entity":
            self._cuts.append((start, end, _ENTITIES[match["entity"]]))
        elif kind in {"note", "attributes"}:
            self._cuts.append((start, end, ""))
        return end

    def _tag(self, start: int, end: int, element: str) -> None:
        if element in _SPANS:
            self._span(start, end, element)
        elif element in _INLINE:
            self._cuts.append((start, end, ""))
        elif element in _BLOCK:
            beside = self._text[start - 1 : start] + self._text[end : end + 1]
            blank = not start or end == len(self._text) or any(c.isspace() for c in beside)
            self._cuts.append((start, end, "" if blank else "\n" if element == "br" else " "))

    def _span(self, start: int, end: int, element: str) -> None:
        """A tag around struck, raised or lowered text; one without its partner is just cut."""
        opened = self._tags.setdefault(element, [])
        if self._text[start + 1] != "/":
            opened.append((start, end))
        elif opened:
            low, content = opened.pop()
            if element in _STRUCK:
                self._strike((low, content), (start, end))
            else:
                self._raise((low, content), (start, end), lowered=element == "sub")
        self._cuts.append((start, end, ""))

    def _strike(self, opening: Span, closing: Span) -> None:
        """Cut struck text and its marks, with one of the blanks at its two sides."""
        text, start, end = self._text, opening[0], closing[1]
        before, after = text[start - 1 : start], text[end : end + 1]
        if after == " " and (not before or before.isspace()):
            end += 1
        edges = text[opening[1]] + text[closing[0] - 1]  # a blank that was struck parts words
        parts = before.isalnum() and after.isalnum() and any(map(str.isspace, edges))
        self._cuts.append((start, end, " " if parts else ""))

    def _raise(self, opening: Span, closing: Span, *, lowered: bool) -> None:
        text, low, high = self._text, opening[1], closing[0]
        given = text[low:high] if high - low <= _LONGEST_RAISED else ""
        # Longer text is no mark; raised text in raised text would take ever more steps.
        if given and "<su" not in given.lower():
            given = _shown(given, self._references)
            made = raised(given, lowered=lowered)
            if made is not None:
                self._cuts.append((opening[0], closing[1], made))
                return
        before, after = text[opening[0] - 1 : opening[0]], text[closing[1] : closing[1] + 1]
        edges = given or text[low] + text[high - 1]
        left, right = apart(edges, before or " ", after)
        self._cuts += ((*opening, left), (*closing, right))

    def _code(self, start: int, end: int) -> int:
        """A code span ends at the next run of exactly as many backticks; without one it is text."""
        if self._fences is None:
            self._fences = {}
            for run in re.finditer("`+", self._text):
                self._fences.setdefault(len(run[0]), []).append(run.start())
        size = end - start
        places = self._fences.get(size, [])
        at = bisect_right(places, start)
        if at == len(places):
            return end
        self._cuts += ((start, end, ""), (places[at], places[at] + size, ""))
        return places[at] + size

    def _closing(self, start: int, end: int, kind: str) -> None:
        if not self._brackets:
            return
        opened, content = self._brackets.pop()
        if kind == "target":
            self._cuts += ((opened, content, ""), (start, end, ""))
            return
        named = self._text[start + 2 : end - 1] if kind == "reference" else ""
        name = " ".join((named or self._text[content:start]).lower().split())
        if name in self._references:
            self._cuts += ((opened, content, ""), (start, end, ""))

    def _run(self, start: int, end: int) -> None:
        """A run of * or _ or ~~: closes what is open, or opens; one that does neither is text."""
        mark = self._text[start]
        before, after = self._text[start - 1 : start] or " ", self._text[end : end + 1] or " "
        left = not after.isspace() and (after.isalnum() or not before.isalnum())
        right = not before.isspace() and (before.isalnum() or not after.isalnum())
        if mark == "_" and before.isalnum() and after.isalnum():
            return
        opened = self._emphasis[mark]
        while right and opened and start < end:
            low, high = opened.pop()
            size = min(high - low, end - start)
            if mark == "~":
                self._strike((high - size, high), (start, start + size))
            else:
                self._cuts += ((high - size, high, ""), (start, start + size, ""))
            if high - low > size:
                opened.append((low, high - size))
            start += size
        if left and start < end:
            opened.append((start, end))
