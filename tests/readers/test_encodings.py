"""Characters come out as they were meant, whatever table the file was written with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.adapters.readers.encoding import decode

TEXT = "Prüfbericht: Die Größe der Tür beträgt 2 m – „zulässig“ für 5 €."
PLAIN = "Die Größe der Türen und Wände für Straßen, Öfen und Übergänge"
RUSSIAN = (
    "Срок подачи заявления составляет один месяц со дня получения решения. Заявление подаётся "
    "в письменной форме в отдел, который принял решение, или через портал города."
)
GREEK = (
    "Η προθεσμία για την υποβολή της αίτησης είναι ένας μήνας από την παραλαβή της απόφασης και "
    "η αίτηση υποβάλλεται γραπτώς στην αρμόδια υπηρεσία του δήμου."
)
MEANT = {
    "utf-8": (TEXT.encode(), TEXT),
    "utf-8 with mark": (TEXT.encode("utf-8-sig"), TEXT),
    "cp1252": (TEXT.encode("cp1252"), TEXT),
    "utf-16 with mark": (TEXT.encode("utf-16"), TEXT),
    "utf-16-le without mark": (TEXT.encode("utf-16-le"), TEXT),
    "utf-16-be without mark": (TEXT.encode("utf-16-be"), TEXT),
    "utf-32 with mark": (TEXT.encode("utf-32"), TEXT),
    "utf-32-le without mark": (TEXT.encode("utf-32-le"), TEXT),
    "utf-32-be without mark": (TEXT.encode("utf-32-be"), TEXT),
    "DOS": (PLAIN.encode("cp850"), PLAIN),
    "old Mac": (PLAIN.encode("mac_roman"), PLAIN),
    "utf-8 read as cp1252 and saved again": (TEXT.encode().decode("cp1252", "ignore").encode(), ""),
    "twice encoded": ("Größe der Tür".encode().decode("cp1252").encode(), "Größe der Tür"),
    "one cp1252 line in utf-8": (
        "Größe, Tür, ".encode() + "Müll".encode("cp1252"),
        "Größe, Tür, Müll",
    ),
    "declared latin-1 that is utf-8": (f"<meta charset=iso-8859-1>{PLAIN}".encode(), PLAIN),
    "declared koi8": ("<meta charset=koi8-r>Привет, мир".encode("koi8-r"), "Привет, мир"),
    "declared latin-1 with euro": (b"<meta charset=iso-8859-1>5 \x80 f\xfcr", "5 € für"),
    "declared iso-2022-jp": (
        b"<meta charset=iso-2022-jp>" + "保証期間".encode("iso-2022-jp"),
        "保証期間",
    ),
    "Russian without a word": (RUSSIAN.encode("cp1251"), RUSSIAN),
    "Greek without a word": (GREEK.encode("cp1253"), GREEK),
    "declared nonsense": (b"<meta charset=klingon>f\xfcr", "für"),
    "text about mojibake": ("Statt ü steht dort Ã¼.".encode(), "Statt ü steht dort Ã¼."),
}


@pytest.mark.parametrize(("content", "text"), MEANT.values(), ids=MEANT)
def test_characters_come_out_as_meant(content: bytes, text: str) -> None:
    assert text in decode(content)


def test_no_byte_order_mark_and_no_zero_reaches_the_text() -> None:
    reading = read_content("a.txt", b"\xef\xbb\xbfZ\xc3\xa4hler\0stand 4711")

    assert reading.text == "Zählerstand 4711"


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"), min_size=1)
)
def test_every_utf8_text_is_read_as_such(text: str) -> None:
    doubled = any(c in text for c in "ÃÂâ")
    assert doubled or decode(text.encode()) == text
