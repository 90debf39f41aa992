"""What single words tell of whom a sentence talks to, and of what it demands.

Over text as core.instructions makes it plain: small letters, ae for ä, ss for ß, no hyphen between
letters. A kind is one bit, a word may be of several kinds; a star stands for any ending.
"""

from functools import lru_cache

MODEL = 1 << 0  # a language model, by its kind or name
HELPER = 1 << 1  # may be one: an assistant, a program, an evaluation
AUTOMATIC = 1 << 2  # what makes a helper a model: "language", "virtual", "automatische"
READING = 1 << 3  # what such a reader does with a document
THIS = 1 << 4
DOCUMENT = 1 << 5
SOURCE = 1 << 6  # what an answer rests on
ASKER = 1 << 7
ASKING = 1 << 8
REPLY = 1 << 9
QUESTION = 1 << 10
EVERY = 1 << 11
SPEAKING = 1 << 12  # to answer, report, claim, write
HIDING = 1 << 13  # to leave out, to conceal
BEST = 1 << 14  # the highest place
DU_ORDER = 1 << 15  # imperative of "du": an order where a clause begins
EN_ORDER = 1 << 16  # likewise an English verb
SHOWING = 1 << 17
MUST = 1 << 18
BIDDEN = 1 << 19
YOU = 1 << 20
YOU_SPEAK = 1 << 21  # "antwortest": a reply of the one spoken to
RULES = 1 << 22  # what a model was told
EARLIER = 1 << 23
FORGETTING = 1 << 24
OTHER = 1 << 25
TASK = 1 << 26
REAL = 1 << 27
MEANT = 1 << 28
FORMAL = 1 << 29  # "Sie": said to a person
PERSUADING = 1 << 30  # English orders that no manual gives about a user
FORBIDDEN = 1 << 31  # and demanded

_WRITTEN: dict[int, str] = {
    MODEL: """
        ki kis ai ais llm* gpt* chatgpt* copilot* sprachmodell* textmodell* chatbot* bot bots
        *supportbot *ingbot kiassistent* kisystem* kimodell* kiagent* kitool* kiwerkzeug*
        kileser* kibot* kianwend* kidienst* kigestuetzt* kibasiert* aiassistant* aisystem*
        aimodel* aiagent* aitool* aibot* aireader* aibased aipowered sprachassist*
        textgenerator* zusammenfassungsprogramm* summarizer* summariser*
    """,
    HELPER: """
        assistent* assistant* asistente modell modells modelle modellen model models
        algorithm* software programm* program programs system systems systeme systemen
        maschine maschinen machine machines agent agents agenten tool tools auswertung*
        evaluator* parser* crawler* scraper* intelligenz intelligence reader readers leser
        lesern zusammenfassung* summary summaries generator* werkzeug* engine engines
        verarbeitung
    """,
    AUTOMATIC: """
        language kuenstlich* artificial digital* automat* maschinell* machine retrieval large
        generativ* generative auswertend* lesend* textprocessing nonhuman antwortend*
        zusammenfassend* conversational answering
    """,
    READING: """
        liest lesen lies gelesen auswertet auswerten ausgewertet auswertend* auswertung*
        verarbeitet verarbeiten verarbeitung parse parses parsing parsed read reads reading
        process processes processing processed summari* zusammenfasst zusammenfassen
        zusammenfassung* ingest* indexing abgerufen retriev* analys* eingefuegt eingelesen
        einliest einlesen durchsucht durchsuchen scans scanning lesend* ranking ranks bewertet
        grading generated
    """,
    THIS: "this these diese dieser dieses diesem diesen dies hier",
    DOCUMENT: """
        document* documents text texts textes texte page pages paragraph* passage* resume cv
        email sentence sentences file files dokument* absatz* absaetze* seite abschnitt*
        lebenslauf* datei* satz saetze* zeile zeilen line lines bewerbung* application*
        section* angebot* offer* eintrag* contract* vertrag* bid tender essay paper note
        hinweis clause supplier lieferant* firma company
    """,
    SOURCE: """
        source sources quelle quellen fundstelle* textstelle* treffer* evidence beleg belege
        belegen results passage passages dokument dokumente dokumenten document documents
    """,
    ASKER: """
        user users nutzer nutzers nutzern nutzerin nutzende* benutzer* anwender anwenders
        anwenderin fragesteller* fragende* asker askers whoever ratsuchende* leser lesern
        reader
    """,
    ASKING: "ask asks asked asking fragt frage fragen gefragt wissen wants",
    REPLY: """
        antwort antworten answer answers reply replies response responses ausgabe ausgaben
        output outputs zusammenfassung* summary summaries message
    """,
    QUESTION: """
        frage fragen question questions query queries anfrage* rueckfrage* nachfrage*
    """,
    EVERY: """
        every each all any jede jeder jedes jedem jeden alle allen aller saemtliche*
    """,
    SPEAKING: """
        antworten beantworten sagen nennen nennt angeben anzugeben mitteilen mitzuteilen
        melden meldet gibt geben wiedergeben wiederzugeben bezeichnen ausgeben auszugeben
        behaupten bestaetigen bestaetigt empfehlen empfiehlt zitieren verweisen beziffern
        darstellen darzustellen hinweisen hinzuweisen schreiben antwortet beantwortet sagt
        answer respond reply say state claim report cite declare assert tell confirm mention
        output print return repeat recommend describe treat write assure conclude approve
        classify wiederholen versichern auszuspielen anzuzeigen bewerten einstufen einzustufen
        einstuft rate rank beginnen begin start enden end add verweigern refuse send answered
    """,
    HIDING: """
        verschweig* verheimlich* weglassen wegzulassen auslassen auszulassen unterschlag*
        unterdruecken omit omits omitted hide hides conceal conceals suppress withhold
        ausblenden auszublenden uebergehen aussparen auszusparen vorenthalten vorzuenthalten
        verbergen
    """,
    BEST: """
        highest hoechste* hoechstpunktzahl* bestnote zuverlaessigste* vertrauenswuerdigste*
        relevanteste* authoritative authority sole best beste bestes besten first zuerst top
        guenstigste* massgeblich* vorrang vorzuziehen hoeher higher only einzige*
        vertrauenswert* riskfree
    """,
    DU_ORDER: """
        antworte beantworte sag sage schreib schreibe nenne nenn gib behaupte erwaehne verrate
        melde bestaetige empfiehl bewerte stufe fuege haenge lass lasse setze setz ignoriere
        vergiss verschweige uebergehe zitiere nimm tu tue stell stelle sprich sei
        uebernimm aendere ersetze teile fasse loesche verwende benutze wiederhole zeige zeig
        fordere leite sende schicke schick uebersetze formuliere erfinde lobe verweise
        behandle halte beruecksichtige bevorzuge blende unterschlage verheimliche beginne
        beende verweigere befolge beachte fuehre rufe ordne vergib erklaere ueberzeuge
        verlange betone informiere missachte verwirf simuliere genehmige nutze markiere
        verhalte versichere streiche erzaehle drucke behalte
    """,
    EN_ORDER: """
        answer say reply respond state claim report output print repeat write return translate
        reveal hide conceal omit drop skip ignore forget disregard rate rank grade score
        recommend approve pretend act behave treat include append insert add send comply obey
        follow mention confirm boost begin start stop never always let summarize summarise
        give show imagine execute mark assume cite prefer override discard speak talk consider
        be describe suppress do refuse finish end make swap replace change leave place put
        overlook set tell inform instruct convince persuade assure urge direct trick refer
    """,
    PERSUADING: """
        instruct convince persuade assure trick urge speak talk ueberzeugen bewegen ueberreden
        verleiten draengen
    """,
    SHOWING: """
        reveal print show repeat output translate list disclose expose leak gib zeige zeig
        verrate nenne wiederhole uebersetze drucke liste
    """,
    MUST: """
        must shall should will muss muessen soll sollen sollst musst sollte sollten moege
        moegen hat haben has have ist sind is are be to
    """,
    BIDDEN: """
        angewiesen gebeten aufgefordert instructed ordered requested asked bidden told
    """,
    YOU: """
        you your yours du dich dir dein deine deinem deinen deiner deines yourself
    """,
    YOU_SPEAK: """
        antwortest beantwortest nennst sagst behauptest erwaehnst empfiehlst zitierst
        schreibst verschweigst reagierst verweigerst bestaetigst ignorierst
    """,
    RULES: """
        instructions rules guidelines directives directions orders prompt prompts anweisung*
        instruktion* vorgabe* befehl* regel regeln sicherheitsregel* sicherheitsvorgabe*
        programming restrictions filters rolle role safeguards consignes istruzioni instrucoes
        instrucciones instructies polecenia
    """,
    EARLIER: """
        previous prior earlier preceding above vorherige* bisherige* vorige* obige* fruehere*
        vorangegangene* urspruengliche* original initial hidden geheime* alte alten
    """,
    FORGETTING: """
        ignor* vergiss vergesst missacht* verwirf ueberschreib* widerrufen aufgehoben
        ausgesetzt hinfaellig ungueltig revoked void superseded overrid* overlook disregard*
        forget* bypass* discard* cancelled suspended disabled obsolete nichtig deaktiviert
        lifted zaehlen untrusted unreliable aside
    """,
    OTHER: """
        other others andere anderen anderer uebrige* competing remaining restliche*
    """,
    TASK: "task aufgabe auftrag order goal ziel job mission objective purpose",
    REAL: "real true actual eigentlich* wahre* wirkliche* secret",
    MEANT: """
        bestimmt gerichtet richtet richten addressed intended meant aimed nachricht message
    """,
    FORBIDDEN: "untersagt verboten vorgeschrieben forbidden prohibited",
    FORMAL: "sie ihr ihre ihrem ihren ihrer",
}

_WHOLE: dict[str, int] = {}
_BEGINNING: dict[str, int] = {}
_ENDING: dict[str, int] = {}
for _kind, _words in _WRITTEN.items():
    for _word in _words.split():
        _into = _ENDING if _word[0] == "*" else _BEGINNING if _word[-1] == "*" else _WHOLE
        _bare = _word.strip("*")
        _into[_bare] = _into.get(_bare, 0) | _kind
_SHORTEST = min(map(len, _BEGINNING))


@lru_cache(maxsize=32768)
def kinds_of(word: str) -> int:
    """Every kind the word is of, as bits; 0 for most words."""
    found = _WHOLE.get(word, 0)
    for end in range(_SHORTEST, len(word) + 1):
        found |= _BEGINNING.get(word[:end], 0)
    for ending, kind in _ENDING.items():
        if word.endswith(ending):
            found |= kind
    return found
