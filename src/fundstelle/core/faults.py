"""What can be wrong with a file, in words for people: one entry per code, German and English."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """skipped: True if the file is passed over by design rather than failed."""

    reason: dict[str, str]
    remedy: dict[str, str]
    skipped: bool = False


def _fault(de: str, de_do: str, en: str, en_do: str, *, skipped: bool = False) -> Fault:
    return Fault({"de": de, "en": en}, {"de": de_do, "en": en_do}, skipped)


FAULTS: dict[str, Fault] = {
    "encrypted": _fault(
        "Die Datei ist mit einem Kennwort verschlüsselt.",
        "Speichern Sie sie ohne Kennwort und importieren Sie sie erneut.",
        "The file is encrypted with a password.",
        "Save it without a password and import it again.",
    ),
    "no_text": _fault(
        "Die Datei enthält keinen Text (vermutlich ein Scan, keine Seite hat eine Textebene).",
        "Lassen Sie eine Texterkennung (OCR) darüberlaufen und importieren Sie das Ergebnis.",
        "The file holds no text (probably a scan; no page has a text layer).",
        "Run text recognition (OCR) on it and import the result.",
    ),
    "empty": _fault(
        "Die Datei ist leer.",
        "Prüfen Sie, ob sie vollständig gespeichert wurde.",
        "The file is empty.",
        "Check whether it was saved completely.",
    ),
    "corrupt": _fault(
        "Die Datei ist beschädigt oder hat kein gültiges Format.",
        "Öffnen und speichern Sie sie im Ursprungsprogramm und importieren Sie sie erneut.",
        "The file is damaged or not in a valid format.",
        "Open it in the program it came from, save it again and import it again.",
    ),
    "garbled": _fault(
        "Die Zeichen der Datei lassen sich nicht in lesbaren Text übersetzen.",
        "Speichern Sie sie als UTF-8, bei PDF mit eingebetteten Schriften, oder nutzen Sie OCR.",
        "The characters of the file cannot be turned into readable text.",
        "Save it as UTF-8, a PDF with embedded fonts, or use OCR.",
    ),
    "timeout": _fault(
        "Das Lesen der Datei hat zu lange gedauert und wurde abgebrochen.",
        "Teilen Sie die Datei auf oder speichern Sie sie in einem einfacheren Format.",
        "Reading the file took too long and was stopped.",
        "Split the file or save it in a simpler format.",
    ),
    "too_large": _fault(
        "Die Datei ist zu groß, oder ihr Lesen braucht zu viel Speicher.",
        "Teilen Sie die Datei, oder erhöhen Sie FUNDSTELLE_MAX_FILE_MB.",
        "The file is too large, or reading it needs too much memory.",
        "Split the file, or raise FUNDSTELLE_MAX_FILE_MB.",
    ),
    "unreadable": _fault(
        "Die Datei kann nicht geöffnet oder gelesen werden.",
        "Prüfen Sie Leserechte und Speicherort (auch kaputte Verknüpfungen).",
        "The file cannot be opened or read.",
        "Check read permission and place (also broken links).",
    ),
    "unsupported": _fault(
        "Dieses Format wird nicht unterstützt.",
        "Speichern Sie die Datei als PDF, DOCX, HTML, Markdown, CSV oder Text.",
        "This format is not supported.",
        "Save the file as PDF, DOCX, HTML, Markdown, CSV or text.",
        skipped=True,
    ),
    "link_outside": _fault(
        "Die Verknüpfung führt aus dem Ordner hinaus oder im Kreis; ihr wird nicht gefolgt.",
        "Importieren Sie das Ziel selbst, wenn es dazugehört.",
        "The link leads out of the folder or in a circle; it is not followed.",
        "Import its target itself if it belongs here.",
        skipped=True,
    ),
    "internal": _fault(
        "Beim Lesen der Datei ist ein Programmfehler aufgetreten.",
        "Melden Sie den Fehler mit der Datei; die übrigen Dateien sind nicht betroffen.",
        "A program error occurred while reading the file.",
        "Report it with the file; the other files are not affected.",
    ),
}
