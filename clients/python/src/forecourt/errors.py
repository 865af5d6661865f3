"""Errors that keep a call from its answer."""

from collections.abc import Mapping
from typing import Any, Literal


class ForecourtError(Exception):
    """The base of all errors."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        charged: Literal[False, "unknown"] = False,
        status: int | None = None,
        request_id: str | None = None,
        details: Mapping[str, Any] | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """The code of the service, or one of the client's own."""
        self.charged = charged
        """``"unknown"``: money may have moved; the same call clears it up without a second payment."""
        self.status = status
        self.request_id = request_id
        """By which the service finds the request in its logs."""
        self.details: Mapping[str, Any] = details or {}
        """The error body as the service sent it."""
        self.retry_after_seconds = retry_after_seconds
        """When trying again makes sense."""

    @property
    def message(self) -> str:
        return str(self)


class InvalidRequest(ForecourtError):
    """Correct the call: a wrong VIN, a parameter, an option of the client."""


class VehicleNotResolved(ForecourtError):
    """The VIN is well formed and names no vehicle that is known."""


class PaymentRefused(ForecourtError):
    """The service did not take the payment, or the client did not make it."""


def _usd(dollars: float) -> str:
    """With cents, and with what is less than a cent where there is any."""
    whole, fraction = f"{dollars:.6f}".split(".")
    return f"${whole}.{fraction[:2]}{fraction[2:].rstrip('0')}"


class PaymentCapExceeded(PaymentRefused):
    """The call would cost more than it may. Nothing was signed."""

    def __init__(self, cap: Literal["call", "total"], price_usd: float, cap_usd: float) -> None:
        limit = (
            f"one call may cost {_usd(cap_usd)}"
            if cap == "call"
            else f"{_usd(cap_usd)} is left of what all calls together may cost"
        )
        super().__init__("payment_cap_exceeded", f"It costs {_usd(price_usd)}, and {limit}.")
        self.cap = cap
        self.price_usd = price_usd
        self.cap_usd = cap_usd
        """What one call may cost, or what is left of the total."""


class PaymentUncertain(ForecourtError):
    """The payment was sent and its end is not known.

    The client keeps it: the same call, made again within ten minutes, sends the same payment and gets the kept
    answer. ``__cause__`` says what happened.
    """

    def __init__(self) -> None:
        message = "Payment outcome unknown; repeat the same call."
        super().__init__("payment_uncertain", message, charged="unknown")


class RateLimited(ForecourtError):
    """Too many requests; ``retry_after_seconds`` says when there is room again."""


class ServiceUnavailable(ForecourtError):
    """The service, or a source of its data, cannot answer just now."""


class ConnectionFailed(ForecourtError):
    """There was no answer of the service, and nothing was paid."""


def family_of(status: int, body: Mapping[str, Any]) -> type[ForecourtError]:
    """The class of what the service reports, also by a code that this client does not know."""
    # A challenge: also what is wrong with the payment header, as 400.
    if "accepts" in body or status == 409:
        return PaymentRefused
    if status == 422:
        return VehicleNotResolved
    if status == 429:
        return RateLimited
    return InvalidRequest if status < 500 else ServiceUnavailable
