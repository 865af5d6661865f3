"""Paying by channels, against the real service and chain with x402's contracts."""

import base64
import json
import os
import runpy
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from stage import ACCOUNT, ANSWERED, TERMS, USDC, VIN, Service, StartFake, challenge, failure
from x402.mechanisms.evm.batch_settlement.client import (
    BatchSettlementEvmScheme,
    BatchSettlementEvmSchemeOptions,
    InMemoryClientChannelStorage,
)
from x402.mechanisms.evm.signers import EthAccountSigner, EthAccountSignerWithRPC

from forecourt import (
    AsyncForecourt,
    ConnectionFailed,
    Forecourt,
    PaymentCapExceeded,
    PaymentRefused,
    PaymentUncertain,
    VehicleNotResolved,
)

pytestmark = pytest.mark.skipif(
    "TEST_CHANNELS" not in os.environ, reason="the service has no contracts of channels"
)
FUNDS = 10_000_000


def scheme(service: Service, storage: InMemoryClientChannelStorage) -> Callable[[Any], Any]:
    """A client that is given the same storage is one that was started again."""
    signer = EthAccountSignerWithRPC(service.account, service.rpc_url)
    return lambda strategy: BatchSettlementEvmScheme(
        signer, BatchSettlementEvmSchemeOptions(deposit_strategy=strategy, storage=storage)
    )


def balance(service: Service) -> int:
    data = f"0x70a08231{service.account.address.removeprefix('0x').lower():0>64}"
    call = {"method": "eth_call", "params": [{"to": USDC, "data": data}, "latest"]}
    reply = httpx.post(service.rpc_url, json={"jsonrpc": "2.0", "id": 1, **call})
    return int(reply.json()["result"], 16)


def buy(client: Forecourt, price: int) -> Mapping[str, Any]:
    return client.purchase_costs(country="CA", province="ON", sale_type="private", price=price)


def test_twenty_calls_are_one_deposit_also_of_a_client_that_is_started_again(
    service: Service,
) -> None:
    channel = scheme(service, InMemoryClientChannelStorage())
    deposits: list[float] = []

    def watch(event: Mapping[str, Any]) -> None:
        if event["kind"] == "signed":
            deposits.append(event["deposit_usd"])

    with Forecourt(service.url, channel=channel, on_debug=watch) as client:
        assert all(buy(client, 20_000 + at)["charged"] for at in range(20))
        assert deposits == [1, *[0] * 19]
        assert (client.spent_usd, client.open_usd) == (0.4, 0.6)
    assert balance(service) == FUNDS - 1_000_000
    with Forecourt(service.url, channel=channel) as again:
        assert buy(again, 20_020)["charged"]
        assert (again.spent_usd, again.open_usd) == (0.02, 0)
    assert balance(service) == FUNDS - 1_000_000


def test_calls_of_threads_and_tasks_go_one_after_another(service: Service) -> None:
    storage = InMemoryClientChannelStorage()
    with (
        Forecourt(service.url, channel=scheme(service, storage)) as client,
        ThreadPoolExecutor(4) as threads,
    ):
        prices = (20_000, 20_000, 20_001, 20_002)
        assert len(list(threads.map(lambda price: buy(client, price), prices))) == 4
        assert client.spent_usd == 0.06

    async def buy_soon(client: AsyncForecourt, price: int) -> None:
        await client.purchase_costs(country="CA", province="ON", sale_type="private", price=price)

    async def tasks() -> float:
        async with (
            AsyncForecourt(service.url, channel=scheme(service, storage)) as client,
            anyio.create_task_group() as group,
        ):
            for price in range(20_003, 20_006):
                group.start_soon(buy_soon, client, price)
        return client.spent_usd

    assert anyio.run(tasks) == 0.06
    assert balance(service) == FUNDS - 1_000_000


class Losing(httpx.HTTPTransport):
    """The service is asked, and its answers to payments do not arrive."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if "PAYMENT-SIGNATURE" not in request.headers or self.count == 0:
            return response
        self.count -= 1
        response.read()
        response.close()
        raise httpx.ReadError("The connection was closed")


def test_an_answer_that_is_lost_is_fetched_again_with_the_same_voucher(service: Service) -> None:
    channel = scheme(service, InMemoryClientChannelStorage())
    with (
        httpx.Client(transport=Losing(2)) as losing,
        Forecourt(service.url, channel=channel, http_client=losing) as client,
    ):
        assert buy(client, 20_000)["charged"]
    with (
        httpx.Client(transport=Losing(1)) as losing,
        Forecourt(service.url, channel=channel, http_client=losing, repeat_for=0) as client,
    ):
        with pytest.raises(PaymentUncertain):
            buy(client, 20_001)
        assert buy(client, 20_001)["charged"]
        assert client.spent_usd == 0.02
        assert client.refund().refunded_usd == 0.96


def test_of_two_clients_of_one_channel_the_one_that_is_out_of_step_goes_on(
    service: Service,
) -> None:
    one, other = (
        Forecourt(service.url, channel=scheme(service, InMemoryClientChannelStorage()))
        for _ in range(2)
    )
    with one, other:
        for at, client in enumerate((one, one, other, other, one)):
            assert buy(client, 20_000 + at)["charged"]
        assert (one.spent_usd, other.spent_usd) == (0.06, 0.04)
    assert balance(service) == FUNDS - 1_000_000


def test_a_deposit_is_no_more_than_the_total_leaves(service: Service) -> None:
    channel = scheme(service, InMemoryClientChannelStorage())
    with Forecourt(service.url, channel=channel, max_total_usd=0.05) as client:
        buy(client, 20_000)
        buy(client, 20_001)
        with pytest.raises(PaymentCapExceeded) as caught:
            buy(client, 20_002)
        assert (caught.value.cap, caught.value.cap_usd) == ("total", 0)
        assert (client.spent_usd, client.open_usd) == (0.04, 0.01)
    assert balance(service) == FUNDS - 50_000


def test_a_deposit_whose_call_failed_is_sent_with_the_next_one(service: Service) -> None:
    channel = scheme(service, InMemoryClientChannelStorage())
    with Forecourt(service.url, channel=channel) as client:
        with pytest.raises(VehicleNotResolved):
            client.decode("1" * 17)
        buy(client, 20_000)
        assert (client.spent_usd, client.open_usd) == (0.02, 0.98)
    assert balance(service) == FUNDS - 1_000_000


def test_what_is_left_comes_back(service: Service) -> None:
    channel = scheme(service, InMemoryClientChannelStorage())
    with Forecourt(service.url, channel=channel, deposit_usd=2) as client:
        buy(client, 20_000)
        refund = client.refund()
        assert refund.refunded_usd == 1.98
        assert refund.transaction
        assert balance(service) == FUNDS - 20_000
        assert (client.spent_usd, client.open_usd) == (0.02, 0)
        buy(client, 20_001)
    assert balance(service) == FUNDS - 2_020_000


def test_the_example_of_the_readme_runs(
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"FORECOURT_URL": service.url, "KEY": service.key, "RPC_URL": service.rpc_url}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    runpy.run_path(str(Path(__file__).parents[1] / "examples" / "buy_by_channel.py"))
    assert capsys.readouterr().out == "Elantra\n$1.99 came back\n"


OUT_OF_STEP = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
NAMES = {"name": "Other Coin", "version": "9", "assetTransferMethod": "permit2"}
EXTRA = {**NAMES, "receiverAuthorizer": f"0x{11:040x}", "withdrawDelay": 86_400}
OFFERED = {**TERMS, "scheme": "batch-settlement", "extra": EXTRA}


class Watched(EthAccountSigner):
    """Its chain has so much in every channel."""

    def __init__(self, balance: int) -> None:
        super().__init__(ACCOUNT)
        self.balance = balance
        self.signed: list[str] = []

    def sign_typed_data(self, domain: Any, types: Any, primary_type: str, message: Any) -> bytes:
        name = domain["name"] if isinstance(domain, dict) else domain.name
        self.signed.append(f"{primary_type} under {name}")
        return super().sign_typed_data(domain, types, primary_type, message)

    def read_contract(self, *_: object) -> tuple[int, int]:
        return self.balance, 0


def watched(signer: Watched) -> Callable[[Any], Any]:
    return lambda strategy: BatchSettlementEvmScheme(
        signer, BatchSettlementEvmSchemeOptions(deposit_strategy=strategy)
    )


@pytest.mark.parametrize(
    ("signature", "maximum"),
    [(f"0x{'11' * 65}", "900000"), ("yes", "900000"), (f"0x{'11' * 65}", "10000")],
)
def test_nothing_is_signed_for_a_sum_that_is_not_proved(
    fake: StartFake, signature: str, maximum: str
) -> None:
    state = {
        "channelState": {"chargedCumulativeAmount": "900000"},
        "voucherState": {"signedMaxClaimable": maximum, "signature": signature},
    }
    lie = failure(402, OUT_OF_STEP, accepts=[{**OFFERED, "extra": {**EXTRA, **state}}])
    service = fake(challenge(**OFFERED), lie)
    signer = Watched(1_000_000)
    with Forecourt(service.url, channel=watched(signer)) as client:
        with pytest.raises(PaymentRefused) as caught:
            client.decode(VIN)
        assert caught.value.code == OUT_OF_STEP
        assert (client.spent_usd, client.open_usd) == (0, 0.01)
    assert len(service.payments) == len(signer.signed) == 1


def test_a_deposit_is_the_callers_and_in_usdc(fake: StartFake) -> None:
    service = fake(challenge(**OFFERED), ANSWERED)
    signer = Watched(0)
    with Forecourt(service.url, channel=watched(signer), deposit_usd=0.5) as client:
        client.decode(VIN)
        assert (client.spent_usd, client.open_usd) == (0.01, 0.49)
    payload = json.loads(base64.b64decode(service.payments[0]))["payload"]
    assert payload["deposit"]["amount"] == "500000"
    assert signer.signed[0] == "ReceiveWithAuthorization under USD Coin"


def test_where_it_holds_less_than_is_believed_the_chain_is_asked_anew(fake: StartFake) -> None:
    none = failure(402, "insufficient_funds", accepts=[OFFERED])
    service = fake(challenge(**OFFERED), none, ANSWERED)
    signer = Watched(1_000_000)
    with Forecourt(service.url, channel=watched(signer)) as client:
        with pytest.raises(PaymentRefused):
            client.decode(VIN)
        signer.balance = 0
        client.decode(VIN)
    payloads = [json.loads(base64.b64decode(one))["payload"] for one in service.payments]
    assert [one["type"] for one in payloads] == ["voucher", "deposit"]


def test_another_receiver_is_not_paid(fake: StartFake) -> None:
    service = fake(challenge(**OFFERED), ANSWERED)
    signer = Watched(0)
    with (
        Forecourt(service.url, channel=watched(signer), pay_to=f"0x{12:040x}") as client,
        pytest.raises(PaymentRefused, match="USDC on Base"),
    ):
        client.decode(VIN)
    assert signer.signed == []


def test_a_call_that_waits_for_another_one_ends_when_its_time_is_over() -> None:
    asked, answer = threading.Event(), threading.Event()

    def handle(request: httpx.Request) -> httpx.Response:
        if "PAYMENT-SIGNATURE" not in request.headers:
            return httpx.Response(402, json=challenge(**OFFERED).body)
        asked.set()
        answer.wait()
        return httpx.Response(200, json=ANSWERED.body)

    with (
        httpx.Client(transport=httpx.MockTransport(handle)) as http,
        ThreadPoolExecutor(1) as threads,
        Forecourt("http://x", channel=watched(Watched(1_000_000)), http_client=http) as client,
    ):
        first = threads.submit(client.decode, VIN)
        asked.wait()
        with pytest.raises(ConnectionFailed) as caught:
            client.recalls(VIN, timeout=0.05)
        assert caught.value.code == "timed_out"
        answer.set()
        assert first.result()["charged"]
        assert client.recalls(VIN)["charged"]


def test_a_task_that_waits_for_another_one_ends_when_its_time_is_over() -> None:
    async def tasks() -> None:
        asked, answer = anyio.Event(), anyio.Event()

        async def handle(request: httpx.Request) -> httpx.Response:
            if "PAYMENT-SIGNATURE" not in request.headers:
                return httpx.Response(402, json=challenge(**OFFERED).body)
            asked.set()
            await answer.wait()
            return httpx.Response(200, json=ANSWERED.body)

        http = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        channel = watched(Watched(1_000_000))
        async with http, AsyncForecourt("http://x", channel=channel, http_client=http) as client:
            async with anyio.create_task_group() as group:
                group.start_soon(client.decode, VIN)
                await asked.wait()
                with pytest.raises(ConnectionFailed) as caught:
                    await client.recalls(VIN, timeout=0.05)
                assert caught.value.code == "timed_out"
                answer.set()
            assert (await client.recalls(VIN))["charged"]

    anyio.run(tasks)
