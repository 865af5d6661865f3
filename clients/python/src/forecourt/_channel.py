"""Pays by a channel: a deposit, then a voucher for each call. x402's own package signs, and knows its channels."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

from x402.schemas import PaymentRequired, PaymentRequirements

from ._budget import ATOMIC_PER_USD, Budget
from ._buyer import OUT_OF_STEP, SHORTEST_VALIDITY
from ._wallet import DOMAINS, LONGEST_VALIDITY_SECONDS, Terms

ChooseDeposit: TypeAlias = Callable[[Any], str | Literal[False]]
OpenChannel: TypeAlias = Callable[[ChooseDeposit], Any]
"""Makes the ``BatchSettlementEvmScheme`` of x402, with the ``deposit_strategy`` that it is given."""


@dataclass
class Voucher:
    requirements: PaymentRequirements
    payload: dict[str, Any]
    deposited: int


class Channel:
    """Counts a deposit against the total from when it is signed, and a voucher where it is for more than that.

    Its methods may ask a node.
    """

    def __init__(self, open_scheme: OpenChannel, deposit_usd: float, budget: Budget) -> None:
        self._deposit = round(deposit_usd * ATOMIC_PER_USD)
        self._budget = budget
        self.prepaid = 0
        """Counted, and no voucher is signed for it yet."""
        self._top = ("", 0)
        """The channel, and the highest sum that was signed for."""
        self._unheard: tuple[str, int, float, Any] = ("", 0, 0, None)
        """A deposit that is not known to have been taken: sent again, so that there are not two on their way."""
        self._choose: ChooseDeposit = lambda _: False
        self._scheme = open_scheme(lambda wanted: self._choose(wanted))

    def sign(self, terms: Terms, held: int, is_refund: bool) -> Voucher:
        """Signs for one request, for which ``held`` was counted now."""
        deposited = 0
        again = None

        def choose(wanted: Any) -> str | Literal[False]:
            nonlocal held, deposited, again
            least = int(wanted.minimum_deposit_amount)
            channel_id, amount, until, signed = self._unheard
            if channel_id == wanted.channel_id and amount >= least and until > time.time():
                again = signed
            if again or is_refund:
                return False
            deposited = max(least, held, min(self._deposit, held + self._budget.left))
            self._budget.hold(deposited, deposited / ATOMIC_PER_USD, held)
            held = deposited
            return str(deposited)

        self._choose = choose
        amount = 0 if is_refund else terms.amount
        seconds = min(terms.max_timeout_seconds, LONGEST_VALIDITY_SECONDS)
        # How money is moved, and how much, is not the service's to say.
        offered, domain = terms.accepted.get("extra") or {}, DOMAINS[terms.network]
        extra = {name: offered.get(name) for name in ("receiverAuthorizer", "withdrawDelay")}
        extra |= {name: domain[name] for name in ("name", "version")}
        bent = {"amount": str(amount), "maxTimeoutSeconds": seconds, "extra": extra}
        try:
            requirements = PaymentRequirements.model_validate({**terms.accepted, **bent})
            payload: dict[str, Any] = self._scheme.create_payment_payload(requirements)
        except BaseException:
            self._budget.release(held)
            raise
        signed = payload["voucher"]
        channel_id, total = signed["channelId"], int(signed["maxClaimableAmount"])
        if deposited:
            until = time.time() + seconds - SHORTEST_VALIDITY
            self._unheard = (channel_id, deposited, until, payload["deposit"])
        top = self._top[1] if self._top[0] == channel_id else 0
        # A call that was signed for before counts already.
        self.prepaid += held - max(0, min(amount, total - top))
        self._top = (channel_id, max(top, total))
        if again:
            payload |= {"type": "deposit", "deposit": again}
        if is_refund:
            payload |= {"type": "refund"}
        return Voucher(requirements, payload, deposited)

    def correct(self, voucher: Voucher, stated: Mapping[str, Any]) -> bool:
        """Whether the service proves that the channel stands at another sum; the next voucher goes on from there."""
        states = {name: stated.get(name) for name in ("channelState", "voucherState")}
        extra = {**voucher.requirements.extra, **states}
        with suppress(Exception):
            accepted = voucher.requirements.model_copy(update={"extra": extra})
            required = PaymentRequired(error=OUT_OF_STEP, accepts=[accepted])
            return bool(self._scheme.process_corrective_payment_required(required))
        return False

    def learn(self, voucher: Voucher, body: Mapping[str, Any], settled: Mapping[str, Any]) -> None:
        """Takes note of what became of a voucher."""
        payload, success = voucher.payload, settled.get("success")
        if body.get("charged"):
            self._unheard = ("", 0, 0, None)
        # Where its state cannot be kept the channel is out of step, which mends itself: here is the answer.
        with suppress(Exception):
            if payload["type"] == "refund":
                back = min(self.prepaid, max(0, int(body.get("refunded", 0))))
                self.prepaid -= back
                self._budget.release(back)
            # There is less than is believed: as after a refund, what there is comes from the chain from now on.
            if body.get("error") == "insufficient_funds":
                payload, success = payload | {"type": "refund"}, True
            paid = SimpleNamespace(payload=payload)
            told = SimpleNamespace(success=success, extra=settled.get("extra"))
            context = {"requirements": voucher.requirements, "settle_response": told}
            self._scheme.scheme_hooks.on_payment_response(
                SimpleNamespace(payment_payload=paid, **context)
            )
