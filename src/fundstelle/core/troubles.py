"""What keeps a command from being done, in words for people: one entry per code.

Each says what is wrong and what to do, in German and English. A command to type stands in
backticks and begins with `fundstelle`; delivery puts the name there that the person called.
"""

TROUBLES: dict[str, dict[str, str]] = {
    "no_data_folder": {
        "de": "Es gibt noch keinen Datenordner {folder}. Füllen Sie einen mit "
        "`fundstelle ingest PFAD --collection NAME`, oder probieren Sie `fundstelle demo`.",
        "en": "There is no data folder {folder} yet. Fill one with "
        "`fundstelle ingest PATH --collection NAME` or try `fundstelle demo`.",
    },
    "data_is_file": {
        "de": "{folder} ist eine Datei, kein Datenordner. Prüfen Sie --data.",
        "en": "{folder} is a file, not a data folder. Check --data.",
    },
    "unknown_collection": {
        "de": "Es gibt keinen Bereich „{name}“. Bereiche: {there}.",
        "en": "There is no collection {name!r}. Collections: {there}.",
    },
    "no_collection_yet": {
        "de": "Es gibt keinen Bereich „{name}“ und noch keinen anderen. Legen Sie einen an: "
        "`fundstelle ingest PFAD --collection NAME`.",
        "en": "There is no collection {name!r}, and no other yet. Make one: "
        "`fundstelle ingest PATH --collection NAME`.",
    },
    "unknown_document": {
        "de": "Es gibt kein Dokument „{wanted}“. `fundstelle documents list` zeigt Namen und "
        "Kennungen.",
        "en": "There is no document {wanted!r}. `fundstelle documents list` shows names and ids.",
    },
    "several_documents": {
        "de": "„{wanted}“ meint {many} Dokumente ({ids}). Nennen Sie eine Kennung.",
        "en": "{wanted!r} means {many} documents ({ids}). Give an id.",
    },
    "no_version": {
        "de": "{name} hat keine Fassung {version}; `fundstelle documents history` zeigt sie alle.",
        "en": "{name} has no version {version}; `fundstelle documents history` shows them all.",
    },
    "unknown_embedder": {
        "de": "Es gibt kein Modell für Vektoren „{name}“. Es gibt: {there}.",
        "en": "There is no embedder {name!r}. There are: {there}.",
    },
    "folder_newer": {
        "de": "Der Datenordner hat das Format {here}, dieses Programm kennt Formate bis {known}. "
        "Nehmen Sie die neuere Fassung von Fundstelle, die ihn geschrieben hat, oder einen anderen "
        "Datenordner.",
        "en": "The data folder has format {here}, this program knows formats up to {known}. "
        "Use the newer version of Fundstelle that wrote it, or another data folder.",
    },
    "path_missing": {
        "de": "{path} gibt es nicht. Prüfen Sie den Pfad.",
        "en": "{path}: there is no such file or folder. Check the path.",
    },
    "path_closed": {
        "de": "{path} lässt sich nicht ansehen ({reason}). Prüfen Sie Pfad und Rechte.",
        "en": "{path} cannot be looked at ({reason}). Check the path and its rights.",
    },
    "path_is_data_folder": {
        "de": "{path} ist ein Datenordner von Fundstelle oder gehört dazu. Importieren Sie die "
        "Dateien, aus denen er gefüllt wurde.",
        "en": "{path} is or belongs to a data folder of Fundstelle. Import the files it was "
        "filled from.",
    },
    "name_taken": {
        "de": "Es gibt schon einen Bereich {name}. Nehmen Sie einen anderen Namen.",
        "en": "There is already a collection named {name}. Take another name.",
    },
    "nameless": {
        "de": "Der Name ist leer. Nennen Sie einen mit mindestens einem sichtbaren Zeichen.",
        "en": "A {of} needs a name.",
    },
    "collection_holds": {
        "de": "Der Bereich {name} ist nicht leer (Dokumente: {held}). Mit --with-documents wird er "
        "samt Inhalt entfernt.",
        "en": "The collection {name} is not empty (documents: {held}). With --with-documents it is "
        "removed with what it holds.",
    },
    "nothing_to_search": {
        "de": "Es gibt keinen Text, in dem gesucht werden kann. Bringen Sie welchen herein: "
        "`fundstelle ingest PFAD --collection NAME`.",
        "en": "There is no text to search in. Bring some in: "
        "`fundstelle ingest PATH --collection NAME`.",
    },
    "no_questions": {
        "de": "{file} lässt sich nicht als Fragen lesen ({why}). Nötig ist Text in UTF-8 mit einer "
        "Frage je Zeile, oder die Datei queries.jsonl eines Fragensatzes.",
        "en": "{file} cannot be read as questions ({why}). Give text in UTF-8 with one question on "
        "each line, or queries.jsonl of a question set.",
    },
    "store_busy": {
        "de": "In {store} schreibt gerade ein anderes Programm. Versuchen Sie es später noch "
        "einmal.",
        "en": "The store {store} is being written by another program. Try again later.",
    },
    "store_read_only": {
        "de": "In {store} darf nicht geschrieben werden. Prüfen Sie die Rechte des Ordners; "
        "fragen können Sie auch so.",
        "en": "The store {store} may not be written to. Check the rights of its folder; "
        "asking works without them.",
    },
    "old_and_read_only": {
        "de": "{store} hat das Format einer früheren Fassung und darf nicht geschrieben werden. "
        "Öffnen Sie den Ordner einmal mit Schreibrecht, etwa mit `fundstelle stats`.",
        "en": "The store {store} has the format of an earlier version and may not be written to. "
        "Open the folder once with the right to write, with `fundstelle stats` for example.",
    },
    "store_closed": {
        "de": "{store} lässt sich nicht öffnen. Prüfen Sie die Rechte des Ordners und seiner "
        "Dateien.",
        "en": "The store {store} cannot be opened. Check the rights of its folder and files.",
    },
    "store_faulty_disk": {
        "de": "{store} lässt sich nicht lesen oder schreiben. Prüfen Sie den Datenträger.",
        "en": "The store {store} cannot be read or written. Check the disk.",
    },
    "store_damaged": {
        "de": "{store} ist beschädigt. `fundstelle doctor` sagt mehr; spielen Sie eine Sicherung "
        "ein, oder importieren Sie neu in einen anderen Datenordner.",
        "en": "The store {store} is damaged. `fundstelle doctor` says more; put back a backup, or "
        "import anew into another data folder.",
    },
    "migration_failed": {
        "de": "{store} ließ sich nicht auf das Format dieses Programms bringen ({reason}) und ist "
        "unverändert. Melden Sie den Fehler, und nehmen Sie vorerst die frühere Fassung.",
        "en": "The store {store} could not be brought to the format of this program ({reason}) and "
        "is as it was. Report this, and use the earlier version for now.",
    },
    "disk_full": {
        "de": "In {place} kann nicht geschrieben werden: Der Datenträger ist voll. Schaffen Sie "
        "Platz, und wiederholen Sie den Befehl.",
        "en": "{place} cannot be written: the disk is full. Make room and run the command again.",
    },
    "folder_unusable": {
        "de": "Der Datenordner {folder} lässt sich nicht benutzen ({reason}). Prüfen Sie seine "
        "Rechte, oder nennen Sie mit --data einen anderen.",
        "en": "The data folder {folder} cannot be used ({reason}). Check its rights, or name "
        "another one with --data.",
    },
    "cannot_read_or_write": {
        "de": "{place} lässt sich nicht lesen oder schreiben ({reason}). Prüfen Sie Pfad, Rechte "
        "und freien Platz.",
        "en": "Cannot read or write {place} ({reason}). Check path, rights and free space.",
    },
    "stopped": {"de": "Abgebrochen.", "en": "Stopped."},
}


def worded(code: str, lang: str, **facts: object) -> str:
    """The text of a code with its facts filled in."""
    return TROUBLES[code][lang].format(**facts)
