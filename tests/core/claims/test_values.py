"""Every value of a claim must stand in its source: what is the same, and what is not."""

import pytest

from fundstelle.core.claims.reasons import ReasonCode, Source
from fundstelle.core.claims.values import value_faults

# (claim, source): the same values, written differently.
SAME = [
    # digits
    ("Es kostet 1234,50 €.", "Es kostet 1.234,50 €."),
    ("Es kostet 1 234,50 Euro.", "Es kostet 1.234,50 €."),
    ("It costs 1,234.5 euros.", "It costs €1'234.50."),
    ("Der Preis ist 1.250 €.", "The price is €1,250 for the year."),
    ("The price is 1,250 euros.", "Der Preis ist 1.250 €."),
    ("Es sind 12000 Stück.", "Es sind 12.000 Stück."),
    ("Es sind 12000 Teile.", "Es sind 12 000 Teile."),
    ("Der Faktor ist 0,5.", "Der Faktor ist ½."),
    ("Der Faktor ist 2½.", "Der Faktor ist 2,5."),
    ("Die Strecke hat 1/2 Meter.", "Die Strecke hat ½ Meter."),
    ("Es waren 2,5 Mio. Euro.", "Es waren 2.500.000 Euro."),
    ("It raised 3 billion dollars.", "It raised $3,000,000,000 in the year."),
    ("It has 10k users.", "It has ten thousand users."),
    ("Es sind 3 Tsd. Tonnen.", "Es sind 3.000 t."),
    ("Zwei Milliarden Euro wurden gezahlt.", "Gezahlt wurden 2 Mrd. EUR."),
    # words
    ("Die Frist beträgt dreißig Tage.", "Die Frist beträgt 30 Tage."),
    ("Es gibt zweiundzwanzig Plätze.", "Es gibt 22 Plätze."),
    ("There are one hundred and five rooms.", "There are 105 rooms."),
    ("There are twenty-two rooms.", "There are 22 rooms."),
    ("Das dauert anderthalb Stunden.", "Das dauert 1,5 Stunden."),
    ("Das dauert zweieinhalb Stunden.", "Das dauert 150 Minuten."),
    ("It takes two and a half hours.", "It takes 150 minutes."),
    ("It takes half an hour.", "It takes 30 minutes."),
    ("Das dauert eine halbe Stunde.", "Das dauert 30 Minuten."),
    ("Das dauert eine Dreiviertelstunde.", "Das dauert 45 Minuten."),
    ("Es sind zweitausenddreihundert Euro.", "Es sind 2.300 €."),
    ("Im dritten Quartal wurde gebaut.", "Im 3. Quartal wurde gebaut."),
    ("In the third quarter it grew.", "In the 3rd quarter it grew."),
    ("Er zahlt die Hälfte zurück.", "Er zahlt 50 % zurück."),
    ("Er fährt zweimal.", "Er fährt 2 Mal."),
    ("Die dreimonatige Frist gilt.", "Die Frist von drei Monaten gilt."),
    ("Eine 3-Monats-Frist gilt.", "Die Frist von drei Monaten gilt."),
    ("The three-month limit applies.", "The limit is three months."),
    ("The 90-day limit applies.", "The limit is 90 days."),
    # units
    ("Es sind 5 Prozent.", "Es sind 5 %."),
    ("It is five percent.", "It is 5%."),
    ("Es sind 12 Kilometer.", "Es sind 12 km."),
    ("Es sind 12 Kilometer.", "Es sind 12.000 m."),
    ("Die Fläche hat 20 m2.", "Die Fläche hat 20 m²."),
    ("Die Fläche hat 20 Quadratmeter.", "Die Fläche hat 20 m²."),
    ("Verbraucht werden 3 Kilowattstunden.", "Verbraucht werden 3 kWh."),
    ("Das dauert 8 h.", "Das dauert 8 Std."),
    ("Es kostet 50 EUR.", "Es kostet 50 Euro."),
    ("It costs 50 dollars.", "It costs $50 at most in the shop, so $50."),
    ("Bei 60 Grad Celsius.", "Bei 60 °C."),
    ("Bei 60 Grad.", "Bei 60 °C."),
    ("Die Frist beträgt 14 Tage.", "Die Frist beträgt zwei Wochen."),
    ("The period is 14 days.", "The period is two weeks."),
    ("Der Vertrag läuft 12 Monate.", "Der Vertrag läuft ein Jahr."),
    ("Der Vertrag läuft ein Jahr.", "Der Vertrag läuft zwölf Monate."),
    ("Es gibt 30 Tage Urlaub.", "Es gibt 30 Urlaubstage."),
    ("Die Leistung ist 1,2 MW.", "Die Leistung ist 1200 kW."),
    ("Die Gebühr beträgt 30 Euro.", "Gebühr: 30,- €, Barzahlung."),
    ("Zwei Drittel stimmten zu.", "2/3 stimmten zu."),
    ("A two-thirds majority decides.", "A majority of two thirds decides."),
    ("1 Antrag liegt vor.", "Ein Antrag liegt vor."),
    ("Es sind 5 Tage.", "Es sind 5¹ Tage."),
    ("Es gibt drei Räume.", "Es gibt drei große Räume und 11 Büros."),
    ("The price rose from $5 to $7.", "The price was raised from 5 to 7 dollars."),
    # dates
    ("Am Donnerstag ist offen.", "Geöffnet Do 8–12."),
    ("Zum Monatsende endet es.", "Es endet zum Ende eines Kalendermonats."),
    ("Von 2010 bis 2015 wuchs es.", "Es wuchs 2010–2015."),
    ("Am 01.03.2026 beginnt es.", "Am 1. März 2026 beginnt es."),
    ("Am 2026-03-01 beginnt es.", "Am 1. März 2026 beginnt es."),
    ("It begins on March 1, 2026.", "It begins on 1 March 2026."),
    ("It begins on 1st March 2026.", "Es beginnt am 1.3.26."),
    ("Es beginnt im März 2026.", "Es beginnt am 1. März 2026."),
    ("Es beginnt im März.", "Es beginnt am 01.03.2026."),
    ("Es beginnt 2026.", "Es beginnt am 01.03.2026."),
    ("Am 3. Mai ist zu.", "Vom 3. bis 5. Mai ist zu."),
    ("It is closed on 3 April.", "It is closed from 3 to 21 April."),
    ("It is dated 4 September 2025.", "It is dated 04/09/2025 (4 September 2025)."),
    # times
    ("Um 7.30 Uhr ist Beginn.", "Um 7:30 Uhr ist Beginn."),
    ("Um 14 Uhr ist Beginn.", "Um 14:00 Uhr ist Beginn."),
    ("It begins at 2 pm.", "It begins at 14:00."),
    ("Von 8:00 bis 18:00 Uhr ist auf.", "Von 8 bis 18 Uhr ist auf."),
    ("Am Montag ist zu.", "Montags ist zu."),
    # ranges
    ("Das dauert 3 bis 5 Tage.", "Das dauert 3–5 Tage."),
    ("It takes between 3 and 5 days.", "It takes 3 to 5 days."),
    ("Das dauert höchstens 5 Tage.", "Das dauert 3–5 Tage."),
    # bounds
    ("Wenigstens drei Tage vorher.", "Mindestens 3 Tage vorher."),
    ("Maximal 150 Kilo sind erlaubt.", "Höchstens 150 Kilo sind erlaubt."),
    ("No more than 6 guests are allowed.", "The maximum is six guests."),
    ("Bei über 7 Stunden ist Schluss.", "Bei mehr als sieben Stunden ist Schluss."),
    ("Ca. 30 Gäste kamen.", "Rund 30 Gäste kamen."),
    ("Höchstens 500 € werden erstattet.", "Die Erstattung ist auf 500 € begrenzt."),
    ("Wählen Sie 116117.", "Der Dienst ist unter 116117 erreichbar."),
    ("Bestellt werden 90 Kisten.", "Vereinbart wurde eine Bestellung über 90 Kisten."),
    # per
    ("Es kostet 5 € im Monat.", "Es kostet 5 € pro Monat."),
    ("Es kostet 5 € monatlich.", "Es kostet 5 €/Monat."),
    ("It costs $5 a month.", "It costs $5 per month."),
    ("Es wird alle sechs Monate geprüft.", "Es wird halbjährlich geprüft."),
    ("Es kostet 0,90 € pro kg.", "Es kostet 0,90 € je geliefertem Kilogramm."),
    ("Er fährt 50 km/h.", "Er fährt 50 Kilometer pro Stunde."),
    ("Der Kurs kostet 195 € pro Modul.", "Ein Modul kostet 195 €."),
    ("Der Bus fährt alle 10 Minuten.", "Der Bus fährt im 10-Minuten-Takt."),
    # identifiers and places
    ("Teil AB-1234/5 passt.", "Das Teil AB‑1234/5 passt."),
    ("Teil ab-1234 passt.", "Das Teil AB 1234 passt."),
    ("Nach § 15 gilt das.", "Nach § 15 Abs. 2 Satz 1 gilt das."),
    ("Nach §15 Absatz 2 gilt das.", "Nach § 15 Abs. 2 gilt das."),
    ("Nach Paragraf 15 gilt das.", "Nach § 15 gilt das."),
    ("Under Article 8(4) it applies.", "Article 8(4) applies."),
    ("CO2 entsteht.", "CO₂ entsteht."),
    ("Wer 15 Jahre alt ist, darf das.", "Wer das 15. Lebensjahr vollendet hat, darf das."),
    ("Teil AB-1234 passt.", "Das Teil AB-1234² passt."),
    ("Raum 07 ist frei.", "Raum K 07 ist frei."),
    ("Es sind 12 Stück.", "Es sind 12."),
    ("Es sind 28.", "Es sind 28 Tage."),
    ("Es endet am 15. des Monats.", "Es endet am 15.03.2026."),
    ("Monatlich kostet es 5 €.", "Es kostet 5 € pro Monat."),
    ("It costs €10 to €20.", "It costs €10–20."),
    ("Es kostet EUR 50.", "Es kostet 50 €."),
    ("VPN 3 Tage testen.", "3 Tage das VPN testen."),
    ("Es dauert 3-5 Tage.", "Es dauert 3–5 Tage."),
    # no numbers
    ("Ein Antrag genügt.", "Der Antrag genügt."),
    ("Eine Woche lang war zu.", "Es war zu."),
    ("One of the doors is open.", "The door is open."),
]
N, U, D, T, P, S = (
    ReasonCode.NUMBER, ReasonCode.UNIT, ReasonCode.DATE, ReasonCode.TIME, ReasonCode.IDENTIFIER,
    ReasonCode.SECTION,
)  # fmt: skip
C, H = ReasonCode.COMPARISON, ReasonCode.HEDGE
# (claim, source, code): never the same.
OTHER = [
    ("Es sind 10 Stück.", "Es sind 100 Stück.", N),
    ("Es sind 2,5 Tonnen.", "Es sind 12,5 Tonnen.", N),
    ("Es sind 5 Tonnen.", "Es sind 2,5 Tonnen.", N),
    ("Es sind 1,234 kg.", "Es sind 1.234 kg.", N),
    ("Es sind 7,00 €.", "Es sind 0,70 €.", N),
    ("Die Fläche ist 102 groß.", "Die Fläche ist 10² groß.", N),
    ("Der Wert ist 10.", "Der Wert ist 10².", N),
    ("Es sind 21 Tage.", "Es sind ② Tage und 12 Tage.", N),
    ("Es sind dreizehn Tage.", "Es sind dreißig Tage.", N),
    ("There are fifty rooms.", "There are fifteen rooms.", N),
    ("Es sind −5 °C.", "Es sind 5 °C.", N),
    ("Es sind 5 °C.", "Es sind -5 °C.", N),
    ("Es sind 5 Tage.", "Es sind 5 Wochen.", U),
    ("Es sind 5 Tage.", "Es sind 5 Werktage.", U),
    ("Es sind 30 Tage.", "Es ist ein Monat, 30 Mal.", U),
    ("Es sind 10 Arbeitstage.", "Es sind zwei Wochen, 10 Tage.", U),
    ("Es sind 5 Prozent.", "Es sind 5 Prozentpunkte.", U),
    ("Es sind 5 mW.", "Es sind 5 MW.", U),
    ("Es sind 5 kW.", "Es sind 5 kWh.", U),
    ("It costs €50.", "It costs $50.", U),
    ("Es sind 5 Mio. Euro.", "Es sind 5 Tsd. Euro.", N),
    ("Eine Woche Zeit bleibt.", "Ein Monat Zeit bleibt.", U),
    ("Am 2. März 2026 beginnt es.", "Am 1. März 2026 beginnt es.", D),
    ("Am 1. April 2026 beginnt es.", "Am 1. März 2026 beginnt es.", D),
    ("Am 1. März 2027 beginnt es.", "Am 1. März 2026 beginnt es.", D),
    ("Am 1. März beginnt es.", "Im März beginnt es.", D),
    ("Am 1. März 2026 beginnt es.", "Am 1. März beginnt es.", D),
    ("It is dated 9 April 2025.", "It is dated 04/09/2025 (4 September 2025).", D),
    ("It is dated 4 September 2025.", "It is dated 04/09/2025.", D),
    ("Es beginnt im Mai.", "Es beginnt im Juni.", D),
    ("Am Freitag ist zu.", "Am Montag ist zu.", D),
    ("Zum Jahresende gekündigt.", "Zum Monatsende gekündigt.", D),
    ("Um 7:30 Uhr ist Beginn.", "Um 7:50 Uhr ist Beginn.", T),
    ("It begins at 2 am.", "It begins at 2 pm.", T),
    ("Das dauert 3 bis 6 Tage.", "Das dauert 3–5 Tage.", N),
    ("Das dauert 5 Tage.", "Das dauert 3–5 Tage.", C),
    ("Drei Tage vorher.", "Mindestens 3 Tage vorher.", C),
    ("Höchstens drei Tage vorher.", "Mindestens 3 Tage vorher.", C),
    ("Mindestens drei Tage vorher.", "Drei Tage vorher.", C),
    ("Bis zu 5 Tage gehen.", "5 Tage gehen.", C),
    ("Weniger als 5 Tage gehen.", "Mehr als 5 Tage gehen.", C),
    ("30 Gäste kamen.", "Rund 30 Gäste kamen.", H),
    ("Genau 30 Gäste kamen.", "Rund 30 Gäste kamen.", H),
    ("Es kostet 5 € pro Jahr.", "Es kostet 5 € pro Monat.", U),
    ("Es kostet 5 € pro kWh.", "Es kostet 5 € pro Monat.", U),
    ("Es kostet 5 €.", "Es kostet 5 € pro Monat.", U),
    ("Er fährt 50 km.", "Er fährt 50 km/h.", U),
    ("Es wird wöchentlich geprüft.", "Es wird täglich geprüft.", U),
    ("Es wird alle drei Jahre geprüft.", "Es wird alle fünf Jahre geprüft.", U),
    ("Teil AB-1235 passt.", "Teil AB-1234 passt.", P),
    ("Teil AB-12345 passt.", "Teil AB-1234/5 passt.", P),
    ("Teil KX-410 passt.", "Teil KX-410-H passt.", P),
    ("Raum K 70 ist frei.", "Raum K 07 ist frei.", P),
    ("Code F23 steht da.", "Code F32 steht da.", P),
    ("Nach § 16 gilt das.", "Nach § 15 gilt das.", S),
    ("Nach § 15 Abs. 3 gilt das.", "Nach § 15 Abs. 2 gilt das.", S),
    ("Nach § 15 Abs. 2 gilt das.", "Nach § 15 gilt das.", S),
    ("Under Article 7(4) it applies.", "Under Article 8(4) it applies.", S),
    ("Der Bruttopreis ist 5 €.", "Der Nettopreis ist 5 €.", U),
    ("It is $5 excluding VAT.", "It is $5 including VAT.", U),
    ("Ein Drittel ist weg.", "Ein Viertel ist weg.", N),
    ("Es kommt im dritten Jahr.", "Es kommt im 13. Jahr.", N),
    ("Es kommt im dritten Jahr.", "Es kommt nach 3 Jahren.", N),
    ("Tor 3 ist offen.", "Tor 2 ist offen.", N),
    ("Es dauert 3 Tage.", "Es gibt 3 Räume und 5 Tage.", U),
    ("Es dauert 3 Tage.", "Es sind 5 Tage oder 3 große Räume.", U),
    ("Raum 07 ist frei.", "Raum 7 ist frei.", P),
    ("Beleg 417-2026 fehlt.", "Beleg 2026-417 fehlt.", N),
    ("Es sind 8 Stunden am Tag.", "Es sind 8 Stunden im Monat.", U),
    ("Es dauert 3 Tage.", "Es sind 3 Räume nach 5 Tagen.", U),
    ("Der Wert ist 2026,5.", "Es war 2026.", N),
    ("Es sind 2026 €.", "Es war am 1.1.2026.", N),
    ("Es sind 15 Räume.", "Es war am 15.03.2026.", N),
    ("Rund 30 Gäste kamen.", "30 Gäste kamen.", H),
    ("Es dauert 3 bis 5 Tage.", "Es dauert 3 Tage oder 5 Tage.", C),
    ("Es gibt drei Räume.", "Es gibt elf Räume und drei Büros.", N),
    ("A three-fifths majority decides.", "A majority of two thirds of three houses decides.", N),
    ("A second type is known.", "A third type is known.", N),
    ("Die Pause dauert höchstens\n45 Minuten.", "Die Pause dauert mindestens\n45 Minuten.", C),
    ("Höchstens 45 Minuten, mindestens 5 Tage.", "Mindestens 45 Minuten und bis zu 5 Tage.", C),
    ("Es gilt seit 25\\.10.2059.", "Es gilt seit 25\\.10.2019.", N),
    ("1 Antrag liegt vor.", "Ein guter Grund liegt vor.", N),
    ("Am Ende der 6. Klasse ist Schluss.", "Am 6.12. ist Schluss in der 4. Klasse.", N),
    ("28 Stellen sind frei.", "28 Tage sind frei.", U),
]


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_the_same_values_pass(claim: str, text: str) -> None:
    assert value_faults(claim, Source(text)) == ()


@pytest.mark.parametrize(("claim", "text"), SAME)
def test_every_sentence_carries_its_own_values(claim: str, text: str) -> None:
    assert value_faults(text, Source(text)) == ()
    assert value_faults(claim, Source(claim)) == ()


@pytest.mark.parametrize(("claim", "text", "code"), OTHER)
def test_other_values_fail(claim: str, text: str, code: ReasonCode) -> None:
    assert code in {reason.code for reason in value_faults(claim, Source(text))}


@pytest.mark.parametrize(("claim", "text"), [pair[:2] for pair in OTHER])
def test_what_fails_says_what_it_is_about(claim: str, text: str) -> None:
    assert all(reason.detail for reason in value_faults(claim, Source(text)))
    assert value_faults(claim, Source(claim)) == ()
    assert value_faults(text, Source(text)) == ()


BESIDE = [
    ("§ 15 Abs. 2 verlangt einen Antrag.", "(2) Verlangt wird ein Antrag.", "§ 15 Urlaub", True),
    ("§ 16 Abs. 2 verlangt einen Antrag.", "(2) Verlangt wird ein Antrag.", "§ 15 Urlaub", False),
    ("Am 1. März 2026 beginnt es.", "Am 1. März beginnt es.", "Termine 2026", True),
    ("Am 1. März 2027 beginnt es.", "Am 1. März beginnt es.", "Termine 2026", False),
    ("Die QR-12 ist aus Stahl.", "Sie ist aus Stahl.", "Pumpe QR-12", True),
    ("Es kostet 50 €.", "Es kostet wenig.", "Preis: 50 €", False),
    ("2026 gilt das.", "Das gilt.", "Regeln 2026", True),
    ("Im Jahr 2027 gilt das.", "Das gilt.", "Regeln 2026", False),
    ("Es dauert 5 Tage.", "Es dauert lange.", "5 Tage Frist", False),
    ("Das kostet 50 €.", "Kabel | 50", "Ware | Preis in €", True),
    ("Das kostet 50 €.", "Kabel | 50", "Ware | Preis in $", False),
]


@pytest.mark.parametrize(("claim", "text", "beside", "passes"), BESIDE)
def test_what_stands_beside_gives_the_subject_but_no_amount(
    claim: str, text: str, beside: str, *, passes: bool
) -> None:
    source = Source(text, beside, is_row=" | " in text)
    assert (value_faults(claim, source) == ()) is passes
