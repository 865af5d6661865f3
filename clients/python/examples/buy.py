import os

from eth_account import Account

from forecourt import Forecourt, PaymentCapExceeded, VehicleNotResolved

with Forecourt(account=Account.from_key(os.environ["KEY"]), max_total_usd=1) as forecourt:
    try:
        decoded = forecourt.decode("5NPDH4AE8DH100013")
        print(decoded["vehicle"]["year"], decoded["vehicle"]["make"], decoded["vehicle"]["model"])
        costs = forecourt.purchase_costs(
            country="CA", province="ON", price=25_000, sale_type="private"
        )
        if costs["country"] == "CA":
            print(costs["totalKnownCad"])
    except VehicleNotResolved as error:
        print("Compare the VIN with the car:", error.details["vpicErrorText"])
    except PaymentCapExceeded as error:
        print("Too dear:", error)
    print(f"${forecourt.spent_usd:.2f} spent")
