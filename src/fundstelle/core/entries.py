"""Which line ends inside a paragraph separate entries, and which only wrap a sentence.

A line begins an entry of its own
1. after a blank line;
2. if it begins with a bullet; or with a dash or a number such as "1." and either the entry before
   began so (with the number before it) or the line before ends with . : ; ! ?; or with "(1)" or
   "a)" likewise, where a comma or a conjunction before it is enough;
3. if it and the line before it both begin with "Label:" and no line is longer than 79 characters;
4. if no line is longer than 59 characters, it begins with a capital or a digit, the line before
   ends with neither punctuation nor hyphen nor a function word, and there was ample room for
   its first word on that line: whoever wraps text at a margin would have put it there;
5. if it is one of three or more lines that are all shorter than 40 characters, all begin with a
   capital or a digit and all end as in rule 4: an address, a menu, a list of names.
"""

import re
from itertools import pairwise

from fundstelle.core.stopwords import FUNCTION_WORDS

BULLETS = "•▪◦‣●■"
_WIDE, _NARROW, _SHORT = 80, 60, 40  # characters of the longest line, for rules 3, 4 and 5
_MANY = 3  # lines, for rule 5
_ROOM = 0.8  # of the longest line: ragged margins of proportional type vary less than this
MARK = re.compile(
    rf"[^\S\n]*(?:(?P<bullet>[{BULLETS}])|(?P<dash>[-–*+])|(?P<law>\(\d{{1,3}}[a-z]?\))"
    r"|(?P<number>\d{1,3}(?:\.|\)|(?:\.\d{1,3})+\.?))|(?P<letter>\(?[a-z]{1,2}\)))[^\S\n]+(?=\S)"
)
_BREAK = re.compile(rf"\n[^\S\n]*(?:(?P<blank>\n)|(?={MARK.pattern}))")
_DIGITS = re.compile(r"\d+")
_ENDED = re.compile(r"[^\d][.:;!?…][\"'“”»«)]?\s*\Z")
_PAUSED = re.compile(r"[.:;!?,…]\W?\s*\Z|\b(?:und|oder|sowie|bzw\.|and|or)\s*\Z")
_LABEL = re.compile(r"[^\W\d_a-zäöüß][^:\n]{0,30}:\s")
_BEGINS = re.compile(r"[^\W_a-zäöüß]")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def entry_starts(text: str, start: int, end: int) -> list[int]:
    """Offsets of the line ends in text[start:end] behind which a new entry begins, ascending."""
    if text.find("\n", start, end) < 0:
        return []
    found = marked_starts(text, start, end)
    lines = text[start:end].split("\n")
    longest = max(map(len, lines))
    if longest < _WIDE and (longest < _NARROW or ":" in text[start:end]):
        found = sorted({*found, *_form_starts(lines, start, longest)})
    return found


def marked_starts(text: str, start: int, end: int) -> list[int]:
    """Rules 1 and 2: blank lines, and lines that begin with a bullet, a number or a letter."""
    found = []
    mark = MARK.match(text, start, end)
    for match in _BREAK.finditer(text, start, end):
        kind = match.lastgroup
        if kind == "blank" or _follows(mark, match):
            found.append(match.start())
            mark = mark if kind == "blank" else match
    return found


def _follows(mark: re.Match[str] | None, match: re.Match[str]) -> bool:
    """Whether a marked line begins an entry. mark: that of the entry before, if it had one."""
    kind = match.lastgroup or ""
    same = mark if mark and mark.lastgroup == kind else None
    if kind == "bullet" or (same and kind != "number"):
        return True
    # Wrapped text may put "3. Oktober" at the start of a line; a list counts on.
    if same and _last_number(match[kind]) == _last_number(same[kind]) + 1:
        return True
    before = match.string[max(match.pos, match.start() - 12) : match.start()]
    return bool((_ENDED if kind in ("number", "dash") else _PAUSED).search(before))


def _last_number(numbering: str) -> int:
    return int(_DIGITS.findall(numbering)[-1])


def _form_starts(lines: list[str], start: int, longest: int) -> list[int]:
    found = []
    every = longest < _SHORT and len(lines) >= _MANY and all(map(_is_entry, lines))
    room = _ROOM * longest
    at = start
    for line, following in pairwise(lines):
        at += len(line) + 1
        begins = following.lstrip()
        word = begins.split(None, 1)[0] if begins else ""
        roomy = longest < _NARROW and len(line) + 1 + len(word) < room
        alone = every or (roomy and _BEGINS.match(begins) and not _continues(line))
        if alone or (_LABEL.match(line.lstrip()) and _LABEL.match(begins)):
            found.append(at - 1)
    return found


def _is_entry(line: str) -> bool:
    return bool(_BEGINS.match(line.lstrip())) and not _continues(line)


def _continues(line: str) -> bool:
    """Whether the sentence of this line may go on, or ended by the rules for sentences."""
    last = line.rstrip()
    if not last or not (last[-1].isalnum() or last[-1] in ")%€$"):
        return True
    return last.split()[-1].lower().translate(_UMLAUTS) in FUNCTION_WORDS
