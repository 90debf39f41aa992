"""Character codes -> canonical text, each code point keeping the box of what it was made from."""

import unicodedata

import numpy as np

from fundstelle.adapters.readers.pdf.shapes import NO_BOXES, Boxes, Codes

HYPHEN_MARKS = {0x0002: "-", 0xFFFE: "-"}
LIGATURES = dict(
    zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)
ZERO_WIDTH = (0x00AD, 0x034F, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F))
ZERO_WIDTH += (*range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xFDD0, 0xFDF0))
CONTROLS = (*range(0x20), *range(0x7F, 0xA0), 0xFFFF)
# Where TeX's old encodings (OT1, T1) keep ligatures; fonts without a Unicode map show the code.
TEX_LIGATURES = {
    chr(code): letters
    for codes in (range(0x0B, 0x10), range(0x1B, 0x20))
    for code, letters in zip(codes, ("ff", "fi", "fl", "ffi", "ffl"), strict=True)
}
TEX_LIGATURES["\u21b5"] = "ff"
# What Symbol and Wingdings put where Unicode has a bullet; their codes are private.
BULLETS = dict.fromkeys((0xF0B7, 0xF0A7, 0xF076, 0xF0D8, 0xF02D, 0xF0FC, 0xF06F, 0xF0E0), "•")
REPLACED: dict[int, str] = (
    dict.fromkeys(CONTROLS, "") | dict.fromkeys(ZERO_WIDTH, "") | HYPHEN_MARKS | LIGATURES | BULLETS
)
# TeX's old fonts draw the accent first and the letter over it.
ACCENTS = {"¨": "\u0308", "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303"}
UMLAUTS = "aouAOUeiEI"
# A glyph without a meaning, as PDFium gives it: a sign we cannot name must not vanish from a word;
# standing alone before a line it is the bullet of a symbol font.
UNKNOWN, BULLET, REPLACEMENT = "\0", "•", "\ufffd"
PLAIN_LIMIT = 0x0300  # below it only controls and a few marks need care


def spelled(codes: Codes, boxes: Boxes) -> tuple[str, Boxes]:
    """Text in NFC without ligatures, controls or zero-width characters, and its boxes."""
    text = codes.astype("<u4").tobytes().decode("utf-32-le", "replace")
    if text.isascii() and text.isprintable():
        return text, boxes
    if len(text) != len(codes):  # cannot happen with whole code points; never misalign
        return "", NO_BOXES
    if codes.max() >= PLAIN_LIMIT or not text.isprintable():
        text, boxes = _replaced(text, boxes)
    if any(accent in text for accent in ACCENTS):
        text, boxes = _accented(text, boxes)
    if not unicodedata.is_normalized("NFC", text):
        text, boxes = _composed(text, boxes)
    return text, boxes


def _replaced(text: str, boxes: Boxes) -> tuple[str, Boxes]:
    parts, origin = [], []
    for index, char in enumerate(text):
        part = REPLACED.get(ord(char), char)
        if char in TEX_LIGATURES and _beside_letter(text, index):
            part = TEX_LIGATURES[char]
        elif char == UNKNOWN:
            part = BULLET if text[index + 1 : index + 2] in ("", " ") and not index else REPLACEMENT
        parts.append(part)
        origin += [index] * len(part)
    return "".join(parts), boxes[origin] if origin else NO_BOXES


def _beside_letter(text: str, index: int) -> bool:
    return text[index + 1 : index + 2].isalpha() or (index > 0 and text[index - 1].isalpha())


def _accented(text: str, boxes: Boxes) -> tuple[str, Boxes]:
    """ "¨u" -> "ü"; other accents only where they are drawn over the letter."""
    parts, kept = [], []
    index = 0
    while index < len(text):
        mark = ACCENTS.get(text[index], "")
        letter = text[index + 1 : index + 2]
        if mark and letter.isalpha() and _belongs(text[index], letter, boxes[index : index + 2]):
            parts.append(unicodedata.normalize("NFC", letter + mark))
            kept.append(_around(boxes[index : index + 2]))
            index += 2
        else:
            parts.append(text[index])
            kept.append(boxes[index])
            index += 1
    return "".join(parts), np.array(kept, np.float32)


def _belongs(accent: str, letter: str, pair: Boxes) -> bool:
    if accent == "¨" and letter in UMLAUTS:
        return True
    return bool(pair[0, 0] <= (pair[1, 0] + pair[1, 2]) / 2 <= pair[0, 2])


def _composed(text: str, boxes: Boxes) -> tuple[str, Boxes]:
    """NFC, cluster by cluster; a composed character gets the box around its parts."""
    parts, kept = [], []
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and unicodedata.combining(text[end]):
            continue
        part = unicodedata.normalize("NFC", text[start:end])
        box = _around(boxes[start:end]) if end - start > 1 else boxes[start]
        parts.append(part)
        kept += [box] * len(part)
        start = end
    whole = "".join(parts)
    if unicodedata.is_normalized("NFC", whole) and len(whole) == len(kept):
        return whole, np.array(kept, np.float32)
    # Hangul written as single letters composes without combining marks: one box for all.
    whole = unicodedata.normalize("NFC", whole)
    return whole, np.repeat(_around(boxes)[None], len(whole), axis=0)


def _around(boxes: Boxes) -> Boxes:
    around: Boxes = np.concatenate([boxes[:, :2].min(0), boxes[:, 2:].max(0)])
    return around
