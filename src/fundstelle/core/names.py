"""Names of collections, users and groups: what one may look like, and when two are the same.

Two names that a person cannot tell apart would let documents go to the wrong collection, or a
right to the wrong person.
"""

import unicodedata

from fundstelle.core.errors import WrongUsage

# Controls, halves of characters (bytes that were no text), line and paragraph ends, no characters.
NEVER = {"Cc", "Cs", "Cn", "Zl", "Zp"}
JOINERS = "\u200c\u200d"  # hold some scripts and emoji together
LATIN_END = "\u0300"  # joiners mean nothing between letters below this
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # count as letters or symbols, but show nothing


def folded(name: str) -> str:
    """Two names are the same if this is the same: composed, trimmed, case ignored."""
    shown = unicodedata.normalize("NFC", name).strip()
    return unicodedata.normalize("NFC", shown.casefold())


def kept_name(name: str, of: str) -> str:
    """Return the name as it is kept: composed (NFC) and trimmed.

    of: what bears it, for the message: "collection", "user", "group".
    Raises WrongUsage if nothing of it is visible, or if it holds what cannot be seen or typed.
    """
    shown = unicodedata.normalize("NFC", name).strip()
    wrong = next((c for i, c in enumerate(shown) if _hidden(shown, i)), None)
    wrong = wrong or next((c for c in name if unicodedata.category(c) in NEVER), None)
    if wrong:
        raise WrongUsage(
            f"The name of a {of} may not hold the invisible character U+{ord(wrong):04X}."
        )
    if not any(unicodedata.category(c)[0] in "LNPS" for c in shown):
        raise WrongUsage.because("nameless", of=of)
    return shown


def collection_name(name: str) -> str:
    """kept_name of a collection."""
    return kept_name(name, "collection")


def owner_text(text: str) -> str:
    """Who answers for a collection, as it is kept: like a name, but "" means nobody."""
    return kept_name(text, "owner") if text.strip() else ""


def _hidden(name: str, place: int) -> bool:
    """Whether the character at this place shows nothing and holds nothing together."""
    char = name[place]
    if char in JOINERS:
        around = name[place - 1 : place] + name[place + 1 : place + 2]
        return len(around) != 2 or min(around) < LATIN_END or not _joined(around)  # noqa: PLR2004
    return char in BLANK or unicodedata.category(char) in NEVER | {"Cf"}


def _joined(around: str) -> bool:
    return all(unicodedata.category(char)[0] in "LMS" for char in around)
