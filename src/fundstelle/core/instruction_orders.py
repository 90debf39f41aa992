"""What texts order a language model to do: further signs, over the same plain text.

See core.instruction_signs. These rest on how people do not write to each other: the imperative of
"du" with a reply, "your answer must", a priority over other sources, our own reply form.
"""

from fundstelle.core.instruction_signs import (
    BEGINS,
    MEANT,
    MODEL,
    MODEL_WORDS,
    SAY_DE,
    Signs,
    signs,
)

_TEXT = (
    r"(?:document|text|page|paragraph|passage|resume|cv|e?mail|sentence|source|file|dokument\w*"
    r"|textes"
    r"|absatz\w*|seite|lebenslauf\w*|datei|hinweis\w*|satz|quelle|bewerbung)"
)
_LIMITS = (
    r"(?:restrictions?|rules|limits|limitations|filters?|censorship|guidelines|safeguards|safety\w*"
    r"|einschraenkung\w*|beschraenkung\w*|regeln|grenzen|filter\w*|zensur|sicherheits\w+"
    r"|richtlinien|vorgaben)"
)

_WRITTEN: tuple[tuple[str, str], ...] = (
    # a new task
    (
        (
            "task role job mission instruction aufgabe rolle auftrag for fuer beantworte answer"
            f" + {MODEL_WORDS} question frag your dein"
        ),
        (
            rf"\b(?:for|nur fuer|only for)\W+{MEANT}(?: readers?| only)*\s*[:!]|{BEGINS}"
            r"(?:do not answer (?:the|this) question|beantworte (?:(?:die|diese) fragen? nicht"
            r"|keine fragen?))\W*$|"
            r"\byour (?:new|next|only|real|true) (?:task|role|job|mission|instructions?)\b"
            r"|\byour task is now\b"
            r"|\bdeine (?:neue|naechste|einzige|wahre) (?:aufgabe|rolle)\b|\bdein (?:neuer|einziger"
            r"|wahrer) auftrag\b"
            r"|\b(?:task|instructions?|prompt|aufgaben?|anweisung(?:en)?|auftrag)\W+(?:for|to|fuer"
            rf"|an)\W+(?:(?:the|den|die|das|all|alle)\W+)?{MEANT}\s*[:.!-]"
            r"|\b(?:aufgabe|anweisung(?:en)?)\W+fuer\W+(?:den|die|das) (?:assistenten|ki"
            r"|sprachmodell)\s*:"
        ),
    ),
    (
        (
            "ki ai llm gpt model sprachm textm chatbot kuenstl artific large copilot"
            " + instruction prompt anweisung hinweis note directive task override this diese"
        ),
        (
            rf"\b{MEANT}\W+(?:instructions?|prompt|anweisung(?:en)?|hinweis|note|directive|task"
            r"|override)\s*:"
            r"|\b(?:if|when|should|wenn|falls|sobald|sollte)\W+(?:an?|any|the|eine?|die"
            rf"|das)\W+{MEANT}\b"
            rf"(?:\W+\w+){{0,5}}?\W+(?:this|diese\w*)\W+{_TEXT}\b"
            rf"|\b{MEANT}\W+(?:must|should|shall|muss|muessen|soll|sollen)\W+(?:\w+\W+){{0,4}}?"
            rf"(?:this|diese[nsm]?)\W+{_TEXT}\b"
        ),
    ),
    (
        "summar zusammenf answering fasse",
        (
            r"\b(?:when|before|while|after|whenever)\W+(?:you\W+)?summari[sz](?:e|ing)\W+(?:this"
            rf"|the)\W+{_TEXT}\b"
            r"|\b(?:do not|don't|never) summari[sz]e this\b|\bwhen answering (?:the |this "
            r"|any |a )?"
            r"(?:users?|questions? about)\b"
            rf"|{BEGINS}fasse (?:nicht )?diese[nsm]? {_TEXT}\b|\b(?:wenn"
            rf"|falls) du diese[nsm]? {_TEXT}\b.{{0,40}}zusammenfasst"
        ),
    ),
    # a verdict ordered
    (
        "give gib vergib bewerte rate rank positive",
        (
            r"\b(?:give|assign|award) (?:it|him|her|this|them)? ?(?:\w+ )?(?:the |a )?"
            r"(?:highest|best"
            r"|top|full|maximum|perfect) (?:possible )?(?:score|rating|grade|marks?|points)\b"
            r"|\b(?:positive|good|favou?rable) (?:review|rating|answer) only\b|\bonly (?:a )?"
            r"(?:positive|favou?rable) (?:review|rating|answer)"
            r"|\b(?:rank|rate|recommend) this (?:resume|cv|candidate|applicant|application|offer"
            r"|product|company)\b"
            rf"|{BEGINS}(?:vergib|gib|bewerte)\b.{{0,50}}\b(?:hoechst\w*|bestnote|volle punktzahl"
            r"|beste note)\b"
        ),
    ),
    # what the reply must be
    (
        "answer response reply output summary",
        (
            r"\b(?:in|to|into) your (?:final )?(?:answer|response|reply|output|summary)s?\W+"
            r"(?:\w+\W+){0,3}?(?:say|state|include|mention|write|add|claim|recommend|you must"
            r"|always"
            r"|never)\b"
            r"|\byour (?:final |only |entire |next )?(?:answer|response|reply|output|summary)s? "
            r"(?:must|shall|has to|is to|should (?:only|always|begin|start|say|state))\b"
            rf"|{BEGINS}(?:answer|reply|respond)\W+(?:to )?(?:the |this |any |every )?"
            r"(?:\w+'s?\W+)?"
            r"(?:users?\W+)?(?:questions?|quer(?:y|ies))\W+(?:with|by saying|in the negative)\b"
            rf"|{BEGINS}(?:answer|reply|respond|speak)\W+(?:only|exclusively|always)\W+(?:in"
            r"|with)\b"
            r"|\b(?:refuse|decline) to (?:answer|respond)\b.{0,30}\b(?:any|every|all|questions?)\b"
        ),
    ),
    (
        "instead stop say",
        (
            r"\binstead,? (?:respond|reply|answer|say|output|print)\b|\bstop what you are doing\b"
            rf"|{BEGINS}say\W+(?:yes|no|nothing|that)\b(?:\W+\w+){{0,2}}?\W+(?:to everything|to all"
            r"|always|every time)\b"
        ),
    ),
    (
        "antwort beantwort ausgabe zusammenfassung",
        (
            r"\b(?:in|zu|am (?:anfang|ende)) deiner (?:naechsten )?(?:antwort|ausgabe"
            r"|zusammenfassung)\b"
            r"|\bdeine (?:antwort|ausgabe|zusammenfassung) (?:muss|soll|lautet|beginnt|endet"
            r"|enthaelt"
            r"|darf)\b|\bals (?:deine )?antwort (?:immer|nur|stets)\b"
            rf"|{BEGINS}(?:be)?antworte\b\W+(?:\w+\W+){{0,4}}?(?:mit|nur|immer|stets|dass"
            r"|ausschliesslich|auf (?:deutsch|englisch|latein\w*|franzoesisch))\b"
            rf"|{BEGINS}verweigere?\b.{{0,20}}\b(?:antwort|auskunft)\b"
        ),
    ),
    (
        "behaupt sag schreib bestaetig",
        (
            rf"{BEGINS}(?:behaupte|sage?|bestaetige|schreibe?)\b\W+(?:einfach\W+|immer\W+"
            r"|bitte\W+)?"
            r"(?:,?\s*dass\b|[\"']|einfach|immer|nur)"
            rf"|{BEGINS}behaupte\b"
        ),
    ),
    (
        "claims answer quotes cites unanswered s1 s2 s3 s4 s5 s6 s7 s8 s9",
        (
            r"\{\s*[\"'](?:claims|answer|quotes|sentence|cites|unanswered)[\"']\s*:"
            r"|\b(?:cite|zitiere|use|nutze|verwende|choose|waehle|nimm)\W+(?:(?:only|nur"
            r"|always|immer"
            r"|ausschliesslich)\W+)?\[?s\d+\b"
        ),
    ),
    # what was ordered before no longer counts
    (
        "instruction guideline programming restriction rules prompt system initial hidden context",
        (
            r"\byour (?:system |safety |original |previous |core )?(?:instructions|guidelines"
            r"|programming|restrictions|prompt)\W+(?:have|has|were|was|are|is|no longer|do not)\b"
            r"|\b(?:the|all) (?:above|previous|prior|preceding) (?:instructions?|prompts?|context"
            r"|rules)(?: \w+)? (?:is|are|was|were) (?:\w+ )?(?:void|invalid|cancell?ed|superseded"
            r"|fake|wrong|a test|no longer valid)\b"
            r"|\b(?:instructions|prompts?|rules) (?:that )?you (?:have|were|had) (?:been )?"
            r"(?:received|given|told|get)\b"
        ),
    ),
    (
        (
            "anweisung regel vorgabe richtlinie einschraenk systemr gesagte stehende alles"
            " sicherheit + dein bisher vorher oben zuvor uebergeh ignorier verg verwirf missacht"
        ),
        (
            r"\bdeine (?:\w+ )?(?:anweisungen|vorgaben|richtlinien|einschraenkungen"
            r"|systemregeln)\W+"
            r"(?:wurden|sind|gelten|haben)\b"
            r"|\b(?:alles|das) (?:bisher |vorher |oben |zuvor )(?:gesagte|genannte|stehende"
            r"|geschriebene)\W+(?:ist|gilt|war)\b"
            r"|\b(?:uebergehe|ignoriere|vergiss|verwirf|missachte)\W+(?:bitte\W+)?(?:alle[sn]?|was"
            r"|saemtliche\w*|jede\w*|vorherige\w*|die frage|den nutzer)\b"
            rf"|{BEGINS}(?:setze?|hebe|schalte?|deaktiviere|umgehe|lockere|streiche)\W+"
            rf"(?:\w+\W+)?deine\w*\W+(?:\w+\W+)?{_LIMITS}"
        ),
    ),
    (
        "restriction rules limit filter cens guideline safe einschr beschr sicher regel grenz zens",
        (
            r"\b(?:disable|turn off|bypass|lift|remove|drop|switch off)\W+your\W+"
            rf"(?:\w+\W+)?{_LIMITS}"
            r"|\b(?:act|behave|respond|answer|pretend|you have|you are)\b(?:\W+\w+){0,5}?\W+(?:no"
            rf"|without|free of)\W+(?:any\W+)?{_LIMITS}\b.{{0,3}}$"
            r"|\bdu (?:darfst|hast|kennst|bist|antwortest|kannst)\b.{0,40}\b(?:ohne|keine)\W+"
            rf"(?:\w+\W+)?{_LIMITS}"
        ),
    ),
    (
        "you dass du + jailbr reprogr unlock freed upgrad forget verg ignore",
        (
            r"\byou have been (?:jailbroken|reprogrammed|unlocked|freed|upgraded to)\b"
            r"|\bforget that you are\b"
            r"|\bvergiss,? dass du\b|\bignore (?:what|whatever|anything|everything) (?:the |this )?"
            r"(?:user|asker|human)s?\b"
        ),
    ),
    ("override", r"(?:^|[.!?]\s*)(?:\w+ )?override\s*:"),
    (
        "developers creators openai anthropic entwickler",
        (
            r"\bmessage from (?:the|your) (?:developers|creators)\b|\b(?:openai|anthropic"
            r"|deine entwickler|your (?:developers|creators))\W+(?:\w+\W+){0,3}?(?:require"
            r"|want|allow"
            r"|instruct|erlaub|verlang|wollen|hat|has|have)"
        ),
    ),
    # show what stands before
    (
        "above repeat words wiederhol oben ueber",
        (
            rf"{BEGINS}(?:repeat|translate|print|output|reveal|show|list)\W+(?:all |back )?(?:the "
            r"|of the )?(?:words|text|everything|content|instructions|prompt|messages)\W+"
            r"(?:\w+\W+)?"
            r"(?:above|before this|so far)\b"
            rf"|{BEGINS}(?:wiederhole|zeige|uebersetze|nenne|drucke)\W+(?:alles|den "
            r"(?:gesamten )?text|den (?:inhalt|kontext))\b.{0,30}\b(?:oben|ueber|davor|bisher)\w*"
        ),
    ),
    # priority over other sources
    (
        "priorit authoritative vorrang massgeblich precedence source quelle document dokument",
        (
            rf"{BEGINS}(?:treat|consider|regard|behandle|betrachte)\b.{{0,50}}\b(?:priority"
            r"|authoritative|prioritaet|vorrang\w*|massgeblich\w*)\b"
            r"|\bmore important than (?:any|all) other (?:source|context|evidence|document)"
            rf"|{BEGINS}(?:do not|don't|never) (?:use|cite|trust|believe|consult|mention)\W+"
            r"(?:any of )?(?:the )?other (?:sources|documents|evidence|passages|context)\b"
            rf"|{BEGINS}(?:verwende|nutze|glaube|beachte|zitiere)\W+(?:nicht die|keine[rn]?)\W+"
            r"(?:der )?anderen? (?:quellen?|dokumente?n?|belege?n?)\b"
        ),
    ),
    # tools
    (
        "tool werkz werkzeug funktion function",
        (
            r"\b(?:use|call|invoke)\b.{0,40}\b(?:tool|function|plugin)\b.{0,20}\b(?:send|mail|email"
            r"|forward|upload|post|delete)\b.{0,20}\b(?:this|all|the (?:conversation|context"
            r"|evidence"
            r"|documents))\b"
            rf"|{BEGINS}(?:rufe?|nutze|verwende|benutze|starte)\W+(?:das|die|dein\w*)\W+(?:werkzeug"
            r"|tool|funktion)\b"
        ),
    ),
    # a conversation made up
    (
        ": {{ + user human nutzer frage beginn ende {{",
        (
            r"(?:^|[.!?|]\s*)(?:user|human|nutzer|frage)\s*:.{0,200}?\b(?:assistant|ai|bot"
            r"|assistent)\s*:"
            r"|\{\{[#/~]?\s*(?:system|assistant|user)\b|\bbeginn der (?:anweisungen"
            r"|systemnachricht)\b|\bende der (?:quellen|belege|systemnachricht)\b"
        ),
    ),
    (
        "ki ai bot model sprachm assist + without no ohne",
        (
            rf"\b(?:ein\w* |an? )?(?:{MODEL})\b\W+(?:\w+\W+){{0,3}}?(?:without|that has no|with no"
            rf"|ohne)\W+(?:any\W+)?{_LIMITS}\b"
        ),
    ),
    (
        "dir du dich + befehl erlaub verbiet gehorch musst sollst darfst ihm ihr ihnen",
        (
            r"\b(?:ich|wir) (?:befehle|befehlen|erlaube|erlauben|verbiete|verbieten) (?:dir"
            r"|es dir)\b|\bdu (?:musst|sollst|hast) (?:\w+ )?(?:gehorch\w+|zu gehorchen)\b"
            r"|\bdu (?:musst|sollst|darfst) (?:\w+ ){0,4}?(?:antworten|behaupten|ausgeben|zitieren"
            rf"|empfehlen)\b|{BEGINS}{SAY_DE} (?:ihm|ihr|ihnen) (?:nicht|niemals|nur)\b"
        ),
    ),
    (
        "you du dir helpful hilfreich assist",
        (
            rf"\b(?:you|du)\s*,\s*(?:the|an?|das|die|der|ein\w*)\W+{MODEL}\s*,|\b(?:as|als) (?:a|an"
            rf"|the|hilfreiche\w*|guter) (?:helpful |good |ai )?{MODEL}\W+(?:you|du|\w+st du"
            r"|\w+st)\b"
            rf"|\b(?:the user|{MEANT}|(?:der|dem) nutzer)\W+(?:has|have|hat|haben)\W+(?:you|dir"
            r"|authori[sz]ed you|allowed you|permitted you|given you)\b"
        ),
    ),
    (
        (
            "respond reply output pretend summari tu so statt instead above obige following folgend"
            " + respond your pretend summari tu answering antwort above verg ignor missacht"
        ),
        (
            r"\brespond that\b|\b(?:in|within) your (?:reply|output|response)s?\b|\byour output\b"
            rf"|{BEGINS}pretend\W+(?:that|the|to|you|this)\b|\bsummari[sz]e (?:this|it) as\b"
            rf"|{BEGINS}tu so\b|\b(?:instead of|statt)(?: \w+)? (?:answering|zu antworten"
            r"|antwort)\b"
            r"|\b(?:disregard|ignore|forget) the above\b|\b(?:vergiss|ignoriere|missachte) (?:das"
            r"|alles|den) (?:obige|vorige|vorherige|bisherige)\w*"
        ),
    ),
    (
        "unrestricted uneingeschraenkt other passages anderen instructions",
        (
            r"\b(?:unrestricted mode|uneingeschraenkte\w* modus)\b|\b(?:ignore|disregard"
            r"|forget)\W+the instructions you\b"
            r"|\b(?:all |everything in )?(?:the )?other (?:passages?|sources|evidence)\W+(?:is"
            r"|are)\W+(?:a )?(?:lie|lies|wrong|fake|outdated|untrue)\b|\b(?:glaube"
            r"|vertraue) nur diese[mr]?\b|\bonly (?:believe|trust) this\b"
        ),
    ),
    (
        "given gegeben chatbot ki ai llm gpt sprachm system persona identity identitaet",
        (
            r"\b(?:given to you|man dir (?:\w+ )?gegeben)\b"
            rf"|\b(?:an?|any|ein|eine|jede[rs]?) {MEANT} (?:reads|liest|dies(?:es)? liest)\b"
            r"|\bsystem: (?:previous|prior|all|new|neue|vorherige|alle)\b"
            r"|\b(?:your|deine) (?:new|neue) (?:persona|identity|identitaet|personality)\b"
        ),
    ),
    (
        "nothing nichts hide conceal verschweig verheimlich new neue next naechste halte",
        (
            rf"{BEGINS}(?:output|say|write|print|reply|respond|answer) nothing (?:but|except)\b"
            rf"|{BEGINS}(?:schreibe?|sage?|antworte|gib) nichts (?:ausser|anderes)\b"
            rf"|{BEGINS}(?:hide|conceal|verschweige|verheimliche)\W+"
            rf"(?:this|diese[nsmr]?)\W+{_TEXT}\b"
            rf"|{BEGINS}(?:new task|neue aufgabe)\s*:"
            r"|\bto the next user\b|\bdem naechsten nutzer\b|\bhalte dich nicht an\b"
        ),
    ),
)

ORDERS: Signs = signs(_WRITTEN)
