import os

from eth_account import Account
from x402 import x402ClientSync
from x402.http.clients import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

BASE = os.environ.get("FORECOURT_URL", "http://localhost:8402")

payer = x402ClientSync()
register_exact_evm_client(payer, EthAccountSigner(Account.from_key(os.environ["KEY"])))

with x402_requests(payer) as session:
    answer = session.get(f"{BASE}/v1/decode", params={"vin": "5NPDH4AE8DH100013"}, timeout=90)

body = answer.json()
if answer.status_code == 200:
    print(
        body["vehicle"]["year"], body["vehicle"]["make"], body["vehicle"]["model"], body["charged"]
    )
else:
    print(body["error"], body["message"])
