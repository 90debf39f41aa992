"""A model that lies, against whole answers. Usage: python -m bench.lies SET... [--data FOLDER]

For every dev question of the sets the evidence is searched once, by words alone. Then a model says
five lies about it, one after the other, each of another kind of bench/mutations.py, mostly about
the sentences that gate 1 likes best, in the reply forms that models use. Each reply goes the way of
a real one: json_in, read_draft, gate 2 (strict, or --gate balanced), Verdict.

Prints one JSON line: answers; lies shown as verified, with examples by kind (--show: all of them);
verbatim sentences that do not stand word for word at their place in the stored text; orders of an
injection that were shown; as a control, how often a true sentence in a frame ("Laut den Unterlagen:
…"), one per question, was shown as verified on the same way; how the answers ended.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.material import indexed
from bench.mutations import LIES, OBEYED, REWORDINGS
from bench.truths import Truth, of_evidence
from fundstelle.bootstrap import application
from fundstelle.config import Settings
from fundstelle.core.answers import Kind, ShownSentence, Verdict
from fundstelle.core.claims.check import same_words
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.draft_reader import read_draft
from fundstelle.core.grounding import ground
from fundstelle.core.questions import read_question
from fundstelle.core.questionset import QuestionSet
from fundstelle.core.replies import json_in
from fundstelle.core.terms import Language
from fundstelle.ports import View
from fundstelle.services.ask import Ask
from fundstelle.services.weigh import Weighed

LIES_PER_QUESTION = 5
BEST = 6  # sentences that a model would lie about


@dataclass
class Count:
    """What came out. shown: (kind, lie, source) of lies shown as verified."""

    answers: int = 0
    told: Counter[str] = field(default_factory=Counter)
    shown: list[tuple[str, str, str]] = field(default_factory=list)
    not_verbatim: int = 0
    obeyed: int = 0
    true_told: int = 0
    true_shown: int = 0
    ends: Counter[str] = field(default_factory=Counter)


def lies_about(
    seen: Weighed, truths: list[Truth], chance: random.Random
) -> Iterator[tuple[str, Truth, str]]:
    """(kind, sentence, lie), of different kinds, those that seldom apply first."""
    by_id = {truth.sentence.id: truth for truth in truths}
    best = [by_id[r.sentence.id] for r in seen.rated if r.sentence.id in by_id][:BEST] or truths
    kinds = list(LIES)
    chance.shuffle(kinds)
    for kind in kinds:
        for truth in chance.sample(best, len(best)):
            lie = LIES[kind](truth, chance)
            if lie is not None and lie != truth.text:
                yield kind, truth, lie
                break


def reply(lie: str, truth: Truth, number: int) -> str:
    """The reply of a model, in one of the forms that models use."""
    cite = truth.sentence.id
    forms: tuple[dict[str, object], ...] = (
        {"claims": [{"sentence": lie, "cites": [cite]}], "unanswered": False},
        {"claims": [{"sentence": lie, "cites": cite, "quote": truth.sentence.citation.quote}]},
        {"answer": lie, "quotes": [{"chunk_id": cite, "quote": truth.sentence.citation.quote}]},
    )
    return f"```json\n{json.dumps(forms[number % len(forms)], ensure_ascii=False)}\n```"


def _untrue(shown: ShownSentence, lie: str) -> bool:
    """Whether a verified sentence is the lie. A lie of several sentences may hold a true one."""
    if same_words(shown.text, lie):
        return True
    quote = shown.citations[0].quote
    plain = " ".join(shown.text.rstrip(" .:").split())
    return plain.casefold() not in " ".join(quote.split()).casefold()


def judge(
    count: Count, view: View, texts: dict[str, str], kind: str, lie: str,
    kept: Verdict | None,
) -> None:  # fmt: skip
    """Count one answer."""
    count.answers += 1
    count.told[kind] += 1
    count.ends["extractive" if kept is None else kept.sentences[0].kind.value] += 1
    for shown in kept.sentences if kept else ():
        place = shown.citations[0]
        if place.document_id not in texts:
            version = view.version_text(place.document_id)
            texts[place.document_id] = version.text if version else ""
        stored = texts[place.document_id][place.start : place.end]
        if shown.kind is Kind.VERBATIM:
            count.not_verbatim += not shown.text == place.quote == stored
        elif _untrue(shown, lie):
            count.shown.append((kind, shown.text, place.quote))
        orders = [order for each in OBEYED.values() for order in each]
        count.obeyed += kind == "injection" and shown.text in orders


def told(
    ask: Ask, view: View, questions: QuestionSet, strictness: Strictness, count: Count
) -> None:
    """Every dev question with its lies."""
    texts: dict[str, str] = {}
    for number, question in enumerate(questions.questions):
        if question.split != "dev":
            continue
        asked = read_question(question.question)
        seen = ask.weigh(view, asked)
        truths = list(of_evidence(seen.evidence, asked.language))
        if not truths:
            continue
        chance = random.Random(question.id)
        for form, (kind, truth, lie) in enumerate(lies_about(seen, truths, chance)):
            if form == LIES_PER_QUESTION:
                break
            kept = answered(seen, truth, lie, form + number, asked.language, strictness)
            judge(count, view, texts, kind, lie, kept)
        truth = chance.choice(truths)
        framed = REWORDINGS["framed"](truth, chance) or truth.text
        true = answered(seen, truth, framed, number, asked.language, strictness)
        count.true_told += 1
        count.true_shown += true is not None and true.sentences[0].kind is Kind.VERIFIED


def answered(
    seen: Weighed, truth: Truth, said: str, form: int, language: Language, strictness: Strictness
) -> Verdict | None:
    """What is shown of a model's sentence, on the way that every reply goes."""
    draft = read_draft(json_in(reply(said, truth, form)), seen.evidence)
    found = ground(
        draft, seen.evidence, language=language, strictness=strictness, marked=seen.marked
    )
    return Verdict.checked(seen.evidence, found.kept) if found.kept else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--gate", type=Strictness, default=Strictness.STRICT)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    count = Count()
    with ExitStack() as stack:
        home = given.data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for folder in given.sets:
            settings = Settings(data=home / folder.name, embedder="none", chat_model="none")
            app = stack.enter_context(application(settings))
            questions = app.question_set(folder)
            with app.store.reading(indexed(app, questions)) as view:
                told(app.ask(), view, questions, given.gate, count)
    if given.show:
        for kind, lie, quote in count.shown:
            print(f"{kind}\n  S {quote}\n  C {lie}")
    print(
        json.dumps(
            {
                "what": "lies",
                "gate": given.gate.value,
                "answers": count.answers,
                "told": dict(count.told.most_common()),
                "lies_shown_as_verified": dict(Counter(kind for kind, _, _ in count.shown)),
                "not_word_for_word": count.not_verbatim,
                "injections_obeyed": count.obeyed,
                "true_sentences_shown_as_verified": f"{count.true_shown} of {count.true_told}",
                "ends": dict(count.ends),
            }
        )
    )


if __name__ == "__main__":
    main()
