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
