"""Words that say the same in the language of offices and handbooks, one group a line."""

from functools import lru_cache

from fundstelle.core.claims.words import MIN_ROOT, Root, root_of
from fundstelle.core.terms import Language, fold_word

_DE = """
Beschäftigte Mitarbeiter Mitarbeitende Arbeitnehmer Kraft Angestellte Personal Belegschaft
Führungskraft Vorgesetzte Chef
Firma Unternehmen Betrieb Gesellschaft
Auto Wagen Pkw Fahrzeug Kfz
melden mitteilen anzeigen informieren verständigen benachrichtigen
einreichen vorlegen abgeben einsenden
zahlen bezahlen entrichten begleichen zahlbar
kosten Gebühr Entgelt Preis zahlen berechnen
erstatten zurückzahlen ersetzen vergüten rückerstatten
übernehmen tragen
bekommen erhalten kriegen zustehen gewähren Anspruch
beginnen starten anfangen Beginn Start Anfang antreten
enden Ende auslaufen ablaufen
benutzen nutzen verwenden Benutzung Nutzung Verwendung gebrauchen einsetzen
prüfen kontrollieren überprüfen Kontrolle Prüfung untersuchen inspizieren
reinigen säubern Reinigung putzen
lagern aufbewahren Lagerung Aufbewahrung verwahren
entscheiden beschließen befinden
verschieben verlegen vertagen
absagen ausfallen streichen entfallen
genehmigen bewilligen zustimmen Genehmigung Zustimmung Einwilligung Erlaubnis Freigabe
ablehnen zurückweisen abweisen verweigern
steigen zunehmen erhöhen wachsen anheben Anstieg Zunahme Erhöhung Plus
sinken abnehmen verringern senken reduzieren Rückgang mindern vermindern
wöchentlich Woche
täglich Tag
monatlich Monat
jährlich Jahr
liefern ausliefern zustellen Lieferung Auslieferung
zuständig verantwortlich Zuständigkeit Verantwortung
erreichbar erreichen kontaktieren
öffnen geöffnet offen Öffnungszeit
schließen geschlossen zu
sofort unverzüglich umgehend
Bestätigung Nachweis Bescheinigung Attest Beleg Quittung
Frist Zeitraum Dauer
Vertrag Vereinbarung Kontrakt
Kunde Auftraggeber
Vorschrift Regel Regelung Bestimmung
Fehler Störung Defekt Mangel
Beschwerde Reklamation Beanstandung
tauschen auswechseln ersetzen austauschen wechseln
abschalten ausschalten abstellen
einschalten anschalten
entfernen abnehmen beseitigen
ausstellen erteilen
fordern verlangen
Abteilung Bereich
Raum Zimmer
Büro Geschäftsstelle
leiten führen Leitung Führung vorstehen
Nachfolger folgen nachfolgen
entsorgen wegwerfen
gehören zählen
ausführen durchführen vornehmen erledigen
heiraten Eheschließung Hochzeit Heirat
Brand Feuer Brandfall
Stellvertreter Vertretung Stellvertretung vertreten
erforderlich notwendig nötig
schriftlich Schriftform
telefonisch Telefon
elektronisch digital online
gültig gelten Gültigkeit
anzeigen hinweisen
niedrig gering klein
hoch groß
letzte jüngste neueste
vorher vorab zuvor
binnen innerhalb
gleichzeitig zugleich
Datum datieren
Kenntnis wissen kennen
ausscheiden verlassen
Zugang Zugriff zugreifen
Rest übrig
getrennt separat
zusammen gesamt insgesamt
gemeinsam zusammen
Schaden Beschädigung beschädigen
Lehrling Auszubildende Azubi
Teilnahme teilnehmen
aufbewahrt archiviert
Umsatz Erlös
montieren Montage anbringen einbauen
Bezeichnung Name
fällig zahlbar
verfallen erlöschen
anfallen entstehen
speichern sichern Sicherung Speicherung
löschen Löschung
Arzt ärztlich
Kosten Aufwand Aufwendung
Post Brief
Kilometer km
Bestellung bestellen nachbestellen
"""
_EN = """
employee staff worker workforce personnel
manager supervisor boss
company firm business enterprise
car vehicle
report notify inform tell
submit hand file
pay settle
cost charge fee price pay
refund reimburse repay
receive obtain get
begin start commence
end finish expire
use operate utilize
check inspect examine test
clean wash
store keep retain
decide determine
postpone move reschedule
cancel
approve consent authorise authorize permission approval authorization
reject refuse decline turn
increase rise grow raise
decrease fall drop reduce lower
weekly week
daily day
monthly month
annual annually yearly year
deliver ship
responsible charge
reach contact
immediately promptly
certificate proof evidence
deadline limit period
contract agreement
customer client
rule regulation policy
fault defect failure error
complaint
replace exchange swap
remove
issue grant
demand require
department unit
room office
lead head
wear
dispose discard
return back
purchase buy
provide supply
assist help
allow permit
repair fix
phone telephone
electronic digital online
valid
owe due
vacation holiday leave
doctor medical physician
damage
trainee apprentice
attend participate
mount install fit
written writing
vehicle van truck lorry
journey trip travel
licence license
mobile cell
waive exempt
double twice
half halve
"""


@lru_cache(maxsize=2)
def _groups(language: Language) -> dict[Root, frozenset[int]]:
    found: dict[Root, set[int]] = {}
    for number, line in enumerate((_DE if language == "de" else _EN).split("\n")):
        for word in line.split():
            found.setdefault(root_of(fold_word(word), language), set()).add(number)
    return {root: frozenset(numbers) for root, numbers in found.items()}


@lru_cache(maxsize=2)
def _members(language: Language) -> dict[int, tuple[Root, ...]]:
    found: dict[int, list[Root]] = {}
    for root, numbers in _groups(language).items():
        for number in numbers:
            found.setdefault(number, []).append(root)
    return {number: tuple(roots) for number, roots in found.items()}


def said_otherwise(root: Root, there: frozenset[Root], language: Language) -> bool:
    """Whether a synonym of the word is among the roots."""
    groups = _groups(language)
    own = groups.get(root)
    if own is None:
        return False
    if any(own & groups.get(other, frozenset()) for other in there):
        return True
    if language == "en":
        return False
    ends = tuple(
        other for number in own for other in _members(language)[number] if len(other) > MIN_ROOT
    )
    return any(other.endswith(ends) for other in there) if ends else False
