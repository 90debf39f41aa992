"""However a value is written, it is the same; whatever digit is changed, it is not."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from fundstelle.core.claims.reasons import Source
from fundstelle.core.claims.units import unit_of
from fundstelle.core.claims.values import value_faults

MONTHS_DE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
MONTHS_EN = "January February March April May June July August September October November December"
DE, EN = MONTHS_DE.split(), MONTHS_EN.split()
UNITS = [
    ("€", "Euro"),
    ("kg", "Kilogramm"),
    ("m²", "Quadratmeter"),
    ("%", "Prozent"),
    ("°C", "Grad Celsius"),
]
ONES = "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()  # noqa: SIM905
ONES += [f"{head}zehn" for head in ["drei", "vier", "fünf", "sech", "sieb", "acht", "neun"]]
TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()  # noqa: SIM905
ONES_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()  # noqa: SIM905
)
ONES_EN += "fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905
TENS_EN = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905

cents = st.integers(0, 10**9)
days = st.integers(0, 50_000).map(lambda many: date(1930, 1, 1) + timedelta(days=many))


def german(number: int) -> str:
    """2 to 999,999 in words."""
    if number >= 1000:
        return german(number // 1000) + "tausend" + (german(number % 1000) if number % 1000 else "")
    if number >= 100:
        return ONES[number // 100] + "hundert" + (german(number % 100) if number % 100 else "")
    if number < 20:
        return ONES[number]
    ten = TENS[number // 10 - 2]
    return f"{ONES[number % 10]}und{ten}" if number % 10 else ten


def english(number: int) -> str:
    if number >= 1000:
        rest = english(number % 1000) if number % 1000 else ""
        return f"{english(number // 1000)} thousand {rest}".strip()
    if number >= 100:
        rest = f" and {english(number % 100)}" if number % 100 else ""
        return f"{ONES_EN[number // 100]} hundred{rest}"
    if number < 20:
        return ONES_EN[number]
    one = number % 10
    return TENS_EN[number // 10 - 2] + (f"-{ONES_EN[one]}" if one else "")


def amounts_written(hundredths: int, unit: int) -> list[str]:
    whole, rest = divmod(hundredths, 100)
    short, long = UNITS[unit]
    grouped = f"{whole:,}"
    found = []
    for group in (".", " ", "'", "\u202f", ""):
        digits = grouped.replace(",", group)
        decimals = [f",{rest:02d}"] if rest else ["", ",00"]
        if rest and rest % 10 == 0:
            decimals.append(f",{rest // 10}")
        found += [digits + end for end in decimals]
    return [
        f"{digits}{glue}{name}"
        for digits in found
        for glue in (" ", "\u00a0")
        for name in (short, long)
    ]


def dates_written(day: date) -> tuple[list[str], list[str]]:
    d, m, y = day.day, day.month, day.year
    de = [f"{d:02d}.{m:02d}.{y}", f"{d}.{m}.{y}", f"{d}. {DE[m - 1]} {y}", day.isoformat()]
    en = [f"{EN[m - 1]} {d}, {y}", f"{d} {EN[m - 1]} {y}", f"{EN[m - 1]} {d} {y}", day.isoformat()]
    return de, en


@given(cents, st.integers(0, len(UNITS) - 1), st.data())
def test_an_amount_is_the_same_however_it_is_written(
    hundredths: int, unit: int, data: st.DataObject
) -> None:
    ways = amounts_written(hundredths, unit)
    mine, theirs = data.draw(st.sampled_from(ways)), data.draw(st.sampled_from(ways))
    assert value_faults(f"Das sind {mine}.", Source(f"Es sind {theirs} und das gilt.")) == ()


@given(cents, cents, st.integers(0, len(UNITS) - 1), st.data())
def test_another_amount_never_passes(
    hundredths: int, other: int, unit: int, data: st.DataObject
) -> None:
    if hundredths == other:
        return
    mine = data.draw(st.sampled_from(amounts_written(hundredths, unit)))
    theirs = data.draw(st.sampled_from(amounts_written(other, unit)))
    assert value_faults(f"Das sind {mine}.", Source(f"Es sind {theirs} und das gilt.")) != ()


@given(cents, st.integers(0, len(UNITS) - 1), st.integers(0, 20), st.integers(1, 9), st.data())
def test_one_changed_digit_never_passes(
    hundredths: int, unit: int, place: int, by: int, data: st.DataObject
) -> None:
    theirs = data.draw(st.sampled_from(amounts_written(hundredths, unit)))
    digits = [at for at, char in enumerate(theirs) if char.isdecimal()]
    at = digits[place % len(digits)]
    changed = theirs[:at] + str((int(theirs[at]) + by) % 10) + theirs[at + 1 :]
    assert value_faults(f"Das sind {changed}.", Source(f"Das sind {theirs}.")) != ()


@given(cents, st.integers(0, len(UNITS) - 1), st.integers(0, len(UNITS) - 1))
def test_another_unit_never_passes(hundredths: int, unit: int, other: int) -> None:
    if unit == other:
        return
    mine, theirs = amounts_written(hundredths, unit)[0], amounts_written(hundredths, other)[0]
    assert value_faults(f"Das sind {mine}.", Source(f"Das sind {theirs}.")) != ()


@given(st.integers(2, 999_999), st.integers(2, 999_999))
def test_number_words_are_their_digits(number: int, other: int) -> None:
    for words, said in ((german, "Das sind {} Tage."), (english, "There are {} days in the year.")):
        claim = said.format(words(number))
        assert value_faults(claim, Source(said.format(number))) == ()
        if other != number:
            assert value_faults(claim, Source(said.format(other))) != ()
            assert value_faults(said.format(other), Source(claim)) != ()


@given(days, days, st.data())
def test_a_date_is_the_same_however_it_is_written(
    day: date, other: date, data: st.DataObject
) -> None:
    (de, en), (other_de, other_en) = dates_written(day), dates_written(other)
    for said, ways, others in (
        ("Es beginnt am {} für alle.", de, other_de),
        ("It begins on {} for all of us.", en, other_en),
    ):  # fmt: skip
        claim = said.format(data.draw(st.sampled_from(ways)))
        assert value_faults(claim, Source(said.format(data.draw(st.sampled_from(ways))))) == ()
        if other != day:
            assert (
                value_faults(claim, Source(said.format(data.draw(st.sampled_from(others))))) != ()
            )


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 23), st.integers(0, 59))
def test_a_time_is_the_same_however_it_is_written(hour: int, minute: int, h: int, m: int) -> None:
    ways = [f"{hour}:{minute:02d} Uhr", f"{hour:02d}:{minute:02d}", f"{hour}.{minute:02d} Uhr"]
    for mine in ways:
        for theirs in ways:
            assert value_faults(f"Um {mine} geht es los.", Source(f"Es beginnt um {theirs}.")) == ()
        if (h, m) != (hour, minute):
            source = Source(f"Es beginnt um {h}:{m:02d} Uhr.")
            assert value_faults(f"Um {mine} geht es los.", source) != ()


letters = st.text("ABCDEFGHKLMNPRSTWXYZ", min_size=2, max_size=4).filter(
    lambda word: unit_of(word) is None  # CHF 5 is money
)


@given(
    letters, st.integers(1, 99_999), st.integers(1, 99_999), st.sampled_from(["-", "‑", " ", ""])
)
def test_a_part_number_is_exact(head: str, number: int, other: int, mark: str) -> None:
    source = Source(f"Das Teil {head}-{number} wird geliefert.")
    claim = f"Geliefert wird das Teil {head}{mark}{number}."
    assert value_faults(claim, source) == ()
    if other != number:
        assert value_faults(f"Geliefert wird das Teil {head}{mark}{other}.", source) != ()


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_checked(claim: str, text: str) -> None:
    value_faults(claim, Source(text))
    assert value_faults(text, Source(text)) == ()
