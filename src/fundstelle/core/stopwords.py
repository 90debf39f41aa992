"""Words that carry no subject, German and English, as folded by core.terms.

FUNCTION_WORDS are neither indexed nor asked for. QUESTION_WORDS are indexed (they may matter in a
phrase), but a question does not search for them: they say what kind of answer is wanted.
"""

GERMAN = frozenset(
    """
    aber als also am an auch auf aus bei beim bin bis bist da dabei dadurch dafuer dagegen daher
    damit danach dann daran darauf daraus darin darum darueber das dass davon dazu dein deine dem
    den denn der deren derer des dessen dich die dies diese diesem diesen dieser dieses dir doch
    dort du durch ein eine einem einen einer eines einige einigen einiger er es etwa etwas euch
    euer fuer gegen hab habe haben habt hat hatte hatten hattest hier hin hinter ich ihm ihn ihnen
    ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja je jede jedem jeden jeder jedes jener
    jenes jetzt kein keine keinem keinen keiner man mein meine meinem meinen meiner mich mir mit
    nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines seit selbst
    sich sie sind so solche solchem solchen solcher solches sondern sonst soweit sowie ueber um und
    uns unser unsere unserem unseren unserer unter vom von vor waere waeren waehrend war waren warst
    was weil weiter welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir
    wird wirst wo wollen wollte worden wurde wurden zu zum zur zwar zwischen
    """.split()  # noqa: SIM905 - a list of a hundred words reads better as prose
)
ENGLISH = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each few for from further had
    has have having he her here hers him his how i if in into is it its itself just me more most my
    no nor not now of off on once only or other our ours out over own same she should so some such
    than that the their theirs them then there these they this those through to too under until up
    very was we were what when where which while who whom why will with would you your yours
    """.split()  # noqa: SIM905
)
# "will" is German and English, "war", "die", "was", "am", "an" are words of the other language:
# a word is dropped if either language has it, so that German and English text share an index.
FUNCTION_WORDS = GERMAN | ENGLISH

QUESTION_WORDS = frozenset(
    """
    allem allen aller alles anhand aufgrund bedeutet beispielsweise bekommt besagt besitzt besteht
    beziehungsweise bezueglich bitte bzw darf darfst duerfen erfolgt erhaelt erklaere findest findet
    gab gaebe gehoeren gehoert gelten gemaess genannt genau gerade gibt gilt heissen heisst
    hinsichtlich insgesamt kann kannst koennen koennte konnte lang lange laut lauten lautet liegt
    macht machen mag mal mehr mehrere moechte moegen muesste muessen muss musst musste nenne nennt
    pro regelt sagt soll sollen sollte sollten statt steht stehen trotz tun tut unterschied viel
    viele vielen wann warum wem wen wenig wessen weshalb wieso wieviel wieviele wodurch wofuer woher
    wohin womit wonach woran worauf woraus worin worueber wovon wozu wuerde wuerden zeige zufolge
    according called define describe exist exists explain find get gets give given happen happened
    happens list long made make many may mean means might much must name named occur occurred please
    say says shall tell type types use used using whose
    """.split()  # noqa: SIM905
)
