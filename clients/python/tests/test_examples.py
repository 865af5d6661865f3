"""The examples of the documents, as they show it, against the real service."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from stage import ACCOUNT, ANSWERED, VIN, Service, StartFake, challenge
from x402.http.utils import decode_payment_signature_header

from forecourt import Forecourt

CLIENT = Path(__file__).parent.parent
RECIPES = CLIENT.parent.parent / "docs" / "recipes"
EXAMPLES = CLIENT / "examples"


def run(name: str, service: Service) -> str:
    environment = {**os.environ, "FORECOURT_URL": service.url, "KEY": service.key}
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_client_buys(service: Service) -> None:
    car, total, spent = run("buy.py", service).splitlines()
    assert car == "2013 Hyundai Elantra"
    assert float(total) > 0
    assert spent == "$0.03 spent"


def test_the_client_buys_with_tasks(service: Service) -> None:
    assert re.fullmatch(r"Elantra 0\.01 0x[0-9a-f]{64}\n", run("buy_async.py", service))


def test_the_official_client_buys(service: Service) -> None:
    before = service.received()
    assert run("official.py", service) == "2013 Hyundai Elantra True\n"
    assert service.received() - before == 10_000


def test_the_official_package_reads_what_the_client_signs(fake: StartFake) -> None:
    service = fake(challenge(), ANSWERED)
    with Forecourt(service.url, account=ACCOUNT) as client:
        client.decode(VIN)
    payment = decode_payment_signature_header(service.payments[0])
    assert payment.x402_version == 2
    accepted = payment.model_dump(by_alias=True)["accepted"]
    assert (accepted["network"], accepted["amount"]) == ("eip155:8453", "10000")


def test_tools_of_langchain_buy_and_say_what_was_wrong(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORECOURT_URL", service.url)
    monkeypatch.setenv("KEY", service.key)
    shown = runpy.run_path(str(EXAMPLES / "langchain_tools.py"))
    decode, *others = shown["tools"]
    try:
        assert decode.args == {"vin": {"title": "Vin", "type": "string"}}
        assert decode.invoke({"vin": VIN})["vehicle"]["model"] == "Elantra"
        assert decode.invoke({"vin": "short"}) == (
            "A VIN has exactly 17 characters; check for missing or extra ones. (charged: False)"
        )
        assert [tool.name for tool in others] == ["find_recalls", "find_known_issues"]
    finally:
        shown["forecourt"].close()


@pytest.mark.parametrize(
    ("document", "example"),
    [
        (CLIENT / "README.md", "buy.py"),
        (CLIENT / "README.md", "buy_async.py"),
        (CLIENT / "README.md", "buy_by_channel.py"),
        (RECIPES / "python.md", "official.py"),
        (RECIPES / "langchain.md", "langchain_tools.py"),
    ],
)
def test_documents_show_what_is_run(document: Path, example: str) -> None:
    shown = re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
    assert (EXAMPLES / example).read_text() in shown
