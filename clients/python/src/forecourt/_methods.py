# Made from /openapi.json by "npm run clients:build". Do not edit.
from collections.abc import Awaitable, Callable, Mapping
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from ._bought import Bought
from .answers import (
    DecodeAnswer,
    DecodeBriefAnswer,
    DecodeSample,
    KnownIssuesAnswer,
    KnownIssuesBriefAnswer,
    KnownIssuesSample,
    PrepurchaseAnswer,
    PrepurchaseBriefAnswer,
    PrepurchaseSample,
    PurchaseCostsAnswer,
    PurchaseCostsBriefAnswer,
    PurchaseCostsSample,
    RecallsAnswer,
    RecallsBriefAnswer,
    RecallsSample,
)

Amount: TypeAlias = int | float | Decimal | str
"""Decimals and texts stay exact."""

Get: TypeAlias = Callable[[str, Mapping[str, object], float | None, float | None], Bought[Any]]
AsyncGet: TypeAlias = Callable[
    [str, Mapping[str, object], float | None, float | None], Awaitable[Bought[Any]]
]
"""The service of this version declares what comes back; it is not checked again here."""


class SamplesWithResponse:
    """The shapes of all answers, free, with what came with the answers."""

    def __init__(self, get: Get) -> None:
        self._get = get

    def decode(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[DecodeSample]:
        """Decode, a free sample."""
        return self._get("sample/decode", {}, timeout, None)

    def recalls(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[RecallsSample]:
        """Recalls, a free sample."""
        return self._get("sample/recalls", {}, timeout, None)

    def known_issues(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[KnownIssuesSample]:
        """Known issues, a free sample."""
        return self._get("sample/known-issues", {}, timeout, None)

    def purchase_costs(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[PurchaseCostsSample]:
        """Purchase costs, a free sample."""
        return self._get("sample/purchase-costs", {}, timeout, None)

    def prepurchase(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[PrepurchaseSample]:
        """Pre-purchase report, a free sample."""
        return self._get("sample/prepurchase", {}, timeout, None)


class BriefWithResponse:
    """The same in a few kB: one payment fetches both forms, with what came with the answers."""

    def __init__(self, get: Get) -> None:
        self._get = get

    def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[DecodeBriefAnswer]:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self._get("decode", {"vin": vin, "market": market, "odometer": odometer, "odometer_unit": odometer_unit, "in_service": in_service, "owner": owner, "view": "brief"}, timeout, max_usd)

    def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[RecallsBriefAnswer]:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self._get("recalls", {"vin": vin, "view": "brief"}, timeout, max_usd)

    def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[KnownIssuesBriefAnswer]:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self._get("known-issues", {"vin": vin, "view": "brief"}, timeout, max_usd)

    def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PurchaseCostsBriefAnswer]:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return self._get("purchase-costs", {"country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "family_gift": family_gift, "buyer_has_plates": buyer_has_plates, "trade_in": trade_in, "book_value": book_value, "on": on, "local_rate": local_rate, "vin": vin, "model_year": model_year, "fuel": fuel, "weight_lb": weight_lb, "weight_kg": weight_kg, "msrp": msrp, "view": "brief"}, timeout, max_usd)

    def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PrepurchaseBriefAnswer]:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self._get("prepurchase", {"vin": vin, "country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "odometer": odometer, "odometer_unit": odometer_unit, "owner": owner, "view": "brief"}, timeout, max_usd)


class ProductsWithResponse:
    """What the service sells, with what came with the answers."""

    def __init__(self, get: Get) -> None:
        self._get = get
        self.sample: SamplesWithResponse = SamplesWithResponse(get)
        self.brief: BriefWithResponse = BriefWithResponse(get)

    def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[DecodeAnswer]:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self._get("decode", {"vin": vin, "market": market, "odometer": odometer, "odometer_unit": odometer_unit, "in_service": in_service, "owner": owner}, timeout, max_usd)

    def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[RecallsAnswer]:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self._get("recalls", {"vin": vin}, timeout, max_usd)

    def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[KnownIssuesAnswer]:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self._get("known-issues", {"vin": vin}, timeout, max_usd)

    def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PurchaseCostsAnswer]:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return self._get("purchase-costs", {"country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "family_gift": family_gift, "buyer_has_plates": buyer_has_plates, "trade_in": trade_in, "book_value": book_value, "on": on, "local_rate": local_rate, "vin": vin, "model_year": model_year, "fuel": fuel, "weight_lb": weight_lb, "weight_kg": weight_kg, "msrp": msrp}, timeout, max_usd)

    def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PrepurchaseAnswer]:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self._get("prepurchase", {"vin": vin, "country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "odometer": odometer, "odometer_unit": odometer_unit, "owner": owner}, timeout, max_usd)


class Samples:
    """The shapes of all answers, free."""

    def __init__(self, get: Get) -> None:
        self.with_response: SamplesWithResponse = SamplesWithResponse(get)

    def decode(
        self,
        *,
        timeout: float | None = None,
    ) -> DecodeSample:
        """Decode, a free sample."""
        return self.with_response.decode(timeout=timeout).answer

    def recalls(
        self,
        *,
        timeout: float | None = None,
    ) -> RecallsSample:
        """Recalls, a free sample."""
        return self.with_response.recalls(timeout=timeout).answer

    def known_issues(
        self,
        *,
        timeout: float | None = None,
    ) -> KnownIssuesSample:
        """Known issues, a free sample."""
        return self.with_response.known_issues(timeout=timeout).answer

    def purchase_costs(
        self,
        *,
        timeout: float | None = None,
    ) -> PurchaseCostsSample:
        """Purchase costs, a free sample."""
        return self.with_response.purchase_costs(timeout=timeout).answer

    def prepurchase(
        self,
        *,
        timeout: float | None = None,
    ) -> PrepurchaseSample:
        """Pre-purchase report, a free sample."""
        return self.with_response.prepurchase(timeout=timeout).answer


class Brief:
    """The same in a few kB: one payment fetches both forms."""

    def __init__(self, get: Get) -> None:
        self.with_response: BriefWithResponse = BriefWithResponse(get)

    def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> DecodeBriefAnswer:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self.with_response.decode(vin, market=market, odometer=odometer, odometer_unit=odometer_unit, in_service=in_service, owner=owner, timeout=timeout, max_usd=max_usd).answer

    def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> RecallsBriefAnswer:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self.with_response.recalls(vin, timeout=timeout, max_usd=max_usd).answer

    def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> KnownIssuesBriefAnswer:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self.with_response.known_issues(vin, timeout=timeout, max_usd=max_usd).answer

    def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PurchaseCostsBriefAnswer:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return self.with_response.purchase_costs(country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, family_gift=family_gift, buyer_has_plates=buyer_has_plates, trade_in=trade_in, book_value=book_value, on=on, local_rate=local_rate, vin=vin, model_year=model_year, fuel=fuel, weight_lb=weight_lb, weight_kg=weight_kg, msrp=msrp, timeout=timeout, max_usd=max_usd).answer

    def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PrepurchaseBriefAnswer:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self.with_response.prepurchase(vin, country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, odometer=odometer, odometer_unit=odometer_unit, owner=owner, timeout=timeout, max_usd=max_usd).answer


class Products:
    """What the service sells."""

    def __init__(self, get: Get) -> None:
        self.with_response: ProductsWithResponse = ProductsWithResponse(get)
        self.sample: Samples = Samples(get)
        self.brief: Brief = Brief(get)

    def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> DecodeAnswer:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self.with_response.decode(vin, market=market, odometer=odometer, odometer_unit=odometer_unit, in_service=in_service, owner=owner, timeout=timeout, max_usd=max_usd).answer

    def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> RecallsAnswer:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self.with_response.recalls(vin, timeout=timeout, max_usd=max_usd).answer

    def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> KnownIssuesAnswer:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return self.with_response.known_issues(vin, timeout=timeout, max_usd=max_usd).answer

    def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PurchaseCostsAnswer:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return self.with_response.purchase_costs(country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, family_gift=family_gift, buyer_has_plates=buyer_has_plates, trade_in=trade_in, book_value=book_value, on=on, local_rate=local_rate, vin=vin, model_year=model_year, fuel=fuel, weight_lb=weight_lb, weight_kg=weight_kg, msrp=msrp, timeout=timeout, max_usd=max_usd).answer

    def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PrepurchaseAnswer:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return self.with_response.prepurchase(vin, country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, odometer=odometer, odometer_unit=odometer_unit, owner=owner, timeout=timeout, max_usd=max_usd).answer


class AsyncSamplesWithResponse:
    """The shapes of all answers, free, with what came with the answers."""

    def __init__(self, get: AsyncGet) -> None:
        self._get = get

    async def decode(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[DecodeSample]:
        """Decode, a free sample."""
        return await self._get("sample/decode", {}, timeout, None)

    async def recalls(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[RecallsSample]:
        """Recalls, a free sample."""
        return await self._get("sample/recalls", {}, timeout, None)

    async def known_issues(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[KnownIssuesSample]:
        """Known issues, a free sample."""
        return await self._get("sample/known-issues", {}, timeout, None)

    async def purchase_costs(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[PurchaseCostsSample]:
        """Purchase costs, a free sample."""
        return await self._get("sample/purchase-costs", {}, timeout, None)

    async def prepurchase(
        self,
        *,
        timeout: float | None = None,
    ) -> Bought[PrepurchaseSample]:
        """Pre-purchase report, a free sample."""
        return await self._get("sample/prepurchase", {}, timeout, None)


class AsyncBriefWithResponse:
    """The same in a few kB: one payment fetches both forms, with what came with the answers."""

    def __init__(self, get: AsyncGet) -> None:
        self._get = get

    async def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[DecodeBriefAnswer]:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return await self._get("decode", {"vin": vin, "market": market, "odometer": odometer, "odometer_unit": odometer_unit, "in_service": in_service, "owner": owner, "view": "brief"}, timeout, max_usd)

    async def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[RecallsBriefAnswer]:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return await self._get("recalls", {"vin": vin, "view": "brief"}, timeout, max_usd)

    async def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[KnownIssuesBriefAnswer]:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return await self._get("known-issues", {"vin": vin, "view": "brief"}, timeout, max_usd)

    async def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PurchaseCostsBriefAnswer]:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return await self._get("purchase-costs", {"country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "family_gift": family_gift, "buyer_has_plates": buyer_has_plates, "trade_in": trade_in, "book_value": book_value, "on": on, "local_rate": local_rate, "vin": vin, "model_year": model_year, "fuel": fuel, "weight_lb": weight_lb, "weight_kg": weight_kg, "msrp": msrp, "view": "brief"}, timeout, max_usd)

    async def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PrepurchaseBriefAnswer]:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return await self._get("prepurchase", {"vin": vin, "country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "odometer": odometer, "odometer_unit": odometer_unit, "owner": owner, "view": "brief"}, timeout, max_usd)


class AsyncProductsWithResponse:
    """What the service sells, with what came with the answers."""

    def __init__(self, get: AsyncGet) -> None:
        self._get = get
        self.sample: AsyncSamplesWithResponse = AsyncSamplesWithResponse(get)
        self.brief: AsyncBriefWithResponse = AsyncBriefWithResponse(get)

    async def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[DecodeAnswer]:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return await self._get("decode", {"vin": vin, "market": market, "odometer": odometer, "odometer_unit": odometer_unit, "in_service": in_service, "owner": owner}, timeout, max_usd)

    async def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[RecallsAnswer]:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return await self._get("recalls", {"vin": vin}, timeout, max_usd)

    async def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[KnownIssuesAnswer]:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return await self._get("known-issues", {"vin": vin}, timeout, max_usd)

    async def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PurchaseCostsAnswer]:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return await self._get("purchase-costs", {"country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "family_gift": family_gift, "buyer_has_plates": buyer_has_plates, "trade_in": trade_in, "book_value": book_value, "on": on, "local_rate": local_rate, "vin": vin, "model_year": model_year, "fuel": fuel, "weight_lb": weight_lb, "weight_kg": weight_kg, "msrp": msrp}, timeout, max_usd)

    async def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> Bought[PrepurchaseAnswer]:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return await self._get("prepurchase", {"vin": vin, "country": country, "province": province, "state": state, "postal_code": postal_code, "city": city, "price": price, "sale_type": sale_type, "odometer": odometer, "odometer_unit": odometer_unit, "owner": owner}, timeout, max_usd)


class AsyncSamples:
    """The shapes of all answers, free."""

    def __init__(self, get: AsyncGet) -> None:
        self.with_response: AsyncSamplesWithResponse = AsyncSamplesWithResponse(get)

    async def decode(
        self,
        *,
        timeout: float | None = None,
    ) -> DecodeSample:
        """Decode, a free sample."""
        return (await self.with_response.decode(timeout=timeout)).answer

    async def recalls(
        self,
        *,
        timeout: float | None = None,
    ) -> RecallsSample:
        """Recalls, a free sample."""
        return (await self.with_response.recalls(timeout=timeout)).answer

    async def known_issues(
        self,
        *,
        timeout: float | None = None,
    ) -> KnownIssuesSample:
        """Known issues, a free sample."""
        return (await self.with_response.known_issues(timeout=timeout)).answer

    async def purchase_costs(
        self,
        *,
        timeout: float | None = None,
    ) -> PurchaseCostsSample:
        """Purchase costs, a free sample."""
        return (await self.with_response.purchase_costs(timeout=timeout)).answer

    async def prepurchase(
        self,
        *,
        timeout: float | None = None,
    ) -> PrepurchaseSample:
        """Pre-purchase report, a free sample."""
        return (await self.with_response.prepurchase(timeout=timeout)).answer


class AsyncBrief:
    """The same in a few kB: one payment fetches both forms."""

    def __init__(self, get: AsyncGet) -> None:
        self.with_response: AsyncBriefWithResponse = AsyncBriefWithResponse(get)

    async def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> DecodeBriefAnswer:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return (await self.with_response.decode(vin, market=market, odometer=odometer, odometer_unit=odometer_unit, in_service=in_service, owner=owner, timeout=timeout, max_usd=max_usd)).answer

    async def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> RecallsBriefAnswer:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return (await self.with_response.recalls(vin, timeout=timeout, max_usd=max_usd)).answer

    async def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> KnownIssuesBriefAnswer:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return (await self.with_response.known_issues(vin, timeout=timeout, max_usd=max_usd)).answer

    async def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PurchaseCostsBriefAnswer:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return (await self.with_response.purchase_costs(country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, family_gift=family_gift, buyer_has_plates=buyer_has_plates, trade_in=trade_in, book_value=book_value, on=on, local_rate=local_rate, vin=vin, model_year=model_year, fuel=fuel, weight_lb=weight_lb, weight_kg=weight_kg, msrp=msrp, timeout=timeout, max_usd=max_usd)).answer

    async def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PrepurchaseBriefAnswer:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return (await self.with_response.prepurchase(vin, country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, odometer=odometer, odometer_unit=odometer_unit, owner=owner, timeout=timeout, max_usd=max_usd)).answer


class AsyncProducts:
    """What the service sells."""

    def __init__(self, get: AsyncGet) -> None:
        self.with_response: AsyncProductsWithResponse = AsyncProductsWithResponse(get)
        self.sample: AsyncSamples = AsyncSamples(get)
        self.brief: AsyncBrief = AsyncBrief(get)

    async def decode(
        self,
        vin: str,
        *,
        market: Literal["US", "CA"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        in_service: str | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> DecodeAnswer:
        """Decode: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``market``: Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``in_service``: The first day in service (YYYY-MM-DD), from which every warranty counts
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return (await self.with_response.decode(vin, market=market, odometer=odometer, odometer_unit=odometer_unit, in_service=in_service, owner=owner, timeout=timeout, max_usd=max_usd)).answer

    async def recalls(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> RecallsAnswer:
        """Recalls: $0.01 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return (await self.with_response.recalls(vin, timeout=timeout, max_usd=max_usd)).answer

    async def known_issues(
        self,
        vin: str,
        *,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> KnownIssuesAnswer:
        """Known issues: $0.05 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        """
        return (await self.with_response.known_issues(vin, timeout=timeout, max_usd=max_usd)).answer

    async def purchase_costs(
        self,
        *,
        country: Literal["CA", "US"],
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount,
        sale_type: Literal["private", "dealer"],
        family_gift: bool | None = None,
        buyer_has_plates: bool | None = None,
        trade_in: Amount | None = None,
        book_value: Amount | None = None,
        on: str | None = None,
        local_rate: Amount | None = None,
        vin: str | None = None,
        model_year: int | None = None,
        fuel: Literal["gasoline", "diesel", "hybrid", "plug_in_hybrid", "electric"] | None = None,
        weight_lb: int | None = None,
        weight_kg: int | None = None,
        msrp: Amount | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PurchaseCostsAnswer:
        """Purchase costs: $0.02 a call.

        - ``country``: Country of registration
        - ``province``: Province or territory, by code or name; required for CA without postal_code
        - ``state``: State or DC, by code or name; required for US without postal_code
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``family_gift``: Canada, private sales: apply the family gift exemption; default false
        - ``buyer_has_plates``: Canada: the buyer has plates to move to the car; default false
        - ``trade_in``: Value of the car traded in, below the price. Canada: dealer sales only
        - ``book_value``: Value of the car in the guide of the place; some tax it in place of a lower price
        - ``on``: Day of the purchase, whose figures hold; default today
        - ``local_rate``: US: exact county and city rate in percent, without the rate of the state
        - ``vin``: VIN of the car, which decides lines; what contradicts it is refused
        - ``model_year``: Model year of the car
        - ``fuel``: What the car runs on
        - ``weight_lb``: Weight of the empty car in pounds; or weight_kg
        - ``weight_kg``: Weight of the empty car in kilograms; or weight_lb
        - ``msrp``: List price of the maker when the car was new, in the currency of the country
        """
        return (await self.with_response.purchase_costs(country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, family_gift=family_gift, buyer_has_plates=buyer_has_plates, trade_in=trade_in, book_value=book_value, on=on, local_rate=local_rate, vin=vin, model_year=model_year, fuel=fuel, weight_lb=weight_lb, weight_kg=weight_kg, msrp=msrp, timeout=timeout, max_usd=max_usd)).answer

    async def prepurchase(
        self,
        vin: str,
        *,
        country: Literal["CA", "US"] | None = None,
        province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"] | None = None,
        state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"] | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        price: Amount | None = None,
        sale_type: Literal["private", "dealer"] | None = None,
        odometer: int | None = None,
        odometer_unit: Literal["km", "mi"] | None = None,
        owner: Literal["first", "later"] | None = None,
        timeout: float | None = None,
        max_usd: float | None = None,
    ) -> PrepurchaseAnswer:
        """Pre-purchase report: $0.25 a call.

        - ``vin``: Vehicle identification number: 17 characters, without the letters I, O and Q
        - ``country``: Country of the purchase; default that of the place, else CA
        - ``province``: Province or territory, by code or name: makes the costs the bill of that place
        - ``state``: State or DC, by code or name: makes the costs the bill of that place
        - ``postal_code``: ZIP or Canadian postal code of the buyer, in place of or with province or state
        - ``city``: US: city of the buyer, with state or postal_code
        - ``price``: Sale price in the currency of the country
        - ``sale_type``: Bought from a private person or from a dealer
        - ``odometer``: What the odometer shows, for what remains of the warranty; needs odometer_unit
        - ``odometer_unit``: Unit of odometer
        - ``owner``: For whom the remaining warranty is meant; default later
        """
        return (await self.with_response.prepurchase(vin, country=country, province=province, state=state, postal_code=postal_code, city=city, price=price, sale_type=sale_type, odometer=odometer, odometer_unit=odometer_unit, owner=owner, timeout=timeout, max_usd=max_usd)).answer
