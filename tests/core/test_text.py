import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core import text as module
from fundstelle.core.text import canonical, clean, fold, to_given

TRICKY = st.text(
    st.sampled_from(
        "aouAOUxi \n\r\t\x00\x0c\x85\u00ad\u200b\u200c\u200d\u2028\u202a\ufeff\ufffe¨´ﬁﬀﬆßäéẹ"
        "\u0300\u0307\u0308\u0323\u0345\u1ea1\u0130ﬃ👩💻❤\ufe0f🏽\u1100\u1161\u11a8가\u09c7\u09be"
        "-–—„“\u00a0½²①ⅣА\u0438\u0439Σςſ々ガ\u304b\u3099\u212b\u2126\ud800"
    )
)
RAW = st.one_of(TRICKY, st.text(), st.text(st.characters(codec=None)))

CANONICAL = [
    ("Gru\u0308ße", "Grüße"),
    ("Zeile 1\r\nZeile 2\rZeile 3", "Zeile 1\nZeile 2\nZeile 3"),
    ("a\u2028b\u2029c\u0085d", "a\nb\nc\nd"),
    ("Seite 1\fSeite 2", "Seite 1\nSeite 2"),
    ("\ufeffTitel\x00 mit\x07 Resten\x9f", "Titel mit Resten"),
    ("Donau\u00addampf\u200bschiff", "Donaudampfschiff"),
    ("Pflicht\u202e!\u2066", "Pflicht!"),
    ("Oﬃzielle Pﬂicht, ﬁnden, Eﬀekt", "Offizielle Pflicht, finden, Effekt"),
    ("Baﬄe, Kiﬆe, Muﬅer", "Baffle, Kiste, Muster"),
    ("M¨uller, ¨Ubung, ¨O, ¨\u00adarger", "Müller, Übung, Ö, ärger"),
    ("Trema ¨ allein, ¨x, ¨e", "Trema ¨ allein, ¨x, ¨e"),
    ("👩\u200d💻 und a\u200db, \u200d💻, 👩\u200d", "👩\u200d💻 und ab, 💻, 👩"),
    ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
    ("§\u00a015  Blanks \t am Ende  \n", "§\u00a015  Blanks \t am Ende  \n"),
    ("kaputt\ud800\uffff\ufffe", "kaputt"),
    ("H₂O, m², ½", "H₂O, m², ½"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "text"), CANONICAL)
def test_canonical_text_has_one_form_for_one_look(raw: str, text: str) -> None:
    assert clean(raw) == text
    assert canonical(raw).text == text


@given(RAW)
def test_every_text_is_cleaned_alike_with_and_without_its_map(raw: str) -> None:
    assert canonical(raw).text == clean(raw)
    assert clean(clean(raw)) == clean(raw)


@given(RAW)
def test_every_map_is_empty_exactly_when_offsets_agree(raw: str) -> None:
    result = canonical(raw)

    if clean(raw) == raw:
        assert result.given == ()
    assert len(result.given) % 2 == 0
    assert list(result.given) == sorted(result.given)
    if not result.given:
        assert len(result.text) == len(raw)


@given(RAW, st.integers(min_value=0), st.integers(min_value=0))
def test_every_span_maps_to_raw_text_that_shows_it(raw: str, one: int, other: int) -> None:
    result = canonical(raw)
    size = len(result.text)
    start, end = sorted((one % (size + 1), other % (size + 1)))
    begins, ends = to_given(result.given, start, end)

    shown = result.text[start:end]
    assert 0 <= begins <= ends <= len(raw)
    # A joiner kept for the emoji on both sides is dropped when the span ends on it.
    assert shown.strip("\u200d") in clean(raw[begins:ends])
    edges = {new for new, _ in result.given} | {0, size}
    if {start, end} <= edges and "\u200d" not in shown:
        assert clean(raw[begins:ends]) == shown


@given(st.integers(0, 99), st.integers(0, 99))
def test_an_empty_map_changes_nothing(start: int, end: int) -> None:
    assert to_given((), start, end) == (start, end)


def test_a_change_of_one_character_for_one_needs_no_map() -> None:
    assert canonical("a\rb\u2028c\u212b") == module.Canonical("a\nb\ncÅ", ())


def test_a_span_is_given_back_character_by_character() -> None:
    raw = "Die\r\nGru\u0308ße der Pﬂicht\u00aden"
    text, offsets = canonical(raw).text, canonical(raw).given

    def back(word: str) -> str:
        at = text.index(word)
        return raw[slice(*to_given(offsets, at, at + len(word)))]

    assert back("Die") == "Die"
    assert back("Grüße") == "Gru\u0308ße"
    assert back("P") == "P"
    assert back("l") == "ﬂ"
    assert back("icht") == "icht"
    assert back("en") == "en"


def test_text_may_be_cut_before_every_steady_character() -> None:
    steady = re.findall(f"[{module._STEADY}]", "".join(map(chr, range(sys.maxunicode + 1))))
    joins = {
        int(parts[1], 16)
        for char in range(sys.maxunicode + 1)
        if len(parts := unicodedata.decomposition(chr(char)).split()) == 2 and parts[0][0] != "<"
    }

    assert not [c for c in steady if ord(c) in joins or unicodedata.combining(c) or clean(c) != c]
    assert not [c for c in steady if unicodedata.normalize("NFC", c) != c]


# --- fold -------------------------------------------------------------------------------------

SAME = [
    ("Straße", "STRASSE"),
    ("„Urlaub“", '"urlaub"'),
    ("»Urlaub«", '"urlaub"'),
    ("‚so‘ ’ne", "'so' 'ne"),
    ("E-Mail-Adresse", "Email\u2011Adresse"),
    ("1990–2000", "1990-2000"),
    ("ja — nein", "ja - nein"),
    ("zwei  \n\t Wörter\u00a0hier", "zwei Wörter hier"),
    ("Oﬃce", "office"),
    ("und so weiter…", "und so weiter..."),
    ("Ａ４", "a4"),
    ("Ⅳ", "iv"),
    ("ΟΔΟΣ", "οδος"),
    ("\u0390", "\u03aa\u0301"),
]
DIFFERENT = [
    ("m²", "m2"),
    ("H₂O", "H2O"),
    ("1½", "11/2"),
    ("①", "1"),
    ("5-10", "510"),
    ("A-4", "A4"),
    ("a b", "ab"),
    ("㎡", "m2"),
    ("schon", "schön"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_reads_the_same_folds_alike(one: str, other: str) -> None:
    assert fold(one).text == fold(other).text


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_means_something_else_stays_different(one: str, other: str) -> None:
    assert fold(one).text != fold(other).text


@given(TRICKY | st.text(), TRICKY | st.text(), TRICKY | st.text())
def test_every_folded_span_maps_back_to_what_folds_to_it(a: str, b: str, c: str) -> None:
    text = clean(a + " " + b + " " + c)
    folded = fold(text)

    assert folded.span(0, len(folded.text))[0] in (0, len(text) - len(text.lstrip()))
    for start in range(len(folded.text)):
        begins, ends = folded.span(start, start + 1)
        assert begins < ends
        assert folded.text[start] in fold(text[begins:ends]).text
        assert ends - begins == 1 or len(fold(text[begins:ends]).text) < 20


@given(st.lists(st.sampled_from(["Straße", "E-Mail", "½", "m²", "ﬁ", "Ärger", "İ", "„x“", "A–B"])))
def test_every_word_is_found_at_its_own_place(words: list[str]) -> None:
    text = clean(" \n ".join(words))
    folded = fold(text)

    at = 0
    for word in map(clean, words):
        wanted = fold(word).text
        start = folded.text.index(wanted, at)
        begins, ends = folded.span(start, start + len(wanted))
        assert text[begins:ends] == word
        at = start + len(wanted)


def test_every_raised_or_circled_character_keeps_its_meaning() -> None:
    apart = ("<super>", "<sub>", "<fraction>", "<circle>")
    chars = [
        chr(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.decomposition(chr(code)).startswith(apart)
    ]

    assert [c for c in chars if fold(c).text != c.casefold()] == []
