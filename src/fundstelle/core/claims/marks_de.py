"""German phrases per mark (core.claims.marks)."""

GERMAN_MARKS = {
    "all": (
        "alle~r~n~m~s;jede~r~n~m~s;jedwede~r~n~s;saemtliche~r~n;jedermann;jegliche~r~n~s;"
        "ganz und gar;gesamte~r~n~s;einstimmig;vollstaendig;rund um die uhr"
    ),
    "both": "beide~r~n~s",
    "most": (
        "die meisten;den meisten;meist;meistens;ueberwiegend;mehrheitlich;grossteils;"
        "grundsaetzlich;hauptsaechlich;knapp die haelfte;ueber die haelfte;zumeist"
    ),
    "some": (
        "einige~r~n~s;manche~r~n~s;teilweise;teils;zum teil;einzelne~r~n~s;mehrere~r~n;viele~r~n;"
        "wenige~r~n;zahlreiche~r~n"
    ),
    "always": (
        "immer;stets;jederzeit;ausnahmslos;ohne ausnahme;unabhaengig;unabhaengig von;selbst wenn;"
        "auch wenn;auch ohne;in jedem fall;auf jeden fall;in allen faellen;durchgehend;dauernd;"
        "ohne weiteres;bedingungslos;uneingeschraenkt;generell;ganzjaehrig;sicher;garantiert;"
        "zwingend;automatisch;unbegrenzt;unbeschraenkt;ungeachtet;jedes mal;formlos;fest"
    ),
    "rare": (
        "manchmal;gelegentlich;selten;ab und zu;mitunter;zeitweise;bisweilen;oft;haeufig;"
        "nicht immer"
    ),
    "only": "nur;ausschliesslich;lediglich;allein;bloss;einzig;erst",
    "least": "mindestens;wenigstens;zumindest;nicht weniger als;nicht unter;als minimum;mindestes",
    "most_at": (
        "hoechstens;maximal;bis zu;nicht mehr als;nicht ueber;nicht laenger als;nicht hoeher als;"
        "laengstens"
    ),
    "within": "innerhalb;binnen;spaetestens;nicht spaeter als",
    "exact": "genau;exakt;punktgenau;gerade einmal",
    "about": (
        "etwa;circa;ca;rund;ungefaehr;annaehernd;fast;knapp;zirka;gut;nahezu;in etwa;"
        "schaetzungsweise"
    ),
    "must": (
        "muss;muessen;musst;muesst;musste~n;verpflichtet;erforderlich;notwendig;noetig;pflicht;"
        "obligatorisch;verpflichtend;vorgeschrieben;zwingend;verbindlich;braucht;brauchen;"
        "benoetigt;benoetigen;unerlaesslich;bedarf"
    ),
    "may": (
        "nicht verboten;nicht untersagt;nicht unzulaessig;darf;duerfen;darfst;duerft;durfte~n;"
        "kann;koennen;kannst;koennt;erlaubt;gestattet;zulaessig;zugelassen;moeglich;berechtigt;"
        "freigestellt;optional;freiwillig;moeglichkeit"
    ),
    "should": (
        "soll;sollen;will;wollen;wollte;wollten;moechte;moechten;beabsichtigt;plant;sollte;sollten;sollst;empfohlen;empfiehlt;empfehlen;ratsam;wuenschenswert;"
        "empfehlenswert"
    ),
    "hedge": (
        "voraussichtlich;vermutlich;wahrscheinlich;vielleicht;eventuell;moeglicherweise;wohl;"
        "in der regel;normalerweise;ueblicherweise;gewoehnlich;im allgemeinen;scheint;scheinen;"
        "angeblich;mutmasslich;gegebenenfalls;ggf;vorlaeufig;unter vorbehalt;duerfte~n;koennte~n;"
        "offenbar;anscheinend;unter umstaenden;tendenziell;nach moeglichkeit;moeglichst;erwartet;"
        "erwarten;typischerweise;potenziell;unverbindlich;nach derzeitigem stand;geschaetzt;"
        "anvisiert;angestrebt;vorbehaltlich;noch unklar;wuerde~n;hofft;hoffen;zunaechst;geplant"
    ),
    "if": (
        "wenn;falls;sofern;soweit;vorausgesetzt;im falle;im fall;fuer den fall;bei vorlage;"
        "unter der bedingung;unter der voraussetzung;solange;sobald;nachdem;bevor;ehe;bei bedarf;"
        "voraussetzung"
    ),
    "on_request": (
        "auf antrag;auf wunsch;auf anfrage;nach absprache;nach vereinbarung;auf verlangen;"
        "nach genehmigung;mit genehmigung;mit zustimmung;nach zustimmung;nach ruecksprache;"
        "nach anmeldung;nach voranmeldung;nach freigabe;gegen vorlage;auf nachweis;"
        "mit schriftlicher genehmigung;mit schriftlicher zustimmung;unter aufsicht;"
        "gegen nachweis"
    ),
    "except": (
        "ausser;mit ausnahme;ausgenommen;es sei denn;abgesehen;bis auf;sonst;andernfalls;"
        "vorbehaltlich;soweit nicht;sofern nicht;mit ausnahme von"
    ),
    "cause": (
        "weil;denn;deshalb;daher;deswegen;darum;aufgrund;wegen;infolge;infolgedessen;dadurch;"
        "folglich;damit;verursacht;ursache;grund;gruenden;bedingt;zufolge dessen;mangels;dank;"
        ", da;zwecks;aus diesem grund;sodass"
    ),
    "report": (
        "laut;zufolge;sagt~e~en;sagen;berichtet~e~en;berichten;meint~e~en;meinen;erklaert~e;"
        "behauptet~e;angeblich;glaubt~e;weist darauf hin;wies darauf hin;merkt an;nach angaben;"
        "nach ansicht;nach meinung;nach aussage;nach auffassung;aus sicht;nach vorgabe;betont~e;"
        "kritisiert~e;bemaengelt~e;empfindet;schaetzt;vermutet~e;beruft sich;befuerchtet;"
        "bezeichnet~e;verweist auf;teilt mit;teilte mit;gab an;gibt an;wirft vor;fordert~e;"
        "schlaegt vor;schlug vor;aeusserte;urteilt~e"
    ),
    "not": (
        "nicht;kein~e~er~en~em~es;nie;niemals;niemand~en~em;nichts;weder;nirgends;keinesfalls;"
        "keineswegs;keinerlei;entfaellt;entfallen;unterbleibt;nirgendwo"
    ),
    "without": "ohne;ausserhalb",
    "forbidden": (
        "verboten;untersagt;unzulaessig;verbietet;untersagen;unerlaubt;ausgeschlossen;tabu;"
        "verbot;nicht erlaubt;nicht gestattet;nicht zulaessig;nicht zugelassen;nicht moeglich"
    ),
    "free": (
        "kostenlos~e~er~en~em~es;kostenfrei~e~er~en~em~es;gebuehrenfrei~e~er~en~em~es;"
        "unentgeltlich~e~er~en~em~es;gratis;umsonst;ohne gebuehr;ohne gebuehren;ohne kosten;"
        "keine kosten;keine gebuehr;keine gebuehren;nichts bezahlen;nichts zahlen;nichts kostet;"
        "kostet nichts;kosten nichts;ohne aufpreis;ohne berechnung;kein entgelt;ohne entgelt"
    ),
    "also": "auch;ebenfalls;ebenso;gleichfalls;zusaetzlich;sogar;selbst",
    "done": "bereits;schon;inzwischen;mittlerweile;laengst;abgeschlossen;erledigt",
    "still": "noch;weiterhin;nach wie vor;unveraendert;immer noch;fort",
    "before_now": (
        "bisher;bislang;frueher;ehemals;vormals;ehemalige~r~n~s;bisherige~r~n~s;fruehere~r~n~s;"
        "alte~r~n~s;damals;seinerzeit;zuvor"
    ),
    "from_now": (
        "kuenftig;zukuenftig;in zukunft;kuenftige~r~n~s;demnaechst;bald;ab sofort;fortan;von nun an"
    ),
    "since": "seit;seitdem;seither",
    "until": "bis",
    "now": "derzeit;aktuell;zurzeit;jetzt;gegenwaertig;momentan;heute;nunmehr;neuerdings",
    "at_once": "sofort;unverzueglich;umgehend;sogleich;prompt;gleich",
    "for_good": "dauerhaft;fuer immer;endgueltig;unbefristet;fest;auf dauer;permanent",
    "for_now": "vorerst;einstweilen;voruebergehend;befristet;zeitlich begrenzt;bis auf weiteres",
    "past": "wurde~n;war~en;hatte~n;worden;gewesen;gab;ging;lief",
    "compared": "mehr als;weniger als;hoeher als;niedriger als;kleiner als;groesser als",
}
