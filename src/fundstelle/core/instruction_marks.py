"""Marks of prompts, hidden orders, orders in other languages; see core.instruction_signs."""

from fundstelle.core.instruction_signs import BEGINS, Signs, signs

_WRITTEN: tuple[tuple[str, str], ...] = (
    # system prompt, chat templates, closing tags of a prompt
    (
        "prompt system initial hidden anweisung instruction",
        (
            r"\b(?:your|dein(?:e[nrms]?)?|ihre[nm]?) (?:\w+ )?(?:system|initial|hidden"
            r"|geheime\w*)\s?"
            r"(?:prompt|message|instructions?|anweisung\w*)"
            r"|\b(?:reveal|print|show|leak|repeat|output|expose|disclose|verrate|zeige?|nenne?"
            r"|offenbare)\b(?:\W+\w+){0,3}?\W+"
            r"(?:system\s?prompt|initial prompt|hidden prompt|deine (?:\w+ )?anweisungen|your "
            r"(?:\w+ )?instructions)"
            r"|\bsystem\s?prompt\s*[:=\]]"
        ),
    ),
    (
        "system assistant assistent override",
        (
            r"\bsystem\s?(?:override|prompt|instructions?|command|anweisung(?:en)?"
            r"|befehl|vorgaben?|regeln?)\b\s*[:\]!.-]"
            r"|\b(?:system|assistant|assistent)\s*:\s*(?:you|du|ignor|from now|ab |sure|certainly"
            r"|as an ai)"
            r"|\[(?:system|assistant)\]\s*[:(#]"
        ),
    ),
    (
        "new neue hidden secret geheime versteckte updated",
        (
            r"(?:^|[.|!?(\[*-]\s*)(?:new|updated|neue|hidden|secret|geheime|versteckte) "
            r"(?:system )?"
            r"(?:instructions?|anweisung(?:en)?|prompt|directive)\s*:"
        ),
    ),
    (
        "< [ ### end begin ---",
        (
            r"<\|\s?/?[\w ]+\s?\|>|\[/?inst\]|<</?sys>>"
            r"|</?(?:system|assistant|system_?prompt|evidence|instructions?|tool_calls?|think"
            r"|start_of_turn|end_of_turn|user_?query|documents?_?context)>"
            r"|^\W*###\s*(?:system|instructions?|anweisung|response|assistant|human|prompt)\s*:"
            r"|(?:^|[.!?\])>=#*-]\s*)(?:begin|start|end) (?:of )?(?:the )?(?:system |new )?"
            r"(?:context"
            r"|prompt|evidence|message)\b\s*(?:[\])>=:.!-]|$)"
            r"|<!-*\s*(?:ai|llm|assistant|prompt|instructions?|system|ki)\b"
        ),
    ),
    # which source to take: "Cite only this document", "Zitiere keine anderen Quellen"
    (
        "cite quote use mention prefer trust",
        (
            rf"{BEGINS}(?:cite|quote|prefer|trust)\W+(?:only|exclusively|always)\W+(?:this"
            r"|the present)\W+"
            r"(?:document|source|text|sentence|passage)\b"
            rf"|{BEGINS}(?:never|do not|don't) (?:cite|mention|use|quote)\W+(?:any\W+)?other\W+"
            r"(?:documents?|sources?|evidence|passages?)\b"
        ),
    ),
    (
        "zitier verwend nutz bevorzug nenn erwaehn",
        (
            rf"{BEGINS}(?:zitiere|verwende|nutze|bevorzuge|nenne|erwaehne)\W+(?:nur|ausschliesslich"
            r"|keine|immer|stets|niemals)"
            r"(?:\W+\w+){0,2}?\W+(?:dokumente?\w*|quellen?|textstellen?)\b"
        ),
    ),
    # encoded orders, and the conversation sent away
    (
        "deco deciph decr deko entschl base",
        (
            r"\b(?:decode|decipher|decrypt|dekodieren?|decodieren?|entschluessel[en]+)\b.{0,80}?\W"
            r"(?:follow|execute|obey|carry out|do what|befolgen?|fuehre|ausfuehren|ausgefuehrt)\b"
        ),
    ),
    (
        "conversation history verlauf gespraech chatverl question konversation frage data nutzerd",
        (
            r"\b(?:send|append|transmit|forward|post|include|exfiltrate|schicke|sende|haenge"
            r"|uebermittle)\b.{0,80}?"
            r"\b(?:conversation|chat history|chatverlauf|gespraechsverlauf|konversation"
            r"|user'?s? (?:questions?|data)|frage des nutzers|nutzerdaten)\b.{0,80}?"
            r"(?:https?://|@|\burl\b|\blink\b)"
        ),
    ),
    (
        "![",
        (
            r"!\[[^\]]*\]\(https?://[^)\s]*[?&][^)\s]*=(?:[{[<$]|%7b|conversation|question|secret"
            r"|context|data\b)"
        ),
    ),
    # what follows a made-up end, and other talk to one that has a role
    (
        "end ende kontextende",
        (
            r"\b(?:end of (?:the )?(?:document|text|context|file|page)"
            r"|ende (?:des|der) (?:dokuments|textes|kontexts|datei|seite)|kontextende)\W+"
            r"(?:your )?(?:next|new|naechste[rs]?|neue[rs]?)\W+(?:task|order|instructions?|aufgabe"
            r"|auftrag|anweisung(?:en)?)\b"
        ),
    ),
    (
        (
            "you du dein role rolle stay stop bleib assistant what want instruct require"
            " + now new neue charact bleib role rolle assistant stop training told wants instructs"
            " requires"
        ),
        (
            r"\byou (?:will|must|should) now (?:ignore|forget|answer|act|say|pretend)\b"
            r"|\byou have a new (?:task|objective|goal|mission|role)\b"
            r"|\bdu hast (?:(?:jetzt|nun|ab jetzt) )?eine neue (?:rolle|identitaet)\b"
            r"|\bstay in character\b|\bbleib in (?:der|deiner) rolle\b"
            r"|^\W*(?:role|rolle)\s*:.{0,20}\b(?:unrestricted|ai|ki|uneingeschraenkt\w*)\b"
            r"|^\W*assistant must (?:never|always|not) (?:mention|cite|reveal|answer|say)\b"
            r"|\bstop being an? (?:\w+ )?(?:assistant|model|ai|bot)\b"
            r"|\b(?:your training data|deine trainingsdaten)\b"
            r"|\bwhat were you told\b|\b(?:wants|instructs|requires) you to (?:approve|answer|say"
            r"|recommend|ignore|hide|comply)\b"
        ),
    ),
    (
        "end begin start finish beende beginne schliess",
        (
            r"\b(?:end|begin|start|finish|beende|beginne|schliesse) (?:each|every"
            r"|jede\w*) (?:\w+ )?(?:message|answer|repl(?:y|ies)|response|antwort|nachricht"
            r"|ausgabe)\b.{0,20}?\b(?:with|mit)\b"
        ),
    ),
    (
        "respond reply answer speak talk",
        (
            rf"{BEGINS}(?:respond|reply|answer|speak|talk) (?:to )?(?:the )?(?:user|person|asker"
            r"|human)s?\b.{0,20}\b(?:with|in|by|only)\b"
        ),
    ),
    # letters apart: "I g n o r e a l l r u l e s" is one word here
    (
        "ignore antworte answer disregard vergiss",
        (
            r"\b(?:ignorea|ignorep|ignorey|ignorieral|antwortea|antworten?ur|answere|answera"
            r"|disregarda|vergissal|vergissd)\w*(?:rules|instruction|prompt|frage|question|regel"
            r"|anweisung|vorgabe)\w*\b"
        ),
    ),
    # other languages
    (
        "respond répond repond rispond antwoord odpowied odpowiedz",
        (
            r"\b(?:responde|responda|respondan|r[eé]ponde?[sz]?|rispond[iae]|rispondete|antwoord"
            r"|odpowiedz\w*|odpowiadaj)\b.{0,40}?(?:\b(?:siempre|toujours|sempre|solo|que|altijd"
            r"|zawsze|toutes|todas|tutte|met|con|par|avec)\b|\")"
        ),
    ),
    (
        "ignor oubli olvid instru instruc istruzioni négli",
        (
            r"\b(?:ignore[rz]?|ignora[rd]?|ignorad|ignorate|ignorez|oubliez?|olvida|olvide"
            r"|dimentica"
            r"|esqueca)\b(?:\W+\w+){0,3}?\W+"
            r"(?:les|las|le|as|tes|vos|tus|sus|tue|suas)\W+(?:\w+\W+){0,2}?(?:instructions"
            r"|instrucciones|istruzioni|instrucoes|instru\w+es|consignes|regles)\b"
        ),
    ),
    (
        "negeer vergeet zignor zapomnij",
        (
            r"\b(?:negeer|vergeet)\b(?:\W+\w+){0,3}?\W+(?:instructies|opdrachten|aanwijzingen)\b"
            r"|\b(?:zignoruj|zignorujcie|zignorowac|zapomnij)\b(?:\W+\w+){0,3}?\W+(?:instrukcje|polecenia"
            r"|instrukcjach)\b"
        ),
    ),
    (
        "talimat инструкц указани 指令 提示 说明 指示",
        (
            r"talimat\w*(?:\W+\w+){0,2}?\W+(?:yok say|unut|gormezden gel|dikkate alma)"
            r"|(?:игнорируй|забудь|проигнорируй)\w*(?:\W+\w+){0,3}?\W+(?:инструкци|указани)"
            r"|(?:忽略|忘记|无视)[^。]{0,10}(?:指令|提示|说明|指示)|以前の指示[^。]{0,6}無視"
        ),
    ),
)

MARKS: Signs = signs(_WRITTEN)
