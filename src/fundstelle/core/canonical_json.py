"""One JSON text per value (RFC 8785), so that it can be hashed and signed."""

import json
from decimal import Decimal
from hashlib import sha256
from math import isfinite
from typing import Any

_WRITTEN = json.JSONEncoder(ensure_ascii=False)  # dumps() would make one for each text
_SAFE = 2**53  # beyond it, others read another number
_PLAIN = 21  # digits before numbers are written with an exponent, as ECMAScript does
_SMALL = -6


def canonical_json(value: Any) -> str:
    """Keys in order of their UTF-16 code units, no white space, shortest numbers.

    Raises ValueError for what has no such form: other types, keys that are no text, numbers that
    are not finite or whole ones beyond 2**53, text that is no Unicode.
    """
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("A key of a JSON object must be text.")
        ordered = sorted(value, key=lambda key: key.encode("utf-16-be"))
        inner = ",".join(f"{_text(key)}:{canonical_json(value[key])}" for key in ordered)
        return f"{{{inner}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(canonical_json, value))}]"
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        if abs(value) > _SAFE:
            raise ValueError(f"{value} cannot be read exactly by every program.")
        return str(value)
    if isinstance(value, float):
        return _number(value)
    raise ValueError(f"{type(value).__name__} has no JSON form.")


def hash_of(value: Any) -> str:
    """SHA-256 of the canonical JSON, hexadecimal."""
    return sha256(canonical_json(value).encode("utf-8")).hexdigest()


def _text(text: str) -> str:
    text.encode("utf-8")  # raises for a lone surrogate, which is a ValueError
    return _WRITTEN.encode(text)


def _number(value: float) -> str:
    """As ECMAScript writes it: shortest digits that read back the same."""
    if not isfinite(value):
        raise ValueError(f"{value} has no JSON form.")
    if value == 0:
        return "0"
    sign, figures, exponent = Decimal(repr(value)).normalize().as_tuple()
    digits = "".join(map(str, figures))
    point = len(digits) + int(exponent)  # where the point stands, counted from the first digit
    minus = "-" if sign else ""
    if len(digits) <= point <= _PLAIN:
        return minus + digits + "0" * (point - len(digits))
    if 0 < point <= _PLAIN:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if _SMALL < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{tail}e{'+' if point > 0 else '-'}{abs(point - 1)}"
