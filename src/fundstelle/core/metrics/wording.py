"""How answers are compared with gold answers: words, numbers and names of a text.

The same readings as the scorer of the evaluation sets, so that both give the same figures. They
are not those of the gates: a measurement must not share the mistakes of what it measures.
"""

import re
import unicodedata
from collections import Counter

DASHES = dict.fromkeys(range(0x2010, 0x2016), "-")
QUOTES = dict.fromkeys(map(ord, "“”„«»‘’‚\"'`"))
SOFT_HYPHEN = {0xAD: None}
BLANKS = " \u00a0\u202f"

GROUPED = rf"\d{{1,3}}(?:[{BLANKS}]\d{{3}})+(?!\d)(?:,\d+)?"  # 35 000 or 1 000,50
JOINED = r"\d+(?:[.,:/]\d+)*"  # 7,5 or 1.000,50 or 1.5.2021 or 10:30
NUMBER = re.compile(f"{GROUPED}|{JOINED}")
THOUSANDS = re.compile(r"\d{1,3}(?:[., ]\d{3})+")
THOUSANDS_AND_PART = re.compile(r"(\d{1,3}(?:[. ]\d{3})+),(\d+)")
DECIMAL = re.compile(r"\d+[.,]\d+")
NAME = re.compile(
    r"\b[A-ZÄÖÜ][\wäöüß]*[A-ZÄÖÜ]\w*\b"  # two capitals in one word: BGB, LibreOffice
    r"|\b[A-ZÄÖÜ][a-zäöüß]{2,}(?: [A-ZÄÖÜ][a-zäöüß]{2,})+\b"  # capitalised words in a row
)


def plain(text: str) -> str:
    """Without case, quote marks, kinds of dashes and blanks, and marks at the ends."""
    folded = unicodedata.normalize("NFKC", text).translate(SOFT_HYPHEN).casefold()
    folded = folded.translate(DASHES).translate(QUOTES)
    return re.sub(r"\s+", " ", folded).strip(" .,;:!?")


def token_f1(answer: str, gold: str) -> float:
    """Harmonic mean of precision and recall of words, each as often as it stands (SQuAD)."""
    ours, theirs = (re.findall(r"\w+", plain(text)) for text in (answer, gold))
    if not ours or not theirs:
        return float(ours == theirs)
    shared = (Counter(ours) & Counter(theirs)).total()
    return 2 * shared / (len(ours) + len(theirs))


def numbers(text: str) -> list[str]:
    """Numbers, dates and times of a text: 1.000 and 1 000 are 1000, 7,5 is 7.5."""
    return [_value(written) for written in _written(text)]


def numbers_with_parts(text: str) -> set[str]:
    """The same, and the parts of dates, times and groups (2021 of 1.5.2021), not of decimals."""
    found = set(numbers(text))
    for written in _written(text):
        if not DECIMAL.fullmatch(written):
            found.update(re.findall(r"\d+", written))
    return found


def names(text: str) -> set[str]:
    """Words with two capitals, and capitalised words in a row; single German nouns are none."""
    return set(NAME.findall(text))


def _written(text: str) -> list[str]:
    return NUMBER.findall(unicodedata.normalize("NFKC", text))


def _value(written: str) -> str:
    written = re.sub(f"[{BLANKS}]", " ", written)
    if THOUSANDS.fullmatch(written):
        return re.sub(r"\D", "", written)
    if parts := THOUSANDS_AND_PART.fullmatch(written):
        return re.sub(r"\D", "", parts[1]) + "." + parts[2]
    return written.replace(",", ".")
