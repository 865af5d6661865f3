"""Pays by a channel: a deposit, then a voucher for each call. x402's own package signs, and knows its channels."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Literal, Protocol, TypeAlias

from x402.schemas import PaymentRequired, PaymentRequirements

from ._budget import ATOMIC_PER_USD, Budget
from ._buyer import OUT_OF_STEP
from ._wallet import DOMAINS, LONGEST_VALIDITY_SECONDS, Terms

SHORTEST_VALIDITY = 60
"""Seconds for which a deposit that is sent again must still be good."""


class ChannelScheme(Protocol):
    """``BatchSettlementEvmScheme`` of x402, as far as it is used."""

    scheme_hooks: Any

    def create_payment_payload(self, requirements: Any, /) -> dict[str, Any]: ...

    def process_corrective_payment_required(self, payment_required: Any, /) -> bool: ...


OpenChannel: TypeAlias = Callable[[Callable[[Any], str | Literal[False]]], ChannelScheme]
"""Makes the scheme with the ``deposit_strategy`` that it is given, and the ``storage`` in which it keeps its state."""


@dataclass
class Purse:
    """What counts against the total for one channel."""

    prepaid: int = 0
    """Counted, and no voucher is signed for it yet."""
    top: int = 0
    """The highest sum that was signed for."""
    open: tuple[int, float, Any] | None = None
    """A deposit that is not known to have been taken: sent again, so that there are not two on their way."""


@dataclass
class Signed:
    """A voucher for one request."""

    requirements: PaymentRequirements
    payload: dict[str, Any]
    deposited: int


class Channel:
    """Counts a deposit against the total from when it is signed, and a voucher where it is for more than that.

    Its methods but ``purse`` may ask a node, and are called one at a time.
    """

    def __init__(self, scheme: OpenChannel, deposit_usd: float, budget: Budget) -> None:
        self._deposit = round(deposit_usd * ATOMIC_PER_USD)
        self._budget = budget
        self._purses: dict[str, Purse] = {}
        self._choose: Callable[[int], str | Literal[False]] = lambda _: False
        self._scheme = scheme(lambda wanted: self._choose(int(wanted.minimum_deposit_amount)))

    def purse(self, terms: Terms) -> Purse:
        """By what makes another channel of it."""
        channel = (terms.network, terms.pay_to, *_channel_of(terms).values())
        return self._purses.setdefault(str(channel).lower(), Purse())

    def sign(self, terms: Terms, held: int, is_refund: bool) -> Signed:
        """Signs for one request, for which ``held`` was counted now."""
        purse, domain = self.purse(terms), DOMAINS[terms.network]
        deposited = 0
        kept = None

        def choose(least: int) -> str | Literal[False]:
            nonlocal held, deposited, kept
            if purse.open and purse.open[0] >= least and purse.open[1] > time.time():
                kept = purse.open[2]
            if kept or is_refund:
                return False
            deposited = max(least, held, min(self._deposit, held + self._budget.left))
            self._budget.hold(deposited, deposited / ATOMIC_PER_USD, held)
            held = deposited
            return str(deposited)

        self._choose = choose
        seconds = min(terms.max_timeout_seconds, LONGEST_VALIDITY_SECONDS)
        requirements = PaymentRequirements(
            scheme="batch-settlement",
            network=terms.network,
            asset=domain["verifyingContract"],
            amount="0" if is_refund else str(terms.amount),
            pay_to=terms.pay_to,
            max_timeout_seconds=seconds,
            # How money is moved, and how much, is not the service's to say.
            extra={**_channel_of(terms), "name": domain["name"], "version": domain["version"]},
        )
        try:
            payload = self._scheme.create_payment_payload(requirements)
        except BaseException:
            self._budget.release(held)
            raise
        if deposited:
            purse.open = deposited, time.time() + seconds - SHORTEST_VALIDITY, payload["deposit"]
        total = int(payload["voucher"]["maxClaimableAmount"])
        # What was signed for before counts already.
        purse.prepaid += held - max(0, min(int(requirements.amount), total - purse.top))
        purse.top = max(purse.top, total)
        if kept:
            payload |= {"type": "deposit", "deposit": kept}
        if is_refund:
            payload |= {"type": "refund"}
        return Signed(requirements, payload, deposited)

    def correct(self, signed: Signed, stated: Mapping[str, Any]) -> bool:
        """Whether the service proves that the channel stands at another sum; the next voucher goes on from there."""
        states = {name: stated.get(name) for name in ("channelState", "voucherState")}
        extra = {**signed.requirements.extra, **states}
        accepts = [signed.requirements.model_copy(update={"extra": extra})]
        with suppress(Exception):
            required = PaymentRequired(error=OUT_OF_STEP, accepts=accepts)
            return self._scheme.process_corrective_payment_required(required)
        return False

    def learn(self, signed: Signed, purse: Purse, body: Mapping[str, Any], settled: Mapping[str, Any]) -> None:
        """Takes note of what became of a voucher."""
        if body.get("charged"):
            purse.open = None
        success, payload = settled.get("success"), signed.payload
        if payload["type"] == "refund" and success:
            back = min(purse.prepaid, int(body.get("refunded") or 0))
            purse.prepaid -= back
            self._budget.release(back)
        # There is less than is believed: as after a refund, what there is comes from the chain from now on.
        if body.get("error") == "insufficient_funds":
            success, payload = True, payload | {"type": "refund"}
        # Where its state cannot be kept the channel is out of step, which mends itself: here is the answer.
        with suppress(Exception):
            self._scheme.scheme_hooks.on_payment_response(
                SimpleNamespace(
                    payment_payload=SimpleNamespace(payload=payload),
                    requirements=signed.requirements,
                    settle_response=SimpleNamespace(success=success, extra=settled.get("extra")),
                )
            )


def _channel_of(terms: Terms) -> dict[str, Any]:
    extra = terms.accepted.get("extra") or {}
    return {name: extra.get(name) for name in ("receiverAuthorizer", "withdrawDelay")}
