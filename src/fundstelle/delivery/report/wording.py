"""Names and explanations of figures, German and English, and how numbers are written."""

from fundstelle.core.metrics.figures import DECIMALS
from fundstelle.core.metrics.summary import Metrics
from fundstelle.delivery.report.facts import Facts
from fundstelle.delivery.wording import Lang, decimal, filled

FIGURES: dict[str, dict[Lang, str]] = {
    "hit@1": {"de": "richtiges Dokument an erster Stelle", "en": "right document in first place"},
    "hit@5": {"de": "… unter den ersten 5", "en": "… among the first 5"},
    "hit@10": {"de": "… unter den ersten 10", "en": "… among the first 10"},
    "recall@10": {
        "de": "gefundener Anteil der richtigen Dokumente",
        "en": "share of the right documents found",
    },
    "mrr@10": {"de": "mittlerer Kehrwert des Rangs", "en": "mean reciprocal rank"},
    "ndcg@10": {"de": "Güte der Reihenfolge", "en": "quality of the order"},
    "span@1": {"de": "ganze Antwort im ersten Abschnitt", "en": "whole answer in the first chunk"},
    "span@5": {"de": "… in den ersten 5", "en": "… in the first 5"},
    "span@10": {"de": "… in den ersten 10", "en": "… in the first 10"},
    "correct_rate_on_answerable": {
        "de": "beantwortbare Fragen richtig beantwortet",
        "en": "answerable questions answered right",
    },
    "answered_precision": {
        "de": "gezeigte Antworten richtig",
        "en": "answers shown that are right",
    },
    "token_f1_on_answered": {
        "de": "Wörter gemeinsam mit der Musterantwort",
        "en": "words shared with the gold answer",
    },
    "false_refusal_rate": {
        "de": "beantwortbare Fragen abgelehnt",
        "en": "answerable questions refused",
    },
    "refusal_recall": {
        "de": "unbeantwortbare Fragen abgelehnt",
        "en": "unanswerable questions refused",
    },
    "doubtful_share": {
        "de": "gezeigte Antworten mit Vorbehalt",
        "en": "answers shown as doubtful",
    },
    "correct_rate_doubtful_refused": {
        "de": "richtig beantwortet, Vorbehalt als Ablehnung",
        "en": "answered right, doubtful as refused",
    },
    "answered_precision_doubtful_refused": {
        "de": "Antworten richtig, Vorbehalt als Ablehnung",
        "en": "answers right, doubtful as refused",
    },
    "false_refusal_rate_doubtful_refused": {
        "de": "fälschlich abgelehnt, Vorbehalt als Ablehnung",
        "en": "wrongly refused, doubtful as refused",
    },
    "refusal_recall_doubtful_refused": {
        "de": "zu Recht abgelehnt, Vorbehalt als Ablehnung",
        "en": "rightly refused, doubtful as refused",
    },
    "auroc": {
        "de": "Sicherheit trennt beantwortbar von unbeantwortbar",
        "en": "confidence tells answerable from unanswerable",
    },
    "refusal_recall@0.01": {
        "de": "ablehnbar bei höchstens 1 % falschen Ablehnungen",
        "en": "refusable at no more than 1 % false refusals",
    },
    "refusal_recall@0.05": {"de": "… bei höchstens 5 %", "en": "… at no more than 5 %"},
    "refusal_recall@0.1": {"de": "… bei höchstens 10 %", "en": "… at no more than 10 %"},
    "aurc": {"de": "mittleres Risiko", "en": "mean risk"},
    "e_aurc": {
        "de": "… über dem der besten Reihenfolge",
        "en": "… above that of the best order",
    },
    "cov@0.95": {
        "de": "richtig beantwortbar bei 95 % richtigen Antworten",
        "en": "answered right while 95 % of answers are right",
    },
    "cov@0.99": {"de": "… bei 99 %", "en": "… while 99 % are"},
    "cov@1": {"de": "… ohne Fehler", "en": "… without an error"},
    "ece": {
        "de": "Fehler der Sicherheit: beantwortbar?",
        "en": "error of confidence: answerable?",
    },
    "ece_correct": {
        "de": "Fehler der Sicherheit: Antwort richtig?",
        "en": "error of confidence: answer right?",
    },
    "grounding_violations": {
        "de": "Verstöße gegen den Beleg (G1–G4)",
        "en": "violations of proof (G1–G4)",
    },
    "latency_p50_ms": {"de": "Antwortzeit, Median", "en": "time to answer, median"},
    "latency_p95_ms": {
        "de": "Antwortzeit, 95 von 100 Fragen",
        "en": "time to answer, 95 of 100 questions",
    },
    "latency_max_ms": {"de": "Antwortzeit, längste", "en": "time to answer, longest"},
}

TEXTS: dict[str, dict[Lang, str]] = {
    "title": {"de": "Messung", "en": "Evaluation"},
    "lead": {
        "de": "Fragen: {measured} ({answerable} beantwortbar, {unanswerable} nicht). "
        "Dokumente: {documents}.",
        "en": "Questions: {measured} ({answerable} answerable, {unanswerable} not). "
        "Documents: {documents}.",
    },
    "left_out": {
        "de": "{n} weitere Fragen wurden gestellt und nicht bewertet.",
        "en": "{n} further questions were asked and not judged.",
    },
    "left_out_one": {
        "de": "{n} weitere Frage wurde gestellt und nicht bewertet.",
        "en": "{n} further question was asked and not judged.",
    },
    "split_dev": {"de": "Entwicklungsfragen", "en": "development questions"},
    "split_heldout": {"de": "zurückgehaltene Fragen", "en": "held-out questions"},
    "split_all": {"de": "alle Fragen", "en": "all questions"},
    "mode_open": {"de": "alle Dokumente erlaubt", "en": "all documents allowed"},
    "mode_closed": {
        "de": "nur die genannten Dokumente erlaubt",
        "en": "only the named documents allowed",
    },
    "no_gold": {
        "de": "Der Fragensatz sagt nicht, was richtig ist. Gemessen wurden nur Zeiten.",
        "en": "The set does not say what is right. Only times were measured.",
    },
    "finding": {"de": "Finden", "en": "Finding"},
    "answering": {"de": "Antworten und Ablehnen", "en": "Answering and refusing"},
    "doubt": {"de": "Antworten mit Vorbehalt", "en": "Doubtful answers"},
    "confidence": {"de": "Sicherheit", "en": "Confidence"},
    "proof": {"de": "Beleg", "en": "Proof"},
    "time": {"de": "Zeit", "en": "Time"},
    "doubt_mix": {
        "de": "{doubtful} von {shown} Antworten tragen den Vorbehalt „beantwortet die Frage "
        "möglicherweise nicht“. Davon richtig: {correct}, falsch: {wrong}, auf unbeantwortbare "
        "Fragen: {unanswerable}.",
        "en": "{doubtful} of {shown} answers carry the word that they may not answer the question. "
        "Of these right: {correct}, wrong: {wrong}, to unanswerable questions: {unanswerable}.",
    },
    "as_answered": {"de": "als Antwort gezählt", "en": "counted as answered"},
    "as_refused": {"de": "als Ablehnung gezählt", "en": "counted as refused"},
    "risk": {"de": "Risiko und Abdeckung", "en": "Risk and coverage"},
    "risk_caption": {
        "de": "Anteil falscher Antworten, wenn nur die sichersten gegeben werden. Der Punkt zeigt, "
        "wo das System aufhört; gestrichelt die beste mögliche Reihenfolge.",
        "en": "Share of wrong answers if only the most confident are given. The dot shows where "
        "the system stops; dashed is the best possible order.",
    },
    "covered": {"de": "beantworteter Anteil", "en": "share answered"},
    "wrong_share": {"de": "davon falsch", "en": "of these wrong"},
    "reliability": {"de": "Verlässlichkeit der Sicherheit", "en": "Reliability of confidence"},
    "reliability_caption": {
        "de": "Auf der Diagonale bedeutet 0,8: acht von zehn. Gefüllt: gezeigte Antworten, die "
        "richtig sind. Offen: alle Fragen, die beantwortbar sind. Größe: wie viele.",
        "en": "On the diagonal 0.8 means eight out of ten. Filled: answers shown that are right. "
        "Open: all questions that are answerable. Size: how many.",
    },
    "said": {"de": "Sicherheit", "en": "confidence"},
    "observed": {"de": "eingetreten", "en": "came true"},
    "latency": {"de": "Antwortzeit", "en": "Time to answer"},
    "latency_caption": {
        "de": "Fragen nach Dauer. Der letzte Balken enthält auch alle längeren.",
        "en": "Questions by duration. The last bar holds all longer ones too.",
    },
    "milliseconds": {"de": "Millisekunden", "en": "milliseconds"},
    "questions": {"de": "Fragen", "en": "questions"},
    "stages": {"de": "Schritte", "en": "Stages"},
    "stage": {"de": "Schritt", "en": "stage"},
    "embed": {"de": "Frage einbetten", "en": "embed the question"},
    "search": {"de": "Suchen", "en": "search"},
    "gates": {"de": "Prüfen", "en": "gates"},
    "median": {"de": "Median", "en": "median"},
    "p95": {"de": "95 %", "en": "95 %"},
    "longest": {"de": "längste", "en": "longest"},
    "all_figures": {"de": "Alle Werte", "en": "All figures"},
    "figure": {"de": "Wert", "en": "figure"},
    "value": {"de": "gemessen", "en": "measured"},
    "interval": {"de": "95-%-Bereich", "en": "95 % interval"},
    "n": {"de": "Fragen", "en": "questions"},
    "worst": {"de": "Falsch und am sichersten", "en": "Wrong and most confident"},
    "worst_lead": {
        "de": "Die Antworten, denen man am ehesten glaubt und die es nicht verdienen.",
        "en": "The answers that are believed most readily and do not deserve it.",
    },
    "false_refusals": {"de": "Zu Unrecht abgelehnt", "en": "Wrongly refused"},
    "false_refusals_lead": {
        "de": "Fragen, auf die es eine Antwort gibt, die unsichersten zuerst.",
        "en": "Questions that have an answer, the least confident first.",
    },
    "none_here": {"de": "Keine.", "en": "None."},
    "question": {"de": "Frage", "en": "question"},
    "shown": {"de": "gezeigt", "en": "shown"},
    "expected": {"de": "erwartet", "en": "expected"},
    "to_refuse": {"de": "Ablehnung", "en": "a refusal"},
    "broken": {"de": "Verstöße", "en": "Violations"},
    "rule": {"de": "Regel", "en": "rule"},
    "detail": {"de": "was", "en": "what"},
    "measured_with": {"de": "Gemessen mit", "en": "Measured with"},
    "set": {"de": "Fragensatz", "en": "set"},
    "split": {"de": "Teil", "en": "split"},
    "mode": {"de": "Modus", "en": "mode"},
    "date": {"de": "Datum", "en": "date"},
    "program": {"de": "Programm", "en": "program"},
    "digest": {"de": "SHA-256 des Fragensatzes", "en": "SHA-256 of the set"},
    "floor_missed": {
        "de": "Untergrenze verfehlt: {name} = {value}, verlangt {limit}",
        "en": "Floor missed: {name} = {value}, wanted {limit}",
    },
    "floor_unmeasured": {
        "de": "Untergrenze verfehlt: {name} ließ sich auf diesem Fragensatz nicht messen",
        "en": "Floor missed: {name} could not be measured on this set",
    },
    "asked": {"de": "{n} Fragen", "en": "{n} questions"},
    "asked_one": {"de": "{n} Frage", "en": "{n} question"},
}


def text(key: str, lang: Lang, **facts: object) -> str:
    """A text of TEXTS with its facts filled in; one for one thing as in delivery.wording."""
    return filled(TEXTS, key, lang, facts)


def lead_of(facts: Facts, metrics: Metrics, lang: Lang) -> str:
    """How many questions of which kind were measured, in one sentence or two."""
    counts = metrics.counts
    if not metrics.judged:
        return text("no_gold", lang)
    lead = text("lead", lang, documents=facts.documents, **counts)
    left_out = counts["asked"] - counts["measured"]
    return f"{lead} {text('left_out', lang, n=left_out)}" if left_out else lead


def percent(value: float, lang: Lang, places: int = 1) -> str:
    """A share in percent."""
    return f"{decimal(value * 100, lang, places)}\u00a0%"


def written(name: str, value: float, lang: Lang) -> str:
    """A figure as it is shown everywhere: shares with four decimals, times with their unit."""
    if name.endswith("_ms"):
        return f"{decimal(value, lang, 2)}\u00a0ms"
    return f"{value:.0f}" if name == "grounding_violations" else decimal(value, lang, DECIMALS)


def headline(name: str, value: float, lang: Lang) -> str:
    """The same at a glance: percent with one decimal, whole milliseconds."""
    if name.endswith("_ms"):
        return f"{decimal(value, lang, 0 if value >= 10 else 1)}\u00a0ms"  # noqa: PLR2004 - two digits
    if name == "grounding_violations":
        return f"{value:.0f}"
    return percent(value, lang)
