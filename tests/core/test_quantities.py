"""Whether an amount, number, date or time is asked for, and whether a sentence holds one."""

import pytest

from fundstelle.core.quantities import asks_quantity, holds_quantity

ASKED = [
    ("Wie hoch ist die Gebühr?", True),
    ("Wie lange gelten die Zertifikate?", True),
    ("Wann wird der Müll geholt?", True),
    ("Was kostet ein Stellplatz?", True),
    ("In welchem Jahr wurde das Werk gebaut?", True),
    ("How many days of leave are there?", True),
    ("Wie beantrage ich Urlaub?", False),
    ("Wer ist zuständig?", False),
    ("Wohin mit dem Altöl?", False),
]
HELD = [
    ("Zertifikate gelten 18 Monate.", True),
    ("Die Frist beträgt zwei Wochen.", True),
    ("Nach sechsmonatigem Bestehen entsteht der Anspruch.", True),
    ("Einen Monat nach Bekanntgabe wird sie fällig.", True),
    ("Der Müll wird am Dienstag geholt.", True),
    ("Half of it is paid back.", True),
    ("VPN nur mit Zertifikat.", False),
    ("(2) Ausnahmen erteilt die Stadt auf Antrag.", False),
    ("3. der Antrag begründet ist", False),
    ("- (1) Jeder achtet auf Ordnung.", False),
    ("(2) Nach 3 Tagen verfällt er.", True),
    ("Der Verein einigt sich.", False),
]


@pytest.mark.parametrize(("question", "asked"), ASKED)
def test_questions_for_a_quantity_are_told_apart(question: str, *, asked: bool) -> None:
    assert asks_quantity(question) is asked


@pytest.mark.parametrize(("sentence", "held"), HELD)
def test_a_sentence_holds_a_quantity_or_not(sentence: str, *, held: bool) -> None:
    assert holds_quantity(sentence) is held
