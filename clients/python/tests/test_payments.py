"""Payments that are made and those that are not, whatever a service says."""

import base64
import contextlib
import json
import socket
import time
from typing import Any

import anyio
import anyio.lowlevel
import httpx
import pytest
from eth_account import Account
from eth_account.messages import encode_typed_data
from stage import (
    ACCOUNT,
    ANSWERED,
    PAID_BODY,
    SILENT,
    TERMS,
    TEST_USDC,
    VIN,
    Answer,
    FakeService,
    StartFake,
    challenge,
    failure,
)

from forecourt import (
    AsyncForecourt,
    ConnectionFailed,
    Forecourt,
    ForecourtError,
    InvalidRequest,
    Paid,
    PaymentCapExceeded,
    PaymentRefused,
    PaymentUncertain,
    ServiceUnavailable,
    Signed,
    VehicleNotResolved,
)
from forecourt._wallet import TYPES


def identifiers(service: FakeService) -> list[str]:
    return [
        json.loads(base64.b64decode(one))["extensions"]["payment-identifier"]["info"]["id"]
        for one in service.payments
    ]


PENDING = failure(503, "settlement_pending", retryAfterSeconds=0)


@pytest.mark.parametrize(
    "passing",
    [
        PENDING,
        failure(503, "payment_service_unavailable"),
        failure(503, "shutting_down"),
        Answer(502, "<html>Bad gateway</html>"),
    ],
)
def test_what_passes_is_repeated_with_the_same_payment(fake: StartFake, passing: Answer) -> None:
    service = fake(challenge(), passing, ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        assert client.decode(VIN) == PAID_BODY
        assert client.spent_usd == 0.01
    assert service.payments == [service.payments[0]] * 2


def test_a_payment_without_an_end_is_kept_for_the_next_call(fake: StartFake) -> None:
    pending = failure(503, "settlement_pending", retryAfterSeconds=3)
    service = fake(challenge(), pending, ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, repeat_for=0) as client:
        with pytest.raises(PaymentUncertain) as caught:
            client.decode(VIN)
        cause = caught.value.__cause__
        assert isinstance(cause, ServiceUnavailable)
        assert (cause.code, cause.retry_after_seconds) == ("settlement_pending", 3)
        assert (client.spent_usd, client.open_usd) == (0, 0.01)
        client.decode(VIN)
        assert (client.spent_usd, client.open_usd) == (0.01, 0)
    assert len(set(service.payments)) == 1


def test_an_uncertain_payment_stays_so_when_the_door_is_closed(fake: StartFake) -> None:
    lost = Answer(502, "gone")
    service = fake(challenge(), lost, failure(503, "overloaded"), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, repeat_for=0) as client:
        for _ in range(2):
            with pytest.raises(PaymentUncertain):
                client.decode(VIN)
        client.decode(VIN)
    assert len(set(service.payments)) == 1


@pytest.mark.parametrize("code", ["payment_expired", "settlement_failed"])
def test_a_kept_payment_that_can_never_be_taken_gives_way(fake: StartFake, code: str) -> None:
    expired = failure(402, code, accepts=[TERMS])
    service = fake(challenge(), failure(503, "settlement_pending"), expired, ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, repeat_for=0, max_total_usd=0.02) as client:
        with pytest.raises(PaymentUncertain):
            client.decode(VIN)
        assert client.decode(VIN) == PAID_BODY
    assert len(set(service.payments)) == 2
    assert len(set(identifiers(service))) == 1


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_task_that_is_cancelled_leaves_its_payment_to_the_next(
    fake: StartFake, backend: str
) -> None:
    service = fake(challenge(), SILENT, ANSWERED)

    async def main() -> None:
        async with AsyncForecourt(service.url, account=ACCOUNT) as client:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client.decode, VIN)
                while not service.payments:  # noqa: ASYNC110
                    await anyio.sleep(0.01)
                tasks.cancel_scope.cancel()
            assert client.open_usd == 0.01
            await client.decode(VIN)

    anyio.run(main, backend=backend)
    assert service.payments == [service.payments[0]] * 2


@pytest.mark.parametrize(
    ("status", "code", "family", "more"),
    [
        (402, "insufficient_funds", PaymentRefused, {"accepts": [TERMS]}),
        (400, "invalid_payment_payload", PaymentRefused, {"accepts": [TERMS]}),
        (409, "payment_identifier_conflict", PaymentRefused, {}),
        (400, "invalid_parameters", InvalidRequest, {}),
        (422, "vehicle_not_resolved", VehicleNotResolved, {}),
        (502, "upstream_unavailable", ServiceUnavailable, {}),
        (418, "a_code_of_tomorrow", InvalidRequest, {}),
    ],
)
def test_what_does_not_pass_is_reported_at_once(
    fake: StartFake,
    status: int,
    code: str,
    family: type[ForecourtError],
    more: dict[str, Any],
) -> None:
    service = fake(challenge(), failure(status, code, {"X-Request-Id": "one"}, **more))
    with Forecourt(service.url, account=ACCOUNT) as client:
        with pytest.raises(family, match=f"It failed with {code}") as caught:
            client.decode(VIN)
        assert client.spent_usd == 0
    error = caught.value
    assert type(error) is family
    told = (error.code, error.status, error.charged, error.request_id)
    assert told == (code, status, False, "one")
    assert error.details["error"] == code
    assert len(service.payments) == 1


def test_a_service_that_is_not_there_fails_at_once() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        steps: list[str] = []
        with (
            Forecourt(url, on_debug=lambda event: steps.append(event["kind"])) as client,
            pytest.raises(ConnectionFailed, match=f"{url} did not answer .*refused") as caught,
        ):
            client.decode(VIN)
    assert caught.value.code == "unreachable"
    assert steps == ["request", "failure"]


class Watched:
    """Signs nothing that is worth anything, and counts."""

    address = "0x1111111111111111111111111111111111111111"

    def __init__(self) -> None:
        self.asked = 0

    def sign_typed_data(self, *_data: dict[str, Any]) -> Signed:
        self.asked += 1
        raise RuntimeError("The wallet refused")


def test_in_a_rehearsal_test_money_is_signed_for(fake: StartFake) -> None:
    service = fake(challenge(network="eip155:84532", asset=TEST_USDC), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        client.decode(VIN)
    paid = json.loads(base64.b64decode(service.payments[0]))["payload"]
    fields = ("name", "version", "chainId", "verifyingContract")
    domain: dict[str, Any] = dict(zip(fields, ("USDC", "2", 84532, TEST_USDC), strict=True))
    signable = encode_typed_data(domain, TYPES, paid["authorization"])
    assert Account.recover_message(signable, signature=paid["signature"]) == ACCOUNT.address


@pytest.mark.parametrize(
    ("bent", "code"),
    [
        ({"asset": TERMS["payTo"]}, "unacceptable_terms"),
        ({"network": "eip155:1"}, "unacceptable_terms"),
        ({"network": "eip155:84532"}, "unacceptable_terms"),
        ({"asset": TEST_USDC}, "unacceptable_terms"),
        ({"payTo": Watched.address}, "unacceptable_terms"),
        ({"amount": "all"}, "unacceptable_terms"),
        ({"amount": "-1"}, "unacceptable_terms"),
        ({"amount": "250001"}, "payment_cap_exceeded"),
    ],
)
def test_nothing_is_signed_that_is_not_known_to_be_right(
    fake: StartFake, bent: dict[str, Any], code: str
) -> None:
    service = fake(challenge(**bent), ANSWERED)
    wallet = Watched()
    with Forecourt(service.url, account=wallet, pay_to=TERMS["payTo"]) as client:
        with pytest.raises(PaymentRefused) as caught:
            client.decode(VIN)
        assert client.spent_usd == 0
    assert caught.value.code == code
    assert wallet.asked == 0


def test_a_payment_is_good_for_ten_minutes_at_most(fake: StartFake) -> None:
    service = fake(challenge(maxTimeoutSeconds=86_400), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        client.decode(VIN)
    [payment] = service.payments
    authorization = json.loads(base64.b64decode(payment))["payload"]["authorization"]
    assert int(authorization["validBefore"]) <= time.time() + 600


def test_nothing_is_signed_above_what_this_call_may_cost(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        with pytest.raises(PaymentCapExceeded) as caught:
            client.decode(VIN, max_usd=0.005)
        assert str(caught.value) == "It costs $0.01, and one call may cost $0.005."
        assert service.payments == []
        client.decode(VIN, max_usd=0.01)


def test_nothing_is_signed_above_what_all_calls_may_cost(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, max_total_usd=0.03) as client:
        for odometer in range(3):
            client.decode(VIN, odometer=odometer, odometer_unit="km")
        with pytest.raises(PaymentCapExceeded) as caught:
            client.recalls(VIN)
        assert (caught.value.cap, caught.value.cap_usd) == ("total", 0)
        assert client.spent_usd == 0.03


@pytest.mark.parametrize(("vin", "reason"), [(VIN[:-1], "length"), (f"{VIN[:-1]}O", "characters")])
def test_a_wrong_vin_is_refused_before_the_service_is_asked(
    fake: StartFake, vin: str, reason: str
) -> None:
    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        for call in (client.decode, client.recalls, client.known_issues, client.prepurchase):
            with pytest.raises(InvalidRequest) as caught:
                call(vin)
            assert caught.value.code == "invalid_vin"
            assert caught.value.details["reason"] == reason
    assert service.asked == []


def test_nothing_is_bought_without_an_account(fake: StartFake) -> None:
    with Forecourt(fake(challenge()).url) as client, pytest.raises(PaymentRefused) as caught:
        client.decode(VIN)
    assert caught.value.code == "signer_missing"


def test_money_is_not_held_where_the_wallet_refuses(fake: StartFake) -> None:
    with Forecourt(fake(challenge()).url, account=Watched()) as client:
        with pytest.raises(RuntimeError, match="The wallet refused"):
            client.decode(VIN)
        assert client.spent_usd == 0


def test_nothing_is_signed_for_a_call_that_the_service_already_calls_wrong(fake: StartFake) -> None:
    issues = [{"parameter": "state", "message": "is none"}, {"parameter": "price", "message": "x"}]
    unpaid = challenge()
    assert not isinstance(unpaid.body, str)
    message = "Correct these parameters: state (is none), price (x)."
    service = fake(Answer(402, {**unpaid.body, "issues": issues, "message": message}), ANSWERED)
    with Forecourt(service.url, account=Watched()) as client:
        with pytest.raises(InvalidRequest, match=r"state .is none., price") as caught:
            client.decode(VIN)
        assert (caught.value.code, caught.value.charged) == ("invalid_parameters", False)
        assert caught.value.details["issues"] == issues
        assert (client.spent_usd, client.open_usd) == (0, 0)
    assert service.payments == []


FREE = Answer(200, {**PAID_BODY, "charged": False})


@pytest.mark.parametrize(
    "lie",
    [
        FREE,
        failure(422, "vehicle_not_resolved"),
        failure(402, "settlement_failed", accepts=[TERMS]),
        failure(402, "payment_expired", accepts=[TERMS]),
        failure(503, "overloaded"),
    ],
)
def test_the_cap_holds_against_a_service_that_lies(fake: StartFake, lie: Answer) -> None:
    service = fake(challenge(amount="250000", maxTimeoutSeconds=5), lie)
    with Forecourt(service.url, account=ACCOUNT, max_total_usd=1, repeat_for=0) as client:
        for number in range(7):
            with contextlib.suppress(ForecourtError):
                client.decode(f"{VIN[:-1]}{number}")
        assert len(set(service.payments)) == 4
        assert (client.spent_usd, client.open_usd) == (0, 1)


def test_what_was_bought_is_read_again_in_either_form_and_counts_once(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED)
    paid: list[Paid] = []
    with Forecourt(service.url, account=ACCOUNT, max_total_usd=0.01, on_paid=paid.append) as client:
        first = client.with_response.brief.decode(VIN)
        again = client.with_response.decode(VIN)
        assert (first.paid_usd, again.paid_usd) == (0.01, 0)
        assert again.answer == PAID_BODY
        assert (client.spent_usd, client.open_usd) == (0.01, 0)
    assert len(set(service.payments)) == len(paid) == 1


def test_what_the_service_keeps_no_longer_is_bought_anew(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED, failure(402, "payment_already_used"), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        client.decode(VIN)
        client.decode(VIN)
        assert (client.spent_usd, client.open_usd) == (0.02, 0)
    assert len(set(service.payments)) == 2


def test_what_was_not_taken_pays_for_the_next_call(fake: StartFake) -> None:
    service = fake(challenge(), FREE, failure(502, "upstream_unavailable"), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, max_total_usd=0.01) as client:
        client.known_issues(VIN)
        with pytest.raises(ServiceUnavailable):
            client.recalls(VIN)
        assert (client.spent_usd, client.open_usd) == (0, 0.01)
        assert client.decode(VIN) == PAID_BODY
        assert (client.spent_usd, client.open_usd) == (0.01, 0)
    assert len(set(service.payments)) == 1


@pytest.mark.parametrize(
    ("said", "is_free"),
    [
        ({"result": f"0x{0:064x}"}, True),
        ({"result": f"0x{1:064x}"}, False),
        ({"result": "0x"}, False),
        ({"error": {"message": "no"}}, False),
    ],
)
def test_it_counts_until_the_chain_proves_that_it_was_never_taken(
    fake: StartFake,
    monkeypatch: pytest.MonkeyPatch,
    said: dict[str, Any],
    is_free: bool,
) -> None:
    asked: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            with httpx.Client() as http:
                return http.get(request.url, headers=dict(request.headers))
        asked.append(json.loads(request.content))
        return httpx.Response(200, json={"jsonrpc": "2.0", "id": 1, **said})

    service = fake(challenge(), FREE, ANSWERED)
    with (
        httpx.Client(transport=httpx.MockTransport(answer)) as http,
        Forecourt(
            service.url,
            account=ACCOUNT,
            max_total_usd=0.01,
            rpc_url="http://node.example",
            http_client=http,
        ) as client,
    ):
        client.decode(VIN)
        later = time.time() + 300
        monkeypatch.setattr(time, "time", lambda: later)
        if is_free:
            assert client.recalls(VIN) == PAID_BODY
        else:
            with pytest.raises(PaymentCapExceeded):
                client.recalls(VIN)
    first = json.loads(base64.b64decode(service.payments[0]))["payload"]["authorization"]
    [call] = asked
    nonce = first["nonce"].removeprefix("0x")
    data = f"0xe94a0102{ACCOUNT.address[2:].lower():0>64}{nonce}"
    assert call["params"] == [{"to": TERMS["asset"].lower(), "data": data}, "latest"]


def test_a_wallet_may_be_awaited(fake: StartFake) -> None:
    class Remote:
        address = ACCOUNT.address

        async def sign_typed_data(self, *data: dict[str, Any]) -> Signed:
            await anyio.lowlevel.checkpoint()
            return ACCOUNT.sign_typed_data(*data)

    async def main() -> None:
        service = fake(challenge(), ANSWERED)
        async with AsyncForecourt(service.url, account=Remote()) as client:
            assert await client.decode(VIN) == PAID_BODY

    anyio.run(main)


def test_a_payment_is_shown_to_no_other_address(fake: StartFake) -> None:
    elsewhere = fake(challenge(), ANSWERED)
    moved = Answer(307, "", {"Location": f"{elsewhere.url}/v1/decode"})
    service = fake(challenge(), moved)
    with (
        Forecourt(service.url, account=ACCOUNT, repeat_for=0) as client,
        pytest.raises(PaymentUncertain),
    ):
        client.decode(VIN)
    assert elsewhere.asked == []


def test_a_receipt_that_cannot_be_read_loses_no_answer(fake: StartFake) -> None:
    paid: list[Paid] = []
    service = fake(challenge(), Answer(200, PAID_BODY, {"PAYMENT-RESPONSE": "!"}))
    with Forecourt(service.url, account=ACCOUNT, on_paid=paid.append) as client:
        assert client.decode(VIN) == PAID_BODY
    assert [(one.price_usd, one.transaction) for one in paid] == [(0.01, None)]


def test_each_call_has_a_payment_identifier_of_its_own(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        for odometer in range(3):
            client.decode(VIN, odometer=odometer, odometer_unit="km")
    assert len(set(identifiers(service))) == 3
