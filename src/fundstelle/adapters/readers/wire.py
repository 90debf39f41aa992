"""What goes through the pipes between us and the reading child: lengths, JSON, nothing else.

Never pickle: whoever takes over the child must not be able to run code here. Blocks travel as one
list per field, because a table of 100,000 rows as 100,000 objects would cost more than reading it.
"""

import base64
import json
from typing import Any

from fundstelle.core.documents import Block, BlockKind, Page, PageBoxes, Reading
from fundstelle.core.errors import UnreadableFile
from fundstelle.core.faults import FAULTS

LENGTH = 4
"""Bytes of the length that stands before each message, big-endian."""

_KINDS = {
    BlockKind.PARAGRAPH: "p",
    BlockKind.HEADING: "h",
    BlockKind.ITEM: "i",
    BlockKind.ROW: "r",
    BlockKind.CODE: "c",
    BlockKind.MARGIN: "m",
}
_LETTERS = {letter: kind for kind, letter in _KINDS.items()}


def framed(message: dict[str, Any]) -> bytes:
    """One message as bytes: its length, then UTF-8 JSON."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    body = text.encode("utf-8", "replace")  # file names may hold bytes that are no characters
    return len(body).to_bytes(LENGTH, "big") + body


def pack(reading: Reading) -> dict[str, Any]:
    """A reading as plain lists. Table headers are numbered: many rows share one."""
    numbers: dict[tuple[int, int] | None, int] = {None: 0}
    message: dict[str, Any] = {
        "text": reading.text,
        "type": reading.document_type,
        "title": reading.title,
        "kinds": "".join([_KINDS[block.kind] for block in reading.blocks]),
        "starts": [block.start for block in reading.blocks],
        "ends": [block.end for block in reading.blocks],
        "levels": [[n, block.level] for n, block in enumerate(reading.blocks) if block.level],
        "under": [numbers.setdefault(block.header, len(numbers)) for block in reading.blocks],
    }
    message["headers"] = [header for header in numbers if header]
    message["pages"] = [[page.number, page.start, page.end] for page in reading.pages]
    message["boxes"] = [
        [page.number, page.width, page.height, base64.b64encode(page.boxes).decode("ascii")]
        for page in reading.boxes
    ]
    message["given"] = reading.given
    message["without_text"] = reading.pages_without_text
    return message


def unpack(message: dict[str, Any]) -> Reading:
    """The reading a child sent. Raises UnreadableFile for a fault it sent instead.

    The child has read a hostile file, so nothing it says is believed: raises ValueError, KeyError
    or TypeError unless blocks and pages lie in order inside the text.
    """
    if "fault" in message:
        code = message["fault"] if message["fault"] in FAULTS else "internal"
        raise UnreadableFile(code, detail=str(message.get("detail", ""))[:200])
    text = str(message["text"])
    reading = Reading(
        text=text,
        document_type=str(message["type"]),
        title=str(message["title"]),
        blocks=_blocks(message),
        pages=tuple([Page(int(n), int(start), int(end)) for n, start, end in message["pages"]]),
        boxes=tuple(
            [
                PageBoxes(int(n), float(width), float(height), base64.b64decode(boxes))
                for n, width, height, boxes in message["boxes"]
            ]
        ),
        given=tuple([(int(here), int(there)) for here, there in message["given"]]),
        pages_without_text=tuple([int(number) for number in message["without_text"]]),
    )
    _check_order([(block.start, block.end) for block in reading.blocks], len(text))
    _check_order([(page.start, page.end) for page in reading.pages], len(text))
    return reading


def _blocks(message: dict[str, Any]) -> tuple[Block, ...]:
    headers = [None, *[(int(start), int(end)) for start, end in message["headers"]]]
    kinds = [_LETTERS[letter] for letter in message["kinds"]]
    levels = [0] * len(kinds)
    for number, level in message["levels"]:
        levels[number] = int(level)
    under = [headers[number] for number in message["under"]]
    fields = (kinds, message["starts"], message["ends"], levels, under)
    return tuple(map(Block, *fields)) if kinds else ()


def _check_order(spans: list[tuple[int, int]], length: int) -> None:
    last = 0
    for start, end in spans:
        if not last <= start <= end <= length:
            raise ValueError("spans out of order")
        last = end
