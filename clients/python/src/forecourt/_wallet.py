import base64
import json
import secrets
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import PaymentRefused

DOMAINS: dict[str, dict[str, Any]] = {
    "eip155:8453": {
        "name": "USD Coin",
        "version": "2",
        "chainId": 8453,
        "verifyingContract": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    },
    "eip155:84532": {
        "name": "USDC",
        "version": "2",
        "chainId": 84532,
        "verifyingContract": "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
    },
}
"""Circle's USDC, and the domain that is signed under: on Base, and on its test network, where it is worth nothing.

What is signed for one is good for nothing on the other.
"""
TYPES: dict[str, list[dict[str, str]]] = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ]
}
AUTHORIZATION_STATE = "0xe94a0102"
"""The function ``authorizationState(address,bytes32)`` of USDC: whether a payment was taken or cancelled."""
CLOCK_TOLERANCE_SECONDS = 600
LONGEST_VALIDITY_SECONDS = 600


class Signed(Protocol):
    @property
    def signature(self) -> bytes: ...


class Signer(Protocol):
    """An account of eth-account, or anything else that has an address and signs typed data like one."""

    @property
    def address(self) -> str: ...

    def sign_typed_data(
        self,
        domain_data: dict[str, Any],
        message_types: dict[str, Any],
        message_data: dict[str, Any],
        /,
    ) -> Signed: ...


class AsyncSigner(Protocol):
    """The same for a wallet that is asked over a network."""

    @property
    def address(self) -> str: ...

    def sign_typed_data(
        self,
        domain_data: dict[str, Any],
        message_types: dict[str, Any],
        message_data: dict[str, Any],
        /,
    ) -> Awaitable[Signed]: ...


@dataclass(frozen=True)
class Terms:
    network: str
    amount: int
    """USDC in millionths."""
    pay_to: str
    max_timeout_seconds: int
    accepted: Mapping[str, Any]


def read_terms(
    body: Mapping[str, Any], pay_to: str | None, schemes: Sequence[str] = ("exact",)
) -> Terms:
    """The first way to pay of the first of the schemes, on each network that is known to be right.

    Which contract is signed for is never the service's to say: a signature for another one could be worth anything.
    """
    accepts = body.get("accepts")
    listed = accepts if isinstance(accepts, list) else []
    offers = [one for one in listed if isinstance(one, Mapping)]
    for one in (one for name in schemes for one in offers if one.get("scheme") == name):
        if (
            one.get("network") in DOMAINS
            and str(one.get("asset")).lower() == DOMAINS[one["network"]]["verifyingContract"]
            and (pay_to is None or str(one.get("payTo")).lower() == pay_to.lower())
        ):
            amount, pays, seconds = (
                one.get(name) for name in ("amount", "payTo", "maxTimeoutSeconds")
            )
            if (
                isinstance(amount, str)
                and amount.isascii()
                and amount.isdigit()
                and isinstance(pays, str)
                and isinstance(seconds, int)
                and seconds > 0
            ):
                return Terms(one["network"], int(amount), pays, seconds, one)
    raise PaymentRefused("unacceptable_terms", "Not asked for USDC on Base, or not to pay_to.")


def random256() -> str:
    return f"0x{secrets.token_hex(32)}"


@dataclass(frozen=True)
class Transfer:
    """What is signed: USDC's ``transferWithAuthorization`` (EIP-3009)."""

    terms: Terms
    message: dict[str, Any]

    @property
    def typed_data(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        return DOMAINS[self.terms.network], TYPES, self.message

    def header(self, signature: bytes, identifier: str) -> str:
        """The payment for the call of this identifier, as the value of its header."""
        numbers = ("value", "validAfter", "validBefore")
        written = {name: str(self.message[name]) for name in numbers}
        signed = f"0x{signature.hex().removeprefix('0x')}"
        payload = {"signature": signed, "authorization": {**self.message, **written}}
        return write_header(self.terms, payload, identifier)


def write_header(terms: Terms, payload: Mapping[str, Any], identifier: str) -> str:
    payment = {
        "x402Version": 2,
        "accepted": terms.accepted,
        "payload": payload,
        # Known to the payer alone, unlike the nonce: who repeats it gets the kept answer.
        "extensions": {"payment-identifier": {"info": {"required": False, "id": identifier}}},
    }
    return base64.b64encode(json.dumps(payment).encode()).decode()


def state_question(network: str, payer: str, nonce: str) -> bytes:
    """Questions to a node about a payment."""
    data = f"{AUTHORIZATION_STATE}{payer[2:].lower():0>64}{nonce[2:]}"
    params = [{"to": DOMAINS[network]["verifyingContract"], "data": data}, "latest"]
    call = {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": params}
    return json.dumps(call).encode()


def says_unused(answer: bytes) -> bool:
    try:
        return bool(json.loads(answer)["result"] == f"0x{0:064x}")
    except (ValueError, KeyError, TypeError):
        return False


def transfer(terms: Terms, payer: str) -> Transfer:
    now = int(time.time())
    return Transfer(
        terms,
        {
            "from": payer,
            "to": terms.pay_to,
            "value": terms.amount,
            "validAfter": now - CLOCK_TOLERANCE_SECONDS,
            "validBefore": now + min(terms.max_timeout_seconds, LONGEST_VALIDITY_SECONDS),
            "nonce": random256(),
        },
    )
