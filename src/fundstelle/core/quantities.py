"""Is an amount, a number, a date or a time asked for, and does a sentence hold one?"""

import re

_ASKED = re.compile(
    r"\b(?:wie\s?(?:viele?[nrsm]?|hoch|lange?|oft|gro(?:ß|ss)|weit|alt|schwer|teuer|spät|breit|tief|"
    r"schnell|warm|kalt|stark|dick)|wann|kostet|kosten|wiegt|"
    r"welche[mnrs]? (?:jahr|datum|frist|betrag|preis|höhe)|"
    r"how (?:much|many|long|often|high|old|far|tall|deep|heavy|big|large|wide|fast|late|soon)|when|"
    r"(?:what|which) (?:year|date|percentage|number|price))\b",
    re.IGNORECASE,
)
_NUMBER_WORDS = (
    r"\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
    r"(?:zehn|zig|ßig|hundert|tausend|mal|mona|wöch|jähr|täg|stünd|fach|te[lnrs]?\b|\b)"
    r"|\b(?:zwanzig|dreißig|hundert|tausend|millionen|milliarden?|hälfte|doppelte?|einmal"
    r"|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
    r"|hundred|thousand|million|half|once|twice)\b"
)
_ONE_UNIT = (
    r"\b(?:eine?[nmrs]?|an?|one) (?:tag|woche|monat|jahr|stunde|minute|viertel|drittel|prozent"
    r"|euro|day|week|month|year|hour|minute|quarter|third)"
)
_TIMES = (
    r"\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april"
    r"|mai|juni|juli|august|september|oktober|november|dezember|unverzüglich|sofort|täglich"
    r"|wöchentlich|monatlich|jährlich|immediately|daily|weekly|monthly|yearly|annually)"
)
_HELD = re.compile(rf"\d|{_NUMBER_WORDS}|{_ONE_UNIT}|{_TIMES}", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?:\(?\d{1,2}[a-z]?[.)]\s|[-–•*#]\s)+")


def asks_quantity(question: str) -> bool:
    """Whether a number, amount, date or time is asked for."""
    return _ASKED.search(question) is not None


def holds_quantity(sentence: str) -> bool:
    """Whether a sentence holds one, its own number in a list left out ("(2) …", "3. …")."""
    counted = _COUNTED.match(sentence)
    return _HELD.search(sentence, counted.end() if counted else 0) is not None
