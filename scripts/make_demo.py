"""Make the demo documents of the invented Stadtwerke Lindenfurt from scripts/demo_sources.

    python -m scripts.make_demo [FOLDER]      default: src/fundstelle/delivery/demo

The same libraries give the same bytes on every run: no clock, no random names, fixed zip times.
Markdown documents are written by hand where they lie; every other document has a source here,
named after the document: X.pdf.md makes X.pdf, X.csv.toml makes X.csv, X.txt makes X.txt.
Needs python-docx and reportlab (extra "demo"). Everything in the documents is invented.
"""

import csv
import io
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any

from lxml import etree

from scripts.demo_docx import make_docx
from scripts.demo_pdf import make_pdf
from scripts.demo_prose import MARKDOWN, read_prose

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "scripts" / "demo_sources"
TARGET = ROOT / "src" / "fundstelle" / "delivery" / "demo"
COLLECTIONS = ("personal", "technik", "kundenservice")
TARIFF = "https://stadtwerke-lindenfurt.example/ns/tarif/2"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
# What an old Windows editor writes; the others are UTF-8.
OLD_EDITOR = {"Antrag_Dienstrad.txt"}


def read_toml(source: Path) -> dict[str, Any]:
    return tomllib.loads(source.read_text(encoding="utf-8"))


def make_html(source: Path) -> bytes:
    """Main content inside the page template that the source names."""
    prose = read_prose(source)
    template = SOURCES / "templates" / f"{prose.settings['template']}.html"
    page = Template(template.read_text(encoding="utf-8"))
    body = MARKDOWN.render(prose.body).strip()
    return page.substitute(prose.settings, body=body).encode()


def make_txt(source: Path) -> bytes:
    text = source.read_text(encoding="utf-8")
    if source.name in OLD_EDITOR:
        return text.replace("\n", "\r\n").encode("cp1252")
    return text.encode()


def make_csv(source: Path) -> bytes:
    table, target = read_toml(source), io.StringIO(newline="")
    writer = csv.writer(target, delimiter=table["delimiter"])
    writer.writerows([table["columns"], *table["rows"]])
    return target.getvalue().encode(table["encoding"])


def make_json(source: Path) -> bytes:
    return json.dumps(read_toml(source), ensure_ascii=False, indent=2).encode() + b"\n"


def make_jsonl(source: Path) -> bytes:
    lines = [json.dumps(line, ensure_ascii=False) for line in read_toml(source)["zeile"]]
    return ("\n".join(lines) + "\n").encode()


def make_xml(source: Path) -> bytes:
    """Tariffs and rules as elements of the tariff namespace, title and date in Dublin Core."""
    data = read_toml(source)
    spaces: dict[Any, str] = {None: TARIFF, "dc": DUBLIN_CORE}
    root = etree.Element(f"{{{TARIFF}}}tarife", nsmap=spaces)
    for tag, text in (("title", "Tarife Erdgas und Fernwärme 2026"), ("date", data["stand"])):
        etree.SubElement(root, f"{{{DUBLIN_CORE}}}{tag}").text = text
    etree.SubElement(root, f"{{{TARIFF}}}hinweis").text = data["hinweis"]
    for name in ("tarif", "regel"):
        for entry in data[name]:
            element = etree.SubElement(root, f"{{{TARIFF}}}{name}")
            for key, text in entry.items():
                if key == "kennung":
                    element.set(key, text)
                else:
                    etree.SubElement(element, f"{{{TARIFF}}}{key}").text = text
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))


MAKERS: dict[str, Callable[[Path], bytes]] = {
    "pdf": make_pdf,
    "docx": make_docx,
    "html": make_html,
    "txt": make_txt,
    "csv": make_csv,
    "json": make_json,
    "jsonl": make_jsonl,
    "xml": make_xml,
}


def make_all(target: Path) -> list[Path]:
    """Write every document that has a source; return their paths in order."""
    written = []
    for folder in COLLECTIONS:
        (target / folder).mkdir(parents=True, exist_ok=True)
        for source in sorted((SOURCES / folder).iterdir()):
            name = source.name if source.suffix == ".txt" else source.stem
            path = target / folder / name
            path.write_bytes(MAKERS[path.suffix.removeprefix(".")](source))
            written.append(path)
    return written


if __name__ == "__main__":
    for made in make_all(Path(sys.argv[1]) if sys.argv[1:] else TARGET):
        print(f"{made.stat().st_size:7,} bytes  {made.parent.name}/{made.name}")
