"""How users, groups and rights look in a terminal."""

from collections.abc import Sequence

from fundstelle.core.access import User
from fundstelle.core.explanation import Explanation, Reached
from fundstelle.delivery.cli.output import one_line, stderr, stdout
from fundstelle.delivery.people_wording import RIGHTS, change_words, say_people, step_words
from fundstelle.delivery.wording import Lang


def tell(key: str, lang: Lang, **facts: str) -> None:
    """A message about what was done, on standard error."""
    shown = {name: one_line(fact) for name, fact in facts.items()}
    stderr().print(say_people(key, lang, **shown), markup=False, soft_wrap=True)


def print_line(text: str) -> None:
    """One line of data."""
    stdout().print(one_line_apart(text), markup=False, soft_wrap=True)


def one_line_apart(text: str) -> str:
    """Columns keep their distance, what stands in them becomes one line."""
    return "  ".join(one_line(part) for part in text.split("  "))


def user_line(user: User, lang: Lang) -> str:
    """Beginning of the id, name, and what is special."""
    flags = {"admin": user.is_admin, "service": user.is_service, "disabled": user.is_disabled}
    told = [say_people(f"flag_{name}", lang) for name, is_so in flags.items() if is_so]
    return f"{user.id[:12]}  {one_line(user.name)}" + (f"  {', '.join(told)}" if told else "")


def print_reached(found: Sequence[Reached], lang: Lang, *, of: str) -> None:
    """of: "user" or "collection": what stands first on each line."""
    if not found:
        stderr().print(say_people("nobody" if of == "user" else "nothing", lang))
    for one in found:
        name = one.user.name if of == "user" else one.collection.name
        through = say_people("through", lang, groups=", ".join(g.name for g in one.groups))
        print_line(f"{one_line(name)}  {RIGHTS[one.right][lang]}  {one_line(through)}")


def print_explanation(explanation: Explanation, lang: Lang) -> None:
    """The decision, its steps, and what would alter it."""
    facts = {
        "user": explanation.user.name,
        "collection": explanation.collection.name,
        "right": RIGHTS[explanation.right][lang],
    }
    print_line(say_people("allowed" if explanation.allowed else "denied", lang, **facts))
    for step in explanation.steps:
        mark = "✓" if step.passed else "–"
        print_line(f"{mark} {step_words(step, explanation, lang)}")
    print_line(say_people("way", lang))
    for change in explanation.changes:
        print_line(f"→ {change_words(change, explanation, lang)}")
    if explanation.wider_key:
        print_line(f"→ {say_people('wider_key', lang)}")
    if explanation.also:
        print_line(say_people("also", lang, n=explanation.also))
