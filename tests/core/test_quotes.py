"""A quote is found where its words stand, from word border to word border, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.quotes import find_quote
from fundstelle.core.text import clean, fold

STANDS: list[tuple[str, str, str]] = [
    # text, quote, what is found of the text
    ("Die Frist beträgt 14 Tage ab Zugang.", "Die Frist beträgt 14 Tage", ""),
    (
        "Die Frist beträgt 14 Tage ab Zugang.",
        "die frist BETRÄGT 14 tage",
        "Die Frist beträgt 14 Tage",
    ),
    ("Die Frist beträgt\n  14 Tage.", "Die Frist beträgt 14 Tage.", "Die Frist beträgt\n  14 Tage"),
    (
        "Die Frist beträgt 14\u00a0Tage.",
        "Die Frist beträgt 14 Tage",
        "Die Frist beträgt 14\u00a0Tage",
    ),
    (
        "Er sagt „gar nichts“ dazu, sagt sie.",
        'sagt "gar nichts" dazu, sagt',
        "sagt „gar nichts“ dazu, sagt",
    ),
    (
        "Montag – Freitag von 8 bis 12 Uhr",
        "Montag - Freitag von 8 bis",
        "Montag – Freitag von 8 bis",
    ),
    ("Jede E-Mail wird sofort gelöscht.", "Jede EMail wird sofort", "Jede E-Mail wird sofort"),
    ("Jede EMail wird sofort gelöscht.", "jede E-Mail wird sofort", "Jede EMail wird sofort"),
    ("Die Straße ist am Tag gesperrt.", "die STRASSE ist am Tag", "Die Straße ist am Tag"),
    ("Die Pflicht gilt für alle.", "Die Pﬂicht gilt für alle", "Die Pflicht gilt für alle"),
    (
        "Die Kündigung ist schriftlich zu erklären.",
        "Die Kün\u00addigung ist schrift\u200blich",
        "Die Kündigung ist schriftlich",
    ),
    ("Die Gru\u0308ße sind zu bestellen.", "Die Grüße sind zu bestellen", ""),
    ("Es gilt § 15 Abs. 2 der Satzung.", "Es gilt § 15 Abs. 2", ""),
    ("Sie zahlen 1.234,50 € im Jahr.", "zahlen 1.234,50 € im Jahr", ""),
    ("Die Temperatur liegt bei -5 °C.", "Temperatur liegt bei −5 °C", "Temperatur liegt bei -5 °C"),
    ("(2) Der Urlaub beträgt 24 Werktage.", "(2) Der Urlaub beträgt 24", ""),
    ("Die Fläche ist 20 m² groß im Mittel.", "Die Fläche ist 20 m²", ""),
    ("Die Frist beträgt 14 Tage.", "„Die Frist beträgt 14 Tage“", "Die Frist beträgt 14 Tage"),
    ("Erst 25 Tage, dann 5 Tage sind es immer.", "5 Tage sind es immer", ""),
    ("Man wartet … und dann geht man.", "Man wartet … und dann geht man", ""),
    (
        "The deadline isn’t extended by a week.",
        "the deadline isn't extended",
        "The deadline isn’t extended",
    ),
    # shorter, but all there is
    ("Montag geschlossen.", "Montag geschlossen", ""),
    ("- Ohne Frist.", "Ohne Frist.", "Ohne Frist"),
]

STANDS_NOT: list[tuple[str, str]] = [
    ("Die Frist beträgt 25 Tage ab Zugang.", "5 Tage ab Zugang dann"),
    ("Sie haben 25 Tage ab dem Zugang.", "5 Tage ab dem Zugang"),
    ("Der Zins ist 12,5 % im ganzen Jahr.", "2,5 % im ganzen Jahr"),
    ("Der Zins ist 12,5 % im ganzen Jahr.", "5 % im ganzen Jahr"),
    ("Es kostet 1.250 Euro je Monat.", "250 Euro je Monat"),
    ("Um 12:30 Uhr wird hier geschlossen.", "30 Uhr wird hier geschlossen"),
    ("Bei -5 °C im Freien ist Schluss.", "5 °C im Freien ist"),
    ("Bei −5 °C im Freien ist Schluss.", "5 °C im Freien ist"),
    ("Das gilt bei < 5 Tagen ohne Attest.", "5 Tagen ohne Attest"),
    ("Das gilt bei ≤5 Tagen im Jahr immer.", "5 Tagen im Jahr immer"),
    ("Offen 10–12 Uhr an jedem Tag.", "12 Uhr an jedem Tag"),
    ("Die Frist ist Frist 1,5 Tage.", "Die Frist ist Frist 1"),
    ("Der Satz beträgt immer 12 % davon.", "Der Satz beträgt immer 12"),
    ("Der Preis beträgt immer 12€ davon.", "Der Preis beträgt immer 12"),
    ("Nicht-EU-Bürger brauchen dafür ein Visum.", "EU-Bürger brauchen dafür ein Visum"),
    ("NichtEU-Bürger brauchen dafür ein Visum.", "EU-Bürger brauchen dafür ein Visum"),
    ("Das gilt auch hier für EU-Recht.", "Das gilt auch hier für EU"),
    ("Das gilt auch hier an Sonn- und Feiertagen.", "gilt auch hier an Sonn"),
    ("Bestellen Sie das Teil AB-1234.", "Bestellen Sie das Teil AB"),
    ("Das Teil AB-1234 ist nicht mehr lieferbar.", "1234 ist nicht mehr lieferbar"),
    ("Mail an info@haus.de oder an die Leitung.", "haus.de oder an die Leitung"),
    ("Für EU/USA gelten hier andere Regeln.", "USA gelten hier andere Regeln"),
    ("Bei 10-5 °C im Freien ist Schluss.", "-5 °C im Freien ist"),
    ("Die Fläche ist genau 20 m² groß.", "Die Fläche ist genau 20 m2"),
    ("Die Fläche ist genau 20 m² groß.", "Die Fläche ist genau 20 m"),
    ("Man nimmt davon 1½ Liter am Tag.", "Man nimmt davon 1"),
    ("Man nimmt davon 1½ Liter am Tag.", "Man nimmt davon 11/2 Liter"),
    ("Unkündbar ist der Vertrag nie gewesen.", "kündbar ist der Vertrag nie"),
    ("Die Frist beträgt 14 Tage.", "Die Frist beträgt 15 Tage"),
    ("Die Frist beträgt 14 Tage.", "Die Frist beträgt vierzehn Tage"),
    ("Die Frist beträgt 14 Tage.", "Die Frist betragt 14 Tage"),
    ("Die Frist beträgt 14 Tage.", "Die Frist beträgt nicht 14 Tage"),
    ("Die Frist beträgt 14 Tage ab Zugang.", "beträgt 14 Tage"),  # three words
    ("Die Frist beträgt 14 Tage ab Zugang.", "14"),
    ("Die Frist beträgt 14 Tage ab Zugang.", ""),
    ("Die Frist beträgt 14 Tage ab Zugang.", "„…“"),
    ("Die Frist beträgt 14 Tage ab Zugang.", "- - - -"),
    ("", "Die Frist beträgt 14 Tage"),
    # a letter of another alphabet that looks the same
    ("Die Frist beträgt 14 Tage.", "Diе Frist beträgt 14 Tage"),
]

LONG = (
    "Der Antrag ist schriftlich bei der Leitung zu stellen und muss vor dem 1. März dort eingehen."
)
ELLIPSIS: list[tuple[str, tuple[str, ...]]] = [
    (
        "Der Antrag ist schriftlich … muss vor dem 1. März",
        ("Der Antrag ist schriftlich", "muss vor dem 1. März"),
    ),
    (
        "Der Antrag ist schriftlich [...] muss vor dem 1. März",
        ("Der Antrag ist schriftlich", "muss vor dem 1. März"),
    ),
    ("... bei der Leitung zu stellen ...", ("bei der Leitung zu stellen",)),
    ("muss vor dem 1. März ... Der Antrag ist schriftlich", ()),
    ("Der Antrag ist schriftlich … nicht vor dem 1. März", ()),
    ("Der Antrag … eingehen", ()),  # parts too short to prove anything
    ("Der Antrag ist schriftlich … Antrag ist schriftlich bei", ()),
]

ROW = "Bohrmaschine | AB-1234 | 12 Monate | 89,00 €"
CELLS = [
    ("12 Monate", "12 Monate"),
    ("AB-1234", "AB-1234"),
    ("Bohrmaschine", "Bohrmaschine"),
    ("89,00 €", "89,00 €"),
    ("12", ""),
    ("89,00", ""),
    ("1234", ""),
    ("Bohrmaschine | AB-1234 | 12 Monate", "Bohrmaschine | AB-1234 | 12 Monate"),
]


@pytest.mark.parametrize(("text", "quote", "found"), STANDS)
def test_a_quote_is_found_with_its_place(text: str, quote: str, found: str) -> None:
    spans = find_quote(quote, clean(text))

    assert [clean(text)[start:end] for start, end in spans] == [found or clean(quote).rstrip(".")]


@pytest.mark.parametrize(("text", "quote"), STANDS_NOT)
def test_nothing_else_is_found(text: str, quote: str) -> None:
    assert find_quote(quote, text) == ()


@pytest.mark.parametrize(("quote", "parts"), ELLIPSIS)
def test_an_ellipsis_makes_two_quotes(quote: str, parts: tuple[str, ...]) -> None:
    assert tuple(LONG[start:end] for start, end in find_quote(quote, LONG)) == parts


@pytest.mark.parametrize(("quote", "found"), CELLS)
def test_a_whole_cell_is_enough(quote: str, found: str) -> None:
    assert "".join(ROW[start:end] for start, end in find_quote(quote, ROW, is_row=True)) == found


WORDS = st.sampled_from(
    [
        "Die",
        "Frist",
        "beträgt",
        "14",
        "Tage",
        "25",
        "Nicht-EU-Bürger",
        "EU-Bürger",
        "2,5",
        "%",
        "12,5",
        "„gar“",
        "nichts",
        "§",
        "15",
        "Abs.",
        "2",
        "m²",
        "1½",
        "Straße",
        "–",
        "und",
        "E-Mail\xa0an",
        "-5",
        "°C",
        "(2)",
        "AB-1234/5",
        "Σοφός",
        "ǅungla",
        "İstanbul",
        "ﷺ",
        "1.234,50",
        "€",
    ]
)
BLANKS = st.sampled_from([" ", "  ", "\n", "\u00a0", "\t"])


@given(st.data(), st.lists(st.tuples(WORDS, BLANKS), min_size=6, max_size=12))
def test_every_run_of_words_is_found_and_nothing_is_cut_out_of_a_word(
    data: st.DataObject, pairs: list[tuple[str, str]]
) -> None:
    text = clean("".join(word + blank for word, blank in pairs)).strip()
    words = text.split()
    first = data.draw(st.integers(0, len(words) - 4))
    quote = " ".join(words[first : first + data.draw(st.integers(4, len(words) - first))])

    spans = find_quote(quote, text)

    told = [word for word in quote.split() if any(c.isalnum() for c in word)]
    if len(told) > 3 and quote.split()[0].isalpha() and quote.split()[-1].isalpha():
        assert [fold(text[start:end]).text for start, end in spans] == [fold(quote).text]
    assert all(not text[start - 1 : start].isalnum() for start, _ in spans if start)
    assert all(not text[end : end + 1].isalnum() for _, end in spans)


@given(st.text(max_size=60), st.text(max_size=200))
def test_every_place_found_holds_the_quote(quote: str, raw: str) -> None:
    text = clean(raw + " " + quote)

    for start, end in find_quote(quote, text):
        assert 0 <= start < end <= len(text)
        assert fold(text[start:end]).text.strip() in fold(clean(quote)).text


@given(st.lists(st.sampled_from(["abc", "äöü", "0123456789", ".,-–%§€", "\n"]), max_size=40))
def test_every_changed_digit_is_noticed(pieces: list[str]) -> None:
    text = "Die Frist beträgt genau 14 Tage" + "".join(pieces)

    for digit in "02356789":
        assert find_quote(f"Die Frist beträgt genau 1{digit} Tage", text) == ()
