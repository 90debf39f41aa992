"""One question, one answer: verbatim with its place, or refused with the reason."""

from dataclasses import replace

import pytest

from fundstelle.core.answers import RefusalCode, Status
from fundstelle.core.gates import GATES
from fundstelle.services.beside import MAX_NEAREST
from fundstelle.services.retrieve import Limits
from fundstelle.services.search import Search
from tests.services.house import House

RULES = """# Hausordnung

## Ruhezeiten
Von 22 bis 6 Uhr ist Nachtruhe einzuhalten. Musik ist dann nur in Zimmerlautstärke erlaubt.

## Müll
Die Tonnen werden am Dienstag geleert. Sperrmüll ist beim Hausmeister anzumelden.

## Parken
Jede Wohnung hat einen Stellplatz. Gäste parken auf der Wiese hinter dem Haus.
"""
TOOLS = "Werkzeug;Platz;Preis\nBohrer B-17/2;Regal 4;12,50\nBohrer B-17/3;Regal 5;14,00\n"
TOWER = "Der Turm ist vierzig Meter hoch und steht am Fluss."


@pytest.fixture
def filled(house: House) -> House:
    house.write("haus/Hausordnung.md", RULES)
    house.write("haus/Werkzeug.csv", TOOLS)
    house.write("stadt/Turm.txt", TOWER)
    house.ingest("haus", paths=[house.files / "haus"])
    house.ingest("stadt", paths=[house.files / "stadt"])
    return house


ANSWERED = [
    ("Wann ist Nachtruhe?", "Von 22 bis 6 Uhr", "Hausordnung.md", "Ruhezeiten"),
    ("Wo parken Gäste?", "hinter dem Haus", "Hausordnung.md", "Parken"),
    ("Was kostet Bohrer B-17/3?", "14,00", "Werkzeug.csv", None),
    ("Wie hoch ist der Turm?", "vierzig Meter", "Turm.txt", None),
]


@pytest.mark.parametrize(("question", "words", "name", "heading"), ANSWERED)
def test_an_answer_is_word_for_word_with_its_place(
    question: str, words: str, name: str, heading: str | None, filled: House
) -> None:
    answer = filled.ask(question)

    first = answer.sentences[0].citations[0]
    assert answer.status is Status.EXTRACTIVE
    assert words in answer.sentences[0].text
    assert (first.name, first.heading) == (name, heading)
    assert answer.sources[0].name == name
    assert answer.nearest == ()
    for shown in answer.sentences:
        (place,) = shown.citations
        assert shown.text == place.quote == filled.text(place.name)[place.start : place.end]


def test_a_row_brings_its_header_and_not_its_look_alike(filled: House) -> None:
    answer = filled.ask("Was kostet Bohrer B-17/2?")
    (shown,) = answer.sentences
    assert shown.citations[0].header == "Werkzeug | Platz | Preis"
    assert "12,50" in shown.text


REFUSED = [
    ("Was ist das und wie ist es?", RefusalCode.NO_TERMS, ()),
    ("Zeppelin", RefusalCode.NO_EVIDENCE, ("Zeppelin",)),
    ("Was kostet Bohrer B-17/9?", RefusalCode.MISSING_TERMS, ("B-17/9",)),
    ("Wie heißt der Hund der Geschäftsführerin?", RefusalCode.NO_EVIDENCE, ("Hund",)),
]


QUESTIONS = [*(row[0] for row in ANSWERED), *(row[0] for row in REFUSED)]


@pytest.mark.parametrize(("question", "code", "missing"), REFUSED)
def test_a_refusal_says_why(
    question: str, code: RefusalCode, missing: tuple[str, ...], filled: House
) -> None:
    answer = filled.ask(question)

    assert answer.status is Status.REFUSED
    assert answer.refusal
    assert answer.refusal.code is code
    assert set(missing) <= set(answer.refusal.missing_terms)
    assert answer.sentences == ()
    assert answer.sources == ()
    assert 0 <= answer.confidence <= 1


def test_nothing_to_read_and_nothing_imported_are_told_apart(house: House) -> None:
    def reason() -> str:
        refusal = house.ask("Wo ist der Turm?").refusal
        assert refusal
        return refusal.code.value

    empty = reason()
    house.library.collection("haus")

    assert (empty, reason()) == ("no_readable_collection", "empty_index")


def test_a_refusal_shows_the_nearest_places_one_of_each_document(filled: House) -> None:
    for number in range(5):
        line = f"Der Bohrer Nummer {number}a liegt hinter dem Haus. Noch ein Bohrer liegt da."
        filled.write(f"stadt/{number}.txt", line)
    filled.ingest("stadt", paths=[filled.files / "stadt"])

    answer = filled.ask("Was kostet Bohrer B-17/9 am Turm hinter dem Haus?")

    names = [hit.citation.name for hit in answer.nearest]
    assert answer.status is Status.REFUSED
    assert len(names) == MAX_NEAREST
    assert len(set(names)) == len(names)
    for hit in answer.nearest:
        assert hit.citation.quote in filled.text(hit.citation.name)
        assert hit.citation.quote != "Noch ein Bohrer liegt da."


def test_after_a_change_the_new_version_is_cited(filled: House) -> None:
    filled.write("stadt/Turm.txt", TOWER.replace("vierzig", "fünfzig"))
    filled.ingest("stadt", paths=[filled.files / "stadt"])
    (place,) = filled.ask("Wie hoch ist der Turm?").sentences[0].citations
    assert "fünfzig Meter" in place.quote
    assert place.version == 2


def test_sources_are_the_cited_documents_first(filled: House) -> None:
    for question, *_ in ANSWERED:
        answer = filled.ask(question)
        cited = [c.document_id for shown in answer.sentences for c in shown.citations]
        listed = [source.document_id for source in answer.sources]
        assert listed[: len(set(cited))] == list(dict.fromkeys(cited))
        assert len(set(listed)) == len(listed)
        assert all(0 <= source.score <= 1 for source in answer.sources)


def test_a_further_document_that_says_it_as_well_is_a_source_too(house: House) -> None:
    for name in ("Eiche", "Buche", "Linde", "Esche"):
        rest = " und ".join(f"{name}{n}" for n in range(25))
        house.write(f"{name}.txt", f"Die Pumpe im Keller ist abzuschalten wegen {rest}.")
    house.write("Tor.txt", "Das Tor im Keller ist zu.")
    house.ingest()

    answer = house.ask("Wann ist die Pumpe im Keller abzuschalten?")

    assert len(answer.sentences) == 1
    assert {s.name for s in answer.sources} == {"Eiche.txt", "Buche.txt", "Linde.txt", "Esche.txt"}


def test_within_narrows_and_never_widens(filled: House) -> None:
    tower = filled.document("Turm.txt").id
    assert filled.ask("Wie hoch ist der Turm?", within=[tower]).status is Status.EXTRACTIVE
    assert filled.ask("Wann ist Nachtruhe?", within=[tower]).status is Status.REFUSED
    assert filled.ask("Wie hoch ist der Turm?", within=[]).status is Status.REFUSED
    assert filled.ask("Wie hoch ist der Turm?", "haus", within=[tower]).status is Status.REFUSED


def test_what_lies_outside_the_scope_changes_nothing(filled: House) -> None:
    before = {question: filled.ask(question, "haus") for question in QUESTIONS}
    for number in range(20):
        filled.write(f"stadt/{number}.txt", f"Nachtruhe {number}: Gäste parken den Bohrer B-17/9.")
    filled.ingest("stadt", paths=[filled.files / "stadt"])
    assert {q: filled.ask(q, "haus") for q in before} == before


def test_the_threshold_decides(filled: House) -> None:

    strict = replace(filled.asking, gates=GATES.refusing_below(0.9999))
    answer = strict("Wo parken Gäste?", filled.scope())
    assert answer.refusal
    assert answer.refusal.code is RefusalCode.LOW_CONFIDENCE
    assert answer.nearest[0].citation.name == "Hausordnung.md"


def test_evidence_is_at_most_so_many_chunks_and_of_one_document_fewer(house: House) -> None:
    line = "Die Pumpe {} wird im Turm gewartet und läuft am Tag {} dann."
    house.write("a.txt", " ".join(line.format(n, n) for n in range(99)))
    house.write("b.txt", " ".join(line.format(n, n + 7) for n in range(99)))
    house.ingest()
    reasoned = house.asking.reasoned("Wo wird die Pumpe gewartet?", house.scope())
    found = reasoned.found
    limits = Limits()
    per_document = [c.document_id for c in found.chunks]
    assert max(per_document.count(d) for d in set(per_document)) <= limits.per_document
    evidence = reasoned.evidence
    assert {s.chunk for s in evidence.sentences} <= set(range(limits.evidence))
    by_id = {s.id: s for s in evidence.sentences}
    for sentence in evidence.sentences:
        if sentence.before:  # also one that was numbered with an earlier chunk
            assert by_id[sentence.before].citation.end == sentence.citation.start - 1
        assert sentence.before or sentence.index == 0
    places = [(s.citation.document_id, s.citation.start) for s in evidence.sentences]
    assert len(set(places)) == len(places)
    assert list(found.scores) == sorted(found.scores, reverse=True)


def test_search_gives_places_best_first_and_none_without_a_word(filled: House) -> None:
    search = Search(filled.store)
    hits = search("Turm Fluss", filled.scope())
    assert [hit.citation.name for hit in hits] == ["Turm.txt"]
    assert hits[0].citation.quote == TOWER
    assert search("und oder", filled.scope()) == ()
    assert len(search("Haus Bohrer Turm", filled.scope(), limit=2)) <= 2
    assert search("Turm", filled.scope("haus")) == ()
