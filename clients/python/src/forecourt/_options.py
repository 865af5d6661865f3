import math
import os
import platform
from collections.abc import Mapping
from decimal import Decimal
from importlib.metadata import version
from urllib.parse import urlencode, urlsplit

from .errors import InvalidRequest

DEFAULT_PER_CALL_USD = 0.25
"""The price of the dearest."""
DEFAULT_TOTAL_USD = 5.0
DEFAULT_TIMEOUT = 150.0
DEFAULT_REPEAT_FOR = 60.0

USER_AGENT = f"forecourt-python/{version('forecourt')} python/{platform.python_version()}"


def read_url(given: str | None) -> str:
    """The address without a slash at its end."""
    text = given or os.environ.get("FORECOURT_URL")
    if not text:
        raise _invalid("Say where the service is: url, or FORECOURT_URL.")
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and bool(parts.hostname)
        # Reading a port that is none raises.
        besides = (
            parts.username or parts.password or parts.query or parts.fragment or parts.port == 0
        )
    except ValueError:
        known, besides = False, True
    if not known or besides or any(sign.isspace() for sign in text):
        raise _invalid(f'url must be an address such as https://forecourt.example, not "{text}".')
    return text.rstrip("/")


def read_pay_to(given: str | None) -> str | None:
    return given or os.environ.get("FORECOURT_PAY_TO") or None


def read_amount(name: str, given: float | None, variable: str, otherwise: float) -> float:
    try:
        amount = float(os.environ.get(variable) or otherwise) if given is None else float(given)
    except ValueError:
        amount = math.nan
    if not amount >= 0 or math.isinf(amount):
        raise _invalid(f"{variable if given is None else name} must be an amount of dollars.")
    return amount


def to_query(query: Mapping[str, object]) -> str:
    """Raises where a VIN cannot be one, as the service would, before anything is paid."""
    given = {name: value for name, value in query.items() if value is not None}
    if "vin" in given:
        _check_vin(str(given["vin"]))
    return urlencode({name: _to_text(value) for name, value in given.items()})


def _to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # Neither writes large or small numbers with an exponent.
    return f"{Decimal(str(value)):f}" if isinstance(value, float | Decimal) else str(value)


def _check_vin(vin: str) -> None:
    text = vin.strip()
    if len(text) != 17:
        message = "A VIN has exactly 17 characters; check for missing or extra ones."
        raise InvalidRequest("invalid_vin", message, details={"vin": vin, "reason": "length"})
    # Signs outside ASCII may become letters of ASCII when they are upper-cased.
    if not (text.isascii() and text.isalnum()) or set(text.upper()) & set("IOQ"):
        message = (
            "A VIN has only the digits 0-9 and the letters A-Z without I, O and Q; "
            "check for misread characters."
        )
        raise InvalidRequest("invalid_vin", message, details={"vin": vin, "reason": "characters"})


def _invalid(message: str) -> InvalidRequest:
    return InvalidRequest("invalid_options", message)
