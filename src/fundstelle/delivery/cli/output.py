"""How results look in a terminal."""

import json
import os
import re
import sys
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Literal

from rich.console import Console
from rich.text import Text

from fundstelle.core.answers import Answer, Citation, Hit, Kind, Status, Verdict
from fundstelle.delivery.cli.lines import with_line_ends
from fundstelle.delivery.program import as_called
from fundstelle.delivery.wording import REFUSALS, Lang, decimal, say

Lines = Mapping[Citation, int]
NO_LINES: Lines = {}
WIDTH = 96  # longer lines are hard to read
MARKS = {Status.ANSWERED: "✓", Status.EXTRACTIVE: "❝", Status.REFUSED: "–"}
COLOURS = {Status.ANSWERED: "green", Status.EXTRACTIVE: "cyan", Status.REFUSED: "yellow"}
# Document text is shown to a terminal: nothing in it may move the cursor or change colours.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@cache
def stdout() -> Console:
    """For data."""
    return _console(stderr=False)


@cache
def stderr() -> Console:
    """For progress and messages."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    # Without colours also without bold and dim: whoever asks for none wants no codes at all.
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    # emoji: a text that holds ":x:" would be shown with a picture that stands in no document.
    made = partial(Console, stderr=stderr, highlight=False, color_system=colours, emoji=False)
    console = made()
    return made(width=WIDTH) if console.width > WIDTH or not console.is_terminal else console


def print_json(value: Any) -> None:
    """UTF-8, never escaped, whatever the locale says."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def head_for_people(words: str) -> None:
    """What the columns of a list are; a program that reads the list gets nothing but its rows."""
    if stdout().is_terminal:
        stdout().print(words, style="dim", markup=False, soft_wrap=True)


def one_line(text: str) -> str:
    """White space folded, control characters dropped: for showing, never for proving."""
    return harmless(" ".join(text.split()))


def _in_lines(text: str, source: Citation) -> str:
    """Text without pages keeps the line ends that were meant; a PDF breaks lines anywhere."""
    return one_line(text) if source.page else harmless(with_line_ends(text))


def harmless(text: str) -> str:
    """Without the characters that a terminal obeys; white space stays."""
    return CONTROL.sub("", text)


def place_line(citation: Citation, lang: Lang, line_number: int | None = None) -> Text:
    """Document, page or line, heading and collection of a place."""
    line = Text(one_line(citation.title), style="bold")
    if citation.page:
        line.append(f", {say('page', lang, n=citation.page)}", style="default")
    elif line_number:
        line.append(f", {say('line', lang, n=line_number)}", style="default")
    if citation.heading:
        line.append(f" › {one_line(citation.heading)}", style="default")
    name = "" if citation.name == citation.title else f"{one_line(citation.name)} · "
    line.append(f"  {name}{one_line(citation.collection)}", style="dim")
    return line


def _print(line: Text, by: int = 0, *, hang: int = 0) -> None:
    """Print a line `by` columns in; where it wraps, `hang` columns further in."""
    out = stdout()
    for place, part in enumerate(line.wrap(out, max(20, out.width - by - hang))):
        part.rstrip()
        out.print(Text.assemble(" " * (by + (hang if place else 0)), part), soft_wrap=True)


def _places(answer: Answer, lang: Lang, lines: Lines) -> list[tuple[str, Text]]:
    """Each place once, with the numbers of all sentences that stand there: ("[1] [3]", place)."""
    places: dict[str, tuple[list[str], Text]] = {}
    for number, sentence in enumerate(answer.sentences, start=1):
        source = sentence.citations[0]
        line = place_line(source, lang, lines.get(source))
        places.setdefault(line.plain, ([], line))[0].append(f"[{number}]")
    return [(" ".join(marks), line) for marks, line in places.values()]


def print_answer(answer: Answer, lang: Lang, lines: Lines = NO_LINES) -> None:
    """An answer as sentences with numbered places, or a refusal that helps."""
    out = stdout()
    out.print()
    out.print(Text(one_line(answer.question), style="bold"))
    out.print()
    if isinstance(answer.outcome, Verdict):
        _print_sentences(answer, lang, lines)
    else:
        _print_refusal(answer, lang, lines)
    out.print()


def _print_sentences(answer: Answer, lang: Lang, lines: Lines) -> None:
    colour = COLOURS[answer.status]
    for place, sentence in enumerate(answer.sentences, start=1):
        source = sentence.citations[0]
        line = Text.assemble((f"{MARKS[answer.status]} ", colour), _in_lines(sentence.text, source))
        line.append(f"  [{place}]", style=colour)
        _print(line, 2, hang=2)
        if sentence.kind is Kind.VERIFIED:  # the source's own words stand beside every claim
            _print(Text(f"❝ {one_line(source.quote)}", style="dim"), 4, hang=2)
        if source.header:
            _print(Text(one_line(source.header), style="dim"), 4)
    stdout().print()
    _print_notes(answer, lang)
    for marks, line in _places(answer, lang, lines):
        _print(Text.assemble((f"{marks} ", colour), line), 2, hang=len(marks) + 1)
    cited = {c.document_id for sentence in answer.sentences for c in sentence.citations}
    further = [s.title for s in answer.sources if s.document_id not in cited]
    if further:
        names = one_line(", ".join(further))
        _print(Text(say("further", lang, names=names), style="dim"), 2)
    _print_opposing(answer, lang, lines)


def _print_notes(answer: Answer, lang: Lang) -> None:
    """How sure it is, who worded it, and what to be careful about."""
    counted = say("sentences", lang, n=len(answer.sentences))
    sure = say("confidence", lang, value=decimal(answer.confidence, lang, 2))
    verdict = (say(answer.status.value, lang), f"bold {COLOURS[answer.status]}")
    _print(Text.assemble(verdict, f" · {counted} · {sure}"), 2)
    _print_model(answer, lang)
    if answer.dropped:
        _print(Text(say("dropped", lang, n=len(answer.dropped)), style="dim"), 2)
    _print_degraded(answer, lang)
    if answer.doubtful:
        _print(Text(say("doubtful", lang), style="yellow"), 2)
    _print_unfounded(answer, lang, 2)


def _print_opposing(answer: Answer, lang: Lang, lines: Lines) -> None:
    """What other documents say instead, each with its place, collection and date."""
    numbers = {s.citations[0]: f"[{n}]" for n, s in enumerate(answer.sentences, start=1)}
    for pair in answer.opposing:
        stdout().print()
        shown, other = pair.dates
        place = {"shown": numbers[pair.shown], "collection": one_line(pair.shown.collection)}
        head = say(f"otherwise_{pair.kind.value}", lang, **place, date=shown[:10])
        _print(Text(f"≠ {head}", style="yellow"), 2, hang=2)
        _print(Text(one_line(pair.other.quote)), 4)
        line = place_line(pair.other, lang, lines.get(pair.other))
        line.append(f", {say('imported_on', lang, date=other[:10])}", style="dim")
        _print(line, 4, hang=2)


def _print_unfounded(answer: Answer, lang: Lang, by: int) -> None:
    if answer.unfounded:
        words = one_line(", ".join(answer.unfounded))
        _print(Text(say("unfounded", lang, words=words), style="yellow"), by)


def _print_model(answer: Answer, lang: Lang) -> None:
    """Who worded the answer, or saw the evidence without that: never left out."""
    if answer.model:
        key = "proposed_by" if answer.status is Status.ANSWERED else "seen_by"
        facts = {"model": one_line(answer.model), "host": one_line(answer.model_host or "?")}
        _print(Text(say(key, lang, **facts), style="dim"), 2)


def _print_degraded(answer: Answer, lang: Lang) -> None:
    for code in answer.degraded:
        _print(Text(say(code, lang), style="yellow"), 2)


def _print_refusal(answer: Answer, lang: Lang, lines: Lines) -> None:
    out = stdout()
    refusal = answer.refusal
    if refusal is None:
        return
    wording = REFUSALS[refusal.code]
    title = say("refused", lang)
    _print(Text(f"{MARKS[Status.REFUSED]} {title}", style="bold yellow"), 2)
    _print(Text(wording.reason[lang]), 4)
    if refusal.missing_terms:
        words = one_line(", ".join(refusal.missing_terms))
        _print(Text(say("missing", lang, words=words)), 4)
    _print_unfounded(answer, lang, 4)
    if answer.nearest:
        out.print()
        _print(Text(say("nearest", lang)), 4)
        for hit in answer.nearest:
            line = Text.assemble("· ", one_line(hit.citation.quote))
            _print(line, 4, hang=2)
            _print(place_line(hit.citation, lang, lines.get(hit.citation)), 6)
    out.print()
    _print(Text(f"→ {as_called(wording.remedy[lang])}"), 4)
    _print_model(answer, lang)
    _print_degraded(answer, lang)


def print_hits(hits: tuple[Hit, ...], lang: Lang, lines: Lines = NO_LINES) -> None:
    """Hits of a search, best first."""
    out = stdout()
    if not hits:
        stderr().print(say("no_hits", lang))
    for place, hit in enumerate(hits, start=1):
        where = place_line(hit.citation, lang, lines.get(hit.citation))
        head = Text.assemble((f"{place}. ", "cyan"), where)
        head.append(f"  {decimal(hit.score, lang, 2)}", style="dim")
        _print(head, hang=3)
        _print(Text(one_line(hit.citation.quote)), 3)
        out.print()
