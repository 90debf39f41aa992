"""An error in words for the person: in their language, with commands as they can be typed."""

from fundstelle.core.errors import UnreadableFile
from fundstelle.core.troubles import worded
from fundstelle.delivery.program import as_called
from fundstelle.delivery.wording import Lang


def told(error: Exception, lang: Lang) -> str:
    """What is wrong and what to do; English where an error has no other words yet."""
    if isinstance(error, UnreadableFile):
        return f"{error.fault.reason[lang]} {error.fault.remedy[lang]}"
    if trouble := getattr(error, "trouble", ""):
        return as_called(worded(trouble, lang, **getattr(error, "facts", {})))
    return as_called(str(error))
