"""Buys answers, each with one payment.

The steps of a call are a generator that does no I/O: it yields what is to be done, and the client that drives it,
with threads or with tasks, sends back what came of it.
"""

import base64
import json
import logging
import threading
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import httpx

from ._bought import Bought, Paid
from ._budget import ATOMIC_PER_USD, Budget
from ._wallet import (
    Terms,
    Transfer,
    random256,
    read_terms,
    says_unused,
    state_question,
    transfer,
    write_header,
)
from .errors import (
    ConnectionFailed,
    ForecourtError,
    InvalidRequest,
    PaymentCapExceeded,
    PaymentRefused,
    PaymentUncertain,
    family_of,
)

if TYPE_CHECKING:
    from ._channel import Channel, Voucher

logger = logging.getLogger("forecourt")

OUT_OF_STEP = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
MOST_BOUGHT = 1_000
PASSING = (429, 503, 504)
"""Statuses of what passes by itself."""
NEVER_TAKEN = ("payment_expired", "settlement_failed")
"""Refusals after which a kept payment gives way to a new one. It goes on counting: a service can say so and lie."""
TRY_TIMEOUT = 90.0
"""Longer than the service takes for any answer."""
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0
SHORTEST_VALIDITY = 60
"""Seconds for which a payment that is used again must still be good."""
MARGIN = 60
"""Longer than a node and this clock are behind the chain, in seconds."""


@dataclass(frozen=True)
class Send:
    """To be answered with what was received; failures are ``httpx.HTTPError`` or ``TimeoutError``."""

    url: str
    headers: Mapping[str, str]
    seconds: float
    content: bytes | None = None
    """Posted, where there is any."""


@dataclass(frozen=True)
class Received:
    status: int
    headers: Mapping[str, str]
    """Their names in lower case."""
    body: bytes


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Sign:
    """To be answered with the signature."""

    transfer: Transfer


@dataclass(frozen=True)
class Ask:
    """To be answered with what comes of work that may take a while."""

    work: Callable[[], Any]


@dataclass(frozen=True)
class TakeTurn:
    """One call at a time from here on. ``TimeoutError`` where it is not free in time."""

    seconds: float


@dataclass(frozen=True)
class EndTurn:
    pass


Step: TypeAlias = Send | Pause | Sign | Ask | TakeTurn | EndTurn
Result: TypeAlias = Any
DebugEvent: TypeAlias = Mapping[str, Any]


@dataclass
class Payment:
    id: str
    """Names the call that is paid for: another payment for it has the same."""
    header: str
    amount: int
    pay_to: str
    network: str
    nonce: str
    until: int
    """No longer taken from then on, in seconds since 1970."""
    uncertain: bool = False
    """It was sent, and no answer has reported yet how it ended."""
    voucher: "Voucher | None" = None
    """Where a channel pays; then it has no nonce."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    amount: int = 0
    """What was signed for it."""

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id") or _text(self.body.get("requestId"))

    @property
    def message(self) -> str:
        return _text(self.body.get("message")) or f"The service answered with status {self.status}."

    def error(self) -> ForecourtError:
        """What it reports; the service may be newer than this client and know more codes."""
        seconds = self.body.get("retryAfterSeconds")
        return family_of(self.status, self.body)(
            _text(self.body.get("error")) or "unexpected_answer",
            self.message,
            status=self.status,
            request_id=self.request_id,
            details=self.body,
            retry_after_seconds=seconds if isinstance(seconds, int | float) else None,
        )

    def settled(self) -> Mapping[str, Any]:
        """What became of the payment, as the service says."""
        try:
            header = json.loads(base64.b64decode(self.headers.get("payment-response", "")))
        except ValueError:
            return {}
        return header if isinstance(header, dict) else {}

    def receipt(self) -> tuple[str | None, str | None]:
        """The transaction, and what the service has signed about it."""
        header = self.settled()
        try:
            offered = header.get("extensions", {}).get("offer-receipt", {})
            signed = offered.get("info", {}).get("receipt", {}).get("signature")
        except AttributeError:
            return None, None
        return header.get("transaction"), signed


@dataclass(frozen=True)
class Call:
    url: str
    until: float
    """When it is given up, by the monotonic clock."""
    max_usd: float | None
    is_refund: bool = False
    """Asks for what is left in the channel, in place of the answer."""

    @property
    def key(self) -> str:
        """Both forms are one purchase."""
        return self.url.replace("&view=brief", "")


@dataclass
class Buyer:
    """Buys answers, each with one payment.

    A signature counts against the caps from when it is asked for, whatever the service says became of it: what was
    not taken pays for the next call of the same price, at no further count, while it is good. It counts no longer
    when its time is over and the node at ``rpc_url`` knows that it was never used: a service could profit from any
    other proof.
    """

    payer: str | None
    pay_to: str | None
    rpc_url: str | None
    budget: Budget
    repeat_for: float
    user_agent: str
    on_paid: Callable[[Paid], object] | None
    on_debug: Callable[[DebugEvent], object] | None
    channel: "Channel | None"
    _payments: dict[str, Payment] = field(default_factory=dict)
    """By purchase; shared by calls for the same thing at the same time."""
    _bought: dict[str, Payment] = field(default_factory=dict)
    """With the payment that bought it, a service gives an answer again: nothing is signed, and nothing counts."""
    _open: list[Payment] = field(default_factory=list)
    """All that were signed and are not known to have been taken."""
    _unused: list[Payment] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def buy(self, call: Call) -> Generator[Step, Result, Bought[Any]]:
        earlier = self._payments.get(call.key)
        if earlier is None:
            reply = yield from self._ask(call, random256())
        else:
            reply = yield from self._pay(call, earlier)
            if reply.body.get("error") in NEVER_TAKEN:
                reply = yield from self._ask(call, earlier.id)
        if reply.status != 200:
            raise reply.error()
        paid = reply.amount / ATOMIC_PER_USD if reply.body.get("charged") else 0
        return Bought(
            reply.body, reply.status, reply.headers, reply.request_id, paid, *reply.receipt()
        )

    def _ask(
        self, call: Call, identifier: str, is_corrected: bool = False
    ) -> Generator[Step, Result, Reply]:
        bought = self._bought.get(call.key)
        reply = yield from self._exchange(call, bought)
        if bought and reply.status != 200:
            self._bought.pop(call.key, bought)
            return (yield from self._ask(call, identifier))
        if reply.status != 402:
            return reply
        _refuse_wrong_parameters(reply)
        for message in _warnings(reply):
            self._debug(call, "warning", message=message)
        try:
            yield TakeTurn(max(0.0, call.until - time.monotonic()))
        except TimeoutError as error:
            raise _timed_out(call) from error
        # Another call for the same may have signed meanwhile, or bought.
        payment = self._payments.get(call.key) or self._bought.get(call.key)
        if payment is None:
            payment = yield from self._sign(call, reply, identifier)
            self._payments[call.key] = payment
        # Vouchers go one after another: the turn ends with the call.
        if payment.voucher is None:
            yield EndTurn()
        return (yield from self._pay(call, payment, is_corrected))

    def _sign(self, call: Call, reply: Reply, identifier: str) -> Generator[Step, Result, Payment]:
        by_channel = ["batch-settlement"] if self.channel else []
        terms = read_terms(reply.body, self.pay_to, by_channel + ["exact"] * (not call.is_refund))
        if self.channel and terms.accepted["scheme"] != "exact":
            return (yield from self._sign_voucher(self.channel, call, terms, identifier))
        if self.payer is None:
            raise PaymentRefused("signer_missing", "Paying needs an account.")
        again = self._take_unused(terms)
        if again:
            return again
        yield from self._hold(call, terms.amount)
        try:
            wanted = transfer(terms, self.payer)
            signature = yield Sign(wanted)
            assert isinstance(signature, bytes)
            header = wanted.header(signature, identifier)
        except BaseException:
            self.budget.release(terms.amount)
            raise
        price = terms.amount / ATOMIC_PER_USD
        self._debug(call, "signed", price_usd=price, pay_to=terms.pay_to)
        message = wanted.message
        named = (identifier, header, terms.amount, terms.pay_to, terms.network)
        payment = Payment(*named, message["nonce"], message["validBefore"])
        with self._lock:
            self._open.append(payment)
        return payment

    def _sign_voucher(
        self, channel: "Channel", call: Call, terms: Terms, identifier: str
    ) -> Generator[Step, Result, Payment]:
        amount = 0 if call.is_refund else terms.amount
        counted = min(channel.prepaid, amount)
        yield from self._hold(call, amount, counted)
        voucher = yield Ask(lambda: channel.sign(terms, amount - counted, call.is_refund))
        price, deposit = amount / ATOMIC_PER_USD, voucher.deposited / ATOMIC_PER_USD
        self._debug(call, "signed", price_usd=price, pay_to=terms.pay_to, deposit_usd=deposit)
        header = write_header(terms, voucher.payload, identifier)
        until = int(time.time()) + voucher.requirements.max_timeout_seconds
        named = (identifier, header, amount, terms.pay_to, terms.network, "", until)
        return Payment(*named, voucher=voucher)

    def _hold(self, call: Call, amount: int, counted: int = 0) -> Generator[Step, Result, None]:
        try:
            self.budget.hold(amount, call.max_usd, counted)
        except PaymentCapExceeded:
            yield from self._clear_up(call)
            self.budget.hold(amount, call.max_usd, counted)

    def _take_unused(self, terms: Terms) -> Payment | None:
        good_until = time.time() + SHORTEST_VALIDITY
        with self._lock:
            for payment in self._unused:
                alike = (payment.network, payment.amount, payment.pay_to)
                wanted = (terms.network, terms.amount, terms.pay_to)
                if alike == wanted and payment.until > good_until:
                    self._unused.remove(payment)
                    return payment
        return None

    def _clear_up(self, call: Call) -> Generator[Step, Result, None]:
        """Counts no longer what can never be taken, as the chain says."""
        if self.rpc_url is None or self.payer is None:
            return
        with self._lock:
            over = [one for one in self._open if one.until + MARGIN < time.time()]
        for payment in over:
            seconds = max(0.0, min(TRY_TIMEOUT, call.until - time.monotonic()))
            question = state_question(payment.network, self.payer, payment.nonce)
            headers = {"Content-Type": "application/json"}
            try:
                received = yield Send(self.rpc_url, headers, seconds, question)
            except (httpx.HTTPError, TimeoutError):
                continue
            assert isinstance(received, Received)
            if says_unused(received.body):
                self._close(payment)
                self.budget.release(payment.amount)

    def _close(self, payment: Payment) -> None:
        with self._lock:
            self._open = [one for one in self._open if one is not payment]

    def _pay(
        self, call: Call, payment: Payment, is_corrected: bool = False
    ) -> Generator[Step, Result, Reply]:
        try:
            reply = yield from self._exchange(call, payment)
        except BaseException as error:
            if not payment.uncertain:
                self._forget(call, payment, {})
            elif isinstance(error, ForecourtError):
                raise PaymentUncertain() from error
            raise
        charged = bool(reply.body.get("charged"))
        is_mine = self._forget(call, payment, reply.body)
        if self.channel and payment.voucher and is_mine:
            channel, voucher = self.channel, payment.voucher
            # Later than that an answer that was paid for may be kept no longer: nothing is paid twice in silence.
            is_good = not is_corrected and time.time() < payment.until
            if reply.body.get("error") == OUT_OF_STEP and is_good:
                stated = read_terms(reply.body, self.pay_to, ["batch-settlement"]).accepted["extra"]
                if (yield Ask(lambda: channel.correct(voucher, stated))):
                    yield EndTurn()
                    return (yield from self._ask(call, payment.id, is_corrected=True))
            yield Ask(lambda: channel.learn(voucher, reply.body, reply.settled()))
        if is_mine and charged and self.on_paid:
            self.on_paid(Paid(call.url, payment.amount / ATOMIC_PER_USD, *reply.receipt()))
        return Reply(reply.status, reply.headers, reply.body, payment.amount)

    def _forget(self, call: Call, payment: Payment, body: Mapping[str, Any]) -> bool:
        """Other calls for the same may have done so already: then there is nothing left to do."""
        with self._lock:
            if self._payments.get(call.key) is not payment:
                return False
            del self._payments[call.key]
            if len(self._bought) > MOST_BOUGHT:
                self._bought.clear()
            if body.get("charged"):
                self._bought[call.key] = payment
        # Spent is also what has an answer that is kept no longer.
        if body.get("charged") or body.get("error") == "payment_already_used":
            self._close(payment)
            self.budget.charge(payment.amount)
        # Refused for itself, it would be refused again.
        elif "accepts" not in body and payment.voucher is None:
            with self._lock:
                self._unused.append(payment)
        return True

    def _exchange(self, call: Call, payment: Payment | None) -> Generator[Step, Result, Reply]:
        """Sends one request until there is an answer that lasts, always with the same payment.

        However often that arrives, it pays once. Raises when the time is up, with what the last try ended with.
        """
        ends = min(time.monotonic() + self.repeat_for, call.until)
        attempt = 0
        while True:
            attempt += 1
            try:
                return (yield from self._try(call, payment, attempt))
            except ForecourtError as error:
                pause = max(
                    error.retry_after_seconds or 0,
                    min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)),
                )
                # An answer that was paid for is asked for again also while the service is being started anew.
                hopeless = payment is None and isinstance(error.__cause__, httpx.ConnectError)
                if hopeless or time.monotonic() + pause > ends:
                    raise
            self._debug(call, "pause", seconds=pause)
            yield Pause(pause)

    def _try(
        self, call: Call, payment: Payment | None, attempt: int
    ) -> Generator[Step, Result, Reply]:
        start = time.monotonic()
        if start >= call.until:
            raise _timed_out(call)
        headers = {"User-Agent": self.user_agent}
        was_uncertain = payment is not None and payment.uncertain
        if payment:
            headers["PAYMENT-SIGNATURE"] = payment.header
            # From here until an answer is read it is open how the payment ended.
            payment.uncertain = True
        self._debug(call, "request", attempt=attempt, is_paid=payment is not None)
        try:
            received = yield Send(call.url, headers, min(TRY_TIMEOUT, call.until - start))
        except (httpx.HTTPError, TimeoutError) as error:
            self._debug(call, "failure", error=error, seconds=time.monotonic() - start)
            if time.monotonic() >= call.until:
                raise _timed_out(call) from error
            reason = str(error) or type(error).__name__
            message = f"{_origin(call.url)} did not answer ({reason})."
            raise ConnectionFailed("unreachable", message) from error
        assert isinstance(received, Received)
        reply = _read(call, received)
        self._debug(
            call,
            "response",
            status=reply.status,
            request_id=reply.request_id,
            seconds=time.monotonic() - start,
        )
        # A passing failure may have been said without looking at an earlier try.
        if payment and reply.body.get("error") != "settlement_pending":
            payment.uncertain = was_uncertain and reply.status in PASSING
        if reply.status in PASSING:
            raise reply.error()
        return reply

    def _debug(self, call: Call, kind: str, **more: object) -> None:
        if self.on_debug is None:
            return
        try:
            self.on_debug({"kind": kind, "url": call.url, **more})
        except Exception:
            # Who watches must not come between a payment and its answer.
            logger.exception("on_debug failed")


def _read(call: Call, received: Received) -> Reply:
    try:
        body = json.loads(received.body)
    except ValueError:
        body = None
    # Without it a proxy speaks, which does not know what became of the payment.
    if not isinstance(body, dict) or not body.get("disclaimer"):
        status = received.status
        message = f"Something else than the service answered at {_origin(call.url)}: {status}."
        raise ConnectionFailed("unexpected_answer", message, status=status)
    return Reply(received.status, received.headers, body)


def _refuse_wrong_parameters(reply: Reply) -> None:
    """Raises what the service would answer after a payment, where it finds the parameters wrong before one."""
    issues = reply.body.get("issues")
    if not isinstance(issues, list) or not issues:
        return
    raise InvalidRequest(
        "invalid_parameters",
        reply.message,
        status=reply.status,
        request_id=reply.request_id,
        details=reply.body,
    )


def _warnings(reply: Reply) -> list[str]:
    given = reply.body.get("warnings")
    each = given if isinstance(given, list) else []
    told = [_text(one.get("message")) for one in each if isinstance(one, Mapping)]
    return [message for message in told if message is not None]


def _text(given: object) -> str | None:
    return given if isinstance(given, str) else None


def _timed_out(call: Call) -> ConnectionFailed:
    return ConnectionFailed("timed_out", f"There was no answer of {_origin(call.url)} in time.")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
