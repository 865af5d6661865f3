"""The services that the tests buy from: the real service with its private chain, and one that says what a test wants."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx
from eth_account import Account
from eth_account.signers.local import LocalAccount

VIN = "5NPDH4AE8DH100013"
ACCOUNT: LocalAccount = Account.create()
"""A wallet that has nothing."""
USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
TEST_USDC = "0x036cbd53842c5426634e7929541ec2318f3dcf7e"


@dataclass(frozen=True)
class Service:
    url: str
    key: str
    pay_to: str
    rpc_url: str

    @property
    def account(self) -> LocalAccount:
        account: LocalAccount = Account.from_key(self.key)
        return account

    def received(self) -> int:
        """Millionths of a dollar that stand in the service's name on the chain."""
        data = f"0x70a08231{self.pay_to.removeprefix('0x').lower():0>64}"
        call = {"method": "eth_call", "params": [{"to": USDC, "data": data}, "latest"]}
        reply = httpx.post(self.rpc_url, json={"jsonrpc": "2.0", "id": 1, **call})
        return int(reply.json()["result"], 16)


TERMS: dict[str, Any] = {
    "scheme": "exact",
    "network": "eip155:8453",
    "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "amount": "10000",
    "payTo": "0x00000000000000000000000000000000000a11ce",
    "maxTimeoutSeconds": 120,
    "extra": {"name": "USD Coin", "version": "2"},
}
PAID_BODY = {"charged": True, "disclaimer": "For information only."}


@dataclass(frozen=True)
class Answer:
    status: int
    body: Mapping[str, Any] | str
    headers: Mapping[str, str] = field(default_factory=dict)
    is_silent: bool = False
    """The connection stays open and nothing comes."""


ANSWERED = Answer(200, PAID_BODY)
SILENT = Answer(200, "", is_silent=True)


def challenge(**bent: object) -> Answer:
    accepts = [{**TERMS, **bent}]
    more = {"accepts": accepts, "charged": False, "disclaimer": "x"}
    return Answer(402, {"x402Version": 2, "error": "payment_required", **more})


def failure(
    status: int, error: str, headers: Mapping[str, str] | None = None, **more: object
) -> Answer:
    body = {"error": error, "message": f"It failed with {error}.", "charged": False}
    return Answer(status, {**body, "disclaimer": "x", **more}, headers or {})


@dataclass(frozen=True)
class Asked:
    path: str
    payment: str | None
    user_agent: str | None


@dataclass(frozen=True)
class FakeService:
    url: str
    asked: list[Asked]

    @property
    def payments(self) -> list[str]:
        return [one.payment for one in self.asked if one.payment is not None]


StartFake = Callable[..., FakeService]
