"""Raised and lowered digits of a page: small, beside larger characters, off their base line."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import Glyphs
from fundstelle.adapters.readers.raised import raised

SMALL = 0.75  # of the size beside it: as small are raised marks ...
SMALLER = 0.9  # ... or as small as this, if they are clearly off the line
TOO_SMALL = 0.35  # beside a capital that is larger than this, all text of a page is small
MOST = 6  # characters; a longer run is text in another size
UP, DOWN, FAR = 0.13, 0.06, 0.2  # of the larger size: how far a base line is off
DESCENT = 0.21  # of the size: how far a character's box reaches below its base line
THIN_BLANK = 0.08  # of the size: a blank that PDFium saw must be wider than this
NEAR = 1.2  # of the larger size


def with_raised(glyphs: Glyphs) -> Glyphs:
    """The same with raised and lowered digits as such, one code for one; letters as they are.

    What keeps its characters beside a digit gets a blank, so that no number grows.
    """
    size = glyphs.size
    steps = np.flatnonzero(size[1:] != size[:-1]) + 1
    if not len(steps):
        return glyphs
    codes, spaced = glyphs.codes.copy(), glyphs.spaced.copy()
    for start, end in pairwise([0, *steps.tolist(), len(size)]):
        if end - start > MOST:
            continue
        off = _off(glyphs, start, start - 1) or _off(glyphs, start, end, last=end - 1)
        if not off:
            continue
        text = "".join(map(chr, codes[start:end].tolist()))
        made = raised(text, lowered=off < 0)
        if made is not None and any(char.isdecimal() for char in text):
            codes[start:end] = [ord(char) for char in made]
            for at in (start, end):  # PDFium takes the step off the line for a new line
                spaced[at : at + 1] &= _gap(glyphs, at) > THIN_BLANK * glyphs.size[at : at + 1]
            continue
        spaced[start] |= start > 0 and _both_count(codes[start - 1], codes[start])
        if end < len(codes):
            spaced[end] |= _both_count(codes[end - 1], codes[end])
    return replace(glyphs, codes=codes, spaced=spaced)


def _off(glyphs: Glyphs, small: int, large: int, last: int = -1) -> int:
    """1 if character small is raised beside character large, -1 if lowered, 0 if neither.

    last: the last character of the small ones, where large comes after them.
    """
    if not 0 <= large < len(glyphs.codes):
        return 0
    size, full = float(glyphs.size[small]), float(glyphs.size[large])
    if not TOO_SMALL * full <= size < SMALLER * full:
        return 0
    low, high = glyphs.frame[small], glyphs.frame[large]
    gap = low[0] - high[2] if last < 0 else high[0] - glyphs.frame[last][2]
    if abs(float(gap)) > NEAR * full or low[3] < high[1] or low[1] > high[3]:
        return 0
    rise = (float(high[3]) - DESCENT * full) - (float(low[3]) - DESCENT * size)
    clear = size < SMALL * full
    if rise > (UP if clear else FAR) * full:
        return 1
    return -1 if rise < -(DOWN if clear else FAR) * full else 0


def _gap(glyphs: Glyphs, at: int) -> float:
    """White between a character and the one before it; endless where there is none."""
    if not 0 < at < len(glyphs.codes):
        return float("inf")
    return float(glyphs.frame[at][0] - glyphs.frame[at - 1][2])


def _both_count(before: np.uint32, after: np.uint32) -> bool:
    """A digit beside a digit or letter: together they would read as another number."""
    one, other = chr(int(before)), chr(int(after))
    return (one.isdecimal() and other.isalnum()) or (one.isalnum() and other.isdecimal())
