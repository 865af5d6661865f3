from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Paid:
    """Money that was taken for an answer."""

    url: str
    price_usd: float
    transaction: str | None
    """Hash of the transaction on Base."""
    receipt: str | None
    """What the service has signed about this sale, as a compact JWS."""


@dataclass(frozen=True)
class Bought(Generic[Answer]):
    """An answer, and what came with it."""

    answer: Answer
    status: int
    headers: Mapping[str, str]
    """Their names in lower case."""
    request_id: str | None
    """By which the service finds the request in its logs."""
    paid_usd: float
    """What this answer took; 0 where nothing was charged for it."""
    transaction: str | None
    receipt: str | None


class Refund(NamedTuple):
    """What went back to the wallet, as the service says."""

    refunded_usd: float
    transaction: str | None
