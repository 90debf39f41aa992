"""Inputs too large or too odd to keep: made in the test, as the cases describe them."""

import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas


def traffic_100k(folder: Path) -> Path:
    """100,000 rows of counted traffic."""
    path = folder / "verkehr_100k.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("Messstelle;Datum;Stunde;Fahrzeuge\n")
        for row in range(100_000):
            day = f"{row % 28 + 1:02}.{row % 12 + 1:02}.2026"
            file.write(f"MS-{row % 977:03};{day};{row % 24};{row * 7919 % 2000}\n")
    return path


def manual_300(folder: Path) -> Path:
    """300 pages, on each a test step and the valve it is about."""
    path = folder / "handbuch_300.pdf"
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    for page in range(1, 301):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(60, 815, "Betriebshandbuch Pumpwerk")
        canvas.drawString(60, 30, f"Seite {page} von 300")
        canvas.setFont("Helvetica", 11)
        lines = [
            f"Prüfschritt {page}: Ventil V-{page} schließen und den Druck ablesen.",
            "Der Wert wird mit dem Sollwert verglichen und im Prüfbuch eingetragen.",
            "Weicht er um mehr als fünf Prozent ab, ist die Schichtleitung zu rufen.",
        ]
        for number, line in enumerate(lines):
            canvas.drawString(60, 770 - 16 * number, line)
        canvas.showPage()
    canvas.save()
    return path


def decomposed_name(folder: Path) -> Path:
    """A file whose name is spelled as macOS does it."""
    name = unicodedata.normalize("NFD", "Müllplan.txt")
    (folder / name).write_text("Die Tonne wird am Dienstag geleert.\n", encoding="utf-8")
    return folder


def links(folder: Path) -> Path:
    """Two real files, a broken link, a link to the folder itself and one out of it."""
    outside = folder / "woanders"
    inside = folder / "links"
    (inside / "unter").mkdir(parents=True)
    outside.mkdir()
    (outside / "fremd.txt").write_text("Das gehört nicht dazu.\n", encoding="utf-8")
    (inside / "eins.txt").write_text("Die Halle ist offen.\n", encoding="utf-8")
    (inside / "unter" / "zwei.txt").write_text("Das Tor ist zu.\n", encoding="utf-8")
    (inside / "kaputt.txt").symlink_to("fehlt.txt")
    (inside / "unter" / "schleife").symlink_to("..")
    (inside / "kreis_a").symlink_to("kreis_b")
    (inside / "kreis_b").symlink_to("kreis_a")
    (inside / "hinaus").symlink_to(outside)
    (inside / "nochmal.txt").symlink_to("eins.txt")
    return inside


def rights(folder: Path) -> Path:
    """A file that may be read and one that may not."""
    for name in ("lesbar.txt", "gesperrt.txt"):
        (folder / name).write_text("Der Plan hängt am Tor.\n", encoding="utf-8")
    (folder / "gesperrt.txt").chmod(0)
    if os.geteuid() == 0:  # the test gives root away, so others must get this far
        folder.chmod(0o755)
    return folder


MAKERS: dict[str, Callable[[Path], Path]] = {
    "big:verkehr_100k.csv": traffic_100k,
    "big:handbuch_300.pdf": manual_300,
    "fs:nfd/Müllplan.txt": decomposed_name,
    "fs:links/": links,
    "fs:rechte/": rights,
}
