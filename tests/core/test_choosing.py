"""Code chooses what is shown; a model words it, and may add what rests on a place as good."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.answers import Passed
from fundstelle.core.choosing import BEST, Chosen, choose, settled
from fundstelle.core.claims.reasons import Strictness
from fundstelle.core.documents import BlockKind
from fundstelle.core.drafts import Claim, Draft
from fundstelle.core.expansion import expand
from fundstelle.core.grounding import Grounded, Outcome, dropped, ground
from fundstelle.core.questions import read_question
from fundstelle.core.selection import MAX_SENTENCES, Rated, rate, select
from tests.core.evidence import evidence_of
from tests.core.vocabulary import WordList

QUESTION = read_question("Wie lange dauert die Probezeit?")
QUOTES = [
    "Die Probezeit dauert sechs Monate.",
    "Der Urlaub in der Probezeit beträgt zehn Tage.",
    "Eine Probezeit kann entfallen.",
    "Die Abteilung leitet Frau Kurz.",
    "Der Betriebsrat tagt am Montag.",
    "Die Kantine öffnet um elf Uhr.",
    "Das Gebäude hat vier Stockwerke.",
]
EVIDENCE = evidence_of(("Handbuch", QUOTES), kind=BlockKind.PARAGRAPH)
WORDS = WordList(*QUOTES)
RATED = tuple(rate(QUESTION, expand(QUESTION, WORDS, WORDS.size), EVIDENCE))
ORDER = [r.sentence.id for r in RATED]
TEXT = {s.id: s.citation.quote for s in EVIDENCE.sentences}


def shown(*claims: Claim, rated: tuple[Rated, ...] = RATED) -> tuple[Chosen, Grounded]:
    found = ground(Draft(claims), EVIDENCE, language="de", strictness=Strictness.STRICT)
    chosen = choose(rated, found.kept)
    return chosen, Grounded(settled(found.claims, chosen), found.kept)


def outcomes(found: Grounded) -> list[Outcome]:
    return [judged.outcome for judged in found.claims]


def test_without_a_model_code_chooses() -> None:
    assert list(shown()[0]) == select(RATED) == ["S1"]


def test_a_claim_on_what_code_chose_words_it() -> None:
    chosen, found = shown(Claim("Sechs Monate dauert die Probezeit.", ("S1",)))

    (first,) = chosen
    assert isinstance(first, Passed)
    assert first.sentence_id == "S1"
    assert outcomes(found) == [Outcome.VERIFIED]


RELATED = ORDER[1]  # among the best, and not what code would show
FAR = ORDER[BEST]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("Im Jahr 1901 war das neu.", Outcome.REPLACED), (TEXT[RELATED], Outcome.VERBATIM)],
)
def test_a_claim_that_fails_is_replaced_by_its_source_if_that_is_among_the_best(
    text: str, outcome: Outcome
) -> None:
    chosen, found = shown(Claim(text, (RELATED,)))

    assert chosen == ("S1", RELATED)
    assert outcomes(found) == [outcome]
    assert dropped(found.claims) == ()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Im Jahr 1901 war das neu.", Outcome.DROPPED),
        (TEXT[FAR], Outcome.LEFT_OUT),
        (f"Laut den Unterlagen: {TEXT[FAR]}", Outcome.LEFT_OUT),
    ],
)
def test_what_rests_on_a_place_far_from_the_question_is_not_shown_and_counted_so(
    text: str, outcome: Outcome
) -> None:
    chosen, found = shown(Claim(text, (FAR,)))

    assert chosen == ("S1",)
    assert outcomes(found) == [outcome]
    assert len(dropped(found.claims)) == (outcome is Outcome.DROPPED)


def test_a_failed_claim_on_a_sentence_shown_anyway_is_replaced_by_it() -> None:
    chosen, found = shown(
        Claim("Die Probezeit dauert acht Monate.", ("S1",)),
        Claim("Sechs Monate dauert die Probezeit.", ("S1",)),
    )

    assert len(chosen) == 1
    assert outcomes(found) == [Outcome.REPLACED, Outcome.VERIFIED]


def test_where_nothing_is_shown_nothing_is_replaced() -> None:
    _, found = shown(Claim("Die Probezeit dauert acht Monate.", ("S1",)), Claim(QUOTES[0], ("S1",)))
    unshown = settled(found.claims, ())
    assert [judged.outcome for judged in unshown] == [Outcome.DROPPED, Outcome.LEFT_OUT]


def test_the_same_words_of_two_places_are_shown_once() -> None:
    twice = evidence_of(("Handbuch", QUOTES[:1]), ("Kopie", QUOTES[:1]))
    rated = tuple(rate(QUESTION, expand(QUESTION, WORDS, WORDS.size), twice))
    assert choose(rated, ["S1", "S2"]) == ("S1",)


@given(
    st.lists(
        st.builds(
            Claim,
            st.sampled_from([*QUOTES, "Sechs Monate dauert die Probezeit.", "Falsch 7.", "Gerne!"]),
            st.sampled_from([*ORDER, "S99"]).map(lambda cite: (cite,)),
        ),
        max_size=8,
    )
)
def test_whatever_is_claimed_code_leads_and_the_sources_words_are_few(claims: list[Claim]) -> None:
    chosen, found = shown(*claims)

    ids = [each if isinstance(each, str) else each.sentence_id for each in chosen]
    own_words = [each for each in chosen if isinstance(each, str)]
    assert ids[: len(select(RATED))] == select(RATED)
    assert set(ids) <= set(ORDER[:BEST])
    assert len(own_words) == len(set(own_words)) <= MAX_SENTENCES
    assert len(found.claims) == len(claims)
    for judged in found.claims:
        is_shown = judged.claim.cites[0] in ids
        assert is_shown or judged.outcome in (Outcome.DROPPED, Outcome.LEFT_OUT)
        assert bool(judged.reasons) == (judged.outcome in (Outcome.DROPPED, Outcome.REPLACED))
