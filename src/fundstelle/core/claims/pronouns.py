"""Sentences that speak of what the sentence before them named: "Sie ist vor Einzug fällig." """

import re

_REFERS = re.compile(
    r"(?:Er|Sie|Es|Dort|Dies\w*|Sein\w*|Ihr\w*|Deren|Dessen|Dabei|Daf\w*|Hierzu|In diesem Fall|"
    r"It|They|He|She|This|These|His|Her|Its|Their|There|Then|In this case)\b"
)


def refers_back(sentence: str) -> bool:
    """Whether it begins with a word that stands for something in the sentence before it."""
    return bool(_REFERS.match(sentence))
