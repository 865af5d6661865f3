# Made from /openapi.json by "npm run clients:build". Do not edit.
"""The shapes of all answers."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "Advice",
    "CanadaRecall",
    "CostLine",
    "CostLineAlternative",
    "CostLineCasesItem",
    "CostLineRange",
    "CostLineRateRange",
    "CostLineSource",
    "CostLineTaxableRange",
    "Decode",
    "DecodeAnswer",
    "DecodeDecode",
    "DecodeProvenance",
    "DecodeProvenanceCompletion",
    "DecodeSample",
    "EmissionsWarranty",
    "EmissionsWarrantyCalifornia",
    "EmissionsWarrantyMajorComponents",
    "Evidence",
    "FreeSampleBody",
    "KnownIssue",
    "KnownIssueAfterRepair",
    "KnownIssueAlsoYears",
    "KnownIssueAlsoYearsEvidenceItem",
    "KnownIssueConfidenceBasis",
    "KnownIssueRelatedRecallsItem",
    "KnownIssueRelatedRecallsItemEvidence",
    "KnownIssueReportedByYearItem",
    "KnownIssueSeveritySignals",
    "KnownIssueShareInterval",
    "KnownIssueStatementsItem",
    "KnownIssueSymptomsItem",
    "KnownIssueTypicalMileage",
    "KnownIssues",
    "KnownIssuesAlsoReportedItem",
    "KnownIssuesAnswer",
    "KnownIssuesMissingComplaints",
    "KnownIssuesReliability",
    "KnownIssuesReliabilityRecalls",
    "KnownIssuesReliabilityTopComponentsItem",
    "KnownIssuesSample",
    "KnownIssuesSampling",
    "KnownIssuesSamplingStrataItem",
    "KnownIssuesSynthesis",
    "KnownIssuesSynthesisRejected",
    "Matter",
    "PaidAnswer",
    "PaidAnswerPaidBefore",
    "Prepurchase",
    "PrepurchaseAnswer",
    "PrepurchaseDecision",
    "PrepurchaseDecode",
    "PrepurchaseKnownIssues",
    "PrepurchasePurchase",
    "PrepurchasePurchaseCostsCa",
    "PrepurchasePurchaseCostsCaByJurisdictionItem",
    "PrepurchasePurchaseCostsCaByJurisdictionItemLargestLine",
    "PrepurchasePurchaseCostsCaEstimatedFees",
    "PrepurchasePurchaseCostsUs",
    "PrepurchasePurchaseCostsUsEstimatedFees",
    "PrepurchasePurchaseOdometer",
    "PrepurchaseRecalls",
    "PrepurchaseRecallsItemsItem",
    "PrepurchaseRecallsItemsItemSameDefectItem",
    "PrepurchaseSample",
    "PrepurchaseSectionDetails",
    "PrepurchaseSections",
    "PrepurchaseSummaryItem",
    "PrepurchaseVehicle",
    "Provenance",
    "PurchaseCosts",
    "PurchaseCostsAnswer",
    "PurchaseCostsCa",
    "PurchaseCostsCaAnswer",
    "PurchaseCostsCaDueOnTheDay",
    "PurchaseCostsCaNarrowingItem",
    "PurchaseCostsSample",
    "PurchaseCostsSampleBody",
    "PurchaseCostsUs",
    "PurchaseCostsUsAnswer",
    "Recalls",
    "RecallsAnswer",
    "RecallsAttribution",
    "RecallsAttributionCanada",
    "RecallsCounts",
    "RecallsProvenance",
    "RecallsProvenanceUs",
    "RecallsRelatedItem",
    "RecallsRelatedItemEvidence",
    "RecallsSample",
    "ReliabilityComparison",
    "ReliabilityComparisonComplaints",
    "ReliabilityComparisonRankInMake",
    "ReliabilityComparisonSevere",
    "RemainingCoverage",
    "UsRecall",
    "UsRecallFiling",
    "UsRecallFlags",
    "Vehicle",
    "VehicleDimensions",
    "VehicleElectrification",
    "VehicleEngine",
    "VehiclePlant",
    "VehicleSafety",
    "VehicleSafetyAirbags",
    "VehicleTransmission",
    "VehicleWeight",
    "Warranty",
    "WarrantyCoverage",
    "WarrantyCoverages",
    "WarrantyLaterOwners",
    "WarrantyLaterOwnersEndsWithFirstOwner",
    "WarrantyLaterOwnersTerm",
    "WarrantyLaterOwnersTermSource",
    "WarrantyLaterOwnersUnknown",
    "WarrantyRemaining",
    "WarrantyRemainingCoverages",
    "WarrantyRemainingInService",
    "WarrantyRemainingOdometer",
]


class VehiclePlant(TypedDict):
    """Where the vehicle was assembled"""
    city: str | None
    """City of the assembly plant"""
    state: str | None
    """State or province of the assembly plant"""
    country: str | None
    """Country of the assembly plant"""
    company: str | None
    """Company that runs the plant, where it is not the manufacturer"""


class VehicleEngine(TypedDict):
    """The engine"""
    model: str | None
    """Engine model or code"""
    configuration: str | None
    """Arrangement of the cylinders"""
    cylinders: int | None
    """Number of cylinders"""
    displacementL: float | None
    """Displacement in litres, to one tenth"""
    displacementCc: float | None
    """Displacement in cubic centimetres"""
    horsepower: float | None
    """Brake horsepower (the lower figure where a range is given)"""
    fuelType: str | None
    """Primary fuel"""
    fuelTypeSecondary: str | None
    """Second fuel, for flexible-fuel, dual-fuel and hybrid vehicles"""
    fuelInjection: str | None
    """Kind of fuel injection"""
    turbo: bool | None
    """Whether the engine has a turbocharger"""
    valveTrain: str | None
    """Valve train design"""
    manufacturer: str | None
    """Maker of the engine"""


class VehicleTransmission(TypedDict):
    """The transmission"""
    style: str | None
    """Kind of transmission"""
    speeds: int | None
    """Number of speeds"""


class VehicleElectrification(TypedDict):
    """The electric drive"""
    level: str | None
    """Degree of electrification, such as "BEV (Battery Electric Vehicle)" """
    batteryType: str | None
    """Chemistry of the traction battery"""
    batteryKwh: float | None
    """Energy of the traction battery in kWh (the lower figure where a range is given)"""
    chargerLevel: str | None
    """Level of the charger on board"""
    chargerPowerKw: float | None
    """Power of the charger on board in kW"""
    driveUnit: str | None
    """Number of drive motors"""


class VehicleWeight(TypedDict):
    """Weights"""
    gvwrFrom: str | None
    """Gross vehicle weight rating class (lowest)"""
    gvwrTo: str | None
    """Gross vehicle weight rating class (highest)"""
    gvwrMinLb: float | None
    """Lower bound of the weight rating in pounds"""
    gvwrMaxLb: float | None
    """Upper bound of the weight rating in pounds"""
    curbLb: float | None
    """Curb weight in pounds"""


class VehicleDimensions(TypedDict):
    """Dimensions"""
    wheelbaseIn: float | None
    """Wheelbase in inches (the shortest where several are offered)"""
    wheelbaseLongIn: float | None
    """Longest wheelbase in inches"""
    trackWidthIn: float | None
    """Track width in inches"""
    bedLengthIn: float | None
    """Length of the truck bed in inches"""
    bedType: str | None
    """Kind of truck bed"""
    cabType: str | None
    """Kind of truck cab"""
    wheels: int | None
    """Number of wheels"""
    wheelSizeFrontIn: float | None
    """Front wheel diameter in inches"""
    wheelSizeRearIn: float | None
    """Rear wheel diameter in inches"""
    axles: int | None
    """Number of axles"""


class VehicleSafetyAirbags(TypedDict):
    front: str | None
    """Where front air bags are"""
    side: str | None
    """Where side air bags are"""
    curtain: str | None
    """Where curtain air bags are"""
    knee: str | None
    """Where knee air bags are"""
    seatCushion: str | None
    """Where seat-cushion air bags are"""


class VehicleSafety(TypedDict):
    """Safety equipment as filed"""
    abs: Literal["Standard", "Optional", "Not Available"] | None
    """Anti-lock brakes"""
    esc: Literal["Standard", "Optional", "Not Available"] | None
    """Electronic stability control"""
    tractionControl: Literal["Standard", "Optional", "Not Available"] | None
    """Traction control"""
    tpms: str | None
    """Kind of tire-pressure monitoring"""
    seatBelts: str | None
    """Kind of seat belts"""
    airbags: VehicleSafetyAirbags
    backupCamera: Literal["Standard", "Optional", "Not Available"] | None
    """Backup camera"""
    parkingAssist: Literal["Standard", "Optional", "Not Available"] | None
    """Parking assistance"""
    blindSpotWarning: Literal["Standard", "Optional", "Not Available"] | None
    """Blind-spot warning"""
    blindSpotIntervention: Literal["Standard", "Optional", "Not Available"] | None
    """Blind-spot intervention"""
    forwardCollisionWarning: Literal["Standard", "Optional", "Not Available"] | None
    """Forward-collision warning"""
    automaticEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    """Crash-imminent braking"""
    pedestrianEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    """Automatic braking for pedestrians"""
    rearEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    """Automatic braking in reverse"""
    dynamicBrakeSupport: Literal["Standard", "Optional", "Not Available"] | None
    """Dynamic brake support"""
    laneDepartureWarning: Literal["Standard", "Optional", "Not Available"] | None
    """Lane-departure warning"""
    laneKeeping: Literal["Standard", "Optional", "Not Available"] | None
    """Lane-keeping assistance"""
    laneCentering: Literal["Standard", "Optional", "Not Available"] | None
    """Lane-centering assistance"""
    rearCrossTrafficAlert: Literal["Standard", "Optional", "Not Available"] | None
    """Rear cross-traffic alert"""
    adaptiveCruiseControl: Literal["Standard", "Optional", "Not Available"] | None
    """Adaptive cruise control"""
    daytimeRunningLights: Literal["Standard", "Optional", "Not Available"] | None
    """Daytime running lights"""
    headlamps: str | None
    """Light source of the headlamps"""
    automaticCrashNotification: Literal["Standard", "Optional", "Not Available"] | None
    """Automatic crash notification"""
    eventDataRecorder: Literal["Standard", "Optional", "Not Available"] | None
    """Event data recorder"""
    keylessIgnition: Literal["Standard", "Optional", "Not Available"] | None
    """Keyless ignition"""


class Vehicle(TypedDict):
    """The decoded vehicle. Every key is always present; null means that the data does not say."""
    year: int
    """Model year"""
    make: str
    """Make in its usual spelling, such as "Honda" """
    model: str
    """Model"""
    trim: str | None
    """Trim level"""
    trim2: str | None
    """Second trim level"""
    series: str | None
    """Series"""
    series2: str | None
    """Second series"""
    bodyClass: str | None
    """Body class"""
    vehicleType: str | None
    """Vehicle type, such as "Passenger Car" """
    doors: int | None
    """Number of doors"""
    windows: int | None
    """Number of windows"""
    seats: int | None
    """Number of seats"""
    seatRows: int | None
    """Number of seat rows"""
    driveType: str | None
    """Driven wheels"""
    steering: str | None
    """Side of the steering wheel"""
    manufacturer: str | None
    """Manufacturer as registered with NHTSA"""
    plant: VehiclePlant
    engine: VehicleEngine
    transmission: VehicleTransmission
    electrification: VehicleElectrification | None
    """null where nothing says that the vehicle has a traction battery"""
    weight: VehicleWeight
    dimensions: VehicleDimensions
    safety: VehicleSafety
    """null means that the manufacturer filed nothing, never that the vehicle lacks it"""
    basePriceUsd: float | None
    """Base price when new, in US dollars"""
    additional: dict[str, str]
    """What else NHTSA states, by the element codes of vPIC and in NHTSA's words; no key where it is silent"""


class DecodeDecode(TypedDict):
    checkDigitValid: bool
    """Whether position 9 is what the other characters demand"""
    errorCodes: list[int]
    """NHTSA's error codes; [0] is a clean decode"""
    errorText: str | None
    """NHTSA's words for the codes"""
    suggestedVin: str | None
    """A corrected VIN; "!" marks a wrong character"""
    possibleValues: str | None
    """Characters possible at the marked positions, as "(position:characters)" """


class WarrantyLaterOwnersTermSource(TypedDict):
    url: str
    title: str


class WarrantyLaterOwnersTerm(TypedDict):
    """The term of later owners, also counted from the first day in service"""
    kind: Literal["term"]
    months: int | None
    """Length in months from the first day in service; null is for life"""
    miles: int | None
    """Distance limit in miles; null where there is none"""
    km: int | None
    """Distance limit in kilometres; null where there is none"""
    unlimitedDistance: bool
    """True where no distance ends the coverage"""
    source: WarrantyLaterOwnersTermSource


class WarrantyLaterOwnersEndsWithFirstOwner(TypedDict):
    kind: Literal["ends_with_first_owner"]
    source: WarrantyLaterOwnersTermSource


class WarrantyLaterOwnersUnknown(TypedDict):
    """Not established"""
    kind: Literal["unknown"]


WarrantyLaterOwners: TypeAlias = WarrantyLaterOwnersTerm | WarrantyLaterOwnersEndsWithFirstOwner | WarrantyLaterOwnersUnknown


class WarrantyCoverage(TypedDict):
    """One kind of coverage"""
    months: int | None
    """Length in months from the first day in service; null is for life"""
    miles: int | None
    """Distance limit in miles; null where there is none"""
    km: int | None
    """Distance limit in kilometres; null where there is none"""
    unlimitedDistance: bool
    """True where no distance ends the coverage"""
    transferable: bool | None
    """Whether this very term passes to later owners; false: see `laterOwners`; null: not established"""
    laterOwners: WarrantyLaterOwners
    note: str | None
    """Conditions, exceptions and what later owners get"""


class EmissionsWarrantyMajorComponents(TypedDict):
    """Catalytic converters, electronic emission control units and onboard diagnostic devices"""
    months: int | None
    """Length in months from the first day in service; null is for life"""
    miles: int | None
    """Distance limit in miles; null where there is none"""
    km: int | None
    """Distance limit in kilometres; null where there is none"""
    unlimitedDistance: bool
    """True where no distance ends the coverage"""


class EmissionsWarrantyCalifornia(TypedDict):
    """Instead of the federal terms, where they are longer and the vehicle is certified so"""
    defects: EmissionsWarrantyMajorComponents
    """All parts that affect emissions"""
    listedParts: EmissionsWarrantyMajorComponents
    """The expensive parts that the maker lists in the booklet"""
    partialZeroEmission: EmissionsWarrantyMajorComponents
    """Vehicles labelled PZEV"""
    condition: str
    sources: list[WarrantyLaterOwnersTermSource]


class EmissionsWarranty(TypedDict):
    """What federal law demands of every maker"""
    months: int | None
    """Length in months from the first day in service; null is for life"""
    miles: int | None
    """Distance limit in miles; null where there is none"""
    km: int | None
    """Distance limit in kilometres; null where there is none"""
    unlimitedDistance: bool
    """True where no distance ends the coverage"""
    transferable: bool | None
    """Whether this very term passes to later owners; false: see `laterOwners`; null: not established"""
    laterOwners: WarrantyLaterOwners
    note: str | None
    """Conditions, exceptions and what later owners get"""
    majorComponents: EmissionsWarrantyMajorComponents
    """Catalytic converters, electronic emission control units and onboard diagnostic devices"""
    california: EmissionsWarrantyCalifornia
    """Instead of the federal terms, where they are longer and the vehicle is certified so"""
    source: WarrantyLaterOwnersTermSource


class WarrantyCoverages(TypedDict):
    basic: WarrantyCoverage | None
    """The whole vehicle, also called bumper-to-bumper or comprehensive"""
    powertrain: WarrantyCoverage | None
    """Engine, transmission and driven axles, or an electric drive unit"""
    corrosion: WarrantyCoverage | None
    """Rust that perforates body panels"""
    roadside: WarrantyCoverage | None
    """Roadside assistance"""
    evBattery: WarrantyCoverage | None
    """The traction battery; null for a vehicle without one"""
    emissions: EmissionsWarranty | None
    """The federal emission warranty of the US; null for other markets and for what it does not cover"""


class WarrantyRemainingInService(TypedDict):
    """The first day in service, or the days on which it can have been"""
    earliest: str
    latest: str


class WarrantyRemainingOdometer(TypedDict):
    miles: int
    km: int


class RemainingCoverage(TypedDict):
    """What is left of one coverage, whichever limit comes first"""
    state: Literal["ended", "running", "maybe", "unknown"]
    """running: by date and distance; maybe: it depends on a day or a distance that is not known; unknown: what this owner has is not established"""
    until: WarrantyRemainingInService | None
    """The day on which it ends by time; both are the same where the first day in service is known"""
    miles: int | None
    """The odometer at which it ends; null: no limit"""
    km: int | None
    """The odometer at which it ends; null: no limit"""
    sentence: str


class WarrantyRemainingCoverages(TypedDict):
    basic: RemainingCoverage | None
    powertrain: RemainingCoverage | None
    corrosion: RemainingCoverage | None
    roadside: RemainingCoverage | None
    evBattery: RemainingCoverage | None
    emissions: RemainingCoverage | None
    emissionsMajorComponents: RemainingCoverage | None
    emissionsCalifornia: RemainingCoverage | None
    """The longer emission terms of a car certified to the rules of California, while such a car could have one"""


class WarrantyRemaining(TypedDict):
    """What remains of the warranty for this owner"""
    asOf: str
    owner: Literal["first", "later"]
    inService: WarrantyRemainingInService
    """The first day in service, or the days on which it can have been"""
    odometer: WarrantyRemainingOdometer | None
    coverages: WarrantyRemainingCoverages
    sentence: str
    """What this owner still has, in one sentence"""


class Warranty(TypedDict):
    """Original factory new-vehicle warranty as sold, and what remains of it."""
    make: str
    modelYear: int
    market: Literal["US", "CA"]
    """The market whose terms these are"""
    coverages: WarrantyCoverages
    asSold: Literal[True]
    """The terms as sold new; what is left of them stands in `remaining`"""
    source: WarrantyLaterOwnersTermSource
    confidence: Literal["high", "medium", "low"]
    """How sure basic and powertrain are; `note` names coverages that are less sure"""
    note: str
    """What the terms are and are not, what is not established, and how they are known"""
    remaining: WarrantyRemaining


class DecodeProvenanceCompletion(TypedDict):
    """The part that came from the live service"""
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today"""
    fields: list[str]
    """Element codes of vPIC that were taken from here"""


class DecodeProvenance(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today"""
    completion: DecodeProvenanceCompletion | None
    """null where the answer has one source only"""
    completionNote: str | None
    """Why the live service added nothing, where it was asked; where the source is the Forecourt supplement, for cars that NHTSA does not know, what it rests on"""


class Decode(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    vin: str
    vehicle: Vehicle
    decode: DecodeDecode
    warranty: Warranty | None
    warrantyNote: str | None
    """Why the warranty is not known; null where it is"""
    provenance: DecodeProvenance


class PaidAnswerPaidBefore(TypedDict):
    """The payer paid for the same request within the last ten minutes: this payment was not taken"""
    transaction: str
    """The settlement of the earlier payment"""


class PaidAnswer(TypedDict):
    """What every paid answer has besides"""
    charged: bool
    """true: the payment was settled for this answer; false: the answer was not worth its price, or was paid before"""
    paidBefore: NotRequired[PaidAnswerPaidBefore]
    """The payer paid for the same request within the last ten minutes: this payment was not taken"""
    disclaimer: str


class DecodeAnswer(Decode, PaidAnswer):
    pass


class RecallsCounts(TypedDict):
    """All recalls of the make, model and year"""
    us: int
    canada: int


class UsRecallFlags(TypedDict):
    """NHTSA's own flags; where they differ from parkIt and parkOutside, the text warns and the flag doesn't"""
    parkIt: bool | None
    parkOutside: bool | None


class UsRecallFiling(TypedDict):
    """What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall"""
    unitsAffected: int | None
    """Vehicles in the United States, of all models in the recall"""
    ownersToldOn: str | None
    """When the maker was to write to the owners"""
    producedFrom: str | None
    """First day on which cars of this model that are in it were made"""
    producedTo: str | None
    """Last such day"""


class UsRecall(TypedDict):
    """A recall in the United States"""
    campaign: str
    """NHTSA campaign number"""
    kind: Literal["vehicle", "equipment", "tire", "childSeat"]
    """equipment, tire and childSeat concern the car only if that part is fitted to it"""
    component: str
    """NHTSA's component, from the general to the particular, joined by colons"""
    summary: str
    consequence: str
    remedy: str
    notes: str | None
    manufacturer: str | None
    """Who filed the recall"""
    reportedOn: str
    """When NHTSA received the report"""
    parkIt: bool | None
    """true: do not drive the car, by flag or by its text; null: not stated"""
    parkOutside: bool | None
    """true: park the car outside, away from buildings, by flag or by its text; null: not stated"""
    stopSale: bool | None
    """true: dealers are asked not to sell or deliver it; null: not stated"""
    warningText: str | None
    """The sentences that warn, as published"""
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice; null: none"""
    flags: UsRecallFlags
    """NHTSA's own flags; where they differ from parkIt and parkOutside, the text warns and the flag doesn't"""
    overTheAirUpdate: bool | None
    """true: repaired by a download; null: not stated"""
    filing: NotRequired[UsRecallFiling]
    """What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall"""
    models: list[str]
    """Names of the model under which NHTSA files it"""
    inDoubt: bool
    """true: it is filed only for a version, such as the hybrid, the coupe or the plain model beside a hybrid, and the VIN does not say whether the car is one"""
    missingSince: str | None
    """When the source first answered without this recall; it stays until a second reading, six hours later, agrees"""
    url: str


class CanadaRecall(TypedDict):
    """A recall in Canada"""
    recallNumber: str | None
    """Transport Canada's number"""
    manufacturerRecallNumber: str | None
    component: str | None
    """The part, as far as the text names one"""
    system: str | None
    """Transport Canada's group of parts"""
    summary: str | None
    unitsAffected: int | None
    """Vehicles in Canada, of all models in the recall"""
    recalledOn: str
    parkIt: bool | None
    """true: do not drive the car, by its text; null: not stated"""
    parkOutside: bool | None
    """true: park the car outside, away from buildings, by its text; null: not stated"""
    stopSale: bool | None
    """true: dealers are asked not to sell or deliver it; null: not stated"""
    warningText: str | None
    """The sentences that warn, as published"""
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice; null: none"""
    inDoubt: bool
    """true: it is filed only for a version, such as the hybrid, the coupe or the plain model beside a hybrid, and the VIN does not say whether the car is one"""
    missingSince: str | None
    """When the source first answered without this recall; it stays until a second reading, six hours later, agrees"""
    makes: list[str]
    models: list[str]
    years: list[int]
    url: str


class RecallsRelatedItemEvidence(TypedDict):
    manufacturerNumber: str | None
    """The maker's own number, where both recalls state it"""
    component: str | None
    """Group of parts that both recalls name"""
    daysApart: int
    """Days between the two reports"""
    wording: float
    """Likeness of the two texts: 0 nothing in common, 1 the same words"""


class RecallsRelatedItem(TypedDict):
    """A recall in the United States and one in Canada of the same defect"""
    campaign: str
    recallNumber: str | None
    confidence: float
    evidence: RecallsRelatedItemEvidence


class RecallsProvenanceUs(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today"""
    matchedModels: list[str]
    """Makes and models, in the spelling of the source, that were asked for"""
    inDoubt: list[str]
    """Of those, versions that the car may or may not be: the VIN does not say"""
    keptApart: list[str]
    """Versions that the source files separately and the car is not, such as hybrids and other bodies; their recalls are not included"""
    notRead: list[str]
    """Names for which the source, asked twice, had nothing though it should have: recalls may be missing. Empty: all was read"""
    modelListed: bool
    """false: the source has nothing under this name and year, so that zero says little; true: it has the model"""


class RecallsProvenance(TypedDict):
    us: RecallsProvenanceUs
    canada: RecallsProvenanceUs


class RecallsAttributionCanada(TypedDict):
    text: str
    licenceUrl: str


class RecallsAttribution(TypedDict):
    canada: RecallsAttributionCanada


class Recalls(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    vin: str
    vehicle: Vehicle
    counts: RecallsCounts
    """All recalls of the make, model and year"""
    us: list[UsRecall]
    """"Do not drive" first, then "park outside", then the newest"""
    canada: list[CanadaRecall]
    """"Do not drive" first, then "park outside", then the newest, of the 25 newest"""
    related: list[RecallsRelatedItem]
    scope: Literal["model-year"]
    scopeNote: str
    namesNote: str | None
    """What was set aside or asked in doubt, wherever a count could be read as complete; null: nothing"""
    provenance: RecallsProvenance
    attribution: RecallsAttribution


class RecallsAnswer(Recalls, PaidAnswer):
    pass


class KnownIssueShareInterval(TypedDict):
    """95 % interval around estimatedShare."""
    low: float
    high: float


class KnownIssueConfidenceBasis(TypedDict):
    support: float
    """Grows with independent complaints: n / (n + 3)."""
    evidence: float
    """How plainly the cited complaints report what the title says, on average."""
    focus: float
    """Share of the cited complaints whose main subject this is."""


class KnownIssueSeveritySignals(TypedDict):
    """Summed from the cited complaints only."""
    fires: int
    crashes: int
    injuries: int
    deaths: int


class KnownIssueTypicalMileage(TypedDict):
    """Miles at failure; present where at least 3 cited complaints state it, and the failure is not one that shows in a crash."""
    p25: int
    median: int
    p75: int
    stated: int
    """Complaints that state a mileage."""


class KnownIssueReportedByYearItem(TypedDict):
    year: int
    count: int


class KnownIssueStatementsItem(TypedDict):
    text: str
    """Completes "owners say that", or for a part "owners mention the"."""
    about: Literal["course", "part"]
    count: int
    odiNumbers: list[int]
    """Up to five of those who say so."""


class KnownIssueSymptomsItem(TypedDict):
    title: str
    count: int


class KnownIssueRelatedRecallsItemEvidence(TypedDict):
    """Of a campaign found by its wording: the component, and the words of the title it shares."""
    component: str
    words: list[str]


class KnownIssueRelatedRecallsItem(TypedDict):
    campaign: str
    basis: Literal["quoted", "wording"]
    """quoted: at least two of the cited complaints name its number; wording: it is filed for the same component and describes the same failure, which does not say that it covers this car."""
    complaints: int
    """Cited complaints that quote the number."""
    evidence: NotRequired[KnownIssueRelatedRecallsItemEvidence]
    """Of a campaign found by its wording: the component, and the words of the title it shares."""


class KnownIssueAfterRepair(TypedDict):
    """Absent where none of the cited complaints says so."""
    notHelped: int
    """Cited complaints that say a repair did not help."""
    partsUnavailable: int
    """Cited complaints that say parts are not to be had."""


class KnownIssueAlsoYearsEvidenceItem(TypedDict):
    year: int
    count: int
    """Complaints of that model year that report the failure."""
    complaintsAnalyzed: int
    """Complaints of that model year that were read: at most 200."""
    share: float


class KnownIssueAlsoYears(TypedDict):
    """Model years of the same make and model next to this one, without a gap, in which the same failure is reported at least a third as often. No public record states which years are one generation. Only with an own copy of the whole record."""
    firstYear: int
    """First model year of the row, that of the car among them."""
    lastYear: int
    """Last model year of the row."""
    evidence: list[KnownIssueAlsoYearsEvidenceItem]
    """The other model years, each with the share of its complaints that report the failure."""


class KnownIssue(TypedDict):
    """A failure mode that several owners report"""
    title: str
    """Name of the failure mode."""
    summary: str
    """At most two sentences in our words; never text of a complaint."""
    count: int
    """Number of cited complaints; equals the length of odiNumbers."""
    share: float
    """count / complaintsAnalyzed: a share of complaints, not of cars."""
    estimatedShare: float
    """Share among all complaints of the vehicle, the sampling allowed for; equals share where all were read."""
    shareInterval: KnownIssueShareInterval
    """95 % interval around estimatedShare."""
    trend: Literal["rising", "steady", "falling", "unknown"]
    """The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before; unknown where too few are dated."""
    confidence: float
    """0 to 1, computed from confidenceBasis; how sure we are that the cited complaints report what the title says."""
    confidenceBasis: KnownIssueConfidenceBasis
    odiNumbers: list[int]
    """NHTSA complaint numbers, each checked against the complaints analysed; copies of one text count once."""
    componentTags: list[str]
    severitySignals: KnownIssueSeveritySignals
    """Summed from the cited complaints only."""
    typicalMileage: NotRequired[KnownIssueTypicalMileage]
    """Miles at failure; present where at least 3 cited complaints state it, and the failure is not one that shows in a crash."""
    firstReported: str | None
    lastReported: str | None
    reportedByYear: NotRequired[list[KnownIssueReportedByYearItem]]
    """Cited complaints by the year in which they were filed; absent in older answers."""
    statements: NotRequired[list[KnownIssueStatementsItem]]
    """What at least a third of the cited complaints say beside the title; the summary tells it."""
    symptoms: NotRequired[list[KnownIssueSymptomsItem]]
    """More particular failures, or others beside this one, that at least two of the cited complaints report."""
    relatedRecalls: NotRequired[list[KnownIssueRelatedRecallsItem]]
    """NHTSA campaigns about the same failure, those that owners quote first."""
    afterRepair: NotRequired[KnownIssueAfterRepair]
    """Absent where none of the cited complaints says so."""
    alsoYears: NotRequired[KnownIssueAlsoYears]
    """Model years of the same make and model next to this one, without a gap, in which the same failure is reported at least a third as often. No public record states which years are one generation. Only with an own copy of the whole record."""


class KnownIssuesAlsoReportedItem(TypedDict):
    component: str
    count: int
    severitySignals: NotRequired[KnownIssueSeveritySignals]
    """Absent where none of them reports any."""
    odiNumbers: NotRequired[list[int]]
    """Those of them with a fire, an injury or a death; absent where there is none."""


class KnownIssuesSamplingStrataItem(TypedDict):
    component: str
    age: str
    complaints: int
    analyzed: int


class KnownIssuesSampling(TypedDict):
    method: Literal["all", "stratified-recent"]
    cap: int
    """The most complaints that the engine reads at once."""
    copiesSetAside: int
    """Complaints in nearly the words of another one, read once."""
    strata: list[KnownIssuesSamplingStrataItem]
    """How the sample was drawn; empty where all were taken."""


class KnownIssuesSynthesisRejected(TypedDict):
    """What the engine proposed and verification threw out."""
    citations: int
    issues: int
    reasons: NotRequired[dict[str, int]]
    """How often for which reason, what was thrown out of a model’s own answers included."""


class KnownIssuesSynthesis(TypedDict):
    engine: Literal["llm", "embedded"]
    model: str | None
    promptVersion: str | None
    pipelineVersion: str
    synthesizedAt: str
    cache: Literal["hit", "miss", "stale", "none"]
    degraded: bool
    """True where the embedded engine stood in for a model that failed or named nothing that could be verified."""
    rejected: KnownIssuesSynthesisRejected
    """What the engine proposed and verification threw out."""
    modelRead: NotRequired[int]
    """Complaints whose text a model read itself; the others were grouped by the embedded engine."""


class KnownIssuesReliabilityTopComponentsItem(TypedDict):
    component: str
    count: int
    share: float


class KnownIssuesReliabilityRecalls(TypedDict):
    """null where the recall source could not be reached."""
    us: int | None
    """Recalls in the United States of this make, model and year."""
    canada: int | None
    """Recalls in Canada of this make, model and year, all of them."""
    canadaUnitsAffected: int | None
    """Vehicles in Canada in the recalls that canadaUnitsCover counts: of the whole recalls, all models and years, not of this model alone."""
    canadaUnitsCover: int | None
    """How many of the Canadian recalls canadaUnitsAffected adds up: at most the 25 newest, those that state a number."""
    namesNote: str | None
    """Versions that were set aside or asked in doubt, so that no count is read as complete."""


class ReliabilityComparisonComplaints(TypedDict):
    count: int
    medianOfPeers: float
    moreThan: float
    """Share of the peers that have fewer complaints."""


class ReliabilityComparisonSevere(TypedDict):
    """Complaints with a fire, a crash, an injury or a death, and their share of all: does not depend on how many cars were sold."""
    count: int
    share: float
    medianOfPeers: float
    moreThan: float
    """Share of the peers of whose complaints a smaller share is severe."""


class ReliabilityComparisonRankInMake(TypedDict):
    """By complaints among the models of the make and year that have any; 1 has the most."""
    rank: int
    of: int


class ReliabilityComparison(TypedDict):
    """How often owners complain, compared with like cars"""
    asOf: str
    """Of when the record is that was compared."""
    vehicleClass: str
    """The kind of car that it was compared with, by its body."""
    peers: int
    """Models of that kind and model year, of all makes, with at least 15 complaints each; versions that NHTSA files apart count apart."""
    complaints: ReliabilityComparisonComplaints
    severe: ReliabilityComparisonSevere
    """Complaints with a fire, a crash, an injury or a death, and their share of all: does not depend on how many cars were sold."""
    rankInMake: ReliabilityComparisonRankInMake
    """By complaints among the models of the make and year that have any; 1 has the most."""
    carsSold: None
    """Not known: no public source states it by model and year."""
    caveat: str


class KnownIssuesReliability(TypedDict):
    complaintCount: int
    topComponents: list[KnownIssuesReliabilityTopComponentsItem]
    severitySignals: KnownIssueSeveritySignals
    complaintsByYear: list[KnownIssueReportedByYearItem]
    recalls: KnownIssuesReliabilityRecalls
    """null where the recall source could not be reached."""
    attribution: RecallsAttribution
    """For the Canadian recalls that are counted."""
    comparison: NotRequired[ReliabilityComparison]
    """Only with an own copy of the whole record, and where enough is known of the car and of like ones."""
    asOf: str


class KnownIssuesMissingComplaints(TypedDict):
    count: int
    since: str


class Provenance(TypedDict):
    """Where an answer, or one part of it, came from."""
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today"""


class KnownIssues(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    vin: str
    vehicle: Vehicle
    status: Literal["ok", "insufficient_data", "no_clear_pattern", "synthesis_unavailable"]
    """ok: at least one verified issue; insufficient_data: fewer than 15 complaints; no_clear_pattern: enough complaints, but no issue stood up to verification; synthesis_unavailable: the complaints could not be read just now. Only ok is charged."""
    complaintCount: int
    complaintsAnalyzed: int
    knownIssues: list[KnownIssue]
    alsoReported: NotRequired[list[KnownIssuesAlsoReportedItem]]
    """Complaints that no issue cites, by component: single ones, and failures reported by fewer than 1 % of the complaints and fewer than three people."""
    sampling: KnownIssuesSampling
    synthesis: KnownIssuesSynthesis | None
    reliability: KnownIssuesReliability
    missingComplaints: KnownIssuesMissingComplaints | None
    """Complaints counted here that NHTSA's newest answer lacks, and since when; they stay until a second reading, six hours later, agrees. null: none."""
    matchedModels: list[str]
    """The names under which complaints were looked up."""
    modelListed: bool
    """false: NHTSA lists no such model, so that no complaints may only mean another name."""
    provenance: Provenance


class KnownIssuesAnswer(KnownIssues, PaidAnswer):
    pass


class CostLineRange(TypedDict):
    low: float
    high: float
    typical: NotRequired[float]
    """What most buyers pay, where that is known"""


class CostLineRateRange(TypedDict):
    low: float
    high: float


class CostLineTaxableRange(TypedDict):
    """In its place where the law taxes a guide's value that book_value would tell"""
    low: float
    high: float


class CostLineCasesItem(TypedDict):
    when: str
    amount: NotRequired[float]
    range: NotRequired[CostLineRange]


class CostLineAlternative(TypedDict):
    amount: NotRequired[float]
    range: NotRequired[CostLineRange]
    why: str


class CostLineSource(TypedDict):
    url: str
    """https only; each address once per file"""
    title: str
    publisher: str


class CostLine(TypedDict):
    """One tax or fee"""
    id: str
    category: Literal["tax", "title", "transfer", "registration", "plate", "inspection", "documentation", "levy", "other"]
    label: str
    amount: NotRequired[float]
    range: NotRequired[CostLineRange]
    rate: NotRequired[float]
    """Percent of the taxable amount, where one rate holds"""
    rateRange: NotRequired[CostLineRateRange]
    taxableAmount: NotRequired[float]
    taxableRange: NotRequired[CostLineTaxableRange]
    """In its place where the law taxes a guide's value that book_value would tell"""
    cases: NotRequired[list[CostLineCasesItem]]
    """What decides within the range, where the query does not say"""
    mandatory: bool
    """Whether the law leaves no choice to a buyer for whom the line is due"""
    frequency: Literal["once", "annual", "biennial", "triennial"]
    known: bool
    """Whether the amount is exact and due for sure: the lines that make up the known total"""
    note: NotRequired[str]
    alternative: NotRequired[CostLineAlternative]
    source: CostLineSource
    confidence: Literal["high", "medium", "low"]
    """high: read in the law or on a government's own page; medium: in good secondary texts; low: estimated, or its page does not carry it"""
    asOf: str | None
    """The day of which the source speaks; null where it names none"""
    verifiedOn: str | None
    """The last day on which somebody compared the figure with its source"""


class PurchaseCostsCaDueOnTheDay(TypedDict):
    """What is or may be due at the purchase"""
    known: float
    low: float
    high: float


class PurchaseCostsCaNarrowingItem(TypedDict):
    parameter: str
    line: str
    byUpTo: float
    """How much of the range of the line it can take away"""


class PurchaseCostsCa(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    country: Literal["CA"]
    province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]
    provinceName: str
    currency: Literal["CAD"]
    saleType: Literal["private", "dealer"]
    price: float
    lines: list[CostLine]
    totalKnownCad: float
    """Sum of the lines with known: true"""
    estimatedTotalRangeCad: CostLineTaxableRange
    """The known total plus everything that is or may be due, at its least and most"""
    dueOnTheDay: PurchaseCostsCaDueOnTheDay
    """What is or may be due at the purchase"""
    dueLater: PurchaseCostsCaDueOnTheDay
    """What falls due at the next renewal, while the registration of the car still runs, or is billed by a town or county after it; the two add up to the totals"""
    laterYears: CostLineTaxableRange
    """What comes again in a later year, by the lines that are not due once; what follows the value of the car falls from year to year"""
    narrowing: list[PurchaseCostsCaNarrowingItem]
    """Which parameter would make which line more exact"""
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: str | None
    """The earliest such day of the lines; null where one has none"""
    on: str
    """The day of which the figures are"""


class PurchaseCostsUs(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    country: Literal["US"]
    state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"]
    stateName: str
    currency: Literal["USD"]
    saleType: Literal["private", "dealer"]
    price: float
    lines: list[CostLine]
    totalKnownUsd: float
    """Sum of the lines with known: true"""
    estimatedTotalRangeUsd: CostLineTaxableRange
    """The known total plus everything that is or may be due, at its least and most"""
    dueOnTheDay: PurchaseCostsCaDueOnTheDay
    """What is or may be due at the purchase"""
    dueLater: PurchaseCostsCaDueOnTheDay
    """What falls due at the next renewal, while the registration of the car still runs, or is billed by a town or county after it; the two add up to the totals"""
    laterYears: CostLineTaxableRange
    """What comes again in a later year, by the lines that are not due once; what follows the value of the car falls from year to year"""
    narrowing: list[PurchaseCostsCaNarrowingItem]
    """Which parameter would make which line more exact"""
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: str | None
    """The earliest such day of the lines; null where one has none"""
    on: str
    """The day of which the figures are"""


PurchaseCosts: TypeAlias = PurchaseCostsCa | PurchaseCostsUs


class PurchaseCostsCaAnswer(PurchaseCostsCa, PaidAnswer):
    pass


class PurchaseCostsUsAnswer(PurchaseCostsUs, PaidAnswer):
    pass


PurchaseCostsAnswer: TypeAlias = PurchaseCostsCaAnswer | PurchaseCostsUsAnswer


class PrepurchaseVehicle(TypedDict):
    """The decoded vehicle. Every key is always present; null means that the data does not say."""
    modelYear: int
    """Model year"""
    make: str
    """Make in its usual spelling, such as "Honda" """
    model: str
    """Model"""
    trim: str | None
    """Trim level"""
    trim2: str | None
    """Second trim level"""
    series: str | None
    """Series"""
    series2: str | None
    """Second series"""
    bodyClass: str | None
    """Body class"""
    vehicleType: str | None
    """Vehicle type, such as "Passenger Car" """
    doors: int | None
    """Number of doors"""
    windows: int | None
    """Number of windows"""
    seats: int | None
    """Number of seats"""
    seatRows: int | None
    """Number of seat rows"""
    driveType: str | None
    """Driven wheels"""
    steering: str | None
    """Side of the steering wheel"""
    manufacturer: str | None
    """Manufacturer as registered with NHTSA"""
    plant: VehiclePlant
    engine: VehicleEngine
    transmission: VehicleTransmission
    electrification: VehicleElectrification | None
    """null where nothing says that the vehicle has a traction battery"""
    weight: VehicleWeight
    dimensions: VehicleDimensions
    safety: VehicleSafety
    """null means that the manufacturer filed nothing, never that the vehicle lacks it"""
    basePriceUsd: float | None
    """Base price when new, in US dollars"""
    additional: dict[str, str]
    """What else NHTSA states, by the element codes of vPIC and in NHTSA's words; no key where it is silent"""


class PrepurchaseDecode(TypedDict):
    checkDigitValid: bool
    """Whether position 9 is what the other characters demand"""
    errorCodes: list[int]
    """NHTSA's error codes; [0] is a clean decode"""
    errorText: str | None
    """NHTSA's words for the codes"""
    suggestedVin: str | None
    """A corrected VIN; "!" marks a wrong character"""
    possibleValues: str | None
    """Characters possible at the marked positions, as "(position:characters)" """
    provenance: DecodeProvenance


class PrepurchasePurchaseOdometer(TypedDict):
    distance: int
    unit: Literal["km", "mi"]


class PrepurchasePurchase(TypedDict):
    """The purchase as it was understood"""
    country: Literal["CA", "US"]
    """Decides on the costs, the warranty, the units and the order"""
    place: str | None
    """Province, territory, state or DC; null: not given"""
    price: float
    saleType: Literal["private", "dealer"]
    odometer: PrepurchasePurchaseOdometer | None
    owner: Literal["first", "later"]
    assumed: list[Literal["country", "price", "sale_type"]]
    """Parameters that were not given and are defaults here"""
    sentence: str


class Evidence(TypedDict):
    """What a sentence rests on"""
    pointer: str
    """JSON pointer to the part of this answer that it comes from"""
    campaigns: NotRequired[list[str]]
    """Numbers of the recall notices"""
    odiNumbers: NotRequired[list[int]]
    """The newest complaints; all stand at the pointer"""
    coverages: NotRequired[list[str]]
    """Coverages of the warranty"""
    lines: NotRequired[list[str]]
    """Ids of the lines of the costs"""


class Matter(TypedDict):
    """One of the things that matter most"""
    level: Literal["urgent", "important", "note"]
    title: str
    text: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    evidence: Evidence


class Advice(TypedDict):
    """Something to look at or to ask, and why"""
    kind: Literal["check", "question"]
    """question: what to ask the seller"""
    text: str
    because: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    evidence: Evidence


class PrepurchaseDecision(TypedDict):
    """What to do: derived by rules, each sentence with its evidence"""
    level: Literal["urgent", "important", "calm"]
    verdict: str
    """The report in one sentence"""
    evidence: Evidence | None
    """What the verdict rests on; null: that nothing was found"""
    matters: list[Matter]
    """The three things at most that matter most"""
    beforeYouGo: list[Advice]
    atTheCar: list[Advice]
    atTheCounter: list[Advice]


class PrepurchaseSummaryItem(TypedDict):
    kind: Literal["vin_doubtful", "do_not_drive", "park_outside", "stop_sale", "section_unavailable", "rising_danger", "dangerous_failure", "rising_failure", "recalls_to_check", "versions_set_aside", "model_not_listed", "older_copy", "recorded_answer", "warranty_may_run", "largest_cost"]
    """Which rule made the statement"""
    level: Literal["urgent", "important", "note"]
    statement: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    item: str | None
    """Campaign, failure, coverage or place that it is about"""
    pointer: str
    """JSON pointer to the part of this answer that it comes from"""


class PrepurchaseRecallsItemsItemSameDefectItem(TypedDict):
    campaign: str | None
    confidence: float


class PrepurchaseRecallsItemsItem(TypedDict):
    country: Literal["US", "CA"]
    """Whose notice it is"""
    campaign: str | None
    """NHTSA campaign or Transport Canada recall number; null only where the sample's is not known"""
    component: str
    summary: str
    consequence: str | None
    remedy: str | None
    reportedOn: str
    kind: Literal["vehicle", "equipment", "tire", "childSeat"]
    """equipment, tire and childSeat concern the car only if that part is fitted to it"""
    parkIt: bool | None
    """true: do not drive the car; null: not stated"""
    parkOutside: bool | None
    """true: park it outside, away from buildings; null: not stated"""
    stopSale: bool | None
    """true: dealers are asked not to sell or deliver it; null: not stated"""
    warningText: str | None
    """The sentences that warn, as published"""
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice; null: none"""
    flags: UsRecallFlags | None
    inDoubt: bool
    """true: filed only for a version, such as the hybrid, and the VIN does not say whether the car is one"""
    missingSince: str | None
    """When the source first answered without it; it stays until a second reading agrees"""
    unitsAffected: int | None
    """Vehicles in Canada, of all models in the recall"""
    filing: NotRequired[UsRecallFiling]
    """What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall"""
    sameDefect: list[PrepurchaseRecallsItemsItemSameDefectItem]
    """Notices of the other country about the same defect"""
    url: str


class PrepurchaseRecalls(TypedDict):
    counts: RecallsCounts
    """All recalls of the make, model and year"""
    scope: Literal["model-year"]
    scopeNote: str
    namesNote: str | None
    """What was set aside or asked in doubt, wherever a count could be read as complete; null: nothing"""
    provenance: RecallsProvenance
    attribution: RecallsAttribution
    count: int
    """Notices of both countries; a defect recalled in both counts twice, see sameDefect"""
    items: list[PrepurchaseRecallsItemsItem]
    """"Do not drive" first, then "park outside", then the newest; of Canada the 25 newest"""


class PrepurchaseKnownIssues(TypedDict):
    status: Literal["ok", "insufficient_data", "no_clear_pattern"]
    complaintCount: int
    complaintsAnalyzed: int
    alsoReported: NotRequired[list[KnownIssuesAlsoReportedItem]]
    """Complaints that no issue cites, by component: single ones, and failures reported by fewer than 1 % of the complaints and fewer than three people."""
    sampling: KnownIssuesSampling
    synthesis: KnownIssuesSynthesis | None
    reliability: KnownIssuesReliability
    missingComplaints: KnownIssuesMissingComplaints | None
    """Complaints counted here that NHTSA's newest answer lacks, and since when; they stay until a second reading, six hours later, agrees. null: none."""
    matchedModels: list[str]
    """The names under which complaints were looked up."""
    modelListed: bool
    """false: NHTSA lists no such model, so that no complaints may only mean another name."""
    reliabilitySummary: str
    """The complaints in a few sentences, counted by us"""
    topIssues: list[KnownIssue]
    """Named failures, the most serious first"""
    provenance: Provenance


class PrepurchasePurchaseCostsCaEstimatedFees(TypedDict):
    totalKnownCad: float
    estimatedTotalRangeCad: CostLineTaxableRange


class PrepurchasePurchaseCostsCaByJurisdictionItemLargestLine(TypedDict):
    id: str
    label: str
    category: Literal["tax", "title", "transfer", "registration", "plate", "inspection", "documentation", "levy", "other"]
    source: CostLineSource
    confidence: Literal["high", "medium", "low"]
    """high: read in the law or on a government's own page; medium: in good secondary texts; low: estimated, or its page does not carry it"""
    range: CostLineTaxableRange


class PrepurchasePurchaseCostsCaByJurisdictionItem(TypedDict):
    code: str
    """Province, territory, state or DC"""
    name: str
    totalKnown: float
    range: CostLineTaxableRange
    largestLine: PrepurchasePurchaseCostsCaByJurisdictionItemLargestLine | None
    """The tax or fee that can cost most"""


class PrepurchasePurchaseCostsCa(TypedDict):
    country: Literal["CA"]
    estimatedFees: PrepurchasePurchaseCostsCaEstimatedFees
    price: float
    saleType: Literal["private", "dealer"]
    notes: str
    bill: PurchaseCostsCa | PurchaseCostsUs | None
    """The bill of the place that was given, as /v1/purchase-costs answers it; null without a place"""
    byJurisdiction: list[PrepurchasePurchaseCostsCaByJurisdictionItem]
    """Every place of the country; empty where `bill` is there"""
    figuresVerifiedOn: str | None
    provenance: Provenance


class PrepurchasePurchaseCostsUsEstimatedFees(TypedDict):
    totalKnownUsd: float
    estimatedTotalRangeUsd: CostLineTaxableRange


class PrepurchasePurchaseCostsUs(TypedDict):
    country: Literal["US"]
    estimatedFees: PrepurchasePurchaseCostsUsEstimatedFees
    price: float
    saleType: Literal["private", "dealer"]
    notes: str
    bill: PurchaseCostsCa | PurchaseCostsUs | None
    """The bill of the place that was given, as /v1/purchase-costs answers it; null without a place"""
    byJurisdiction: list[PrepurchasePurchaseCostsCaByJurisdictionItem]
    """Every place of the country; empty where `bill` is there"""
    figuresVerifiedOn: str | None
    provenance: Provenance


class PrepurchaseSections(TypedDict):
    decode: Literal["ok"]
    recalls: Literal["ok", "unavailable"]
    knownIssues: Literal["ok", "unavailable"]
    purchaseCosts: Literal["ok", "unavailable"]


class PrepurchaseSectionDetails(TypedDict):
    """Why a section is unavailable"""
    recalls: NotRequired[str]
    knownIssues: NotRequired[str]
    purchaseCosts: NotRequired[str]


class Prepurchase(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car"""
    vin: str
    vehicle: PrepurchaseVehicle
    """The decoded vehicle. Every key is always present; null means that the data does not say."""
    decode: PrepurchaseDecode
    purchase: PrepurchasePurchase
    """The purchase as it was understood"""
    decision: PrepurchaseDecision
    """What to do: derived by rules, each sentence with its evidence"""
    summary: list[PrepurchaseSummaryItem]
    """What to look at first, the most pressing on top; each says which part of the report it is from"""
    recalls: PrepurchaseRecalls | None
    knownIssues: PrepurchaseKnownIssues | None
    purchaseCosts: PrepurchasePurchaseCostsCa | PrepurchasePurchaseCostsUs | None
    warranty: Warranty | None
    warrantyNote: str | None
    """Why the warranty is not known; null where it is"""
    sections: PrepurchaseSections
    sectionDetails: PrepurchaseSectionDetails
    """Why a section is unavailable"""


class PrepurchaseAnswer(Prepurchase, PaidAnswer):
    pass


class FreeSampleBody(TypedDict):
    """What every free sample has besides"""
    sample: Literal[True]
    note: str
    disclaimer: str


class DecodeSample(Decode, FreeSampleBody):
    pass


class RecallsSample(Recalls, FreeSampleBody):
    pass


class KnownIssuesSample(KnownIssues, FreeSampleBody):
    pass


class PurchaseCostsSampleBody(TypedDict):
    sample: Literal[True]
    note: str
    ca: PurchaseCostsCa
    us: PurchaseCostsUs


class PurchaseCostsSample(PurchaseCostsSampleBody, FreeSampleBody):
    pass


class PrepurchaseSample(Prepurchase, FreeSampleBody):
    pass
