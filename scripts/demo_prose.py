"""Sources in Markdown of the demo documents: front matter, blocks, runs of text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

TEAL = "0b5f6b"
PAGE_OF = {"de": ("Seite", "von"), "en": ("Page", "of")}
MARKDOWN = MarkdownIt("commonmark").enable("table")

Run = tuple[str, str]
"""A piece of running text and its style: "", "b" or "i"."""


@dataclass
class Block:
    """kind: h1 to h6, p, bullet, number or table. rows: of a table, each cell a list of runs."""

    kind: str
    runs: list[Run] = field(default_factory=list)
    rows: list[list[list[Run]]] = field(default_factory=list)


@dataclass
class Prose:
    """A source in Markdown: settings of its front matter, and its body."""

    settings: dict[str, str]
    body: str

    @property
    def language(self) -> str:
        return self.settings.get("language", "de")

    @property
    def widths(self) -> list[float]:
        """Shares of the page width of a table's columns, together 1."""
        return [int(share) / 100 for share in self.settings["widths"].split(",")]


def read_prose(path: Path) -> Prose:
    """Split off the front matter and put no-break spaces where German typography wants them."""
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    settings = dict(line.split(": ", 1) for line in head.splitlines())
    body = re.sub(r"(?<=\d) %", "\u00a0%", body.replace("§ ", "§\u00a0"))
    return Prose({key: value.strip() for key, value in settings.items()}, body.strip())


def runs_of(inline: Token) -> list[Run]:
    """The running text of one inline token."""
    runs, style = [], ""
    for token in inline.children or []:
        if token.type in {"strong_open", "em_open"}:
            style = token.tag[0].replace("s", "b").replace("e", "i")
        elif token.type in {"strong_close", "em_close"}:
            style = ""
        else:
            runs.append((" " if token.type == "softbreak" else token.content, style))
    return runs


def blocks_of(body: str) -> Iterator[Block]:
    """The blocks of a Markdown text in order; lists are not nested."""
    around, table = "p", None
    for token in MARKDOWN.parse(body):
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            around = "bullet" if token.tag == "ul" else "number"
        elif token.type.endswith("list_close") or token.type == "heading_close":
            around = "p"
        elif token.type == "heading_open":
            around = token.tag
        elif token.type == "table_open":
            table = Block("table")
        elif token.type == "table_close" and table:
            yield table
            table = None
        elif token.type == "tr_open" and table:
            table.rows.append([])
        elif token.type == "inline" and table:
            table.rows[-1].append(runs_of(token))
        elif token.type == "inline":
            yield Block(around, runs_of(token))
