import asyncio
import os

from eth_account import Account

from forecourt import AsyncForecourt


async def main() -> None:
    account = Account.from_key(os.environ["KEY"])
    async with AsyncForecourt(account=account) as forecourt:
        bought = await forecourt.with_response.decode("5NPDH4AE8DH100013", max_usd=0.01)
    print(bought.answer["vehicle"]["model"], bought.paid_usd, bought.transaction)


asyncio.run(main())
