"""DOCX: all parts are read, as the printed page shows them."""

import io
import zipfile

import pytest

from fundstelle.adapters.readers.dispatch import read_content
from fundstelle.core.errors import UnreadableFile
from tests.readers.word_files import p, table, tr, word


def shown(content: bytes) -> list[tuple[str, str]]:
    reading = read_content("a.docx", content)
    return [(block.kind.value, reading.text[block.start : block.end]) for block in reading.blocks]


def run(inner: str) -> str:
    return f"<w:p>{inner}</w:p>"


R = "<w:r><w:t>{}</w:t></w:r>"
RUN = "<w:r><w:rPr><w:{}{}/></w:rPr><w:t>{}</w:t></w:r>"
UP = RUN.format("vertAlign", ' w:val="superscript"', "{}")
DOWN = RUN.format("vertAlign", ' w:val="subscript"', "{}")
CHECK_BOX = (
    "<w:fldChar><w:ffData><w:checkBox><w:default w:val='1'/></w:checkBox></w:ffData></w:fldChar>"
)
PARAGRAPHS = {
    "split runs": (R.format("Kün") + R.format("digung"), "Kündigung"),
    "insertion": (f"<w:ins>{R.format('31,50')}</w:ins>", "31,50"),
    "deletion": (f"<w:del><w:r><w:delText>25</w:delText></w:r></w:del>{R.format('31')}", "31"),
    "moved away": (
        f"<w:moveFrom>{R.format('alt')}</w:moveFrom><w:moveTo>{R.format('neu')}</w:moveTo>",
        "neu",
    ),
    "link": (f"<w:hyperlink>{R.format('Portal')}</w:hyperlink>", "Portal"),
    "smart tag": (f"<w:smartTag><w:smartTagPr/>{R.format('Berlin')}</w:smartTag>", "Berlin"),
    "content control": (
        f"<w:sdt><w:sdtPr><w:alias/></w:sdtPr><w:sdtContent>{R.format('Feld')}</w:sdtContent></w:sdt>",
        "Feld",
    ),
    "tab and break": ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a b\nc"),
    "hyphens": (
        "<w:r><w:t>E</w:t><w:noBreakHyphen/><w:t>Mail</w:t><w:softHyphen/><w:t>s</w:t></w:r>",
        "E‑Mails",
    ),
    "symbol": (
        "<w:r><w:sym w:char='F0FE'/><w:sym w:char='00B1'/><w:sym w:char='F0FF'/></w:r>",
        "☑±",
    ),
    "field": ("<w:r><w:instrText>PAGE \\* X</w:instrText></w:r>" + R.format("7"), "7"),
    "hidden text": (
        f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>geheim</w:t></w:r>{R.format('da')}",
        "da",
    ),
    "not hidden": ('<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>da</w:t></w:r>', "da"),
    "struck": (f"{RUN.format('strike', '', '50 ')}{R.format('80')}", "80"),
    "struck twice": (f"{RUN.format('dstrike', '', '50')}{R.format('80')}", "80"),
    "struck blank": (f"{R.format('ab')}{RUN.format('strike', '', ' x ')}{R.format('cd')}", "ab cd"),
    "not struck": (RUN.format("strike", ' w:val="0"', "50"), "50"),
    "raised note": (R.format("6") + UP.format("1") + R.format(" Euro"), "6¹ Euro"),
    "raised runs": (R.format("6") + UP.format("1") + UP.format("2)"), "6¹²⁾"),
    "raised letter": (R.format("50") + UP.format("1") + UP.format("a") + R.format("7"), "50 1a 7"),
    "lowered": (R.format("H") + DOWN.format("2") + R.format("O"), "H₂O"),
    "raised beside lowered": (R.format("x") + UP.format("2") + DOWN.format("1"), "x²₁"),
    "on the line": (RUN.format("vertAlign", ' w:val="baseline"', "50"), "50"),
    "check box": (
        f"<w:r>{CHECK_BOX}<w:t> Ja</w:t></w:r>",
        "☒ Ja",
    ),
}


@pytest.mark.parametrize(("inner", "expected"), PARAGRAPHS.values(), ids=PARAGRAPHS)
def test_a_paragraph_reads_as_printed(inner: str, expected: str) -> None:
    assert shown(word(run(inner))) == [("paragraph", expected)]


def test_text_boxes_are_read_once_even_inside_each_other() -> None:
    inner = f"<w:r><w:pict><w:txbxContent>{p('innen')}</w:txbxContent></w:pict></w:r>"
    box = f"<w:txbxContent><w:p>{R.format('Sammelplatz')}{inner}</w:p></w:txbxContent>"
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    both = f"<mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>"
    both = f"<mc:AlternateContent {mc}>{both}</mc:AlternateContent>"

    found = shown(word(f"<w:p>{R.format('Text')}<w:r>{both}</w:r></w:p>"))

    assert [text for _, text in found] == ["Text", "Sammelplatz", "innen"]


STYLES = (
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Kapitel"><w:basedOn w:val="berschrift1"/></w:style>'
    '<w:style w:styleId="Eigen"><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>'
    '<w:style w:styleId="Kreis"><w:name w:val="Kreis"/><w:basedOn w:val="Kreis"/></w:style>'
    '<w:style w:styleId="Aufzhlung"><w:name w:val="List Bullet"/></w:style>'
)
KINDS = {
    "localised heading": ('<w:pStyle w:val="berschrift1"/>', "heading", 1),
    "based on a heading": ('<w:pStyle w:val="Kapitel"/>', "heading", 1),
    "outline level of a style": ('<w:pStyle w:val="Eigen"/>', "heading", 3),
    "own outline level": ('<w:outlineLvl w:val="1"/>', "heading", 2),
    "body level": ('<w:outlineLvl w:val="9"/>', "paragraph", 0),
    "style without definition": ('<w:pStyle w:val="Heading4"/>', "heading", 4),
    "style in a circle": ('<w:pStyle w:val="Kreis"/>', "paragraph", 0),
    "list style": ('<w:pStyle w:val="Aufzhlung"/>', "item", 0),
    "numbered": ('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>', "item", 0),
    "numbering taken off": (
        '<w:pStyle w:val="Aufzhlung"/><w:numPr><w:numId w:val="0"/></w:numPr>',
        "paragraph",
        0,
    ),
}


@pytest.mark.parametrize(("properties", "kind", "level"), KINDS.values(), ids=KINDS)
def test_headings_and_items_are_known_in_any_language(
    properties: str, kind: str, level: int
) -> None:
    reading = read_content("a.docx", word(p("Frist", properties), {"styles": STYLES}))

    assert [(block.kind.value, block.level) for block in reading.blocks] == [(kind, level)]


def test_notes_stand_behind_the_paragraph_that_refers_to_them() -> None:
    body = f"<w:p>{R.format('Frist')}<w:r><w:footnoteReference w:id='2'/></w:r></w:p>{p('Weiter')}"
    notes = (
        f"<w:footnote w:id='0' w:type='separator'>{p('Strich')}</w:footnote>"
        f"<w:footnote w:id='2'>{p('Ausnahme')}</w:footnote>"
        f"<w:footnote w:id='3'>{p('Verwaist')}</w:footnote>"
    )

    found = shown(
        word(
            body, {"footnotes": notes, "comments": f"<w:comment w:id='2'>{p('Notiz')}</w:comment>"}
        )
    )

    assert [text for _, text in found] == ["Frist", "Ausnahme", "Weiter", "Verwaist", "Notiz"]


def test_running_heads_are_read_once_and_page_numbers_never() -> None:
    parts = {
        "header1": p("Aktenzeichen 4711"),
        "header2": p("Aktenzeichen 4711"),
        "footer1": p("Seite 3 von 7"),
    }

    assert [text for _, text in shown(word(p("Text"), parts))] == ["Aktenzeichen 4711", "Text"]


def test_tables_are_rows_under_their_header_at_their_place() -> None:
    merged = "<w:tc><w:tcPr><w:vMerge w:val='restart'/></w:tcPr>" + p("EU") + "</w:tc>"
    below = "<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>"
    nested = f"<w:tc>{p('40,00')}{table(tr('je', 'Tag'))}</w:tc>"
    rows = table(
        tr("Zone", "Land", "Satz", properties="<w:tblHeader/>"),
        tr(merged, "Österreich", nested),
        tr(below, "Frankreich", "45,00"),
        tr("weg", "weg", "weg", properties="<w:del/>"),
    )
    reading = read_content("a.docx", word(p("Davor") + rows + p("Danach")))

    found = [(reading.text[b.start : b.end], bool(b.header)) for b in reading.blocks]

    assert found == [
        ("Davor", False),
        ("Zone | Land | Satz", False),
        ("EU | Österreich | 40,00 je Tag", True),
        ("EU | Frankreich | 45,00", True),
        ("Danach", False),
    ]


def test_a_table_that_only_frames_text_is_read_as_text() -> None:
    frame = table(f"<w:tr><w:tc>{p('Erstens')}{p('Zweitens')}</w:tc></w:tr>")

    assert shown(word(frame)) == [("paragraph", "Erstens"), ("paragraph", "Zweitens")]


def test_many_paragraphs_are_read_in_linear_steps() -> None:
    found = shown(word("".join(p(f"Absatz {n}") for n in range(30_000))))

    assert len(found) == 30_000
    assert found[-1] == ("paragraph", "Absatz 29999")


def many_parts() -> bytes:
    made = io.BytesIO(word(p("Text")))
    with zipfile.ZipFile(made, "a") as archive:
        for n in range(2_001):
            archive.writestr(f"word/{n}", b"")
    return made.getvalue()


def test_a_part_that_unpacks_without_end_is_too_large() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_content("a.docx", word(" " * (60 << 20)))
    assert caught.value.code == "too_large"


def test_a_container_of_very_many_parts_is_too_large() -> None:
    with pytest.raises(UnreadableFile) as caught:
        read_content("a.docx", many_parts())
    assert caught.value.code == "too_large"


def test_entities_and_document_types_are_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(word(p("x")))) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "word/document.xml":
                content = b"<!DOCTYPE w [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>" + content
            new.writestr(name, content)

    with pytest.raises(UnreadableFile) as caught:
        read_content("a.docx", made.getvalue())
    assert caught.value.code == "corrupt"


def test_a_file_made_by_a_real_library_keeps_its_structure() -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.core_properties.title = "Dienstreisen"
    document.add_heading("Tagegeld", level=1)
    document.add_paragraph("Es gelten folgende Sätze.")
    document.add_paragraph("Belege beifügen", style="List Bullet")
    grid = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        (c for row in grid.rows for c in row.cells),
        ["Land", "Euro", "Österreich", "40"],
        strict=True,
    ):
        cell.text = text
    saved = io.BytesIO()
    document.save(saved)

    reading = read_content("a.docx", saved.getvalue())

    assert reading.title == "Dienstreisen"
    assert shown(saved.getvalue()) == [
        ("heading", "Tagegeld"),
        ("paragraph", "Es gelten folgende Sätze."),
        ("item", "Belege beifügen"),
        ("row", "Land | Euro"),
        ("row", "Österreich | 40"),
    ]
    assert reading.blocks[-1].header == (reading.blocks[-2].start, reading.blocks[-2].end)
