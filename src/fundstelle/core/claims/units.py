"""Units: spelled and short forms, and which of them are plainly equal."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Unit:
    """What is measured, in what step: a minute is (clock, 60), a week (day, 7), a kilogram
    (gram, 1000).

    Amounts of one dimension are equal if number times step is. Days and months have dimensions of
    their own: no month has a fixed number of days, no day a fixed number of working hours.
    """

    dimension: str
    step: Fraction = Fraction(1)


COUNT = "count"  # Stück, pieces: says nothing about what is counted
TIMES = "times"
SHARE = "%"
TIME_DIMENSIONS = frozenset(("clock", "day", "month", "workday"))
CURRENCIES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD",
    "us$": "USD", "dollar": "USD", "dollars": "USD", "us-dollar": "USD", "us-dollars": "USD",
    "us dollar": "USD", "us dollars": "USD", "£": "GBP", "gbp": "GBP", "pfund sterling": "GBP",
    "chf": "CHF", "sfr": "CHF", "fr": "CHF", "franken": "CHF", "francs": "CHF", "¥": "JPY",
    "jpy": "JPY", "yen": "JPY", "dm": "DEM", "d-mark": "DEM", "sek": "SEK", "pln": "PLN",
    "cent": "cent", "cents": "cent", "ct": "cent", "pence": "pence", "rappen": "rappen",
}  # fmt: skip
# dimension: {forms: step}; forms in lower case unless their case matters (below).
_TABLE: dict[str, dict[str, int | str]] = {
    "clock": {
        "sekunde sekunden second seconds sec secs sek": 1,
        "minute minuten minutes min mins": 60,
        "stunde stunden hour hours std hrs hr stdn": 3600,
        "viertelstunde viertelstunden": 900,
        "millisekunde millisekunden millisecond milliseconds ms": "1/1000",
    },
    "day": {"tag tage tagen tages day days kalendertag kalendertage kalendertagen": 1,
            "woche wochen week weeks kalenderwoche kalenderwochen": 7},
    "workday": {
        "werktag werktage werktagen werktages": 1,
    },
    "businessday": {
        "arbeitstag arbeitstage arbeitstagen arbeitstages banktag banktage banktagen": 1
    },
    "month": {"monat monate monaten monats monates month months": 1,
              "quartal quartale quartalen quartals": 3,
              "halbjahr halbjahre halbjahren halbjahres": 6,
              "jahr jahre jahren jahres year years": 12,
              "jahrzehnt jahrzehnte decade decades": 120},
    "metre": {"mm millimeter millimetern millimetre millimetres millimeters": "1/1000",
              "cm zentimeter zentimetern centimetre centimetres centimeter centimeters": "1/100",
              "dm_ dezimeter": "1/10", "meter metern metre metres meters": 1,
              "km kilometer kilometern kilometre kilometres kilometers": 1000,
              "µm mikrometer micrometre micrometres": "1/1000000"},
    "foot": {"ft foot feet fuß": 1}, "inch": {"inch inches zoll": 1},
    "mile": {"mile miles meile meilen mi_": 1}, "yard": {"yd yard yards": 1},
    "gram": {"mg milligramm milligram milligrams": "1/1000", "gramm gram grams grammes": 1,
             "kg kilogramm kilo kilos kilogram kilograms kilogrammes": 1000,
             "tonne tonnen tonnes": 1000000},
    "pound": {"lb lbs": 1}, "ounce": {"oz ounce ounces unze unzen": 1},
    "litre": {"ml milliliter millilitern millilitre millilitres milliliters": "1/1000",
              "cl zentiliter": "1/100", "liter litern litre litres liters": 1,
              "hl hektoliter hektolitern": 100},
    "gallon": {"gallon gallons": 1},
    "m²": {"quadratmeter quadratmetern qm m² m2 sqm": 1, "cm² cm2 quadratzentimeter": "1/10000",
           "km² km2 quadratkilometer quadratkilometern": 1000000,
           "hektar ha hectare hectares": 10000, "mm² mm2 quadratmillimeter": "1/1000000"},
    "m³": {"kubikmeter kubikmetern m³ m3 cbm": 1, "cm³ cm3 kubikzentimeter ccm": "1/1000000"},
    "watt": {"watt": 1, "kw kilowatt kilowatts": 1000, "megawatt megawatts": 1000000,
             "gw gigawatt gigawatts": 10**9},
    "peak": {"kwp": 1}, "horsepower": {"ps_ hp": 1},
    "watthour": {"wh wattstunde wattstunden": 1, "kwh kilowattstunde kilowattstunden": 1000,
                 "mwh megawattstunde megawattstunden": 10**6,
                 "gwh gigawattstunde gigawattstunden": 10**9},
    "volt": {"volt volts": 1, "kv kilovolt": 1000, "mv millivolt": "1/1000"},
    "ampere": {"ampere amp amps": 1, "ma_ milliampere": "1/1000"},
    "ohm": {"ohm ohms ω": 1},
    "hertz": {"hz hertz": 1, "khz kilohertz": 1000, "mhz megahertz": 10**6,
              "ghz gigahertz": 10**9},
    "newton": {"newton": 1, "kn kilonewton": 1000}, "newtonmetre": {"nm_ newtonmeter": 1},
    "joule": {"joule joules": 1, "kj kilojoule": 1000}, "kcal": {"kcal kilokalorien": 1},
    "pascal": {"pa pascal": 1, "hpa hektopascal": 100, "kpa kilopascal": 1000,
               "mpa megapascal": 10**6},
    "bar": {"bar": 1, "mbar millibar": "1/1000"}, "psi": {"psi": 1},
    "celsius": {"°c": 1}, "fahrenheit": {"°f": 1}, "kelvin": {"kelvin": 1},
    "degree": {"° grad degree degrees": 1},
    "decibel": {"db dezibel decibel decibels": 1}, "decibela": {"db(a) dba": 1},
    "lux": {"lx lux": 1}, "lumen": {"lm lumen": 1}, "ppm": {"ppm": 1}, "rpm": {"rpm u/min": 1},
    "byte": {"byte bytes": 1}, "kilobyte": {"kb kilobyte kilobytes": 1},
    "megabyte": {"mb megabyte megabytes": 1}, "gigabyte": {"gb gigabyte gigabytes": 1},
    "terabyte": {"tb terabyte terabytes": 1}, "pixel": {"px pixel pixels pixeln": 1},
    SHARE: {"% prozent percent pct": 1, "‰ promille": "1/10"},
    "points": {"prozentpunkt prozentpunkte prozentpunkten": 1},
    COUNT: {"stück stk stücke pieces piece pcs pc exemplare mal_": 1},
    TIMES: {"mal times x ×": 1},
}  # fmt: skip
# One letter or a prefix whose case tells: 5 m is no 5 M, MW no mW.
_EXACT: dict[str, tuple[str, int | str]] = {
    "m": ("metre", 1), "g": ("gram", 1), "t": ("gram", 1000000), "l": ("litre", 1),
    "L": ("litre", 1), "h": ("clock", 3600), "s": ("clock", 1), "W": ("watt", 1),
    "MW": ("watt", 10**6), "mW": ("watt", "1/1000"),
    "V": ("volt", 1), "A": ("ampere", 1), "mA": ("ampere", "1/1000"),
    "K": ("kelvin", 1), "N": ("newton", 1), "Nm": ("newtonmetre", 1), "J": ("joule", 1),
    "PS": ("horsepower", 1), "Ω": ("ohm", 1), "nm": ("metre", "1/1000000000"),
}  # fmt: skip
_PHRASES = {
    "grad celsius": "°c", "degrees celsius": "°c", "degree celsius": "°c",
    "grad fahrenheit": "°f", "degrees fahrenheit": "°f", "percentage point": "prozentpunkt",
    "percentage points": "prozentpunkt", "per cent": "prozent", "calendar days": "tag",
    "calendar day": "tag", "working days": "arbeitstag", "working day": "arbeitstag",
    "business days": "arbeitstag", "business day": "arbeitstag", "square metres": "m²",
    "square metre": "m²", "square meters": "m²", "cubic metres": "m³", "cubic metre": "m³",
    "cubic meters": "m³", "square kilometres": "km²", "kilowatt hours": "kwh",
    "kilowatt-hours": "kwh", "kilowatt hour": "kwh", "kilowatt-hour": "kwh",
}  # fmt: skip
_LONG = (*_PHRASES, "us-dollars", "us-dollar", "us dollars", "us dollar", "us$", "db(a)", "d-mark",
         "pfund sterling", "u/min")  # fmt: skip
_FIRST = "".join(sorted({phrase[0] for phrase in _LONG}))  # looked at before all the phrases
_WRITTEN = (re.escape(phrase).replace(r"\ ", r"[ \u00a0]") for phrase in _LONG)
PHRASE = f"(?=[{_FIRST}])(?:{'|'.join(sorted(_WRITTEN, key=len, reverse=True))})"
"""Pattern of units of more than one token, longest first; case is to be ignored."""

# Behind these a compound is still the unit it ends with: Urlaubstage, Plusstunden.
_ENDS = (
    ("arbeitstag", "arbeitstag"), ("werktag", "werktag"), ("tag", "tag"), ("woche", "woche"),
    ("monat", "monat"), ("jahr", "jahr"), ("stunde", "stunde"), ("minute", "minute"),
)  # fmt: skip
_INFLECTED = re.compile(r"(?:e[ns]?|n|s)?\Z")
_NOT_COUNTED = frozenset((
    "feiertag", "montag", "dienstag", "donnerstag", "freitag", "samstag", "sonntag", "vertrag",
    "auftrag", "antrag", "betrag", "beitrag", "vortrag", "ertrag", "eintrag", "nachtrag",
    "bundestag", "landtag", "geburtstag", "frühjahr", "vorjahr", "schultag",
))  # fmt: skip


def _forms() -> dict[str, Unit]:
    found = {
        form: Unit(dimension, Fraction(step))
        for dimension, rows in _TABLE.items()
        for forms, step in rows.items()
        for form in forms.split()
    }
    found |= {form: Unit(code) for form, code in CURRENCIES.items()}
    found |= {phrase: found[form] for phrase, form in _PHRASES.items()}
    return found


_FORMS = _forms()
_CASED = {form: Unit(dimension, Fraction(step)) for form, (dimension, step) in _EXACT.items()}


@lru_cache(maxsize=20_000)
def unit_of(word: str) -> Unit | None:
    """The unit a word (or phrase of PHRASE, or sign) means behind a number; None if none."""
    if word in _CASED:
        return _CASED[word]
    low = word.lower().replace("\u00a0", " ")
    found = _FORMS.get(low) or _FORMS.get(low.rstrip("¹²³⁴⁵⁶⁷⁸⁹"))
    if found or len(low) <= 1:
        return found
    if low.endswith("teljahr"):
        return Unit("month", Fraction(3))
    return _compound(low)


def before_unit(word: str) -> str:
    """What a compound counts its unit of: "urlaubs" of Urlaubstage; "" for a plain unit."""
    low = word.lower()
    if unit_of(word) is None or low in _FORMS:
        return ""
    return next((low[: low.rfind(end)] for end, _ in _ENDS if low.rfind(end) > 0), "")


def _compound(low: str) -> Unit | None:
    """Urlaubstage is days, Montag and Vertrag are not."""
    for end, form in _ENDS:
        at = low.rfind(end)
        whole = low[: at + len(end)]
        if at > 0 and whole not in _NOT_COUNTED and _INFLECTED.fullmatch(low[len(whole) :]):
            return _FORMS[form]
    return None
