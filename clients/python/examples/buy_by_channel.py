import os

from eth_account import Account
from x402.mechanisms.evm.batch_settlement.client import (
    BatchSettlementEvmScheme,
    BatchSettlementEvmSchemeOptions,
    FileChannelStorageOptions,
    FileClientChannelStorage,
)
from x402.mechanisms.evm.signers import EthAccountSignerWithRPC

from forecourt import Forecourt

signer = EthAccountSignerWithRPC(Account.from_key(os.environ["KEY"]), os.environ["RPC_URL"])
storage = FileClientChannelStorage(FileChannelStorageOptions(directory="channels"))
client = Forecourt(
    deposit_usd=2,
    channel=lambda deposit_strategy: BatchSettlementEvmScheme(
        signer,
        BatchSettlementEvmSchemeOptions(deposit_strategy=deposit_strategy, storage=storage),
    ),
)
with client as forecourt:
    print(forecourt.decode("5NPDH4AE8DH100013")["vehicle"]["model"])
    print(f"${forecourt.refund().refunded_usd} came back")
