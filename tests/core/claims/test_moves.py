"""What `strict` lets differ, move by move: a true claim each, and the lie that lies next to it."""

import pytest

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.reasons import Source, Strictness
from fundstelle.core.terms import Language, language_of

# source, what it says in other words, what it does not say
MOVES: dict[str, list[tuple[str, str, str]]] = {
    "a word that leads over goes": [
        ("Die Kurse sind hingegen frei.", "Die Kurse sind frei.", "Die Kurse sind nicht frei."),
        ("Auch Gäste zahlen 2 Euro.", "Gäste zahlen 2 Euro.", "Nur Gäste zahlen 2 Euro."),
        (
            "Auch wenn es regnet, ist der Platz offen.",
            "Auch wenn es regnet, ist der Platz offen.",
            "Wenn es regnet, ist der Platz offen.",
        ),
        ("Also, pets are allowed.", "Pets are allowed.", "Also, all pets are allowed."),
        (
            "Dabei ist ein Helm zu tragen.",
            "Dabei muss ein Helm getragen werden.",
            "Ein Helm ist zu tragen.",
        ),
    ],
    "a semicolon parts statements": [
        (
            "Der Rat wählt einen Sprecher; darüber wacht das Amt.",
            "Der Rat wählt einen Sprecher.",
            "Das Amt wählt einen Sprecher.",
        ),
        (
            "Räder sind erlaubt; dies gilt nicht im Hof.",
            "Räder sind erlaubt; dies gilt nicht im Hof.",
            "Räder sind erlaubt.",
        ),
        (
            "Der Saal ist frei; am Sonntag kostet er jedoch 9 Euro.",
            "Am Sonntag kostet er 9 Euro.",
            "Der Saal ist frei.",
        ),
        (
            "The board decides whether it counts; the chair informs the staff.",
            "The chair informs the staff.",
            "The chair decides whether it counts.",
        ),
        (
            "Bikes are allowed; unless a sign says so, dogs are not.",
            "Unless a sign says so, dogs are not.",
            "Bikes are allowed.",
        ),
    ],
    "a colon parts what it explains": [
        (
            "Kurse über 90 Euro setzen einen Vertrag voraus: Wer geht, zahlt den Rest.",
            "Kurse über 90 Euro setzen einen Vertrag voraus.",
            "Wer geht, zahlt den Rest.",
        ),
    ],
    "one subject, two verbs": [
        (
            "Der Kurs ist kostenlos und dauert etwa 9 Stunden.",
            "Der Kurs dauert etwa 9 Stunden.",
            "Der Kurs dauert 9 Stunden.",
        ),
        (
            "The club pays the full rent and counts half of the visits.",
            "The club counts half of the visits.",
            "The club pays half of the rent.",
        ),
        (
            "The club pays the rent and cleans the hall in winter.",
            "The club cleans the hall in winter.",
            "The club pays the rent.",
        ),
        (
            "The club sells cars and trucks.",
            "The club sells cars and trucks.",
            "The club sells cars.",
        ),
    ],
    "a clause that says something of the whole sentence goes": [
        (
            "The wage is paid by cheque, which delays it by two weeks.",
            "The wage is paid by cheque.",
            "The wage is paid by two weeks.",
        ),
        (
            "We refund tickets, which are unused.",
            "We refund tickets, which are unused.",
            "We refund tickets.",
        ),
        (
            "Der Lohn kommt per Post, was die Zahlung verzögert.",
            "Der Lohn kommt per Post.",
            "Der Lohn verzögert die Zahlung.",
        ),
        (
            "Die Stadt ersetzt alles, was im Keller steht.",
            "Die Stadt ersetzt alles, was im Keller steht.",
            "Die Stadt ersetzt alles.",
        ),
    ],
    "one member of a list with its figure": [
        (
            "Der Strom stammt zu 70 % aus Wind, zu 20 % aus Gas und zu 10 % aus Kohle.",
            "Der Strom stammt zu 20 % aus Gas.",
            "Der Strom stammt zu 20 % aus Kohle.",
        ),
        (
            "Die Miete beträgt in Bonn 9 Euro und in Kiel 7 Euro.",
            "Die Miete beträgt in Kiel 7 Euro.",
            "Die Miete beträgt in Bonn 7 Euro.",
        ),
        (
            "Ein Brief kostet bis 5 Gramm 1 Euro, bis 9 Gramm 2 Euro.",
            "Ein Brief kostet bis 5 Gramm 1 Euro.",
            "Ein Brief kostet bis 5 Gramm 2 Euro.",
        ),
        (
            "Strom stammt nicht zu 70 % aus Wind und zu 30 % aus Gas.",
            "Strom stammt nicht zu 70 % aus Wind und zu 30 % aus Gas.",
            "Strom stammt nicht zu 30 % aus Gas.",
        ),
        (
            "Nur Strom stammt zu 70 % aus Wind und zu 30 % aus Gas.",
            "Nur Strom stammt zu 70 % aus Wind und zu 30 % aus Gas.",
            "Strom stammt zu 30 % aus Gas.",
        ),
    ],
}


def rows(place: int) -> list[tuple[str, str]]:
    return [(row[0], row[place]) for moves in MOVES.values() for row in moves]


def language(claim: str, source: str) -> Language:
    return language_of(f"{claim} {source}")


def passes(claim: str, source: str) -> bool:
    given = Source(source)
    told = language(claim, source)
    return not faults(claim, given, strictness=Strictness.STRICT, language=told)


@pytest.mark.parametrize(("source", "claim"), rows(1))
def test_what_the_source_says_in_other_words_passes(source: str, claim: str) -> None:
    assert passes(claim, source)


@pytest.mark.parametrize(("source", "claim"), rows(2))
def test_the_lie_next_to_it_does_not(source: str, claim: str) -> None:
    assert not passes(claim, source)
