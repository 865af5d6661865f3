"""Against the real service and chain."""

import inspect
import threading
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import assert_type

import anyio
import httpx
import pytest
from stage import ACCOUNT, VIN, Service

from forecourt import (
    AsyncForecourt,
    Bought,
    Forecourt,
    Paid,
    PaymentRefused,
    PaymentUncertain,
    VehicleNotResolved,
)
from forecourt.answers import DecodeAnswer, PurchaseCostsAnswer


def ontario(client: Forecourt, price: int) -> PurchaseCostsAnswer:
    return client.purchase_costs(country="CA", province="ON", sale_type="private", price=price)


def test_answers_are_bought_and_typed(service: Service) -> None:
    paid: list[Paid] = []
    before = service.received()
    with Forecourt(service.url, account=service.account, on_paid=paid.append) as client:
        decoded = client.decode(VIN)
        costs = ontario(client, 25_000)
        us = client.purchase_costs(
            country="US", state="SC", sale_type="dealer", price="9000", trade_in=Decimal("500.50")
        )
        assert client.spent_usd == 0.05
    assert decoded["vehicle"]["model"] == "Elantra"
    assert decoded["charged"]
    assert costs["country"] == "CA"
    assert costs["province"] == "ON"
    assert us["country"] == "US"
    assert us["state"] == "SC"
    assert service.received() - before == 50_000
    assert [one.price_usd for one in paid] == [0.01, 0.02, 0.02]
    assert all(one.transaction and one.transaction.startswith("0x") for one in paid)
    # A compact JWS has three parts.
    assert all(one.receipt and one.receipt.count(".") == 2 for one in paid)


def test_what_came_with_an_answer(service: Service) -> None:
    with Forecourt(service.url, account=service.account) as client:
        bought = client.with_response.decode(VIN, odometer=90_000, odometer_unit="km")
    assert_type(bought, Bought[DecodeAnswer])
    assert bought.answer["vin"] == VIN
    assert bought.status == 200
    assert bought.request_id == bought.headers["x-request-id"]
    assert bought.paid_usd == 0.01
    assert bought.transaction
    assert bought.receipt


def test_methods_with_response_say_what_the_plain_ones_say(service: Service) -> None:
    plain, full = Forecourt(service.url), Forecourt(service.url).with_response
    taken = [inspect.signature(one).parameters for one in (full.decode, plain.decode)]
    assert taken[0] == taken[1]
    assert inspect.getdoc(full.decode) == inspect.getdoc(plain.decode)
    waiting = AsyncForecourt(service.url).with_response.decode
    assert inspect.iscoroutinefunction(waiting)

    async def types() -> None:
        assert_type(await waiting(VIN, market="US"), Bought[DecodeAnswer])
        full.decode(VIN, market="EU")  # type: ignore[arg-type]
        full.decode(vim=VIN)  # type: ignore[call-arg]

    assert inspect.iscoroutinefunction(types)


def test_samples_are_free_and_need_no_account(service: Service) -> None:
    with Forecourt(service.url) as client:
        assert client.sample.decode()["vehicle"]["make"] == "Hyundai"
        assert client.sample.recalls()["counts"]["us"] > 0
        assert client.sample.known_issues()["status"] == "ok"
        assert client.sample.purchase_costs()["ca"]["province"] == "ON"
        assert client.sample.prepurchase()["sections"]["decode"] == "ok"
        assert client.with_response.sample.decode().paid_usd == 0


def test_what_is_wrong_with_a_car_costs_nothing(service: Service) -> None:
    before = service.received()
    with Forecourt(service.url, account=service.account) as client:
        with pytest.raises(VehicleNotResolved) as caught:
            client.decode("1" * 17)
        assert client.spent_usd == 0
    assert caught.value.code == "vehicle_not_resolved"
    assert caught.value.request_id == caught.value.details["requestId"]
    assert service.received() == before


def test_an_empty_wallet_is_refused(service: Service) -> None:
    with Forecourt(service.url, account=ACCOUNT) as client, pytest.raises(PaymentRefused) as caught:
        client.decode(VIN)
    assert caught.value.code == "insufficient_funds"


class Losing(httpx.HTTPTransport):
    """The service is asked and settles, and its answer to a payment does not arrive."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.left = count

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if "PAYMENT-SIGNATURE" not in request.headers or self.left == 0:
            return response
        self.left -= 1
        response.read()
        response.close()
        raise httpx.ReadError("The connection was closed")


def test_a_lost_answer_is_fetched_again_within_the_call(service: Service) -> None:
    before = service.received()
    with httpx.Client(transport=Losing(2)) as http:
        client = Forecourt(service.url, account=service.account, http_client=http)
        assert ontario(client, 26_001)["charged"]
    assert service.received() - before == 20_000


def test_a_lost_answer_is_fetched_by_the_next_call(service: Service) -> None:
    before = service.received()
    with httpx.Client(transport=Losing(1)) as http:
        client = Forecourt(service.url, account=service.account, http_client=http, repeat_for=0)
        with pytest.raises(PaymentUncertain) as caught:
            ontario(client, 26_002)
        assert caught.value.charged == "unknown"
        assert ontario(client, 26_002)["charged"]
        assert client.spent_usd == 0.02
    assert service.received() - before == 20_000


def test_ten_threads_that_want_the_same_make_one_purchase(service: Service) -> None:
    before = service.received()
    together = threading.Barrier(10)

    def buy(client: Forecourt) -> bool:
        together.wait()
        return ontario(client, 26_003)["charged"]

    with (
        Forecourt(service.url, account=service.account) as client,
        ThreadPoolExecutor(10) as threads,
    ):
        assert all(threads.map(buy, [client] * 10))
    assert service.received() - before == 20_000


def test_ten_tasks_that_want_the_same_make_one_purchase(service: Service) -> None:
    before = service.received()
    answers: list[PurchaseCostsAnswer] = []

    async def buy(client: AsyncForecourt) -> None:
        answers.append(
            await client.purchase_costs(
                country="CA", province="ON", sale_type="private", price=26_004
            )
        )

    async def main() -> None:
        async with (
            AsyncForecourt(service.url, account=service.account) as client,
            anyio.create_task_group() as tasks,
        ):
            for _ in range(10):
                tasks.start_soon(buy, client)

    anyio.run(main)
    assert len(answers) == 10
    assert all(answer["charged"] for answer in answers)
    assert service.received() - before == 20_000
