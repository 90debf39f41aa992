"""One text counts once, and of two states of one document the newer one."""

from fundstelle.core.duplicates import Copy, fold_copies

WORDS = "Die Kilometerpauschale beträgt {amount} Euro je Kilometer und gilt für alle Reisen."


def copy(document: str, name: str, text: str, imported_at: str = "2026-01-01") -> Copy:
    return Copy(document, name, name, text, imported_at)


OLD = copy("a", "Richtlinie_2024.md", "Stand: 01.01.2024 " + WORDS.format(amount="0,30"))
NEW = copy("b", "Richtlinie_2026.md", "Stand: 01.01.2026 " + WORDS.format(amount="0,38"))
OTHER = copy("c", "Turm.md", "Der Turm ist vierzig Meter hoch und steht am Fluss.")


def test_the_newer_state_stands_in_the_better_place() -> None:
    assert fold_copies([OLD, OTHER, NEW]) == [2, 1]
    assert fold_copies([NEW, OTHER, OLD]) == [0, 1]


def test_the_older_state_stays_where_its_number_is_asked_for() -> None:
    assert fold_copies([OLD, NEW], frozenset({"2024"})) == [0]
    assert fold_copies([NEW, OLD], frozenset({"2024"})) == [1]


def test_a_state_that_only_names_the_year_it_replaces_is_not_of_that_year() -> None:
    naming = copy("b", NEW.name, NEW.text.replace("Stand:", "Ersetzt 01.01.2024. Stand:"))
    assert fold_copies([naming, OLD], frozenset({"2024"})) == [1]
    assert fold_copies([OLD, naming], frozenset({"2024"})) == [0]
    assert fold_copies([OLD, naming]) == [1]


def test_the_same_text_twice_counts_once_and_the_better_place_wins() -> None:
    twin = copy("d", "Kopie.md", OTHER.text)
    assert fold_copies([OTHER, twin]) == [0]


def test_forms_that_differ_in_their_entries_are_not_the_same() -> None:
    form = "Bestellformular Bitte ausfüllen Kostenstelle: {} Verantwortlich: Team {} Stand 2026"
    forms = [copy(str(n), f"Formular_{n}.txt", form.format(4400 + n, "ABC"[n])) for n in range(3)]
    assert fold_copies(forms) == [0, 1, 2]


def test_neighbouring_chunks_of_one_document_both_stay() -> None:
    first = copy("a", "x.md", "Erster Satz über den Turm.")
    second = copy("a", "x.md", "Zweiter Satz über die Brücke.")
    assert fold_copies([first, second]) == [0, 1]


BILL = (
    "Rechnung {n} vom {n}.01.2026 Kunde: {who} Wir danken für den Auftrag. Der Betrag von {n}0 "
    "Euro ist innerhalb von 14 Tagen ohne Abzug auf das genannte Konto zu zahlen."
)


def test_a_serial_number_makes_no_state_of_another_document() -> None:
    bills = [
        copy(who, f"Rechnung_{1000 + n}.txt", BILL.format(n=n, who=who))
        for n, who in ((12, "Adler"), (34, "Bauer"), (56, "Conrad"))
    ]
    assert fold_copies(bills) == [0, 1, 2]


def test_equal_names_in_two_folders_are_two_documents() -> None:
    text = "Preisliste {} Stand 01.0{}.2025 Die Stunde kostet {}0 Euro und die Anfahrt pauschal."
    lists = [copy(p, "preise.txt", text.format(p, n, n)) for n, p in ((4, "Nord"), (6, "Sued"))]
    assert fold_copies(lists) == [0, 1]


def test_a_copy_that_holds_a_word_of_the_question_stays() -> None:
    long = "Die Wartung der Heizung umfasst Brenner, Kessel, Pumpe, Ventile und Regler im Haus {}. "
    north, south = (copy(p, f"{p}.md", long.format(p) + long.format(p)) for p in ("Müll", "Süd"))
    more = " ".join(f"wort{chr(97 + n)}" for n in range(26))
    north, south = (copy(c.document_id, c.name, c.text + more) for c in (north, south))

    assert fold_copies([south, north]) == [0]
    assert fold_copies([south, north], frozenset({"muell"})) == [0, 1]
