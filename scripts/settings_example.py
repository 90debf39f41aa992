"""Writes fundstelle.env.example from the settings. Usage: python scripts/settings_example.py"""

from pathlib import Path

from fundstelle.config import PREFIX, Settings

TARGET = Path(__file__).parent.parent / "fundstelle.env.example"


def example() -> str:
    """One commented line per setting, with its meaning above it."""
    lines = [
        "# Settings of Fundstelle. Copy to fundstelle.env and take away the # where you change one."
    ]
    for name, setting in Settings.model_fields.items():
        value = "" if setting.default is None else setting.default
        lines += ["", f"# {setting.description}", f"#{PREFIX}{name.upper()}={value}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(example(), encoding="utf-8")
