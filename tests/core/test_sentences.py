import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fundstelle.core.documents import Block, BlockKind, Sentence
from fundstelle.core.outline import plain_blocks
from fundstelle.core.sentences import SENTENCE_CHARS, sentences_of

# One paragraph each; "|" stands where a sentence ends and the next begins.
CASES = """
Der Antrag ist schriftlich zu stellen. |Er wird binnen einer Woche geprüft.
Das gilt z. B. für Reisen nach Österreich. |Andere Reisen nicht.
Das gilt z.B. Für Reisen nie, d. h. Für andere schon.
Die Regel gilt, d. h. Urlaub muss beantragt werden.
Wir liefern u. a. Schrauben, Muttern usw. |Die Lieferung ist frei.
In der Regel, i. d. R. Montag, beginnt der Kurs.
Siehe Abs. 2 und Art. 5 DSGVO. |Danach gilt Nr. 7.
Dies regelt § 3 Abs. 2 Satz 1 BUrlG. |Die Frist beträgt vier Wochen.
Nach § 3. |Die Frist läuft.
Es gilt Satz 3. |Urlaub ist zu beantragen.
Frau Dr. Meier und Herr Prof. Dr. h. c. Schulz kommen.
Die Kosten betragen ca. 5 Euro bzw. Sieben Franken.
Die Feier ist am 3. Oktober in Berlin. |Alle kommen.
Nach dem 2. Weltkrieg wurde das Werk neu gebaut.
Ludwig XIV. war König. |Ludwig XVI. Bourbon auch.
Er bewunderte Ludwig XIV. |Das Volk nicht.
J. S. Bach schrieb die Messe. |Sie ist lang.
Sie brauchen Vitamin C. |Es stärkt.
Der Preis beträgt 1.234,56 €. |Der Rabatt ist 2,5 %. |Mehr geht nicht.
Die Frist endet am 30.11.2026. |Danach verfällt der Anspruch.
Am 24.12. Heiligabend ist geschlossen.
Vom 1. bis 3. Mai ist geschlossen.
Das war 2020. |Danach kam 2021.
Im Jahr 2020. |Umsätze sanken.
Er sagte: „Komm her.“ |Dann ging er.
„Wirklich?“ fragte sie. |„Ja!“ |Er nickte.
Er rief „Halt!“ und lief.
(Das ist die Regel.) |Es gibt Ausnahmen (siehe oben). |Bitte beachten.
Was ist zu tun? |Rufen Sie an! |Wir helfen.
Was?! |Das geht nicht.
Und dann ... |Nichts geschah.
Und dann … kam er … zu spät? |Nein.
Er wartete … |Dann kam sie.
Warten Sie ... bis es klingelt.
Unter www.example.org/a.html steht mehr. |Oder per Mail an info@example.org. |Fragen Sie.
Öffnen Sie die Datei start.bat. |Sie läuft dann.
Das Programm setup.exe starten. |Es prüft config.ini. |Fertig.
Die Str. 5 ist gesperrt, die Berliner Str. Ecke Hauptstr. 7 auch. |Bitte umfahren.
Wir wohnen in der Hauptstr. |Die Wohnung ist groß.
Der Verein Muster e. V. lädt ein. |Mitglied im Muster e.V. |Der Beitrag ist frei.
Müller GmbH & Co. KG liefert. |Meier GmbH. |Nach dem BGB. |Schluss.
Maximal 5 km. |Danach wird berechnet. |Gewicht 3 kg. |Versand frei.
Das kostet 3 Mio. Euro im Jahr, 5 Tsd. Stück.
St. Gallen liegt in der Schweiz. |Der Zug hält in St. Pölten.
Der Vertrag läuft bis Dez. 2026. |Die Miete ab Jan. 2027.
(1) Der Urlaub beträgt 24 Tage. |(2) Als Werktage gelten alle Tage.
1. Die Vergütung ist fällig. |2. Sie wird überwiesen. |3. Das ist alles.
Das gilt. |a) Für Angestellte. |b) Für Beamte.
A. Allgemeines steht hier. |B. Besonderes dort.
1.1. Geltungsbereich. |1.2. Begriffe sind erklärt.
Die Quelle belegt das.[1] |Eine andere nicht.[2][3] |Ende.
Das belegt er.² |Dann folgt mehr.
Der 1. FC Köln gewann. |Der 5. Platz blieb.
Die 3./4. Klasse singt.
Das Tel. Nr. 0123 ist neu, die Kundennr. XY wichtig, die Art.-Nr. 4711 auch.
Es war so. |iPhones sind teuer. |eBay auch.
Ist das so? |Ja. |Nein. |Gut.
Herr Mag. Huber kam, verh. Gruber, geb. Maier.
Die Anlage ist gem. Vorschrift zu prüfen, lt. Plan, inkl. Wartung, zzgl. Steuer.
Vgl. Kapitel 3. |Dort steht es. |Siehe Seite 12. |Alles klar.
Es gilt Version 3.11. |Python ist nötig.
Das gilt für alle (vgl. Nr. 5.) und immer.
Am Mo. Vormittag, Fr. Nachmittag zu. |Sonst offen.
Er ist im Okt. Geboren wurde er hier nicht.
v. Chr. Geburt zählt man rückwärts, um 44 v. Chr. |Danach vorwärts.
Mr. Smith met Mrs. Jones in St. Louis. |They talked.
Use a tool, e.g. Python, i.e. The language. |It works.
We met at 5 p.m. |The talk was long. |At 6 p. m. |It ended.
The U.S. Government paid. |He lives in the U.S. |The end.
See No. 7 and Fig. 3. |No. |That is wrong.
J. K. Rowling wrote it. |It sold well.
Smith et al. Found nothing. |Jones vs. Miller is known.
Pay within 30 days. |Otherwise interest is due.
The fee is $5.50. |The rest is free.
She has a Ph.D. |She teaches. |He works at Acme Inc. |He likes it.
“Is it?” she asked. |“Yes.” |He left.
It costs 5 etc. |That is all.
See Section 3. |Employees must sign.
Inhalt ........ 5 Anhang . . . . . 7
Das Gesetz vom 5. Mai (BGBl. I S. 27) und die Richtlinie (ABl. L 257) gelten.
Wählen Sie Datei – Speichern… – Register. |Dann weiter.
Sie fragte: „Wer bist du?“ (Muster 2009) und ging.
Er sagte: „So ist es.“ (Muster 2009). |Dann ging er.
Sie wiegen bis zu 1300 g. |Die Weibchen sind schwerer.
Bis Windows 98 auch USB 2.0. |Ab Windows 10 auch USB 3.1.
Das ist ein "Hort ". |Wenn das Kind kommt, ist er offen.
See Section 81 par. 4 of the Act.
Es gilt Bd. I und Bd. II des Werks.
Der Leiter der Ober-Abt. Muster kommt.
Der Eintrag „vgl. Seite“ fehlt.
Siehe Seite 12. |2020 war das anders.
Ende des Satzes. |– Neuer Gedanke.
""".strip().splitlines()


def split(text: str, blocks: tuple[Block, ...]) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in sentences_of(text, blocks)]


@pytest.mark.parametrize("case", CASES)
def test_sentences_end_where_a_reader_ends_them(case: str) -> None:
    text = case.replace("|", "")

    found = split(text, (Block(BlockKind.PARAGRAPH, 0, len(text)),))

    assert found == [part.strip() for part in case.split("|")]


# Paragraphs of several lines; "|" before the line end where an entry ends.
LINES = [
    "Der Antrag ist bis zum\n3. Oktober schriftlich beim zuständigen Amt in\nBerlin zu stellen.",
    "Er gilt bis zum 1. und\n2. Mai des Jahres.",
    "Die Regel gilt für Angestellte. |Sie gilt auch\nfür Beamte und nach Absatz\n(2) für Richter.",
    "(1) Der Urlaub beträgt vier Wochen.|\n(2) Er ist zu nehmen.",
    "Der Anspruch entfällt,|\na) wenn er verjährt ist,|\nb) wenn er erfüllt ist und|\nc) sonst.",
    "Mitzubringen sind:|\n1. Ausweis|\n2. Lichtbild|\n3. Geld",
    "Mitzubringen sind:|\n- Ausweis|\n- Lichtbild\n  in Farbe|\n- Geld",
    "Öffnungszeiten von Montag\n- Freitag sind hier genannt und\ngelten immer.",
    "Mitzubringen sind diese Dinge|\n• Ausweis|\n• Geld",
    (
        "Anschrift: Musterstraße 5, Hinterhaus, dritte Etage links, 12345 Berlin|\n"
        "Zuständig: Erika Muster und Max Muster, Abteilung Personal und Recht"
    ),
    "• Ausweis|\n• Lichtbild",
    "Erster Absatz ohne Punkt|\n\nZweiter Absatz",
    "Name: Erika Muster|\nTelefon: 030 123456|\nTelefax: 030 123457",
    "Muster GmbH|\nHauptstr. 5|\n12345 Berlin",
    "Urlaub beantragen|\nReisekosten abrechnen|\nKrankmeldung",
    "Allgemeine\nGeschäftsbedingungen",
    "Bericht über das\nJahr 2020",
    "Zuständig ist Frau Erika Muster in der\nZentrale|\nRaum 5|\nZweite Etage links hinten",
    (
        "Arbeitnehmer im Sinne des Gesetzes sind Arbeiter und Angestellte sowie\n"
        "die zu ihrer Berufsausbildung Beschäftigten. |Als Arbeitnehmer gelten\n"
        "auch Personen, die wegen ihrer wirtschaftlichen Unselbständigkeit als\n"
        "Selbständige anzusehen sind; für den Bereich der\nHeimarbeit gilt § 12."
    ),
]


@pytest.mark.parametrize("case", LINES)
def test_lines_are_joined_to_sentences_unless_they_are_entries(case: str) -> None:
    text = case.replace("|", "")

    found = split(text, (Block(BlockKind.PARAGRAPH, 0, len(text)),))

    assert found == [part.strip() for part in case.split("|")]


def test_a_heading_is_no_sentence_and_a_row_is_one_with_its_header() -> None:
    text = "Preise\nTyp; Preis\nA. Groß. Neu; 5 €"
    blocks = (
        Block(BlockKind.HEADING, 0, 6, level=1),
        Block(BlockKind.ROW, 7, 17),
        Block(BlockKind.ROW, 18, len(text), header=(7, 17)),
    )

    assert sentences_of(text, blocks) == (
        Sentence(7, 17, BlockKind.ROW),
        Sentence(18, len(text), BlockKind.ROW, header=(7, 17)),
    )


def test_an_item_may_hold_several_sentences() -> None:
    text = "- Erster Satz. Zweiter Satz."

    assert split(text, plain_blocks(text)) == ["- Erster Satz.", "Zweiter Satz."]
    assert {sentence.kind for sentence in sentences_of(text, plain_blocks(text))} == {
        BlockKind.ITEM
    }


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("wort; wort wort " * 200, ";"),
        ("wort, und wort " * 200, ","),
        ("wort wort\n" * 200, "t"),
        ("wort " * 400, "t"),
        ("x" * 2500, "x"),
    ],
)
def test_what_has_no_stops_is_cut_at_the_best_place(text: str, ends: str) -> None:
    found = split(text, (Block(BlockKind.PARAGRAPH, 0, len(text)),))

    assert len(found) > 1
    assert max(map(len, found)) <= SENTENCE_CHARS
    assert {part[-1] for part in found[:-1]} == {ends}


PIECES = st.lists(
    st.sampled_from(
        (
            "Wort|der|Das|z.|B.|Nr.|5.|2026.|…|...|!|?“|(1)|1.|a)|•|-|\n|\n\n| |  |\t|\u00a0|XIV."
            "|„|Name:|" + "x" * 600
        ).split("|")
    )
)
TEXTS = st.one_of(PIECES.map(" ".join), PIECES.map("".join), st.text())


@given(TEXTS, st.data())
@example("", None)
def test_every_character_outside_headings_lies_in_one_sentence(
    text: str, data: st.DataObject | None
) -> None:
    blocks = plain_blocks(text)
    if data is not None:
        kinds = [data.draw(st.sampled_from(BlockKind)) for _ in blocks]
        blocks = tuple(Block(kind, b.start, b.end) for kind, b in zip(kinds, blocks, strict=True))

    found = sentences_of(text, blocks)

    assert all(a.end <= b.start for a, b in pairwise(found))
    for sentence in found:
        part = text[sentence.start : sentence.end]
        assert part
        assert part == part.strip()
        assert len(part) <= SENTENCE_CHARS
    for block in blocks:
        inside = [s for s in found if block.start <= s.start and s.end <= block.end]
        words = "".join(text[s.start : s.end] for s in inside)
        expected = "" if block.kind is BlockKind.HEADING else text[block.start : block.end]
        assert re.sub(r"\s", "", words) == re.sub(r"\s", "", expected)
        assert all(s.kind is block.kind for s in inside)
    borders = {b.start for b in blocks} | {b.end for b in blocks}
    assert not [s for s in found for border in borders if s.start < border < s.end]
