"""What is no statement about the documents: small talk, questions, orders, talk about the model."""

import re

from fundstelle.core.claims.reasons import Reason, ReasonCode
from fundstelle.core.instructions import talks_to_model
from fundstelle.core.terms import Language

_TALK = {
    "de": re.compile(
        r"\b(?:gern(?:e)?\s+(?:helf|beantwort|geschehen|steh)|ich (?:hoffe|helfe|bin ein|kann|habe|"
        r"freue|verstehe|denke|glaube|empfehle|bestätige|würde|nenne|schaue|sehe)|als (?:ki|sprach|"
        r"assistent|chatbot)|wie kann ich|lassen sie mich|lass mich|gute frage|sprachmodell|"
        r"künstliche intelligenz|hoffentlich|viel erfolg|weitere fragen|haben sie noch|"
        r"stehe ich|zur verfügung stehe|helfe (?:ihnen|dir)|vielen dank|danke (?:für|schön)|"
        r"guten (?:tag|morgen|abend)|herzlich willkommen|schön,? dass|gut,? dass (?:sie|du)|"
        r"(?:interessante|spannende|wichtige) frage|frag(?:en sie|e) (?:gern|mich)|"
        r"wie (?:gewünscht|angewiesen|befohlen)|meine (?:antwort|empfehlung|meinung))\b",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"\b(?:i (?:hope|can|am|will|would|think|believe|recommend|confirm|understand|have|see|"
        r"suggest|cannot|do)|i['’](?:m|ll|d|ve)|let me|happy to|glad to|"
        r"great question|good question|"
        r"as an? (?:ai|assistant|language|chatbot)|language model|how (?:can|may) i|feel free|"
        r"thank(?:s| you)|you(?:'re| are) welcome|hello|good (?:morning|luck)|hope (?:this|that)|"
        r"anything else|as (?:instructed|requested|ordered)|my (?:answer|opinion|recommendation)|"
        r"glad you|nice that you|interesting question|answers? your question|help you)\b",
        re.IGNORECASE,
    ),
}
_CLOSING = " \n\"'”»)"
_ORDER = {
    "de": re.compile(r"^\W*(?:bitte\b|\w+en Sie\b)|\bbitte\b", re.IGNORECASE),
    "en": re.compile(
        r"^\W*please\b|\bplease\b|^\W*(?:make sure|remember to|be sure)\b", re.IGNORECASE
    ),
}
_FIRST_PERSON = {
    "de": re.compile(r"\b(?:ich|mir|mich)\b", re.IGNORECASE),
    "en": re.compile(r"\b(?:I|me|my)\b"),
}


def speech_faults(claim: str, source: str, language: Language) -> list[Reason]:
    """Faults of what the claim does, not of what it says. source: the cited sentence."""
    if talks_to_model(claim) or talks_to_model(source):
        return [Reason(ReasonCode.INJECTION)]
    talk = _TALK[language].search(claim)
    if talk and talk[0].lower() not in source.lower():
        return [Reason(ReasonCode.SPEECH_ACT, talk[0])]
    if claim.rstrip(_CLOSING).endswith(("?", "!")) and not source.rstrip(_CLOSING).endswith(
        ("?", "!")
    ):
        return [Reason(ReasonCode.SPEECH_ACT, claim[-1])]
    for pattern in (
        _ORDER[language],
        _FIRST_PERSON[language],
    ):  # as the claim begins, frame and all
        found = pattern.search(claim)
        if found and not pattern.search(source):
            return [Reason(ReasonCode.SPEECH_ACT, found[0])]
    return []
