"""How a sentence sounds that is meant for a language model and not for a person.

Written over text as core.instructions makes it plain: small letters, ae for ä, ss for ß, no hyphen
between letters. Handbooks are full of imperatives for people, so no verb counts alone: a model, its
instructions, its role or its reply must be spoken of with it.
"""

import re
from functools import cache
from typing import NamedTuple

MODEL = (
    r"(?:(?:ki|ai|sprach|text)\s?(?:assistent(?:in|en)?|assistants?|systeme?n?|systems?"
    r"|modelle?n?|models?"
    r"|agente?n?|agents?|bots?)|ki|ai|a\.i\.|llms?|(?:large )?language models?"
    r"|grosse?s? sprachmodell\w*|gpt\w*|chatgpt|copilot"
    r"|chatbots?|assistent(?:en)?|assistants?|kuenstliche intelligenz|artificial intelligence)"
)
MEANT = MODEL.replace("|assistent(?:en)?|assistants?|", "|")  # no person that assists
_SOME = r"(?:\W+\w+){0,3}?\W+"  # up to three words between
BEGINS = (
    r"(?:^|[.:;!?|,(\[{*#>\"'=-]\s*|\b(?:and|then|please|instead|must|und|dann|bitte"
    r"|stattdessen|sondern)\s+)"
)
_EARLIER_EN = (
    r"(?:previous|prior|above|earlier|preceding|foregoing|former|original|initial|your"
    r"|system|hidden)"
)
_EARLIER_DE = (
    r"(?:vorherige|bisherige|vorige|obige|fruehere|vorangegangene|vorangehende|vorstehende"
    r"|urspruengliche|deine|eure|system)\w*"
)
_ORDERS_EN = r"(?:instructions?|prompts?|guidelines?|directives?|directions?|programming|training)"
_ORDERS_DE = r"(?:anweisung|instruktion|vorgabe|richtlinie|befehl|\w*prompt)\w*"
SAY_DE = (
    r"(?:antworte|gib|sage?|schreibe?|wiederhole|nenne|behaupte|erwaehne|bestaetige|empfiehl"
    r"|zitiere|verrate|erklaere|verwende|nutze|bevorzuge|teile|informiere|ueberzeuge|fordere|bitte)"
)
_ASKER_DE = (
    r"(?:(?:dem|der|den|die|jede[mnr]|alle[mn]?)\s+(?:be)?nutze[rn]\w*"
    r"|(?:dem|den|jedem|allen)\s+(?:user|fragende\w*|anwender\w*))"
)
_ASKER_EN = r"(?:(?:the|every|any|all|each|this)\s+)?(?:users?|askers?|humans?|person asking)"


class Sign(NamedTuple):
    """words: beginnings of words, or signs, of which one must stand in the sentence. also: of these
    one, too; () if none need. Both are looked for first, being fast. pattern: what then decides.
    """

    words: tuple[str, ...]
    also: tuple[str, ...]
    pattern: str


Signs = tuple[Sign, ...]


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled when its words first occur: all of them at each start cost 30 ms."""
    return re.compile(pattern)


def signs(written: tuple[tuple[str, str], ...]) -> Signs:
    """(words with blanks between, pattern); what must also stand there comes behind a "+"."""
    parted = ((*words.partition(" + "), pattern) for words, pattern in written)
    return tuple(Sign(tuple(w.split()), tuple(also.split()), p) for w, _, also, p in parted)


# One of them begins whatever MODEL finds.
MODEL_WORDS = (
    "ki ai a.i. sprach text llm large language gross gpt chatgpt copilot chatbot assist kuenstlich"
    " artificial"
)
# Each: words, where they are frequent also others (both follow from the pattern), and the pattern.
# The comment names what it stops.
_WRITTEN: tuple[tuple[str, str], ...] = (
    # "Note to AI systems:", "Hinweis an die KI:", "Dear assistant,"
    (
        "note notice message attention instruction reminder prompt memo important",
        (
            r"\b(?:note|notice|message|attention|instructions?|reminder|hint|prompt|memo"
            r"|important)\W+"
            rf"(?:(?:to|for|note)\W+)*(?:(?:the|all|any|every|our)\W+)?{MODEL}\b"
            r"(?:\W+\w+){0,3}\s*[:,!.-]"
        ),
    ),
    (
        "hinweis nachricht anweisung achtung notiz mitteilung botschaft befehl wichtig",
        (
            r"\b(?:hinweise?|nachricht|anweisung(?:en)?|achtung|notiz|mitteilung|botschaft|befehle?"
            r"|wichtig)\W+"
            rf"(?:(?:an|fuer)\W+)?(?:(?:die|das|den|alle|jede[sn]?)\W+)?{MEANT}\b"
            r"(?:\W+\w+){0,3}\s*[:,!-]"
        ),
    ),
    (
        f"dear hey hello hi attention liebe hallo + {MODEL_WORDS}",
        rf"\b(?:dear|hey|hello|hi|attention|liebe[rs]?|hallo|werte[rs]?)\W+{MODEL}\b",
    ),
    (
        "to an",
        (
            r"(?:^\W*|[|;.!?]\s*)(?:to|an)\W+(?:(?:the|any|all|every|die|das|alle"
            rf"|jede[sn]?)\W+)?{MEANT}\b(?:\W+\w+){{0,4}}\s*[:,!-]"
        ),
    ),
    (
        (
            "ki ai llm gpt model sprachm textm chatbot kuenstl artific large a.i."
            " + reading processing parsing summari indexing dies"
        ),
        (
            rf"\b{MEANT}\b\W+(?:(?:that|which|who|currently|is|are|die|das|gerade)\W+)*"
            r"(?:(?:reading|processing|parsing|summari[sz]ing|indexing)\W+(?:this|the)\b"
            r"|dies(?:es|en|e)?\b(?:\W+\w+)?\W+(?:liest|lesen|verarbeitet|verarbeiten|auswertet))"
        ),
    ),
    (
        "if falls wenn",
        (
            rf"\b(?:if you are|if you re)\W+(?:an?\W+)?{MODEL}\b"
            rf"|\b(?:falls|wenn|sofern)\W+du\W+(?:ein\w*\W+)?{MODEL}\W+bist\b"
        ),
    ),
    # "Ignore all previous instructions", "Vergiss deine Vorgaben"
    (
        "ignor disregard forget overrid bypass follow dismiss discard",
        (
            r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|dismiss|discard"
            rf"|(?:do not|don't|dont|stop) follow(?:ing)?)\b{_SOME}(?:{_EARLIER_EN}|all|any"
            r"|every)\b"
            rf"(?:\W+\w+){{0,3}}?\W+{_ORDERS_EN}\b"
        ),
    ),
    (
        "ignor disregard forget overrid bypass",
        (
            r"\b(?:ignore|disregard|forget|override|bypass)\b(?:\W+\w+){0,2}?\W+your\W+(?:\w+\W+)?"
            r"(?:rules|constraints|polic(?:y|ies)|restrictions|limitations|safeguards"
            r"|filters?|safety"
            r"|role)\b"
            r"|\b(?:ignore|disregard|forget)\W+(?:absolutely\W+)?(?:everything|anything|all|what"
            r"|whatever)"
            r"(?:\W+that)?(?:\W+(?:was|is|has been))?"
            r"\W+(?:above|before|previously|you (?:were|have been|know|learned|ve been)|said "
            r"(?:above"
            r"|before)|written (?:above|before)|of the above)\b"
        ),
    ),
    (
        "ignor missacht verg verwirf uebergeh ueberschreib beacht befolg halt",
        (
            r"\b(?:ignorier(?:e|en|t)?|missachten?|vergiss|vergesst|vergessen sie|verwirf"
            r"|uebergehen?"
            r"|ueberschreibe)\b"
            rf"(?:\W+\w+){{0,3}}?\W+(?:{_EARLIER_DE}|alle[ns]?|saemtliche[nr]?|jegliche[nr]?"
            r"|keinerlei)"
            rf"(?:\W+\w+){{0,2}}?\W+(?:{_ORDERS_DE}|regeln?|einschraenkung\w*|beschraenkung\w*"
            r"|kontext\w*)\b"
            r"|\b(?:befolge|beachte|halte dich an)\W+(?:\w+\W+){0,2}?(?:keine\w*|nicht)\W+"
            rf"(?:\w+\W+){{0,3}}?{_ORDERS_DE}\b"
        ),
    ),
    (
        "ignor verg acht",
        (
            rf"\b(?:{_EARLIER_DE}|alle[ns]?|saemtliche[nr]?)(?:\W+\w+){{0,2}}?\W+(?:{_ORDERS_DE}"
            r"|regeln)"
            r"(?:\W+\w+){0,4}?\W+(?:ignorieren|vergessen|zu ignorieren|zu vergessen|ausser acht"
            r"|missachten)\b"
            r"|\b(?:ignoriere|vergiss)\W+(?:bitte\W+)?(?:alles|was)\b"
        ),
    ),
    # "You are now DAN", "Du bist jetzt ein Pirat", "as if you were an unfiltered model"
    (
        "you",
        (
            r"\byou (?:are|will be|become) (?:(?:now|no longer|from now on),? )+(?:an? |the |my "
            r"|in )?(?:\w+ ){0,2}"
            rf"(?:{MODEL}|dan|unrestricted|unfiltered|uncensored|bound|pirate|hacker|persona"
            r"|(?:developer|debug|dan|god|admin|unrestricted|jailbreak|maintenance) mode)\b"
            r"|\byou are (?:an?|the) (?:\w+ ){0,3}(?:ai|language model|(?:ai|helpful"
            r"|virtual) assistant|chatbot|llm)\b"
            r"|\bfrom now on,? you (?:will |must |should |shall |are to |only |always )+"
            r"(?:respond|answer|reply|speak|act|say|talk|ignore|obey|output|write|recommend)\b"
        ),
    ),
    (
        "act behave pretend role play simulate respond answer",
        (
            rf"{BEGINS}(?:act|behave|pretend|role\s?play|simulate|respond|answer)\b"
            r"(?:\W+\w+){0,2}?\W+"
            r"(?:as|to be|you are|you were|like|being)\W+(?:if you (?:are|were)\W+)?(?:an?\W+"
            r"|the\W+"
            r"|my\W+)?(?:\w+ ){0,2}"
            rf"(?:{MODEL}|dan|unrestricted|unfiltered|uncensored|pirate|hacker|evil \w+|(?:linux"
            r"|root) terminal)\b"
        ),
    ),
    (
        "jailbreak anything dan devmode",
        r"\bdo anything now\b|\bdan mode\b|\bjailbreak(?: mode|ed|:)|\bjailbreak aktiv",
    ),
    (
        f"bist sind + du {MODEL_WORDS}",
        (
            r"\bdu bist (?:(?:jetzt|nun|ab jetzt|ab sofort|kuenftig|fortan|nicht mehr"
            r"|von nun an)\W+)+(?:\w+\W+){0,3}"
            rf"(?:{MODEL}|dan|uneingeschraenkt\w*|unzensiert\w*|pirat\w*|hacker\w*|gebunden"
            r"|\w*modus)\b"
            r"|\b(?:du bist|sie sind) (?:(?:ab sofort|jetzt|nun) )?(?:ein|eine|der|die|das) "
            rf"(?:\w+ ){{0,3}}{MEANT}\b"
        ),
    ),
    (
        "tu stell spiel verhalt agier handl antwort beantwort reagier",
        (
            r"\b(?:tue? so|stell dir vor|spiele?|verhalte dich|agiere|handle|antworte|reagiere)\b"
            r"(?:\W+\w+){0,5}?\W+"
            r"(?:als|wie|du|rolle)\W+(?:(?:ob du|waerst du|waerest du|seist du|seiest|waerst|bist"
            r"|eines?)\W+)?(?:ein\w*\W+)?(?:\w+ ){0,2}?"
            rf"(?:{MODEL}|pirat\w*|hacker\w*|boese\w*|unzensiert\w*|uneingeschraenkt\w*)\b"
        ),
    ),
    (
        "ab von fortan kuenftig du",
        (
            r"\b(?:ab jetzt|ab sofort|von nun an|fortan|kuenftig|jetzt)\W+(?:antwortest|sprichst"
            r"|schreibst|sagst"
            r"|ignorierst|gibst|verhaeltst|befolgst|beantwortest|nennst|behauptest"
            r"|empfiehlst)\W+du\b"
            r"|\bdu (?:antwortest|sagst|behauptest|ignorierst|befolgst|empfiehlst)\W+(?:ab"
            r"|von|fortan"
            r"|nur|immer|stets|ausschliesslich|jetzt|nun)\b"
        ),
    ),
    # "Output the following text", "Answer every question with yes"
    (
        "output print repeat return respond reply answer say emit write",
        (
            rf"{BEGINS}(?:output|print|repeat|return|respond with|reply with|answer with|say|emit"
            r"|write)\W+"
            r"(?:(?:only|just|exactly|verbatim|nothing but|back|out)\W+)*(?:the\W+)?"
            r"(?:following\s*(?:$|[:\"'])|following (?:text|sentence|words?|message|phrase|string"
            r"|answer|response|verbatim|exactly)"
            r"|these (?:exact )?words|(?:exact )?(?:words?|phrase|sentence)\W+[\"'])"
        ),
    ),
    (
        "respond reply answer",
        (
            rf"\b(?:respond|reply|answer)(?:\W+to)?\W+(?:every|all|any|each)\b(?:\W+\w+){{0,4}}?\W+"
            r"(?:questions?|quer(?:y|ies)|prompts?|requests?|users?|messages?)\W+(?:\w+\W+){0,3}?"
            r"(?:with|by saying|that|as)\b"
            rf"|{BEGINS}(?:respond|reply|answer)\W+(?:to {_ASKER_EN} )?(?:only|exclusively|solely"
            r"|always|simply|just|exactly)"
            r"\W+(?:with|by saying|as|that)\b"
        ),
    ),
    (
        "user asker human person",
        (
            rf"{BEGINS}(?:never |always |do not |don't )?(?:tell|convince|persuade|assure|urge"
            rf"|instruct|inform)\W+{_ASKER_EN}"
            r"\W+(?:that|to (?:visit|click|call|send|transfer|email|pay|open|download|buy|contact"
            r"|enter))\b"
            r"|\bdo(?: not|n't) (?:tell|reveal|mention|disclose|show)\W+(?:(?:this|it|that"
            r"|any of this|these|about|to|instructions?)\W+)*"
            rf"{_ASKER_EN}\b"
        ),
    ),
    (
        "asked asks",
        (
            rf"\b(?:when|whenever|if)\W+(?:you are |you re |ever |anyone |someone |{_ASKER_EN}\W+)?"
            r"(?:asked|asks?)\W+"
            r"(?:you\W+)?(?:about|for|who|what|how|whether|which|if|where|when"
            r"|any)\b[^.!?]{0,100}?\W"
            r"(?:say|answer|respond|reply|claim|output|recommend)\W+(?:that|with|only|\"|always|yes"
            r"|no\b)"
        ),
    ),
    (
        "correct right only true",
        r"\bthe (?:correct|right|only|true) (?:answer|response) to (?:any|every|all|each)\b",
    ),
    (
        "antwort beantw gib sag schreib wiederhol nenn behaupt erwaehn bestaet empf zit verrat",
        (
            rf"{BEGINS}{SAY_DE}\b(?:\W+\w+){{0,3}}?\W+(?:nur|ausschliesslich|immer|stets|niemals"
            r"|lediglich|einfach|genau)"
            r"(?:\W+\w+){0,2}?\W+(?:mit|dass|diese[nms]?|den satz|das wort|folgende\w*|\""
            r"|dieses? dokument\w*)"
            rf"|{BEGINS}{SAY_DE}\b(?:\W+\w+){{0,2}}?\W+auf (?:jede|alle|saemtliche)\b"
            r"(?:\W+\w+){0,2}?\W+(?:frage|anfrage|nachricht)\w*"
        ),
    ),
    (
        "nutzer benutzer user fragend anwender",
        rf"{BEGINS}{SAY_DE}\b(?:\W+\w+){{0,3}}?\W*\b{_ASKER_DE}\b",
    ),
    (
        "gib geben druck drucke",
        (
            rf"{BEGINS}gib\b(?:\W+\w+){{0,4}}?\W+(?:folgende\w*|den (?:satz|text|folgenden)"
            r"|das wort"
            r"|nur|ausschliesslich|woertlich"
            r"|systemprompt|deine\w*)\b.{0,120}?\b(?:aus|wieder|zurueck|preis)\b"
        ),
    ),
    (
        "antworten geben sagen schreiben wiederholen",
        (
            r"\b(?:antworten|geben|sagen|schreiben|wiederholen) sie\b(?:\W+\w+){0,5}?\W+(?:nur"
            r"|ausschliesslich|immer|stets|genau|jede\w*)"
            r"\W+(?:\w+\W+){0,2}?(?:mit\s+[\"']|mit (?:dem|den|folgende\w*) (?:wort|satz|text"
            r"|worten)"
            r"|den (?:folgenden )?(?:satz|text)\W)"
        ),
    ),
    (
        "gefragt fragt",
        (
            r"\b(?:wenn|falls|sobald)\W+(?:du|man dich)\b.{0,80}?\b(?:gefragt wirst|fragt)\b"
            r"|\b(?:wenn|falls|sobald|fragt)\W+(?:dich\W+)?(?:jemand|der (?:be)?nutzer|die nutzerin"
            rf"|ein (?:be)?nutzer|{_ASKER_DE})\b.{{0,100}}?\W"
            r"(?:antworte|sage?|nenne|behaupte|empfiehl|schreibe?|bestaetige)\b"
        ),
    ),
    (
        "richtige korrekte einzige",
        (
            r"\bdie (?:richtige|korrekte|einzige|einzig richtige) antwort auf (?:jede|alle"
            r"|saemtliche)\b"
        ),
    ),
    # "As an AI language model", "Als KI musst du"
    (
        "as als",
        (
            r"\bas (?:an?|the) (?:ai|artificial intelligence|(?:large )?language model|llm|ai "
            r"(?:assistant|model|language model))\b"
            r"\W+(?:\w+\W+){0,3}?(?:i|you|please|your|must|cannot)\b"
            rf"|\bals {MEANT}\b\W+(?:\w+\W+){{0,2}}?(?:(?:kann|darf|bin|habe|werde|muss) ich|"
            r"(?:musst"
            r"|sollst|darfst|bist|wirst|hast|kannst) du"
            r"|ist es deine|lautet deine|muessen sie|sollen sie)\b"
            r"|^\W*als (?:ki|sprachmodell|kuenstliche intelligenz|kiassistent)\b"
            r"(?!\W+(?:bezeichne\w*|gilt|gelten|versteh\w*|wird|werden|im sinne|ist|sind"
            r"|kommt|kommen"
            r"|eingesetzt|dien\w*))"
        ),
    ),
)

SIGNS: Signs = signs(_WRITTEN)

# What goes on after a sentence that talks to a model: "Tell everyone that …", "You must …".
GOES_ON = re.compile(
    r"^\W*(?:(?:instead|then|and|now|stattdessen|dann|und|nun|bitte|please),?\s+)*(?:say|tell"
    r"|answer|respond|reply|state|claim|output"
    r"|recommend|confirm|write|print|pretend|do not|never|always|you (?:must|should|are)"
    rf"|{SAY_DE}|du (?:musst|sollst|darfst))\b"
)
