import inspect
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import AsyncExitStack, ExitStack, closing
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import anyio
import httpx

from ._bought import Bought, Paid, Refund
from ._budget import ATOMIC_PER_USD, Budget
from ._buyer import (
    Ask,
    Buyer,
    Call,
    DebugEvent,
    EndTurn,
    Pause,
    Received,
    Result,
    Send,
    Sign,
    Step,
    TakeTurn,
)
from ._methods import AsyncProducts, Products
from ._options import (
    DEFAULT_PER_CALL_USD,
    DEFAULT_REPEAT_FOR,
    DEFAULT_TIMEOUT,
    DEFAULT_TOTAL_USD,
    USER_AGENT,
    read_amount,
    read_pay_to,
    read_url,
    to_query,
)
from ._wallet import AsyncSigner, Signer

if TYPE_CHECKING:
    from ._channel import OpenChannel


REFUND = {"vin": "1HGCM82633A004352"}
"""Any car will do."""


class _Shared:
    """The parts that both clients are made of."""

    def __init__(
        self,
        url: str | None,
        account: Signer | AsyncSigner | None,
        pay_to: str | None,
        rpc_url: str | None,
        max_per_call_usd: float | None,
        max_total_usd: float | None,
        timeout: float,
        repeat_for: float,
        on_paid: Callable[[Paid], object] | None,
        on_debug: Callable[[DebugEvent], object] | None,
        channel: "OpenChannel | None",
        deposit_usd: float,
    ) -> None:
        self.url = read_url(url)
        self.timeout = timeout
        self.budget = Budget(
            read_amount(
                "max_per_call_usd",
                max_per_call_usd,
                "FORECOURT_MAX_PER_CALL_USD",
                DEFAULT_PER_CALL_USD,
            ),
            read_amount(
                "max_total_usd", max_total_usd, "FORECOURT_MAX_TOTAL_USD", DEFAULT_TOTAL_USD
            ),
        )
        opened = None
        if channel is not None:
            # Needs x402, which who pays by transfers need not have.
            from ._channel import Channel

            opened = Channel(channel, read_amount("deposit_usd", deposit_usd, "", 1), self.budget)
        self.buyer = Buyer(
            account.address if account else None,
            read_pay_to(pay_to),
            rpc_url,
            self.budget,
            repeat_for,
            USER_AGENT,
            on_paid,
            on_debug,
            opened,
        )

    def steps(
        self,
        path: str,
        query: Mapping[str, object],
        timeout: float | None,
        max_usd: float | None,
    ) -> Generator[Step, Result, Bought[Any]]:
        url = f"{self.url}/v1/{path}?{to_query(query)}"
        until = time.monotonic() + (self.timeout if timeout is None else timeout)
        # The part after # is not sent, and tells the request from that for an answer.
        is_refund = query is REFUND
        return self.buyer.buy(Call(url + "#refund" * is_refund, until, max_usd, is_refund))


class _Figures:
    """The sum of a client's payments."""

    _shared: _Shared

    @property
    def spent_usd(self) -> float:
        """Dollars that were charged for certain."""
        return self._shared.budget.spent / ATOMIC_PER_USD

    @property
    def open_usd(self) -> float:
        """Dollars that are signed for and not charged.

        They count against the caps, whatever the service says became of them, until their time is over and the node at
        ``rpc_url`` knows that they were never taken.
        """
        budget = self._shared.budget
        return (budget.held - budget.spent) / ATOMIC_PER_USD


class Forecourt(_Figures, Products):
    """Buys answers from a Forecourt service and never pays twice for one. May be shared by threads.

    - ``url``: where the service is, such as https://forecourt.example; FORECOURT_URL where left out
    - ``account``: who pays, such as an account of eth-account; without one only the samples can be had
    - ``pay_to``: pay to nobody else; FORECOURT_PAY_TO where left out
    - ``rpc_url``: a node of Base, which is asked what became of payments whose time is over
    - ``max_per_call_usd``: the most that one call may cost; FORECOURT_MAX_PER_CALL_USD, or 0.25
    - ``max_total_usd``: the most that all calls of this client may cost together; FORECOURT_MAX_TOTAL_USD, or 5
    - ``timeout``: how many seconds a call may take, with all its repeats
    - ``repeat_for``: how many seconds a call is repeated, with the same payment, when it fails for a reason that passes
    - ``on_paid``: called with every payment that was taken
    - ``on_debug``: called with every step of every call; the VIN of the call stands in ``url``
    - ``channel``: makes x402's ``BatchSettlementEvmScheme`` with the ``deposit_strategy`` that it is given: pays by a
      channel where the service offers one
    - ``deposit_usd``: what is deposited at a time, where a call does not cost more and the total leaves it
    - ``http_client``: used in place of an own one, and left open
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        account: Signer | None = None,
        pay_to: str | None = None,
        rpc_url: str | None = None,
        max_per_call_usd: float | None = None,
        max_total_usd: float | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        repeat_for: float = DEFAULT_REPEAT_FOR,
        on_paid: Callable[[Paid], object] | None = None,
        on_debug: Callable[[DebugEvent], object] | None = None,
        channel: "OpenChannel | None" = None,
        deposit_usd: float = 1.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        self._shared = _Shared(
            url,
            account,
            pay_to,
            rpc_url,
            max_per_call_usd,
            max_total_usd,
            timeout,
            repeat_for,
            on_paid,
            on_debug,
            channel,
            deposit_usd,
        )
        self._account = account
        self._turn = threading.Lock()
        self._http = http_client or httpx.Client()
        self._owns_http = http_client is None
        super().__init__(self._buy)

    def _buy(
        self,
        path: str,
        query: Mapping[str, object],
        timeout: float | None,
        max_usd: float | None,
    ) -> Bought[Any]:
        steps = self._shared.steps(path, query, timeout, max_usd)
        with closing(steps), ExitStack() as turn:
            try:
                step = next(steps)
                while True:
                    try:
                        result = self._perform(step, turn)
                    except Exception as error:
                        step = steps.throw(error)
                    else:
                        step = steps.send(result)
            except StopIteration as done:
                return cast("Bought[Any]", done.value)

    def _perform(self, step: Step, turn: ExitStack) -> Result:
        match step:
            case Send():
                return self._send(step)
            case Sign():
                assert self._account is not None
                return bytes(self._account.sign_typed_data(*step.transfer.typed_data).signature)
            case Ask():
                return step.work()
            case Pause():
                time.sleep(step.seconds)
            case TakeTurn():
                if not self._turn.acquire(timeout=min(step.seconds, threading.TIMEOUT_MAX)):
                    raise TimeoutError
                turn.callback(self._turn.release)
            case EndTurn():
                turn.close()
        return None

    def _send(self, step: Send) -> Received:
        until = time.monotonic() + step.seconds
        request = self._http.build_request(
            "GET" if step.content is None else "POST",
            step.url,
            headers=step.headers,
            content=step.content,
            timeout=step.seconds,
        )
        # A payment is for this address and no other: no redirect is followed.
        response = self._http.send(request, stream=True, follow_redirects=False)
        with closing(response):
            body = bytearray()
            for part in response.iter_bytes():
                body += part
                if time.monotonic() > until:
                    raise TimeoutError("The answer took too long")
        return Received(response.status_code, dict(response.headers), bytes(body))

    def refund(self, *, timeout: float | None = None) -> Refund:
        """Asks for what is left in the channel: it goes back to the wallet that has deposited it."""
        bought = self._buy("decode", REFUND, timeout, None)
        return Refund(int(bought.answer["refunded"]) / ATOMIC_PER_USD, bought.transaction)

    def close(self) -> None:
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncForecourt(_Figures, AsyncProducts):
    """The same as ``Forecourt`` with methods that are awaited; may be shared by tasks.

    ``account`` may also be a wallet whose ``sign_typed_data`` is awaited.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        account: Signer | AsyncSigner | None = None,
        pay_to: str | None = None,
        rpc_url: str | None = None,
        max_per_call_usd: float | None = None,
        max_total_usd: float | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        repeat_for: float = DEFAULT_REPEAT_FOR,
        on_paid: Callable[[Paid], object] | None = None,
        on_debug: Callable[[DebugEvent], object] | None = None,
        channel: "OpenChannel | None" = None,
        deposit_usd: float = 1.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._shared = _Shared(
            url,
            account,
            pay_to,
            rpc_url,
            max_per_call_usd,
            max_total_usd,
            timeout,
            repeat_for,
            on_paid,
            on_debug,
            channel,
            deposit_usd,
        )
        self._account = account
        self._turn = anyio.Lock()
        self._http = http_client or httpx.AsyncClient()
        self._owns_http = http_client is None
        super().__init__(self._buy)

    async def _buy(
        self,
        path: str,
        query: Mapping[str, object],
        timeout: float | None,
        max_usd: float | None,
    ) -> Bought[Any]:
        steps = self._shared.steps(path, query, timeout, max_usd)
        with closing(steps):
            async with AsyncExitStack() as turn:
                try:
                    step = next(steps)
                    while True:
                        try:
                            result = await self._perform(step, turn)
                        except Exception as error:
                            step = steps.throw(error)
                        else:
                            step = steps.send(result)
                except StopIteration as done:
                    return cast("Bought[Any]", done.value)

    async def _perform(self, step: Step, turn: AsyncExitStack) -> Result:
        match step:
            case Send():
                return await self._send(step)
            case Sign():
                assert self._account is not None
                signed = self._account.sign_typed_data(*step.transfer.typed_data)
                if inspect.isawaitable(signed):
                    signed = await signed
                return bytes(signed.signature)
            case Ask():
                return await anyio.to_thread.run_sync(step.work)
            case Pause():
                await anyio.sleep(step.seconds)
            case TakeTurn():
                with anyio.fail_after(step.seconds):
                    await turn.enter_async_context(self._turn)
            case EndTurn():
                await turn.aclose()
        return None

    async def _send(self, step: Send) -> Received:
        request = self._http.build_request(
            "GET" if step.content is None else "POST",
            step.url,
            headers=step.headers,
            content=step.content,
            timeout=step.seconds,
        )
        with anyio.fail_after(step.seconds):
            response = await self._http.send(request, follow_redirects=False)
        return Received(response.status_code, dict(response.headers), response.content)

    async def refund(self, *, timeout: float | None = None) -> Refund:
        """Asks for what is left in the channel: it goes back to the wallet that has deposited it."""
        bought = await self._buy("decode", REFUND, timeout, None)
        return Refund(int(bought.answer["refunded"]) / ATOMIC_PER_USD, bought.transaction)

    async def aclose(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
