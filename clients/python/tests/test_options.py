from importlib.metadata import version

import anyio
import pytest
from stage import ACCOUNT, ANSWERED, SILENT, TERMS, VIN, StartFake, challenge, failure

from forecourt import (
    AsyncForecourt,
    ConnectionFailed,
    DebugEvent,
    Forecourt,
    InvalidRequest,
    PaymentCapExceeded,
    PaymentRefused,
    PaymentUncertain,
    ServiceUnavailable,
)


@pytest.mark.parametrize(
    "url",
    [
        "nope",
        "ftp://forecourt.example",
        "forecourt.example:8402",
        "https://forecourt.example/?a=1",
        "https://me:secret@forecourt.example",
        "https://forecourt.example:port",
        "https://forecourt example",
    ],
)
def test_an_address_that_cannot_be_one_is_refused(url: str) -> None:
    with pytest.raises(InvalidRequest, match="url must be an address") as caught:
        Forecourt(url)
    assert caught.value.code == "invalid_options"


def test_no_address_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="FORECOURT_URL"):
        Forecourt()


@pytest.mark.parametrize("amount", [-1.0, float("nan"), float("inf")])
def test_an_amount_that_cannot_be_one_is_refused(amount: float) -> None:
    with pytest.raises(InvalidRequest, match="max_total_usd must be an amount"):
        Forecourt("https://forecourt.example", max_total_usd=amount)


def test_the_environment_says_what_the_code_leaves_out(
    fake: StartFake, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = fake(challenge(), ANSWERED)
    monkeypatch.setenv("FORECOURT_URL", f"{service.url}/")
    monkeypatch.setenv("FORECOURT_MAX_PER_CALL_USD", "0.005")
    with Forecourt(account=ACCOUNT) as client, pytest.raises(PaymentCapExceeded):
        client.decode(VIN)
    with Forecourt(account=ACCOUNT, max_per_call_usd=0.01) as client:
        client.decode(VIN)
    assert service.asked[-1].path == f"/v1/decode?vin={VIN}"
    monkeypatch.setenv("FORECOURT_PAY_TO", ACCOUNT.address)
    with Forecourt(account=ACCOUNT) as client, pytest.raises(PaymentRefused) as caught:
        client.decode(VIN)
    assert caught.value.code == "unacceptable_terms"
    monkeypatch.setenv("FORECOURT_MAX_TOTAL_USD", "all")
    with pytest.raises(InvalidRequest, match="FORECOURT_MAX_TOTAL_USD must be an amount"):
        Forecourt()


def test_a_call_takes_no_longer_than_it_may(fake: StartFake) -> None:
    service = fake(SILENT)
    with Forecourt(service.url, timeout=0.05) as client, pytest.raises(ConnectionFailed) as caught:
        client.decode(VIN)
    assert caught.value.code == "timed_out"
    assert str(caught.value) == f"There was no answer of {service.url} in time."


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_task_takes_no_longer_than_it_may(fake: StartFake, backend: str) -> None:
    async def main() -> None:
        async with AsyncForecourt(fake(SILENT).url) as client:
            with pytest.raises(ConnectionFailed) as caught:
                await client.decode(VIN, timeout=0.05)
            assert caught.value.code == "timed_out"

    anyio.run(main, backend=backend)


def test_a_payment_that_was_under_way_at_the_end_of_the_time_is_sent_again(fake: StartFake) -> None:
    service = fake(challenge(), SILENT, ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        with pytest.raises(PaymentUncertain) as caught:
            client.decode(VIN, timeout=5)
        assert isinstance(caught.value.__cause__, ConnectionFailed)
        client.decode(VIN)
    assert service.payments == [service.payments[0]] * 2


def test_nobody_waits_longer_for_a_repeat_than_the_call_may_take(fake: StartFake) -> None:
    service = fake(failure(503, "overloaded", retryAfterSeconds=60))
    with Forecourt(service.url, timeout=30) as client, pytest.raises(ServiceUnavailable):
        client.sample.decode()
    assert len(service.asked) == 1


def test_on_debug_sees_every_step_and_no_payment(fake: StartFake) -> None:
    steps: list[DebugEvent] = []
    service = fake(challenge(), failure(503, "settlement_pending"), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, on_debug=steps.append) as client:
        client.decode(VIN)
    assert [(step["kind"], step.get("is_paid"), step.get("status")) for step in steps] == [
        ("request", False, None),
        ("response", None, 402),
        ("signed", None, None),
        ("request", True, None),
        ("response", None, 503),
        ("pause", None, None),
        ("request", True, None),
        ("response", None, 200),
    ]
    assert steps[2]["pay_to"] == TERMS["payTo"]
    assert service.payments[0][:40] not in str(steps)


def test_an_on_debug_that_raises_changes_nothing(
    fake: StartFake, caplog: pytest.LogCaptureFixture
) -> None:
    def asleep(_event: DebugEvent) -> None:
        raise RuntimeError("The watcher fell asleep")

    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT, on_debug=asleep) as client:
        assert client.decode(VIN)["charged"]
        assert client.spent_usd == 0.01
    assert "on_debug failed" in caplog.text


def test_the_client_says_which_version_asks(fake: StartFake) -> None:
    service = fake(ANSWERED)
    with Forecourt(service.url) as client:
        client.sample.decode()
    agent = service.asked[0].user_agent
    assert agent
    assert agent.startswith(f"forecourt-python/{version('forecourt')} python/3.")
