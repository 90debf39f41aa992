"""A claim that is a copy of its source but for a few words: these decide, each at its place."""

import re

import pytest

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.copies import copy_faults
from fundstelle.core.claims.reasons import ReasonCode, Source, Strictness
from fundstelle.core.terms import language_of

EXCHANGED = [
    ("Betreut wird mindestens 3 und maximal 6 Stunden am Tag.", "3", "6", "number"),
    ("Absatz 4 gilt, die Absätze 2 bis 5 gelten nicht.", "2", "5", "number"),
    ("Ibn Sina (980–1037) war Arzt in Hamadan.", "980", "1037", "number"),
    ("The share fell from 75.8% in 1970 to 55.1% in 2010.", "75.8", "55.1", "number"),
    ("Der Plan im Maßstab 1:500 liegt dem Antrag bei.", "1", "500", "role"),
    ("Zuständig ist der Rat für Umwelt in Bonn.", "Rat", "Umwelt", "role"),
    ("Diese Person nennt man Vormund.", "Person", "Vormund", "role"),
    ("Der Vermieter schuldet dem Mieter eine Abrechnung.", "Vermieter", "Mieter", "role"),
]
REPLACED = [
    ("Das Blatt ist nicht betroffen und kann bleiben.", "kann", "kann nicht", "negation"),
    ("Die Liste muss so sein, dass sie passen kann.", "kann", "muss", "modality"),
    ("Es gibt viele Angebote in der Stadt.", "viele", "wenige", "quantifier"),
    ("Viele Menschen haben so etwas schon erlebt.", "Viele", "Einige", "quantifier"),
    ("Der Asylantrag wird in Bonn gestellt.", "gestellt", "gestellt auf Antrag", "condition"),
    ("It is about 25 miles to the line and about 340 miles home.", "and about", "and", "hedge"),
    (
        "One group is for girls under 18, one for women over 18.",
        "girls under",
        "girls over",
        "opposite",
    ),
    ("The 2022 show is about the Apollo 16 mission.", "16", "2022", "role"),
    ("Every driver must report to the gatehouse.", "Every", "Nearly every", "hedge"),
    ("Die Leiste zeigt in der Summe einen Eintrag.", "Die Leiste", "Die Summe", "name"),
]


def codes(claim: str, source: str, strictness: Strictness = Strictness.STRICT) -> set[ReasonCode]:
    return {r.code for r in copy_faults(claim, source, strictness, language_of(source))}


@pytest.mark.parametrize(("source", "one", "other", "code"), EXCHANGED)
@pytest.mark.parametrize("strictness", Strictness)
def test_what_is_exchanged_is_noticed(
    source: str, one: str, other: str, code: str, strictness: Strictness
) -> None:
    claim = re.sub(rf"\b{one}\b", "\0", source)
    claim = re.sub(rf"\b{other}\b", one, claim).replace("\0", other)

    assert ReasonCode(code) in codes(claim, source, strictness)


@pytest.mark.parametrize(("source", "words", "new", "code"), REPLACED)
def test_a_small_word_counts_at_its_place(source: str, words: str, new: str, code: str) -> None:
    assert ReasonCode(code) in codes(source.replace(words, new), source)


@pytest.mark.parametrize("strictness", Strictness)
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Die Frist beträgt 14 Tage ab Zugang.", "Die Frist beträgt 2 Wochen ab Zugang."),
        ("Die Gebühr beträgt 3.000 Euro im Jahr.", "Die Gebühr beträgt 3000 Euro im Jahr."),
        ("Heute ist das Amt nicht offen.", "Das Amt ist heute nicht offen."),
        ("Manche Filialen schließen um 12 Uhr.", "Einige Filialen schließen um 12 Uhr."),
        ("Das Parken ist hier nicht erlaubt.", "Das Parken ist hier verboten."),
        ("Die Karte ist damit ungültig.", "Die Karte ist damit nicht gültig."),
        ("Das Bad ist im Mai offen.", "Das Bad ist im Mai offen, die Sauna nur auf Anfrage."),
        (
            "Leihgeräte dürfen nicht ohne schriftliche Zustimmung verliehen werden.",
            "Leihgeräte dürfen nur mit schriftlicher Zustimmung verliehen werden.",
        ),
        ("Offen ist am Montag und Freitag.", "Offen ist am Freitag und Montag."),
        ("Die Kündigungsfrist endet im Mai.", "Die Frist endet im Mai."),
        ("The hall is closed on Mondays.", "The hall is closed on Mondays and has 40 seats."),
    ],
)
def test_the_same_in_other_words_is_no_fault(
    claim: str, source: str, strictness: Strictness
) -> None:
    assert codes(claim, source, strictness) == set()


def test_a_claim_in_other_words_is_not_looked_at() -> None:
    assert codes("Nicht vor Mai wird gebaut, sagt der Rat.", "Der Bau beginnt im Juni.") == set()


def test_who_says_it_is_no_frame() -> None:
    source = Source("Daneben gibt es auch noch das Bundesamt.", "Polizei")
    claim = f"Nach Angaben der Polizei: {source.text}"

    reasons = faults(claim, source, strictness=Strictness.BALANCED, language="de")
    assert ReasonCode.ATTRIBUTION in {reason.code for reason in reasons}


def test_a_frame_stands_before_a_frame_of_the_source() -> None:
    source = Source("Demnach hat der Hof 80 Plätze.")
    claim = f"Laut den Unterlagen: {source.text}"

    assert faults(claim, source, strictness=Strictness.STRICT, language="de") == ()


@pytest.mark.parametrize("strictness", Strictness)
def test_a_stop_within_brackets_is_the_sources_own(strictness: Strictness) -> None:
    source = "Sie dürfen auch kostenlose Geräte nutzen (viele Sprachen!)"

    assert faults(f"Ja, {source}", Source(source), strictness=strictness, language="de") == ()
