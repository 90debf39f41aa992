"""Why a claim of a model is not shown, in words for people."""

from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.delivery.wording import Lang

REASONS: dict[ReasonCode, dict[Lang, str]] = {
    ReasonCode.SPEECH_ACT: {
        "de": "Der Satz sagt nichts aus den Dokumenten aus.",
        "en": "The sentence states nothing from the documents.",
    },
    ReasonCode.SOURCE: {
        "de": "Der Satz nennt keine Fundstelle, die es gibt, oder mehr als eine.",
        "en": "The sentence names no place that exists, or more than one.",
    },
    ReasonCode.QUOTE: {
        "de": "Das angegebene Zitat steht nicht an der Fundstelle.",
        "en": "The quote given does not stand at the place.",
    },
    ReasonCode.INJECTION: {
        "de": "Die Fundstelle richtet sich an ein Sprachmodell und zählt nicht als Beleg.",
        "en": "The place talks to a language model and is no evidence.",
    },
    ReasonCode.NUMBER: {
        "de": "Eine Zahl weicht von der Quelle ab.",
        "en": "A number differs from the source.",
    },
    ReasonCode.UNIT: {
        "de": "Eine Einheit weicht von der Quelle ab.",
        "en": "A unit differs from the source.",
    },
    ReasonCode.DATE: {
        "de": "Ein Datum oder eine Zeit weicht von der Quelle ab.",
        "en": "A date or time differs from the source.",
    },
    ReasonCode.IDENTIFIER: {
        "de": "Ein Kennzeichen steht nicht in der Quelle.",
        "en": "A part or file number does not stand in the source.",
    },
    ReasonCode.SECTION: {
        "de": "Ein Paragraf oder Abschnitt weicht von der Quelle ab.",
        "en": "A section differs from the source.",
    },
    ReasonCode.NAME: {
        "de": "Ein Name steht nicht in der Quelle.",
        "en": "A name does not stand in the source.",
    },
    ReasonCode.CONTENT: {
        "de": "Ein Wort von Gewicht steht nicht in der Quelle.",
        "en": "A word of substance does not stand in the source.",
    },
    ReasonCode.NEGATION: {
        "de": "Eine Verneinung weicht von der Quelle ab.",
        "en": "A negation differs from the source.",
    },
    ReasonCode.OPPOSITE: {
        "de": "Der Satz sagt das Gegenteil der Quelle.",
        "en": "The sentence says the opposite of the source.",
    },
    ReasonCode.QUANTIFIER: {
        "de": "Eine Mengenangabe wie „alle“ oder „einige“ weicht ab.",
        "en": 'A quantifier like "all" or "some" differs.',
    },
    ReasonCode.MODALITY: {
        "de": "Müssen, dürfen oder können weicht von der Quelle ab.",
        "en": "Must, may or can differs from the source.",
    },
    ReasonCode.HEDGE: {
        "de": "Eine Einschränkung wie „etwa“ oder „in der Regel“ fehlt oder kam hinzu.",
        "en": 'A hedge like "about" or "usually" is missing or was added.',
    },
    ReasonCode.CONDITION: {
        "de": "Eine Bedingung der Quelle fehlt oder kam hinzu.",
        "en": "A condition of the source is missing or was added.",
    },
    ReasonCode.EXCEPTION: {
        "de": "Eine Ausnahme der Quelle fehlt oder kam hinzu.",
        "en": "An exception of the source is missing or was added.",
    },
    ReasonCode.COMPARISON: {
        "de": "Ein Vergleich wie „mindestens“ oder „höchstens“ weicht ab.",
        "en": 'A comparison like "at least" or "at most" differs.',
    },
    ReasonCode.TIME: {
        "de": "Eine Zeitangabe wie „bisher“ oder „künftig“ weicht ab.",
        "en": 'A word of time like "so far" or "from now on" differs.',
    },
    ReasonCode.SUPERLATIVE: {
        "de": "Eine Steigerung steht nicht in der Quelle.",
        "en": "A superlative does not stand in the source.",
    },
    ReasonCode.CAUSE: {
        "de": "Ein Grund steht nicht in der Quelle.",
        "en": "A cause does not stand in the source.",
    },
    ReasonCode.ATTRIBUTION: {
        "de": "Wer etwas sagt oder meint, weicht von der Quelle ab.",
        "en": "Who says or thinks it differs from the source.",
    },
    ReasonCode.ROLE: {
        "de": "Wer was tut, weicht von der Quelle ab.",
        "en": "Who does what differs from the source.",
    },
    ReasonCode.OMISSION: {
        "de": "Der Satz lässt etwas weg, was die Quelle dazu sagt.",
        "en": "The sentence leaves out something that the source says with it.",
    },
    ReasonCode.ADDITION: {
        "de": "Der Satz sagt etwas, was die Quelle so nicht sagt.",
        "en": "The sentence says something that the source does not say so.",
    },
    ReasonCode.ORDER: {
        "de": "Dieselben Wörter in anderer Ordnung können etwas anderes sagen.",
        "en": "The same words in another order may say something else.",
    },
    ReasonCode.JUDGE: {
        "de": "Ein zweites Lesen durch das Modell hat den Satz verworfen.",
        "en": "A second reading by the model rejected the sentence.",
    },
}


def reason_words(reason: Reason, lang: Lang) -> str:
    """The reason with what it is about: A number differs from the source. (14)"""
    words = REASONS[reason.code][lang]
    return f"{words} ({reason.detail})" if reason.detail else words
