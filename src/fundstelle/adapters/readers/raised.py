"""Raised and lowered characters in plain text: 5¹ and m², never 51 and m2."""

_PLAIN = "0123456789+-−=()"
_RAISED = dict(zip(_PLAIN + "ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ", strict=True))
_LOWERED = dict(zip(_PLAIN + "aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
# These part raised digits and look alike on the line: 5¹,² names two notes, "5 1,2" an amount.
_KEPT = frozenset(" \t\r\n\u00a0\x1e,;*")
_LINKING = ".:/+-−–"


def raised(text: str, *, lowered: bool = False) -> str | None:
    """The same in raised or lowered characters, one for one; None if one of them has none."""
    known = _LOWERED if lowered else _RAISED
    made = [known.get(char, char) for char in text]
    if any(new == old and old not in _KEPT for new, old in zip(made, text, strict=True)):
        return None
    return "".join(made)


def apart(text: str, before: str, after: str) -> tuple[str, str]:
    """What must stand before and after raised text that keeps its plain characters: " " or "".

    before, after: what stands there; "" if nothing or if that is unknown.
    """
    inner = text.strip()
    if not inner:
        return "", ""
    begins = inner[0].isalnum() or inner[0] in _LINKING
    open_before = begins and not before[-1:].isspace()
    open_after = inner[-1].isalnum() and after[:1].isalnum()
    return " " if open_before else "", " " if open_after else ""


def placed(text: str, before: str, after: str, *, lowered: bool = False) -> str:
    """Raised text as it stands in a line, between what is before and after it."""
    made = raised(text, lowered=lowered)
    if made is not None:
        return made
    left, right = apart(text, before, after)
    return left + text + right
