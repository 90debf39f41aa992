"""Word files made by hand, part by part, so that a test shows exactly what is in them."""

import io
import zipfile
from collections.abc import Mapping

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def word(body: str, parts: Mapping[str, str] | None = None) -> bytes:
    """A .docx with this body. parts: content of word/NAME.xml by name, "header1" or "styles"."""
    more = dict(parts or {})
    types = "".join(_override(name, name.rstrip("0123456789")) for name in more)
    files = {
        "[Content_Types].xml": (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f"{_override('document', 'document.main')}{types}</Types>"
        ),
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
    }
    for name, content in more.items():
        files[f"word/{name}.xml"] = f"<w:part {W}>{content}</w:part>"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def _override(name: str, kind: str) -> str:
    return f'<Override PartName="/word/{name}.xml" ContentType="{MAIN}.{kind}+xml"/>'


def p(text: str, properties: str = "") -> str:
    """A paragraph with one run."""
    before = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{before}<w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def tr(*cells: str, properties: str = "") -> str:
    """A row. cells: text, or a whole <w:tc>."""
    made = [c if c.startswith("<w:tc>") else f"<w:tc>{p(c)}</w:tc>" for c in cells]
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(made)}</w:tr>"
