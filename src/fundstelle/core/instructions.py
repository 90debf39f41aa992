"""Does a sentence talk to a language model? Then it supports no claim and is never shown.

Only a help: a sentence that was not noticed still has to pass gate 2 as a source, and a claim can
say no more than what stands in it.
"""

import re
from base64 import b64decode
from collections.abc import Sequence
from functools import lru_cache

from fundstelle.core.instruction_hints import hinted
from fundstelle.core.instruction_marks import MARKS
from fundstelle.core.instruction_orders import ORDERS
from fundstelle.core.instruction_signs import GOES_ON, SIGNS, compiled
from fundstelle.core.instruction_words import DU_ORDER, kinds_of
from fundstelle.core.text import fold

# Characters of the tag block and the second set of variation selectors carry text that no one
# sees. A black flag may bear tags: they make it the flag of Scotland.
_UNSEEN = re.compile(
    r"(?<![\U0001f3f4\U000e0061-\U000e007e])[\U000e0001-\U000e007f\U000e0100-\U000e01ef]"
)
_SPACED = re.compile(r"(?<!\w)\w(?:[ .·*_-]\w){5,}(?!\w)")  # i g n o r e
_ENCODED = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{24,2000}={0,2}")
_UNDERLINES = re.compile(r"\b_+|_+\b")  # _ignore_
_SHORTENED = re.compile(r"n[’']t\b|[’'](re|ve)\b")
_LONG = {"re": " are", "ve": " have", None: " not"}
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "’": "'"})
# Letters of other scripts that look like Latin ones.
_LOOKALIKES = str.maketrans("аеорсухіјѕԁгҫοανεικρτυχ", "aeopcyxijsdrcoaveikptux")
_LATIN = re.compile(r"[a-z]")
_REACH = 60  # characters on both sides of a full stop in which orders spread over it are found
_SIGNS = (*SIGNS, *ORDERS, *MARKS)
_TOKEN = re.compile(r"[^\W\d_]+")
_KEY = 2  # letters under which the beginnings of words are kept
_BEGINNINGS: dict[str, list[tuple[str, int]]] = {}  # and the number of the sign they begin
_ANYWHERE: dict[str, list[int]] = {}
_ALSO = frozenset(number for number, sign in enumerate(_SIGNS) if sign.also)
for _number, _sign in enumerate(_SIGNS):
    for _words, _as in ((_sign.words, _number), (_sign.also, ~_number)):
        for _word in _words:
            if _word.isascii() and _word.isalpha():
                _BEGINNINGS.setdefault(_word[:_KEY], []).append((_word, _as))
            else:
                _ANYWHERE.setdefault(_word, []).append(_as)


@lru_cache(maxsize=4096)  # the same sentences come for many questions
def talks_to_model(sentence: str) -> bool:
    """Whether the sentence, list item or table row is meant for a language model.

    Ignoring previous instructions, a new role, what to reply, chat templates, hidden text.
    """
    if _UNSEEN.search(sentence):
        return True
    plain = _plain(sentence)
    return _shows_sign(plain) or hinted(plain) or _hides_orders(sentence)


def talking(sentences: Sequence[str]) -> tuple[bool, ...]:
    """For sentences that stand one after the other: which of them talk to a model.

    Also finds what is spread over two sentences ("Ignoriere alle." "Vorherigen Anweisungen!"), and
    marks what goes on with it: the sentence after a marked one that says what to say.
    """
    marked = [talks_to_model(sentence) for sentence in sentences]
    plain = [_plain(sentence) for sentence in sentences]
    for place in range(len(sentences) - 1):
        if not marked[place] and not marked[place + 1]:
            both = _spread_over(f"{plain[place][-_REACH:]} {plain[place + 1][:_REACH]}")
            marked[place : place + 2] = [both, both]
    for place in range(1, len(sentences)):
        if marked[place - 1] and _goes_on(plain[place]):
            marked[place] = True
    return tuple(marked)


@lru_cache(maxsize=4096)
def _spread_over(border: str) -> bool:
    """Whether a sign stands where two sentences meet."""
    return _shows_sign(border)


def _goes_on(plain: str) -> bool:
    """Whether a sentence begins with what is still demanded."""
    first = _TOKEN.search(plain)
    return first is not None and bool(kinds_of(first[0]) & DU_ORDER or GOES_ON.search(plain))


@lru_cache(maxsize=4096)
def _plain(sentence: str) -> str:
    """Folded, without umlauts, look-alikes, underlines and spaced letters."""
    text = fold(sentence).text.translate(_UMLAUTS)
    if not text.isascii() and _LATIN.search(text):
        text = " ".join(_without_lookalikes(word) for word in text.split(" "))
    if "'" in text:
        text = _SHORTENED.sub(lambda match: _LONG[match[1]], text)
    if "_" in text:
        text = _UNDERLINES.sub(" ", text)
    return _SPACED.sub(lambda match: re.sub(r"[^\w]", "", match[0]), text)


def _without_lookalikes(word: str) -> str:
    """A word of two scripts in one."""
    return word.translate(_LOOKALIKES) if _LATIN.search(word) else word


def _shows_sign(plain: str) -> bool:
    """Whether a strong sign stands in it. Words that begin its words are looked for first."""
    begun = set().union(*map(_begun_by, _TOKEN.findall(plain)))
    for word, numbers in _ANYWHERE.items():
        if word in plain:
            begun.update(numbers)
    return any(
        compiled(_SIGNS[number].pattern).search(plain)
        for number in begun
        if number >= 0 and (number not in _ALSO or ~number in begun)
    )


@lru_cache(maxsize=32768)
def _begun_by(token: str) -> frozenset[int]:
    """Numbers of the signs one of whose words the token begins with; ~number: of `also`."""
    begun = _BEGINNINGS.get(token[:_KEY], ())
    return frozenset(number for word, number in begun if token.startswith(word))


def _hides_orders(sentence: str) -> bool:
    """Whether a run of Base64 in it holds such a sentence."""
    for found in _ENCODED.findall(sentence):
        bare = found.rstrip("=")
        try:
            inner = b64decode(bare + "=" * (-len(bare) % 4)).decode()
        except ValueError:  # no Base64, or no text
            continue
        if _shows_sign(_plain(inner)):
            return True
    return False
