"""Closed classes of German and English: what a small word is, and which say the same."""

# ruff: noqa: SIM905 - lists of words read better as prose

from fundstelle.core.terms import Language


def _table(**listed: str) -> dict[str, str]:
    return {word: key for key, words in listed.items() for word in words.split()}


ARTICLES: dict[Language, dict[str, str]] = {
    "de": _table(
        r="der einer", e="die das eine", n="den einen", m="dem einem", s="des eines", x="ein"
    ),
    "en": _table(**{"": "the a an"}) | {"the": "", "a": "", "an": ""},
}
# im: in, and the case its article shows.
JOINED = {
    "am": ("an", "m"), "im": ("in", "m"), "zum": ("zu", "m"), "zur": ("zu", "r"),
    "vom": ("von", "m"), "beim": ("bei", "m"), "ins": ("in", "e"), "ans": ("an", "e"),
    "aufs": ("auf", "e"), "furs": ("fur", "e"), "durchs": ("durch", "e"),
}  # fmt: skip
_ENDED = {"er": "r", "e": "e", "es": "s", "en": "n", "em": "m"}
_STRONG = frozenset("dies jed jen all welch solch manch".split())  # dieses: as das
DETERMINERS = {
    f"{base}{ending}": (base, "e" if ending == "es" and base in _STRONG else case)
    for base in "dies jed jen kein all sein ihr unser welch solch manch".split()
    for ending, case in _ENDED.items()
} | {word: (word, "x") for word in ("kein", "sein", "ihr", "unser")}
# Nouns that show their case themselves.
CASED = {"herr": ("herr", "r"), "herrn": ("herr", "n")}
PREPOSITIONS: dict[Language, frozenset[str]] = {
    "de": frozenset(
        """ab an auf aus ausser ausserhalb bei binnen bis durch entgegen fur gegen gegenuber gemass
        hinter in innerhalb je laut mit mittels nach neben oberhalb ohne per pro samt seit statt
        trotz uber um unter unterhalb von vor wahrend wegen zu zufolge zwischen zwecks
        einschliesslich inklusive zuzuglich abzuglich aufgrund anhand infolge anstelle""".split()
    ),
    "en": frozenset(
        """about above across after against along among around as at before behind below beside
        between beyond by despite during except for from in inside into like near of off on onto
        out outside over per since through throughout to toward towards under until upon via with
        within without""".split()
    ),
}
FINITE: dict[Language, frozenset[str]] = {
    "de": frozenset(
        """ist war sei wird wurde hat hatte kann muss darf soll sollte will konnte musste durfte
        wollte mochte gilt""".split()
    ),
    "en": frozenset(
        """is was has had do did can could may might must shall should will would need""".split()
    ),
}
SMALL: dict[Language, frozenset[str]] = {
    "de": frozenset(
        """aber als also auch beide beiden da dabei dadurch dafur dagegen daher damit danach dann
        daran darauf daraus darin daruber darum davon davor dazu dass denn deren dessen dort du er
        es etwa nur erst schon noch nicht nie niemals niemand niemanden niemandem nichts weder oder
        und sowie bzw ob obwohl sie sich so sobald sofern solange sondern sonst wann warum was weil
        wenn wer wem wen wie wieder wo wobei ihm ihn ihnen ihr wir uns man falls soweit bevor
        nachdem einander selbst immer stets hier hierzu jedoch doch mindestens hochstens rund genau
        fast kaum meist meistens oft sehr mehr weniger viel viele vielen wenig wenige einige einigen
        mehrere mehreren ja nein ausgenommen hingegen allerdings bereits jeweils zusatzlich gern
        bitte""".split()
    ),
    "en": frozenset(
        """and or but nor not no never none nobody nothing only also even just if unless when while
        whether because although though than that which who whom whose what where how it its they
        them their he him his she her we us our you your this these those there here both either
        neither each every all any some most many few more less much other such same so then too
        very still already yet once""".split()
    ),
}
_SAME_DE = _table(
    ist="ist sind", war="war waren", sei="sei seien", wird="wird werden", wurde="wurde wurden",
    hat="hat haben", hatte="hatte hatten", kann="kann konnen", muss="muss mussen",
    darf="darf durfen", soll="soll sollen", sollte="sollte sollten", will="will wollen",
    gilt="gilt gelten", und="und sowie", wenn="wenn falls sofern", je="je pro per",
    innerhalb="innerhalb binnen", rund="rund etwa ca circa zirka ungefahr",
    mindestens="mindestens wenigstens", hochstens="hochstens maximal max",
    nur="nur ausschliesslich lediglich", kostenlos="kostenlos kostenfrei gebuhrenfrei",
    erlaubt="erlaubt gestattet zulassig", verboten="verboten untersagt unzulassig",
    erhalten="erhalten erhalt bekommt bekommen", samtlich="samtliche samtlichen",
    all="alle allen", beide="beide beiden", einig="einige einigen", mehrere="mehrere mehreren",
    viel="viele vielen", tragt="tragt tragen", nimmt="nimmt nehmen", gibt="gibt geben",
    lasst="lasst lassen", halt="halt halten", lauft="laufen lauft", fahrt="fahrt fahren",
    tritt="tritt treten", fallt="fallt fallen", kostet="kostet kosten",
)  # fmt: skip
_SAME_EN = _table(
    **{
        "is": "is are", "was": "was were", "has": "has have", "do": "do does",
         "about": "about approximately roughly around", "on": "on upon",
        "that": "that which", "until": "until till",
        "all": "all every each",
        "allowed": "allowed permitted", "forbidden": "forbidden prohibited",
    },
)  # fmt: skip
SAME: dict[Language, dict[str, str]] = {"de": _SAME_DE, "en": _SAME_EN}
# Words that only lead over from the sentence before; they may stand or not. "Auch" only before a
# noun: "Auch wenn es regnet" says more than "Wenn es regnet".
OPENERS: dict[Language, frozenset[str]] = {
    "de": frozenset(
        """ausserdem zudem ferner daruberhinaus weiterhin zusatzlich dennoch trotzdem gleichwohl
        ebenso ebenfalls auch""".split()
    ),
    "en": frozenset(
        "furthermore moreover additionally besides also nevertheless nonetheless".split()
    ),
}
CONTRASTS = frozenset("hingegen jedoch allerdings however".split())
# Between a row's label, its header and its cell.
GLUE: dict[Language, frozenset[str]] = {
    "de": frozenset(
        "ist hat gilt betragt betrag liegt lautet gibt es bei fur in von vorgeseh".split()
    ),
    "en": frozenset("is has of for in at there amounts amount to".split()),
}
# Adverbs of one word that belong to the verb wherever they stand.
FREE_WORDS = frozenset(
    """taglich wochentlich monatlich jahrlich werktags werktag montags montag dienstags dienstag
    mittwochs mittwoch donnerstags donnerstag freitags freitag samstags samstag sonntags sonntag
    schriftlich telefonisch elektronisch rechtzeitig heut heute""".split()
)
# Nouns that say when; nothing belongs to them that could belong to the verb.
TIME_NAMES = frozenset(
    """montag dienstag mittwoch donnerstag freitag samstag sonntag fruhjahr fruhling sommer herbst
    winter januar februar marz april mai juni juli august september oktober november dezember
    wochenende""".split()
)
