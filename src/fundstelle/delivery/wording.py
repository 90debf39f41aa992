"""What people read, German and English, in one place. Words as in the glossary; German says Sie."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fundstelle.core.answers import RefusalCode
from fundstelle.delivery.program import as_called

Lang = Literal["de", "en"]


@dataclass(frozen=True, slots=True)
class Wording:
    """Why nothing is shown, and what to do next, per language."""

    reason: dict[Lang, str]
    remedy: dict[Lang, str]


REFUSALS: dict[RefusalCode, Wording] = {
    RefusalCode.EMPTY_INDEX: Wording(
        {
            "de": "Es sind noch keine Dokumente importiert.",
            "en": "No documents have been imported yet.",
        },
        {
            "de": "Importieren Sie Dokumente: `fundstelle ingest ORDNER --collection NAME`",
            "en": "Import some: `fundstelle ingest FOLDER --collection NAME`",
        },
    ),
    RefusalCode.NO_READABLE_COLLECTION: Wording(
        {
            "de": "Es gibt keinen Bereich, den Sie lesen dürfen.",
            "en": "There is no collection that you may read.",
        },
        {
            "de": "Importieren Sie Dokumente in einen Bereich, oder bitten Sie um Leserecht.",
            "en": "Import documents into a collection, or ask for the right to read one.",
        },
    ),
    RefusalCode.NO_TERMS: Wording(
        {
            "de": "Die Frage enthält kein Wort, nach dem gesucht werden kann.",
            "en": "The question holds no word that can be searched for.",
        },
        {
            "de": "Nennen Sie die Sache, um die es geht.",
            "en": "Name the thing you want to know about.",
        },
    ),
    RefusalCode.NO_EVIDENCE: Wording(
        {
            "de": "Keines der Wörter der Frage steht in den Dokumenten.",
            "en": "None of the question's words stands in the documents.",
        },
        {
            "de": "Fragen Sie mit anderen Worten, oder importieren Sie Dokumente zum Thema.",
            "en": "Ask in other words, or import documents on the subject.",
        },
    ),
    RefusalCode.LOW_CONFIDENCE: Wording(
        {
            "de": "Keine Stelle beantwortet diese Frage mit genügender Sicherheit.",
            "en": "No place answers this question with enough certainty.",
        },
        {
            "de": "Lesen Sie die nächstliegenden Stellen, oder fragen Sie genauer.",
            "en": "Read the nearest places, or ask more precisely.",
        },
    ),
    RefusalCode.MISSING_TERMS: Wording(
        {
            "de": "Wesentliche Wörter der Frage stehen nirgends in den Dokumenten.",
            "en": "Essential words of the question stand nowhere in the documents.",
        },
        {
            "de": "Entweder sagen die Dokumente dazu nichts, oder sie nennen es anders: Fragen Sie "
            "mit anderen Worten, oder importieren Sie Dokumente zum Thema.",
            "en": "Either the documents say nothing of it, or they call it something else: ask in "
            "other words, or import documents on the subject.",
        },
    ),
}

TEXTS: dict[str, dict[Lang, str]] = {
    "verbatim": {"de": "wörtlich", "en": "verbatim"},
    "extractive": {"de": "Wörtlich", "en": "Verbatim"},
    "answered": {"de": "Belegt", "en": "Verified"},
    "refused": {"de": "Keine belastbare Quelle", "en": "Refused: no reliable source"},
    "sentences": {"de": "{n} Sätze aus den Dokumenten", "en": "{n} sentences of the documents"},
    "sentences_one": {"de": "{n} Satz aus den Dokumenten", "en": "{n} sentence of the documents"},
    "documents": {"de": "{n} Dokumente", "en": "{n} documents"},
    "documents_one": {"de": "{n} Dokument", "en": "{n} document"},
    "chunks": {"de": "{n} Abschnitte", "en": "{n} chunks"},
    "chunks_one": {"de": "{n} Abschnitt", "en": "{n} chunk"},
    "characters": {"de": "{n} Zeichen", "en": "{n} characters"},
    "characters_one": {"de": "{n} Zeichen", "en": "{n} character"},
    "confidence": {"de": "Sicherheit {value}", "en": "confidence {value}"},
    "page": {"de": "Seite {n}", "en": "page {n}"},
    "line": {"de": "Zeile {n}", "en": "line {n}"},
    "missing": {"de": "Nirgends gefunden: {words}", "en": "Found nowhere: {words}"},
    "unfounded": {
        "de": "An keiner Stelle zu dieser Frage gefunden: {words}",
        "en": "Found at no place for this question: {words}",
    },
    "otherwise_amount": {
        "de": "Andere Angabe als in {shown} ({collection}, importiert am {date}):",
        "en": "Another figure than in {shown} ({collection}, imported on {date}):",
    },
    "otherwise_negation": {
        "de": "Das Gegenteil von {shown} ({collection}, importiert am {date}):",
        "en": "The opposite of {shown} ({collection}, imported on {date}):",
    },
    "imported_on": {"de": "importiert am {date}", "en": "imported on {date}"},
    "nearest": {"de": "Am nächsten liegt:", "en": "Nearest places:"},
    "further": {"de": "Siehe auch: {names}", "en": "See also: {names}"},
    "intact": {
        "de": "Unverändert, und jede Fundstelle steht noch so da.",
        "en": "Intact, and every place still says so.",
    },
    "tampered": {
        "de": "Der Prüfbeleg ist verändert worden.",
        "en": "The receipt has been changed.",
    },
    "other_key": {
        "de": "Der Prüfbeleg nennt einen anderen Schlüssel als den dieses Datenordners: Er ist "
        "verändert, oder ein anderer Ordner hat ihn ausgestellt (--data).",
        "en": "The receipt names another key than this data folder's: it was changed, or another "
        "folder issued it (--data).",
    },
    "source_changed": {
        "de": "Der Prüfbeleg ist unverändert, aber die Quelle ist es nicht:",
        "en": "The receipt is intact, but the source is not:",
    },
    "receipt_is_folder": {
        "de": "{file} ist ein Ordner. Nennen Sie eine Datei für den Prüfbeleg.",
        "en": "{file} is a folder. Name a file for the receipt.",
    },
    "receipt_without_folder": {
        "de": "Den Ordner {folder} für den Prüfbeleg gibt es nicht. Legen Sie ihn an, oder nennen "
        "Sie einen anderen.",
        "en": "There is no folder {folder} for the receipt. Make it, or name another one.",
    },
    "receipt_not_allowed": {
        "de": "Der Prüfbeleg {file} darf nicht geschrieben werden. Nennen Sie einen Ordner, in den "
        "Sie schreiben dürfen.",
        "en": "The receipt {file} may not be written. Name a folder that you may write to.",
    },
    "receipt_there": {
        "de": "{file} gibt es schon; ein früherer Prüfbeleg wird nicht überschrieben. Nennen Sie "
        "eine andere Datei, oder löschen Sie diese.",
        "en": "{file} is there already; an earlier receipt is not overwritten. Name another file, "
        "or remove this one.",
    },
    "receipt_unwritable": {
        "de": "Der Prüfbeleg {file} lässt sich nicht schreiben ({fault}). Nennen Sie einen anderen "
        "Ort.",
        "en": "The receipt {file} cannot be written ({fault}). Name another place.",
    },
    "receipt_unreadable": {
        "de": "Die Datei {file} lässt sich nicht lesen ({fault}). Prüfen Sie Namen und Rechte.",
        "en": "The file {file} cannot be read ({fault}). Check its name and its rights.",
    },
    "no_receipt": {
        "de": "{file} ist kein Prüfbeleg, oder einer einer anderen Programmfassung. Nennen Sie die "
        "Datei, die `fundstelle ask --receipt` geschrieben hat.",
        "en": "{file} is no receipt, or one of another version of the program. Name the file that "
        "`fundstelle ask --receipt` wrote.",
    },
    "place_same": {"de": "steht noch so da", "en": "still says so"},
    "place_moved": {
        "de": "Dokument geändert; der Satz steht noch darin",
        "en": "document changed; the sentence still stands in it",
    },
    "place_changed": {
        "de": "der Satz steht nicht mehr darin",
        "en": "the sentence no longer stands in it",
    },
    "place_gone": {"de": "das Dokument fehlt", "en": "the document is gone"},
    "place_altered": {
        "de": "der gespeicherte Text dieser Fassung ist ein anderer",
        "en": "the stored text of that version is another one",
    },
    "no_hits": {"de": "Keine Treffer.", "en": "No hits."},
    "head_documents": {
        "de": "Kennung  Name  [Titel]  Bereich  Fassung  Abschnitte",
        "en": "id  name  [title]  collection  version  chunks",
    },
    "head_versions": {
        "de": "Fassung  importiert am  Länge  Hash des Inhalts",
        "en": "version  imported at  length  content hash",
    },
    "head_coverage": {
        "de": "Anteil in Abschnitten  Abschnitte  Name  Bereich",
        "en": "share in chunks  chunks  name  collection",
    },
    "head_collections": {
        "de": "Bereich  Dokumente, Abschnitte",
        "en": "collection  documents, chunks",
    },
    "imported": {"de": "{collection}: {n} Dokumente", "en": "{collection}: {n} documents"},
    "imported_one": {"de": "{collection}: {n} Dokument", "en": "{collection}: {n} document"},
    "next": {"de": "Versuchen Sie als Nächstes", "en": "Try next"},
    "embedding": {"de": "Einbetten", "en": "Embedding"},
    "no_vectors": {
        "de": "Gesucht wird vorerst nur nach Wörtern:",
        "en": "For now only words are searched:",
    },
    "embedder_instead": {
        "de": "Die Vektoren dieses Ordners macht {embedder}; {wanted} lässt sich hier nicht öffnen "
        "({why}). Später wechseln: `fundstelle rebuild --embedder {wanted}`",
        "en": "The vectors of this folder are made by {embedder}; {wanted} cannot be opened here "
        "({why}). To change later: `fundstelle rebuild --embedder {wanted}`",
    },
    "embedder_kept": {
        "de": "Die Vektoren dieses Ordners macht weiter {embedder}; FUNDSTELLE_EMBEDDER={wanted} "
        "gilt nur für neue Ordner. Wechseln: `fundstelle rebuild --embedder {wanted}`",
        "en": "The vectors of this folder are still made by {embedder}; "
        "FUNDSTELLE_EMBEDDER={wanted} counts for new folders only. "
        "To change: `fundstelle rebuild --embedder {wanted}`",
    },
    "embedder_changed": {
        "de": "Die Vektoren macht jetzt {embedder}: {n} Abschnitte.",
        "en": "The vectors are made by {embedder} now: {n} chunks.",
    },
    "embedder_changed_one": {
        "de": "Die Vektoren macht jetzt {embedder}: {n} Abschnitt.",
        "en": "The vectors are made by {embedder} now: {n} chunk.",
    },
    "words_only": {
        "de": "FUNDSTELLE_EMBEDDER=none: Gesucht wird trotzdem nur nach Wörtern.",
        "en": "FUNDSTELLE_EMBEDDER=none: only words are searched all the same.",
    },
    "rebuilt": {"de": "{n} Abschnitte neu berechnet", "en": "{n} chunks rebuilt"},
    "rebuilt_one": {"de": "{n} Abschnitt neu berechnet", "en": "{n} chunk rebuilt"},
    "doubtful": {
        "de": "Diese Stelle beantwortet die Frage möglicherweise nicht.",
        "en": "This place may not answer the question.",
    },
    "proposed_by": {
        "de": "Formuliert von {model} auf {host}, jeder Satz an seiner Fundstelle geprüft",
        "en": "Worded by {model} at {host}, every sentence checked against its place",
    },
    "seen_by": {
        "de": "Frage und Belegmaterial gingen an {model} auf {host}",
        "en": "Question and evidence went to {model} at {host}",
    },
    "dropped": {
        "de": "{n} Sätze des Modells nicht gezeigt, weil sie nicht belegt sind",
        "en": "{n} sentences of the model not shown, because they are not proven",
    },
    "dropped_one": {
        "de": "{n} Satz des Modells nicht gezeigt, weil er nicht belegt ist",
        "en": "{n} sentence of the model not shown, because it is not proven",
    },
    "chat_down": {
        "de": "Das Sprachmodell antwortet nicht; gezeigt werden die Worte der Dokumente.",
        "en": "The language model does not answer; shown are the documents' own words.",
    },
    "chat_unusable": {
        "de": "Das Sprachmodell gab nichts Brauchbares; gezeigt werden die Worte der Dokumente.",
        "en": "The language model gave nothing usable; shown are the documents' own words.",
    },
    "judge_down": {
        "de": "Das Sprachmodell hat nicht alles gegengelesen; gezeigt wird, was das Programm "
        "geprüft hat. `fundstelle doctor` sagt, ob das Modell antwortet.",
        "en": "The language model did not read everything again; shown is what the program "
        "checked. `fundstelle doctor` says whether the model replies.",
    },
    "vectors_pending": {
        "de": "Nur nach Wörtern gesucht, wo Vektoren fehlen: der nächste Import macht sie "
        "(`fundstelle ingest`), oder `fundstelle rebuild`.",
        "en": "Searched by words only where vectors are missing: the next import makes them "
        "(`fundstelle ingest`), or `fundstelle rebuild`.",
    },
    "embedder_down": {
        "de": "Nur nach Wörtern gesucht: das Modell für die Bedeutung antwortet nicht oder seine "
        "Vektoren sind beschädigt. `fundstelle doctor` sagt, was zu tun ist.",
        "en": "Searched by words only: the embedder does not answer, or its vectors are damaged. "
        "`fundstelle doctor` says what to do.",
    },
    "hashing": {
        "de": "Ohne Synonyme gesucht: hier fehlt ein Modell für die Bedeutung "
        "(`fundstelle doctor`).",
        "en": "Searched without synonyms: there is no embedder here (`fundstelle doctor`).",
    },
    "reader_down": {
        "de": "Der Prozess, der Dateien liest, startet nicht oder endet sofort ({why}). Ohne ihn "
        "geht kein Import: Prüfen Sie Speicher und Prozessgrenzen (`ulimit -a`) und dass das "
        "Python von Fundstelle ausgeführt werden darf.",
        "en": "The process that reads files does not start, or ends at once ({why}). No import "
        "works without it: check memory and limits of processes (`ulimit -a`), and that the "
        "Python of Fundstelle may be run.",
    },
    "reading": {"de": "Lesen", "en": "Reading"},
    "nothing_found": {
        "de": "Unter den Pfaden liegt keine Datei. Es wurde nichts importiert.",
        "en": "There is no file under these paths. Nothing was imported.",
    },
    "withheld": {
        "de": "{n} Dokumente sind an der Quelle verschwunden und wurden zur Sicherheit behalten. "
        "Mit --remove werden sie entfernt.",
        "en": "{n} documents have vanished from the source and were kept to be safe. "
        "With --remove they are removed.",
    },
    "withheld_one": {
        "de": "{n} Dokument ist an der Quelle verschwunden und wurde zur Sicherheit behalten. "
        "Mit --remove wird es entfernt.",
        "en": "{n} document has vanished from the source and was kept to be safe. "
        "With --remove it is removed.",
    },
    "incomplete": {
        "de": "Nicht alles war lesbar; deshalb wurde nichts entfernt.",
        "en": "Not everything could be looked into; so nothing was removed.",
    },
    "pages_without_text": {
        "de": "Seiten ohne Text (Scan?): {pages}",
        "en": "Pages without text (scanned?): {pages}",
    },
    "made_questions": {
        "de": "Keine Fragen genannt: {n} aus Überschriften und Titeln der Dokumente gemacht.",
        "en": "No questions given: {n} made from headings and titles of the documents.",
    },
    "bench_asked": {
        "de": "{part}: Fragen {n}, Durchgänge {by}",
        "en": "{part}: questions {n}, rounds {by}",
    },
    "bench_scope": {
        "de": "durchsucht: {documents}, {chunks}",
        "en": "searched: {documents}, {chunks}",
    },
    "bench_embedder": {"de": "Vektoren: {name}", "en": "vectors: {name}"},
    "bench_words": {"de": "keine, nur Wörter", "en": "none, words alone"},
    "bench_answered": {"de": "belegt {n}", "en": "verified {n}"},
    "bench_extractive": {"de": "wörtlich {n}", "en": "verbatim {n}"},
    "bench_refused": {"de": "abgelehnt {n}", "en": "refused {n}"},
    "bench_evidence": {"de": "mit Fundstellen {n}", "en": "with evidence {n}"},
    "bench_no_evidence": {"de": "ohne Fundstellen {n}", "en": "without evidence {n}"},
    "bench_doubtful": {"de": "davon zweifelhaft {n}", "en": "of them doubtful {n}"},
    "bench_first": {
        "de": "erste Frage (öffnet Modell und Index)",
        "en": "first question (opens model and index)",
    },
    "bench_new": {
        "de": "weitere Fragen zum ersten Mal: {n}",
        "en": "other questions for the first time: {n}",
    },
    "bench_again": {
        "de": "weitere Durchgänge: {n}",
        "en": "further rounds: {n}",
    },
    "claims_judged": {
        "de": "{n} Aussagen geprüft ({version})",
        "en": "{n} claims judged ({version})",
    },
    "claims_judged_one": {
        "de": "{n} Aussage geprüft ({version})",
        "en": "{n} claim judged ({version})",
    },
    "right_rejected": {"de": "richtige Aussagen abgelehnt", "en": "right claims rejected"},
    "wrong_accepted": {"de": "falsche Aussagen angenommen", "en": "wrong claims accepted"},
    "new": {"de": "neu", "en": "new"},
    "changed": {"de": "geändert", "en": "changed"},
    "unchanged": {"de": "unverändert", "en": "unchanged"},
    "added": {"de": "angelegt", "en": "added"},
    "removed": {"de": "entfernt", "en": "removed"},
    "duplicate": {"de": "doppelt", "en": "duplicate"},
    "skipped": {"de": "übergangen", "en": "skipped"},
    "failed": {"de": "fehlgeschlagen", "en": "failed"},
}


def say(key: str, lang: Lang, **facts: object) -> str:
    """A text of TEXTS with its facts filled in."""
    return filled(TEXTS, key, lang, facts)


def filled(
    texts: Mapping[str, Mapping[Lang, str]], key: str, lang: Lang, facts: Mapping[str, object]
) -> str:
    """The text of a key; where the fact n is 1, the text of KEY_one if there is one."""
    one = f"{key}_one"
    chosen = one if facts.get("n") == 1 and one in texts else key
    return as_called(texts[chosen][lang], in_template=True).format(**facts)


def decimal(value: float, lang: Lang, places: int = 1) -> str:
    """With so many decimals, and a comma in German."""
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if lang == "de" else text
