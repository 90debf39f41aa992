"""A page with one form. It posts to itself, so that no address of ours is named in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from starlette.responses import HTMLResponse

from fundstelle.delivery.wording import Lang


@dataclass(frozen=True, slots=True)
class Field:
    """One field. kind: the type of an input; hidden ones have a value and no label."""

    name: str
    label: str = ""
    kind: str = "text"
    value: str = ""
    autocomplete: str = "off"

    def html(self) -> str:
        """The field as it stands in a form."""
        value = f' value="{escape(self.value)}"' if self.value else ""
        if self.kind == "hidden":
            return f'<input type="hidden" name="{self.name}"{value}>'
        return (
            f'<label>{escape(self.label)}<input type="{self.kind}" name="{self.name}"{value}'
            f' autocomplete="{self.autocomplete}" required></label>'
        )


def form_page(
    lang: Lang,
    title: str,
    fields: Sequence[Field],
    button: str,
    *,
    hint: str = "",
    wrong: str = "",
    status: int = 200,
) -> HTMLResponse:
    """The page. hint: above the form. wrong: what did not work just now."""
    parts = [f"<h1>{escape(title)}</h1>"]
    if hint:
        parts.append(f"<p>{escape(hint)}</p>")
    if wrong:
        parts.append(f'<p class="wrong" role="alert">{escape(wrong)}</p>')
    inputs = "".join(field.html() for field in fields)
    parts.append(f'<form method="post">{inputs}<button>{escape(button)}</button></form>')
    return page(lang, title, "".join(parts), status=status)


def page(lang: Lang, title: str, body: str, *, status: int = 200) -> HTMLResponse:
    """A whole page. body: HTML, in which everything from elsewhere is escaped."""
    return HTMLResponse(
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)} – Fundstelle</title>"
        f'<link rel="stylesheet" href="/style.css"></head><body><main>{body}</main></body></html>',
        status,
        {"Vary": "Accept-Language, Cookie"},
    )
