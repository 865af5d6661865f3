"""Buys answers from a Forecourt service and never pays twice for one."""

from ._bought import Bought, Paid, Refund
from ._buyer import DebugEvent
from ._client import AsyncForecourt, Forecourt
from ._wallet import AsyncSigner, Signed, Signer
from .errors import (
    ConnectionFailed,
    ForecourtError,
    InvalidRequest,
    PaymentCapExceeded,
    PaymentRefused,
    PaymentUncertain,
    RateLimited,
    ServiceUnavailable,
    VehicleNotResolved,
)

__all__ = [
    "AsyncForecourt",
    "AsyncSigner",
    "Bought",
    "ConnectionFailed",
    "DebugEvent",
    "Forecourt",
    "ForecourtError",
    "InvalidRequest",
    "Paid",
    "PaymentCapExceeded",
    "PaymentRefused",
    "PaymentUncertain",
    "RateLimited",
    "Refund",
    "ServiceUnavailable",
    "Signed",
    "Signer",
    "VehicleNotResolved",
]
