"""Text files in the terminal: the line of a place, and line ends that somebody meant."""

import re
from pathlib import Path

import pytest

from fundstelle.delivery.cli.lines import with_line_ends
from tests.delivery.command import fundstelle

LINE_ENDS = [
    ("Öffnungszeiten\nDas Bad öffnet um acht.", "Öffnungszeiten\nDas Bad öffnet um acht."),
    ("Kündigung in der Probezeit\nSie ist kurz.", "Kündigung in der Probezeit\nSie ist kurz."),
    ("Name: Meier\nRaum: 12", "Name: Meier\nRaum: 12"),
    ("eine   Zeile ", "eine Zeile"),
    ("", ""),
    # Wrapped: the next word had no room.
    (
        "Die Kündigungsfrist beträgt in der Probezeit zwei Wochen zu\njedem Kalendertag.",
        "Die Kündigungsfrist beträgt in der Probezeit zwei Wochen zu jedem Kalendertag.",
    ),
    (
        "Frist\nDie Kündigungsfrist beträgt in der Probezeit zwei Wochen zu\njedem Kalendertag.",
        "Frist\nDie Kündigungsfrist beträgt in der Probezeit zwei Wochen zu jedem Kalendertag.",
    ),
]


@pytest.mark.parametrize(("text", "shown"), LINE_ENDS)
def test_a_line_end_stays_where_the_next_word_had_room(text: str, shown: str) -> None:
    assert with_line_ends(text) == shown


TEXT = (
    "Hausordnung\r\n\r\n"
    "Öffnungszeiten des Schwimmbads\r\nDas Schwimmbad öffnet um acht Uhr.\r\n\r\n"
    "Der Kiosk verkauft bis achtzehn Uhr Getränke.\r\n"
)


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDSTELLE_EMBEDDER", "none")
    monkeypatch.setenv("FUNDSTELLE_LANG", "de")
    files = tmp_path / "files"
    files.mkdir()
    (files / "ordnung.txt").write_bytes(TEXT.encode())
    (files / "sauna.md").write_text("# Sauna\n\nDie Sauna öffnet um zehn Uhr.\n", encoding="utf-8")
    assert fundstelle("ingest", files, "--collection", "X").code == 0


@pytest.mark.usefixtures("texts")
def test_the_terminal_names_the_line_of_a_text_file() -> None:
    asked = fundstelle("ask", "Bis wann verkauft der Kiosk Getränke?").text
    searched = fundstelle("search", "Kiosk Getränke").text
    other = fundstelle("ask", "Wann öffnet die Sauna?").text

    line = TEXT.split("\r\n").index("Der Kiosk verkauft bis achtzehn Uhr Getränke.") + 1
    assert f"ordnung.txt, Zeile {line}" in asked
    assert re.search(r"ordnung\.txt, Zeile \d", searched)
    assert "sauna.md" in other
    assert not re.search(r"Sauna[^\n]*Zeile \d", other)  # its marks are not part of the text


@pytest.mark.usefixtures("texts")
def test_a_heading_keeps_its_line_above_its_sentence() -> None:
    asked = fundstelle("ask", "Wann öffnet das Schwimmbad?").text

    assert re.search(r"Öffnungszeiten des Schwimmbads *\n +Das Schwimmbad öffnet um acht", asked)
