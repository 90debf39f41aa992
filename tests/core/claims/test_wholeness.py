"""`strict` is a closed world: a claim says one statement of its source, whole and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.claims.check import faults
from fundstelle.core.claims.reasons import ReasonCode, Source, Strictness
from fundstelle.core.claims.wholeness import says_a_statement
from fundstelle.core.terms import Language, language_of

TARIFF = Source(
    "Nahtarif | 3,10 Euro | 24 Monate | keine",
    "Tarif | Preis je Fahrt | Laufzeit | Zone",
    is_row=True,
)
ROOM = Source("Saal B | 40 | nur mit Antrag", "Saal | Plätze | Vermietung", is_row=True)
BASE = Source(
    "Seetarif | 9,20 Euro | 8 Cent", "Tarif | Grundpreis im Monat | Preis je kWh", is_row=True
)
BOOK = Source("Buch | 9,20 Euro | 8,00 Euro", "Ware | Preis brutto | Preis netto", is_row=True)
HALL = Source("Halle 4;ja;nein", "Halle;Heizung;Aufzug", is_row=True)
GRADE = Source("Stufe B | 2.950,00", "Gruppe | Entgelt (Euro)", is_row=True)


def whole(claim: str, source: str | Source) -> bool:
    given_source = source if isinstance(source, Source) else Source(source)
    return says_a_statement(claim, given_source, language(claim, given_source))


def language(claim: str, source: Source) -> Language:
    return language_of(f"{claim} {source.text} {source.beside}")


LIES: dict[str, list[tuple[str, str]]] = {
    "adjective left out": [
        ("Fremde Räder dürfen nicht geladen werden.", "Räder dürfen nicht geladen werden."),
        ("Private drives must not be used.", "Drives must not be used."),
    ],
    "genitive left out": [
        ("Karten der ersten Reihe werden ersetzt.", "Karten werden ersetzt."),
        ("For owners of a boat the fee is waived.", "For owners the fee is waived."),
    ],
    "phrase left out": [
        ("In der Lehrzeit beträgt die Frist zwei Wochen.", "Die Frist beträgt zwei Wochen."),
        ("Charging a bicycle at home costs nothing.", "Charging a bicycle costs nothing."),
        ("Anträge sind schriftlich zu begründen.", "Anträge sind zu begründen."),
    ],
    "relative clause left out": [
        ("Die Karte endet mit dem Jahr, in dem der Kurs endet.", "Die Karte endet mit dem Jahr."),
        ("Devices that hold data are wiped.", "Devices are wiped."),
    ],
    "list shortened": [
        ("Der Saft ist aus Äpfeln und Birnen.", "Der Saft ist aus Äpfeln."),
        ("Doors are locked and sealed.", "Doors are locked."),
    ],
    "condition left out": [
        ("Zinsen fallen an, solange die Rate fehlt.", "Zinsen fallen an."),
        ("Lohn wird gezahlt, und wenn er fehlt, hilft der Rat.", "Lohn wird gezahlt."),
    ],
    "figures of parallel halves": [
        (
            "Gläser halten 30 Tage, Dosen halten 90 Tage.",
            "Gläser halten 90 Tage, Dosen halten 30 Tage.",
        ),
        ("Gläser halten 30 Tage, Dosen halten 90 Tage.", "Gläser halten 90 Tage."),
        ("Logs are kept for 9 days, copies for 6 months.", "Copies are kept for 9 days."),
        (
            "Bei mehr als sechs Stunden sind es 30 Minuten, bei mehr als neun Stunden 45 Minuten.",
            "Bei mehr als sechs Stunden sind es 45 Minuten.",
        ),
    ],
    "preposition of a figure": [
        ("Der Preis sinkt auf 6 Euro.", "Der Preis sinkt um 6 Euro."),
        ("Der Antrag gilt ab 20 Uhr.", "Der Antrag gilt bis 20 Uhr."),
        ("The fee rises to 6 euros.", "The fee rises by 6 euros."),
    ],
    "relation turned round": [
        ("Dieses Blatt ersetzt das Blatt Nord.", "Das Blatt Nord ersetzt dieses Blatt."),
        ("Der Weg beginnt am Tor und endet am See.", "Der Weg beginnt am See und endet am Tor."),
        ("Die Stadt verklagt die Firma.", "Die Firma verklagt die Stadt."),
        ("Die Stadt verklagt die Firma.", "Die Stadt wird von der Firma verklagt."),
        ("Der Rat hört den Verein.", "Den Rat hört der Verein."),
        ("Herr Ott vertritt Herrn Ohm.", "Herrn Ott vertritt Herr Ohm."),
        ("Der Antrag wird vom Amt der Stadt geprüft.", "Das Amt prüft den Antrag der Stadt."),
        ("The bill is paid by the owner of the flat.", "The owner pays the bill of the flat."),
        ("Nachts bewacht die Firma die Halle.", "Die Halle bewacht nachts die Firma."),
        ("The seller delivers if the buyer pays.", "If the seller delivers, the buyer pays."),
        ("Der Preis steigt von 5 Euro auf 9 Euro.", "Der Preis steigt von 9 Euro auf 5 Euro."),
        ("Größere Räume prüft die Leitung.", "Die Leitung wird von größeren Räumen geprüft."),
        ("Der Verein meint fest, die Stadt zahlt die Miete.", "Die Stadt zahlt die Miete."),
        ("Der Saal ist nur mittags frei und die Küche ist offen.", "Die Küche ist offen."),
        ("Alle Gäste zahlen die Gebühr nicht.", "Nicht alle Gäste zahlen die Gebühr."),
        ("Der Verein meint, die Stadt zahlt die Miete.", "Die Stadt zahlt die Miete."),
        ("The tenant pays the owner.", "The owner pays the tenant."),
        ("The tenant pays the owner.", "The tenant is paid by the owner."),
        ("The employer informs the employee.", "The employee informs the employer."),
    ],
    "facts mixed": [
        ("Der Kurs war im Mai und dauerte neun Tage.", "Der Kurs dauerte im Mai neun Tage."),
        ("A test was run in May and took 9 hours.", "A test takes 9 hours in May."),
        ("Mieten sind fest, Kosten sind frei.", "Mieten sind frei."),
    ],
    "subject guessed": [
        ("Er muss geeicht sein.", "Der Zähler muss geeicht sein."),
        ("They do not expire.", "Passwords do not expire."),
    ],
    "who becomes if": [
        ("Wer erkrankt, meldet sich vor Beginn.", "Wer sich meldet, erkrankt vor Beginn."),
        ("Wer privat wohnt, erhält 20 Euro.", "Wer wohnt, erhält 20 Euro."),
    ],
    "narrower or wider": [
        ("Der Hallenschlüssel liegt im Büro.", "Der Schlüssel liegt im Büro."),
        ("Barzahlungen werden angenommen.", "Zahlungen werden angenommen."),
        ("Ein Schlüssel liegt im Büro.", "Ein Hallenschlüssel liegt im Büro."),
    ],
    "part of a scope": [
        ("Die Frist ist zwei Wochen, danach vier Wochen.", "Die Frist ist zwei Wochen."),
        ("Rasen ist nur im Park neben dem See erlaubt.", "Rasen ist nur neben dem See erlaubt."),
        ("Es ist frei, wenn die Bahn fährt.", "Es ist nur frei, wenn die Bahn fährt."),
        ("Der Rat haftet nur, wenn er es weiß.", "Wenn er es weiß, haftet der Rat nur."),
    ],
    "phrase at another noun": [
        ("Die Stadt hilft Kindern ohne Eltern.", "Ohne Eltern hilft die Stadt Kindern."),
        ("We pair guests with a host from town.", "From town we pair guests with a host."),
    ],
    "time and number of the verb": [
        ("Der Verein zahlt die Miete.", "Der Verein zahlte die Miete."),
        ("A restart takes nine hours.", "A restart took nine hours."),
        ("Größere Räume kosten mehr.", "Große Räume kosten mehr."),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("source", "claim"), [pair for pairs in LIES.values() for pair in pairs])
def test_what_is_not_the_whole_statement_is_not_said(source: str, claim: str) -> None:
    assert not whole(claim, source)
    reasons = faults(
        claim,
        Source(source),
        strictness=Strictness.STRICT,
        language=language(claim, Source(source)),
    )
    assert {reason.code for reason in reasons} & {
        *(ReasonCode.OMISSION, ReasonCode.ADDITION, ReasonCode.ORDER)
    }


ROW_LIES = [
    (TARIFF, "Die Laufzeit im Nahtarif beträgt 3,10 Euro."),
    (TARIFF, "Der Preis im Nahtarif beträgt 3,10 Euro je Monat."),
    (TARIFF, "Der Nahtarif kostet 3,10 Euro."),
    (TARIFF, "Die Laufzeit beträgt 24 Monate."),
    (TARIFF, "Für den Nahtarif gibt es eine Zone."),
    (ROOM, "Saal B hat 40 Plätze."),
    (ROOM, "Saal B hat mit Antrag 40 Plätze."),
    (BASE, "Der Grundpreis des Seetarifs beträgt 9,20 Euro."),
    (BASE, "Der Grundpreis des Seetarifs beträgt 9,20 Euro im Jahr."),
    (BASE, "Der Seetarif kostet 8 Cent."),
    (BOOK, "Das Buch kostet 9,20 Euro."),
    (BOOK, "Das Buch kostet 9,20 Euro netto."),
    (HALL, "Halle 4 hat keine Heizung."),
    (HALL, "Halle 4 hat einen Aufzug."),
    (GRADE, "Das Entgelt in Stufe B beträgt 2.950,00 Euro im Monat."),
]


@pytest.mark.parametrize(("source", "claim"), ROW_LIES)
def test_a_row_is_read_whole_or_not_at_all(source: Source, claim: str) -> None:
    assert not whole(claim, source)


TRUE: dict[str, list[tuple[str | Source, str]]] = {
    "number as it may be written": [
        ("Der Eintritt kostet 1.500 Euro.", "Der Eintritt kostet 1500 €."),
        ("Payment is due within 30 days.", "Payment is due within thirty days."),
    ],
    "a whole statement of several": [
        ("Anträge sind frei; Kopien kosten 2 Euro.", "Kopien kosten 2 Euro."),
        ("Gläser halten 30 Tage, Dosen halten 90 Tage.", "Dosen halten 90 Tage."),
        (
            "In der Lehre gilt eine Frist von zwei Wochen, danach vier Wochen zum Monat.",
            "In der Lehre gilt eine Frist von 2 Wochen.",
        ),
        ("Der Plan liegt aus und wird im Mai ersetzt.", "Der Plan wird im Mai ersetzt."),
        ("Doors are locked, windows are checked at night.", "Windows are checked at night."),
        (
            "Die Pause ist bei mehr als sechs Stunden 30 Minuten, bei mehr als neun 45 Minuten.",
            "Die Pause ist bei mehr als sechs Stunden 30 Minuten.",
        ),
    ],
    "what only leads over or numbers": [
        ("(3) Zudem ist der Saal im Winter geheizt.", "Im Winter ist der Saal geheizt."),
        ("However, pets are allowed.", "Pets are allowed."),
        ("§ 4 Abs. 2: Die Wahl ist frei.", "Nach § 4 Abs. 2 ist die Wahl frei."),
    ],
    "a constituent before the verb": [
        ("Im Mai beträgt die Frist zwei Wochen.", "Die Frist beträgt im Mai zwei Wochen."),
        ("Der Bote bringt den Brief werktags.", "Werktags bringt der Bote den Brief."),
        ("Der Bote bringt den Brief.", "Den Brief bringt der Bote."),
        ("Das Bad ist im Sommer bis 20 Uhr offen.", "Im Sommer ist das Bad bis 20 Uhr offen."),
        ("Sofern Geld da ist, beginnt der Bau.", "Der Bau beginnt, sofern Geld da ist."),
        ("If it rains, the court is closed.", "The court is closed if it rains."),
    ],
    "voice and duty": [
        ("Der Bote bringt den Brief.", "Der Brief wird vom Boten gebracht."),
        ("Anfragen werden vom Amt abgewiesen.", "Das Amt weist Anfragen ab."),
        ("Everyone must wear a badge.", "A badge must be worn by everyone."),
        ("Der Schlüssel ist am Tor abzugeben.", "Der Schlüssel muss am Tor abgegeben werden."),
        ("Der Lift ist nicht zu benutzen.", "Der Lift darf nicht benutzt werden."),
    ],
    "row": [
        (TARIFF, "Der Preis je Fahrt im Nahtarif beträgt 3,10 Euro."),
        (TARIFF, "Die Laufzeit im Tarif Nahtarif beträgt 24 Monate."),
        (ROOM, "Saal B hat 40 Plätze, nur mit Antrag."),
        (BASE, "Der Grundpreis im Seetarif beträgt 9,20 Euro im Monat."),
        (BASE, "Der Seetarif kostet 8 Cent je kWh."),
        (BOOK, "Das Buch kostet 9,20 Euro brutto."),
        (HALL, "Halle 4 hat eine Heizung."),
        (HALL, "Halle 4 hat keinen Aufzug."),
        (GRADE, "Das Entgelt in Stufe B beträgt 2950 Euro."),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("source", "claim"), [pair for pairs in TRUE.values() for pair in pairs])
@pytest.mark.parametrize("strictness", Strictness)
def test_the_whole_statement_may_be_said_in_another_way(
    source: str | Source, claim: str, strictness: Strictness
) -> None:
    given_source = source if isinstance(source, Source) else Source(source)

    assert (
        faults(claim, given_source, strictness=strictness, language=language(claim, given_source))
        == ()
    )


@pytest.mark.parametrize(
    ("before", "text", "claim", "certain"),
    [
        ("Die Sauna liegt im Keller.", "Sie ist offen.", "Die Sauna ist offen.", True),
        ("Der Mast misst die Menge.", "Er muss fest sein.", "Der Mast muss fest sein.", True),
        ("Die Sauna ersetzt die Halle.", "Sie ist offen.", "Die Sauna ist offen.", False),
        ("Die Sauna ersetzt die Halle.", "Sie ist offen.", "Die Halle ist offen.", False),
        ("Der Mast ersetzt den Baum.", "Er muss fest sein.", "Der Mast muss fest sein.", False),
        ("Die Pflege der Hecke dauert.", "Sie ist frei.", "Die Pflege der Hecke ist frei.", False),
        ("Die Sauna liegt im Keller.", "Sie sind offen.", "Die Sauna ist offen.", False),
        ("Die Sauna liegt im Keller.", "Es ist offen.", "Die Sauna ist offen.", False),
    ],
)  # fmt: skip
def test_a_pronoun_is_named_only_where_it_is_certain(
    before: str, text: str, claim: str, certain: bool
) -> None:
    assert says_a_statement(claim, Source(text, before=before), "de") is certain


WORDS = "Der Bote bringt am Montag den langen Brief der alten Frau in das kleine Büro".split()  # noqa: SIM905


@given(st.integers(0, len(WORDS) - 1))
def test_no_word_but_an_article_may_go(place: int) -> None:
    left = [word for at, word in enumerate(WORDS) if at != place]
    dropped = WORDS[place].lower()

    kept = whole(" ".join(left) + ".", " ".join(WORDS) + ".")

    assert kept is False or dropped in {"der", "den", "das"}


@given(st.permutations(["der Rat", "die Stadt", "die Firma", "das Amt"]))
def test_names_that_are_exchanged_are_another_statement(order: list[str]) -> None:
    source = "Die Stadt, das Amt und der Rat prüfen die Firma."
    claim = f"{order[0].capitalize()}, {order[1]} und {order[2]} prüfen {order[3]}."

    assert whole(claim, source) == (order == ["die Stadt", "das Amt", "der Rat", "die Firma"])
