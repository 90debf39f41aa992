"""What a language model says, freed of what is around it: thoughts, fences, prose, blanks."""

import json
import re
from typing import Any, NoReturn

THOUGHT = r"think|thinking|thought|reasoning"
# A thought that was never opened (its mark stands in the prompt of some models) counts from the
# beginning; one that was never closed is all there is: the reply was cut off while thinking.
UNOPENED = re.compile(rf"\A(?:(?!<(?:{THOUGHT})>).)*?</(?:{THOUGHT})>", re.DOTALL | re.IGNORECASE)
OPENING = re.compile(rf"<({THOUGHT})>", re.IGNORECASE)
CLOSING = {name: re.compile(f"</{name}>", re.IGNORECASE) for name in THOUGHT.split("|")}
FENCE = re.compile(r"```[a-z]*\s*(.*?)\s*(?:```)?", re.DOTALL | re.IGNORECASE)
IN_OBJECT = re.compile(r'[{}\[\]]|"(?:[^"\\]|\\.)*+"|"', re.DOTALL)
PAIRS = {"{": "}", "[": "]"}


def json_in(text: str) -> object | None:
    """Return the first complete JSON object of a reply, or an array that is all of it; else None.

    Nothing is repaired: an object that was cut off, or holds NaN, is None. Never raises.
    """
    for spoken in (_trimmed(text), _trimmed(_without_thoughts(text))):  # a string may hold a mark
        fenced = FENCE.fullmatch(spoken)
        whole = _parsed(fenced[1] if fenced else spoken)
        if isinstance(whole, dict | list):
            return whole
    return _first_object(_trimmed(_without_thoughts(text)))


def _trimmed(text: str) -> str:
    return text.strip().strip("\ufeff").strip()


def _first_object(spoken: str) -> dict[str, Any] | None:
    at = spoken.find("{")
    while at >= 0:
        end = _end_of_object(spoken, at)
        if end is None:
            return None
        found = _parsed(spoken[at:end])
        if isinstance(found, dict):
            return found
        at = spoken.find("{", end)
    return None


def _without_thoughts(text: str) -> str:
    kept = UNOPENED.sub("", text, count=1)
    parts: list[str] = []
    at = 0
    while opening := OPENING.search(kept, at):
        parts.append(kept[at : opening.start()])
        closing = CLOSING[opening[1].casefold()].search(kept, opening.end())
        if closing is None:
            return "".join(parts)
        at = closing.end()
    return "".join([*parts, kept[at:]])


def _end_of_object(text: str, start: int) -> int | None:
    """Where the brace at start is closed (exclusive); None if it never is, or in disorder."""
    open_marks: list[str] = []
    for found in IN_OBJECT.finditer(text, start):
        mark = found[0]
        if mark in PAIRS:
            open_marks.append(PAIRS[mark])
        elif mark in {"}", "]"}:
            if open_marks.pop() != mark:
                return None  # broken: a part of it is not what was meant
            if not open_marks:
                return found.end()
        elif mark == '"':
            return None  # a string that was cut off
    return None


def _parsed(text: str) -> Any:
    try:
        # Models write line breaks into strings as they are: that loses nothing.
        return json.loads(text, strict=False, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
