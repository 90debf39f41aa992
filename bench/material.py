"""What the benchmarks measure on: question sets from folders, or a corpus generated from a seed.

The generated one imitates what makes German expensive: a long tail of compounds and inflections
(the vocabulary keeps growing with the text), function words between them, headings, short numbers.
"""

# ruff: noqa: SIM905 - lists of words read better as prose

import random
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from pathlib import Path

from fundstelle.bootstrap import Application
from fundstelle.core.access import Scope
from fundstelle.core.questionset import EvaluationDocument, EvaluationQuestion, QuestionSet
from fundstelle.services.evaluate import collection_for
from fundstelle.services.ingest import Report

SEED = 20261130
STEMS = """
urlaub antrag frist vertrag kunde dienst reise kosten lohn steuer prüfung anlage netz wasser strom
zähler leitung störung schutz daten zugang konto rechnung mahnung beitrag tarif leistung betrieb
arbeit zeit pause schicht krankheit eltern pflege rente versicherung unfall meldung bericht plan
projekt ziel stelle gruppe leiter rat wahl ordnung gesetz regel ausnahme erlaubnis verbot gebühr
preis liste tabelle muster formular anhang fassung stand gerät maschine pumpe ventil filter kessel
heizung dach wand boden fenster brand rettung weg tür schlüssel ausweis foto post brief paket lager
bestand einkauf angebot auftrag lieferung ware mangel garantie ersatz teil nummer signal sensor
messung wert grenze temperatur druck menge gewicht länge fläche raum halle hof park baum garten
straße brücke bahn bus auto rad schiff flug hafen markt bank kredit zins schuld haushalt gemeinde
kreis land bund amt gericht klage urteil zeuge recht pflicht schule kurs lehrer prüfling zeugnis
""".split()
LINKS = ("", "s", "", "en", "", "n")
ENDINGS = ("", "", "", "en", "e", "s", "er", "es", "n")
VERBS = """
gilt beträgt beginnt endet regelt verlangt erlaubt enthält betrifft ersetzt erfordert umfasst
bestimmt begrenzt verhindert meldet prüft bestätigt verlängert verkürzt übernimmt erstattet
""".split()
ADJECTIVES = """
neue schriftliche gesetzliche jährliche monatliche zuständige betriebliche technische gültige
ursprüngliche besondere zusätzliche wesentliche regelmäßige vorläufige geltende vereinbarte
""".split()
SMALL = """
der die das ein eine nach bei mit für von aus zur zum im am auf über unter und oder sowie wenn falls
nicht nur auch sich wird werden kann muss darf ist sind hat haben spätestens innerhalb
""".split()
PREFIXES = "Haupt Neben Sonder Grund Zusatz Jahres Monats Bezirks Einzel Gesamt Vor Nach".split()
LONG_WORD = re.compile(r"\b[A-ZÄÖÜ][a-zäöüß]{5,}\b")
VARIED = 0.08  # share of the longer nouns that another copy of a text replaces


def _noun(chance: random.Random, weights: Sequence[float]) -> str:
    """A noun of one to three parts; parts of low rank are frequent, as in real text."""
    parts = chance.choices(STEMS, cum_weights=weights, k=chance.choice((1, 1, 2, 2, 2, 3)))
    joined = "".join(part + chance.choice(LINKS) for part in parts[:-1]) + parts[-1]
    return (joined + chance.choice(ENDINGS)).capitalize()


def _sentence(chance: random.Random, weights: Sequence[float]) -> str:
    words = []
    for _ in range(chance.randint(3, 9)):
        words.append(chance.choice(SMALL))
        if chance.random() < 0.3:
            words.append(chance.choice(ADJECTIVES))
        words.append(_noun(chance, weights))
        if chance.random() < 0.06:
            words.append(str(chance.randint(1, 2000)))
    words.insert(len(words) // 2, chance.choice(VERBS))
    words[0] = words[0].capitalize()
    return " ".join(words) + "."


def generated(documents: int, questions: int = 400) -> QuestionSet:
    """Documents of about ten chunks each, and questions over words of single sentences."""
    weights = list(accumulate(1 / rank for rank in range(1, len(STEMS) + 1)))
    made, asked = [], []
    for number in range(documents):
        chance = random.Random(f"{SEED}-{number}")
        title = f"{_noun(chance, weights)} {number}"
        sections = []
        for section in range(1, 6):
            sentences = [_sentence(chance, weights) for _ in range(chance.randint(5, 12))]
            sections.append(f"## {section} {_noun(chance, weights)}\n\n{' '.join(sentences)}")
            words = [w for w in LONG_WORD.findall(sentences[0]) if w[0].isupper()]
            asked.append(f"Welche {' und '.join(words[:3])} {chance.choice(VERBS)} hier?")
        made.append(EvaluationDocument(f"doc-{number}", title, "\n\n".join(sections)))
    chosen = random.Random(SEED).sample(asked, min(questions, len(asked)))
    return QuestionSet(
        tuple(made),
        tuple(EvaluationQuestion(f"q-{n}", text, "dev", None) for n, text in enumerate(chosen)),
    )


def together(sets: Sequence[QuestionSet]) -> QuestionSet:
    """Several sets as one, with the dev questions only."""
    documents = [
        EvaluationDocument(f"{place}/{document.id}", document.title, document.text)
        for place, each in enumerate(sets)
        for document in each.documents
    ]
    questions = [q for each in sets for q in each.questions if q.split == "dev"]
    return QuestionSet(tuple(documents), tuple(questions))


def repeated(documents: Sequence[EvaluationDocument]) -> Iterator[EvaluationDocument]:
    """The documents, then again and again with other names and some other nouns, without end."""
    for copy in count():
        for document in documents:
            chance = random.Random(f"{SEED}-{copy}-{document.id}")
            text = LONG_WORD.sub(lambda w: _varied(w[0], chance), document.text)  # noqa: B023
            yield (
                EvaluationDocument(f"{copy}/{document.id}", f"{document.title} ({copy})", text)
                if copy
                else document
            )


def _varied(word: str, chance: random.Random) -> str:
    if chance.random() >= VARIED:
        return word
    return chance.choice(PREFIXES) + word.lower()


def loaded(folders: Sequence[Path]) -> QuestionSet:
    """The sets of these folders together; a generated one if there is none."""
    if not folders:
        return generated(2000)
    from fundstelle.adapters.sources.question_set import load

    return together([load(folder) for folder in folders])


def indexed(app: Application, questions: QuestionSet) -> Scope:
    """Bring the set's documents in; nothing to do where an evaluation did so before."""
    source, use_case, report = app.corpus(questions), app.ingest(), Report()
    walk, collection = use_case.walk(source), collection_for(app.store)
    list(use_case.run(source, walk, collection.id, report, remove=True))
    if embed := app.embed():
        list(embed(report))
    return Scope(frozenset([collection.id]))
