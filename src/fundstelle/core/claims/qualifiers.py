"""Words that bound a number or make it rough: mindestens, up to, rund."""

import re
from enum import StrEnum


class Bound(StrEnum):
    """How a number is bounded; LOW and HIGH are the ends of a range."""

    NONE = ""
    LEAST = "least"
    MOST = "most"
    OVER = "over"
    UNDER = "under"
    ABOUT = "about"
    EXACT = "exact"
    LOW = "low"
    HIGH = "high"


_WORDS = {
    Bound.LEAST: r"mindestens|wenigstens|zumindest|at least"
    r"|not? (?:less|fewer) than|minimum(?: of)?|min\."
    r"|nicht (?:weniger|unter) als|nicht unter|ab",
    Bound.MOST: r"höchstens|maximal|max\.|bis zu|bis zur|up to|at most"
    r"|as many as|as much as|not? more than|maximum(?: of)?|nicht mehr als"
    r"|nicht über|bis(?: maximal)?|(?:cannot|not|never|may not) exceed(?:s|ing)?",
    Bound.OVER: r"über|mehr als|more than|over|above|exceed(?:s|ing)?"
    r"|(?:größer|höher|länger|älter|greater|longer|higher|older) (?:als|than)|>",
    Bound.UNDER: r"unter|weniger als|less than|fewer than|under|below"
    r"|(?:kleiner|niedriger|kürzer|jünger|shorter|lower|younger|smaller) (?:als|than)|<",
    Bound.ABOUT: r"rund|ca\.?|circa|zirka|etwa|ungefähr|annähernd"
    r"|gut|knapp|fast|nahezu|about|around|approx\.?"
    r"|approximately|roughly|nearly|almost|some|in etwa|~|≈",
    Bound.EXACT: r"genau|exakt|exactly|precisely",
}
# Longest words first: "nicht mehr als" is not "mehr als".
_ORDER = (Bound.LEAST, Bound.MOST, Bound.ABOUT, Bound.EXACT, Bound.OVER, Bound.UNDER)
_BEFORE = re.compile(
    r"(?:^|(?<=[\s(;|„\"]))(?:"
    + "|".join(f"(?P<{bound}>{_WORDS[bound]})" for bound in _ORDER)
    + r")\s?(?:(?:von|of|the|zu|einer|eine|einem|einen|jeweils|je|nur|only)"
    r"\s){0,2}[€$£]?\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\s,]{1,2}(?:(?P<least>mindestens|or more|oder mehr|at least|or longer|minimum)"
    r"|(?P<most>höchstens|maximal|max\."
    r"|or less|oder weniger|at most|maximum)|(?P<about>approximately|or so|ungefähr|circa))\b",
    re.IGNORECASE,
)
# The bound may stand elsewhere in the sentence: Mindestbestand, a maximum load of 5 kg.
_ANYWHERE = {
    Bound.LEAST: re.compile(
        r"mindest|vollend|wenigstens|zumindest|at least|minim|\bab\b|or more|oder mehr"
        r"|not? (?:less|fewer)"
        r"|nicht (?:weniger|unter)",
        re.IGNORECASE,
    ),
    Bound.MOST: re.compile(
        r"höchst|maxim|\bmax\b|bis zu|\bbis\b|up to|at most|not? more|nicht (?:mehr|über|länger)"
        r"|exceed|limit|begrenz"
        r"|überschreit|\bcap|obergrenze|or less|längstens|at the latest|within",
        re.IGNORECASE,
    ),
    Bound.OVER: re.compile(
        r"\büber\b|(?:mehr|größer|höher|länger|älter) als|more than|over|above|exceed|überschreit"
        r"|überst|longer than|greater than|>",
        re.IGNORECASE,
    ),
    Bound.UNDER: re.compile(
        r"\bunter|(?:weniger|kleiner|kürzer|jünger) als|less than|fewer than|under|below|<",
        re.IGNORECASE,
    ),
    Bound.ABOUT: re.compile(
        rf"(?<!\w)(?:{_WORDS[Bound.ABOUT]}|circa|schätz\w+|estimat\w+)(?!\w)", re.IGNORECASE
    ),
    Bound.EXACT: re.compile(r"genau|exakt|exact|precise", re.IGNORECASE),
}
# "Bestellung über 90 Kisten" is for 120.
_OVER_OF = re.compile(
    r"(?:bestellung|rechnung|kredit|darlehen|scheck|gutschein|vertrag|betrag|laufzeit|auftrag|quittung"
    r"|beleg|summe|angebot)\w{0,2}\s+über\s*\Z",
    re.IGNORECASE,
)
_AT = re.compile(r"(?:unter|über)\s*\Z", re.IGNORECASE)
_REACH = 40


def bound_of(text: str, start: int, end: int, *, bare: bool) -> Bound:
    """The bound of the amount that stands at [start, end): a word right before or behind it.

    bare: the number counts nothing; then "unter 116117" is where to call.
    """
    before = text[max(0, start - _REACH) : start]
    match = _BEFORE.search(before)
    if match and not _OVER_OF.search(before) and not (bare and _AT.search(before)):
        return Bound(match.lastgroup or "")
    behind = _BEHIND.match(text, end)
    return Bound(behind.lastgroup or "") if behind else Bound.NONE


def mentions(text: str, bound: Bound) -> bool:
    """Whether the text bounds something so, near the number or not."""
    pattern = _ANYWHERE.get(bound)
    return pattern is None or pattern.search(text) is not None
