"""Words that carry little of their own, units, and irregular forms, German and English.

LIGHT words may stand in a claim though its source says it with another of them ("beträgt" for
"liegt bei"): verbs of being, having and counting, address, and words that only order the sentence.
"""

from fundstelle.core.terms import Language

_LIGHT_DE = """
    sein ist sind war waren sei seien haben hat hatte hatten haette werden wird wurde wurden
    worden betraegt betragen beläuft belaeuft belaufen liegt liegen lag lagen lautet lauten gilt
    gelten galt gibt geben gab besteht bestehen bestand erfolgt erfolgen erfolgte findet statt
    finden stattfindet stattfinden befindet befinden steht stehen macht machen bekommt bekommen
    erhaelt erhalten erhielt kriegt laesst lassen gehoert gehoeren heisst heissen nennt genannt
    dient dienen handelt handeln stellt kommt kommen geht gehen tritt treten bleibt bleiben
    weist aufweisen weisen umfasst enthaelt sieht sehen hinweisen zeit person personen mensch
    menschen wer jemand leute folgend folgende folgendes folgenden jeweils jeweilige jeweiligen
    insgesamt dabei hierzu hierfuer dafuer demnach somit also ebenfalls zudem ausserdem ferner
    zum beispiel unterlagen dokument text quelle angaben sowie bezueglich hinsichtlich bzw
    beziehungsweise ab bereits ca zeitraum hoehe stueck nummer nr betreffend entsprechend
    entsprechende gemaess laut zufolge fuer per pro je ja nein sodass vorhanden naemlich anders
    moeglich gibts ihnen man uns dies abs absatz artikel paragraph datiert aus leistet
    stattdessen unter anderem dann hierbei deutlich konkret warum wann wie welche welcher
    welches weshalb wieso wohin wobei wodurch arbeitet arbeiten sitzt sitzen traegt vorgesehen
    ausfaellt fallen faellt tun tut fuehrt fuehren vornehmen vorgenommen nimmt nehmen
    durchfuehren durchgefuehrt
"""
_LIGHT_EN = """
    is are was were be been being has have had do does did amounts amount comes come came gets
    get got given give gives gave goes go went lies stands makes make made takes take took taken
    happens occurs occur exists exist people person persons someone somebody those who whom
    whose which what documents document text source sources total number no yes per respectively
    namely also then there thus this that these case time via by according place each you your
    we our they their it its one ones within upon onto among amongst toward towards instead well
    rather quite still even set sets means serves serve consists consist contain contains
    contained carries carry incur incurs undergo hold holds include includes show shows state
    states entitled lasts last work works task article section paragraph dated no why how when
    where
"""
LIGHT: dict[Language, frozenset[str]] = {
    "de": frozenset(_LIGHT_DE.split()),
    "en": frozenset(_LIGHT_EN.split()),
}

UNITS = frozenset(
    """
    prozent euro eur cent dollar usd pfund franken chf meter m km kilometer cm mm zentimeter
    millimeter liter l ml kilogramm kg g gramm tonnen tonne t stunde stunden std h minute minuten
    min sekunde sekunden s sek tag tage tagen tages woche wochen monat monate monaten monats jahr
    jahre jahren jahres grad celsius fahrenheit watt kilowatt kw w kwh volt ampere hertz bar uhr
    mal mb gb tb db percent euros pounds pound dollars hour hours day days week weeks month months
    year years minutes second seconds metre metres meters kilometre kilometres kilometers litre
    litres liters gram grams kilograms tonnes degrees degree times pm am o'clock gbp lbs kbit mbit
    mbit/s stueck quartal lebensjahr werktag werktage werktagen arbeitstage arbeitstagen
    """.split()  # noqa: SIM905
)

UNIT_ROOTS = frozenset(
    "meter kilometer kubikmeter quadratmeter liter gramm stueck prozent".split()  # noqa: SIM905
)
# form > infinitive; participles also serve after a prefix (zurück-genommen).
_STRONG_DE = """
    nimmt>nehmen nahm>nehmen nahmen>nehmen genommen>nehmen nommen>nehmen gibt>geben gab>geben
    gegeben>geben traegt>tragen trug>tragen faehrt>fahren fuhr>fahren fahrt>fahren
    fahrten>fahren laeuft>laufen lief>laufen haelt>halten hielt>halten gehalten>halten
    steht>stehen stand>stehen gestanden>stehen tritt>treten trat>treten getreten>treten
    sieht>sehen sah>sehen gesehen>sehen liest>lesen las>lesen gelesen>lesen hilft>helfen
    half>helfen geholfen>helfen spricht>sprechen sprach>sprechen gesprochen>sprechen
    wirft>werfen warf>werfen geworfen>werfen bricht>brechen brach>brechen gebrochen>brechen
    abbruch>abbrechen schreibt>schreiben schrieb>schreiben geschrieben>schreiben
    schliesst>schliessen schloss>schliessen geschlossen>schliessen abschluss>abschliessen
    abgeschlossen>abschliessen gilt>gelten galt>gelten gegolten>gelten steigt>steigen
    stieg>steigen gestiegen>steigen anstieg>ansteigen sinkt>sinken sank>sinken gesunken>sinken
    beginnt>beginnen begann>beginnen begonnen>beginnen beginn>beginnen verliert>verlieren
    verlor>verlieren verloren>verlieren verlust>verlieren zog>ziehen gezogen>ziehen zug>ziehen
    umzug>umziehen bezog>beziehen bezug>beziehen laesst>lassen liess>lassen gelassen>lassen
    erhielt>erhalten erhaelt>erhalten entschied>entscheiden entschieden>entscheiden
    entscheidet>entscheiden entscheidung>entscheiden entscheid>entscheiden fand>finden
    gefunden>finden band>binden gebunden>binden wies>weisen gewiesen>weisen hinweis>hinweisen
    nachweis>nachweisen blieb>bleiben geblieben>bleiben lag>liegen gelegen>liegen lag>liegen
    ging>gehen gegangen>gehen kam>kommen gekommen>kommen brachte>bringen gebracht>bringen
    bracht>bringen dachte>denken ging>gehen verbot>verbieten verboten>verbieten bot>bieten
    geboten>bieten angebot>anbieten waehlt>waehlen wahl>waehlen geschah>geschehen misst>messen
    mass>messen gemessen>messen wuchs>wachsen gewachsen>wachsen faellt>fallen fiel>fallen
    gefallen>fallen raet>raten riet>raten geraten>raten bat>bitten gebeten>bitten lud>laden
    geladen>laden laedt>laden schlug>schlagen geschlagen>schlagen schlaegt>schlagen
    vorschlag>vorschlagen unterschrieb>unterschreiben unterschrift>unterschreiben
    uebernahm>uebernehmen uebernimmt>uebernehmen uebernommen>uebernehmen uebernahme>uebernehmen
    entnimmt>entnehmen abnahme>abnehmen teilnahme>teilnehmen angabe>angeben abgabe>abgeben
    rueckgabe>zurueckgeben weitergabe>weitergeben ausgabe>ausgeben eingabe>eingeben
    vorgabe>vorgeben aufgabe>aufgeben antrag>antragen beantragt>beantragen scheidet>scheiden
    schied>scheiden ausgeschieden>ausscheiden tuer>tuer verschob>verschieben
    verschoben>verschieben vertritt>vertreten vertrat>vertreten enthaelt>enthalten
    enthielt>enthalten betrifft>betreffen betraf>betreffen betroffen>betreffen naehme>nehmen
    empfiehlt>empfehlen empfohlen>empfehlen stieg>steigen verlaesst>verlassen verliess>verlassen
    genoss>geniessen griff>greifen gegriffen>greifen zugegriffen>zugreifen zugriff>zugreifen
    eingriff>eingreifen wusste>wissen weiss>wissen fing>fangen anfang>anfangen eingang>eingehen
    ausgang>ausgehen ging>gehen rief>rufen gerufen>rufen anruf>anrufen herrn>herr
"""
_STRONG_EN = """
    paid>pay pays>pay payment>pay payments>pay payable>pay gave>give given>give took>take
    taken>take held>hold kept>keep left>leave sent>send made>make bought>buy sold>sell sale>sell
    sales>sell met>meet led>lead said>say told>tell wrote>write written>write began>begin
    begun>begin beginning>begin chose>choose chosen>choose broke>break broken>break drove>drive
    driven>drive drew>draw drawn>draw fell>fall fallen>fall rose>rise risen>rise grew>grow
    grown>grow knew>know known>know lost>lose loss>lose ran>run saw>see seen>see shown>show
    spoke>speak spoken>speak spent>spend stood>stand thought>think understood>understand
    wore>wear worn>wear won>win brought>bring built>build caught>catch dealt>deal felt>feel
    found>find got>get had>have heard>hear laid>lay lent>lend meant>mean paid>pay put>put
    read>read sat>sit slept>sleep stuck>stick taught>teach went>go gone>go arrival>arrive
    arrivals>arrive decision>decide decisions>decide decided>decide approval>approve
    maintenance>maintain delivery>deliver deliveries>deliver departure>depart men>man
    women>woman children>child replacement>replace requirement>require applicant>apply
    application>apply applications>apply applies>apply applied>apply renewal>renew
    removal>remove refusal>refuse
"""


def _forms(listed: str) -> dict[str, str]:
    return dict(entry.split(">") for entry in listed.split())


STRONG_FORMS: dict[Language, dict[str, str]] = {"de": _forms(_STRONG_DE), "en": _forms(_STRONG_EN)}
