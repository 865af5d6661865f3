# Made from /openapi.json by "npm run clients:build". Do not edit.
"""The shapes of all answers."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "Advice",
    "Attribution",
    "AttributionCanada",
    "BillPart",
    "BillPartLine",
    "BriefAnswer",
    "BriefCar",
    "BriefCostLine",
    "BriefCosts",
    "BriefIssue",
    "BriefWarranty",
    "BriefWarrantySource",
    "CanadaCosts",
    "CanadaCostsAnswer",
    "CanadaRecall",
    "CanadaRecallInFrench",
    "CanadaTotals",
    "CostLine",
    "CostLineAlternative",
    "CostLineCasesItem",
    "CostLineSource",
    "CostRange",
    "Decode",
    "DecodeAnswer",
    "DecodeBrief",
    "DecodeBriefAnswer",
    "DecodeDecode",
    "DecodeProvenance",
    "DecodeProvenanceCompletion",
    "DecodeSample",
    "EmissionsWarranty",
    "EmissionsWarrantyCalifornia",
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
    "KnownIssueShareInterval",
    "KnownIssueStatementsItem",
    "KnownIssueSymptomsItem",
    "KnownIssueTypicalMileage",
    "KnownIssues",
    "KnownIssuesAlsoReportedItem",
    "KnownIssuesAnswer",
    "KnownIssuesBrief",
    "KnownIssuesBriefAnswer",
    "KnownIssuesMissingComplaints",
    "KnownIssuesSample",
    "Matter",
    "Narrowing",
    "Notice",
    "NoticeSameDefectItem",
    "PaidAnswer",
    "PaidAnswerPaidBefore",
    "PartOfTotal",
    "PlaceCosts",
    "PlaceCostsLargestLine",
    "Prepurchase",
    "PrepurchaseAnswer",
    "PrepurchaseBrief",
    "PrepurchaseBriefAnswer",
    "PrepurchaseBriefDecision",
    "PrepurchaseBriefDecisionMattersItem",
    "PrepurchaseBriefKnownIssues",
    "PrepurchaseBriefPurchase",
    "PrepurchaseBriefPurchaseCosts",
    "PrepurchaseBriefPurchaseCosts1",
    "PrepurchaseBriefRecalls",
    "PrepurchaseBriefRecallsUrgentItem",
    "PrepurchaseDecision",
    "PrepurchaseDecode",
    "PrepurchaseKnownIssues",
    "PrepurchasePurchase",
    "PrepurchasePurchaseCostsCa",
    "PrepurchasePurchaseCostsUs",
    "PrepurchasePurchaseOdometer",
    "PrepurchaseRecalls",
    "PrepurchaseRecallsProvenance",
    "PrepurchaseSample",
    "PrepurchaseSectionDetails",
    "PrepurchaseSections",
    "PrepurchaseSummaryItem",
    "PrepurchaseVehicle",
    "Provenance",
    "PurchaseCosts",
    "PurchaseCostsAnswer",
    "PurchaseCostsBriefAnswer",
    "PurchaseCostsSample",
    "PurchaseCostsSampleBody",
    "RecallCounts",
    "RecallProvenance",
    "Recalls",
    "RecallsAnswer",
    "RecallsBrief",
    "RecallsBriefAnswer",
    "RecallsBriefOthersItem",
    "RecallsCounts",
    "RecallsProvenance",
    "RecallsRelatedItem",
    "RecallsRelatedItemEvidence",
    "RecallsSample",
    "Reliability",
    "ReliabilityComparison",
    "ReliabilityComparisonComplaints",
    "ReliabilityComparisonRankInMake",
    "ReliabilityComparisonSevere",
    "ReliabilityRecalls",
    "ReliabilityTopComponentsItem",
    "RemainingCoverage",
    "Sampling",
    "SamplingStrataItem",
    "Severity",
    "Synthesis",
    "SynthesisRejected",
    "UsCosts",
    "UsCostsAnswer",
    "UsRecall",
    "UsRecallFiling",
    "UsRecallFlags",
    "UsTotals",
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
    "WarrantyTerm",
]


class VehiclePlant(TypedDict):
    city: str | None
    state: str | None
    country: str | None
    company: str | None


class VehicleEngine(TypedDict):
    model: str | None
    configuration: str | None
    cylinders: int | None
    displacementL: float | None
    displacementCc: float | None
    horsepower: float | None
    fuelType: str | None
    fuelTypeSecondary: str | None
    fuelInjection: str | None
    turbo: bool | None
    valveTrain: str | None
    manufacturer: str | None


class VehicleTransmission(TypedDict):
    style: str | None
    speeds: int | None


class VehicleElectrification(TypedDict):
    level: str | None
    batteryType: str | None
    batteryKwh: float | None
    """Energy of the traction battery in kWh"""
    chargerLevel: str | None
    chargerPowerKw: float | None
    driveUnit: str | None


class VehicleWeight(TypedDict):
    gvwrFrom: str | None
    gvwrTo: str | None
    gvwrMinLb: float | None
    gvwrMaxLb: float | None
    curbLb: float | None


class VehicleDimensions(TypedDict):
    wheelbaseIn: float | None
    wheelbaseLongIn: float | None
    trackWidthIn: float | None
    bedLengthIn: float | None
    bedType: str | None
    cabType: str | None
    wheels: int | None
    wheelSizeFrontIn: float | None
    wheelSizeRearIn: float | None
    axles: int | None


class VehicleSafetyAirbags(TypedDict):
    front: str | None
    side: str | None
    curtain: str | None
    knee: str | None
    seatCushion: str | None


class VehicleSafety(TypedDict):
    abs: Literal["Standard", "Optional", "Not Available"] | None
    esc: Literal["Standard", "Optional", "Not Available"] | None
    tractionControl: Literal["Standard", "Optional", "Not Available"] | None
    tpms: str | None
    seatBelts: str | None
    airbags: VehicleSafetyAirbags
    backupCamera: Literal["Standard", "Optional", "Not Available"] | None
    parkingAssist: Literal["Standard", "Optional", "Not Available"] | None
    blindSpotWarning: Literal["Standard", "Optional", "Not Available"] | None
    blindSpotIntervention: Literal["Standard", "Optional", "Not Available"] | None
    forwardCollisionWarning: Literal["Standard", "Optional", "Not Available"] | None
    automaticEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    pedestrianEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    rearEmergencyBraking: Literal["Standard", "Optional", "Not Available"] | None
    dynamicBrakeSupport: Literal["Standard", "Optional", "Not Available"] | None
    laneDepartureWarning: Literal["Standard", "Optional", "Not Available"] | None
    laneKeeping: Literal["Standard", "Optional", "Not Available"] | None
    laneCentering: Literal["Standard", "Optional", "Not Available"] | None
    rearCrossTrafficAlert: Literal["Standard", "Optional", "Not Available"] | None
    adaptiveCruiseControl: Literal["Standard", "Optional", "Not Available"] | None
    daytimeRunningLights: Literal["Standard", "Optional", "Not Available"] | None
    headlamps: str | None
    automaticCrashNotification: Literal["Standard", "Optional", "Not Available"] | None
    eventDataRecorder: Literal["Standard", "Optional", "Not Available"] | None
    keylessIgnition: Literal["Standard", "Optional", "Not Available"] | None


class Vehicle(TypedDict):
    """The decoded vehicle"""
    year: int
    make: str
    model: str
    trim: str | None
    trim2: str | None
    series: str | None
    series2: str | None
    bodyClass: str | None
    vehicleType: str | None
    doors: int | None
    windows: int | None
    seats: int | None
    seatRows: int | None
    driveType: str | None
    steering: str | None
    manufacturer: str | None
    plant: VehiclePlant
    engine: VehicleEngine
    transmission: VehicleTransmission
    electrification: VehicleElectrification | None
    weight: VehicleWeight
    dimensions: VehicleDimensions
    safety: VehicleSafety
    """null means that the manufacturer filed nothing"""
    basePriceUsd: float | None
    additional: dict[str, str]
    """What else NHTSA states"""


class DecodeDecode(TypedDict):
    checkDigitValid: bool
    errorCodes: list[int]
    errorText: str | None
    suggestedVin: str | None
    possibleValues: str | None


class WarrantyLaterOwnersTermSource(TypedDict):
    url: str
    title: str


class WarrantyLaterOwnersTerm(TypedDict):
    kind: Literal["term"]
    months: int | None
    miles: int | None
    km: int | None
    unlimitedDistance: bool
    source: WarrantyLaterOwnersTermSource


class WarrantyLaterOwnersEndsWithFirstOwner(TypedDict):
    kind: Literal["ends_with_first_owner"]
    source: WarrantyLaterOwnersTermSource


class WarrantyLaterOwnersUnknown(TypedDict):
    kind: Literal["unknown"]


WarrantyLaterOwners: TypeAlias = WarrantyLaterOwnersTerm | WarrantyLaterOwnersEndsWithFirstOwner | WarrantyLaterOwnersUnknown


class WarrantyCoverage(TypedDict):
    months: int | None
    miles: int | None
    km: int | None
    unlimitedDistance: bool
    transferable: bool | None
    """Whether this very term passes to later owners"""
    laterOwners: WarrantyLaterOwners
    note: str | None


class WarrantyTerm(TypedDict):
    months: int | None
    miles: int | None
    km: int | None
    unlimitedDistance: bool


class EmissionsWarrantyCalifornia(TypedDict):
    """Instead of the federal terms"""
    defects: WarrantyTerm
    listedParts: WarrantyTerm
    partialZeroEmission: WarrantyTerm
    condition: str
    sources: list[WarrantyLaterOwnersTermSource]


class EmissionsWarranty(TypedDict):
    months: int | None
    miles: int | None
    km: int | None
    unlimitedDistance: bool
    transferable: bool | None
    """Whether this very term passes to later owners"""
    laterOwners: WarrantyLaterOwners
    note: str | None
    majorComponents: WarrantyTerm
    """Catalytic converters"""
    california: EmissionsWarrantyCalifornia
    """Instead of the federal terms"""
    source: WarrantyLaterOwnersTermSource


class WarrantyCoverages(TypedDict):
    basic: WarrantyCoverage | None
    powertrain: WarrantyCoverage | None
    corrosion: WarrantyCoverage | None
    roadside: WarrantyCoverage | None
    evBattery: WarrantyCoverage | None
    emissions: EmissionsWarranty | None
    """The federal emission warranty of the US"""


class WarrantyRemainingInService(TypedDict):
    earliest: str
    latest: str


class WarrantyRemainingOdometer(TypedDict):
    miles: int
    km: int


class RemainingCoverage(TypedDict):
    state: Literal["ended", "running", "maybe", "unknown"]
    """running: by date and distance"""
    until: WarrantyRemainingInService | None
    """The day on which it ends by time"""
    miles: int | None
    km: int | None
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
    """The longer emission terms of a car certified to the rules of California"""


class WarrantyRemaining(TypedDict):
    asOf: str
    owner: Literal["first", "later"]
    inService: WarrantyRemainingInService
    odometer: WarrantyRemainingOdometer | None
    coverages: WarrantyRemainingCoverages
    sentence: str


class Warranty(TypedDict):
    make: str
    modelYear: int
    market: Literal["US", "CA"]
    coverages: WarrantyCoverages
    asSold: Literal[True]
    source: WarrantyLaterOwnersTermSource
    confidence: Literal["high", "medium", "low"]
    """How sure basic and powertrain are"""
    note: str
    """What the terms are and are not"""
    remaining: WarrantyRemaining


class DecodeProvenanceCompletion(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached"""
    fields: list[str]


class DecodeProvenance(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached"""
    completion: DecodeProvenanceCompletion | None
    completionNote: str | None
    """Why the live service added nothing"""


class Decode(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    vin: str
    vehicle: Vehicle
    decode: DecodeDecode
    warranty: Warranty | None
    warrantyNote: str | None
    provenance: DecodeProvenance


class PaidAnswerPaidBefore(TypedDict):
    """The payer paid for the same request within the last ten minutes: this payment was not taken"""
    transaction: str


class PaidAnswer(TypedDict):
    charged: bool
    """true: the payment was settled for this answer"""
    paidBefore: NotRequired[PaidAnswerPaidBefore]
    """The payer paid for the same request within the last ten minutes: this payment was not taken"""
    disclaimer: str


class DecodeAnswer(Decode, PaidAnswer):
    pass


class BriefCar(TypedDict):
    name: str
    year: int
    make: str
    model: str
    trim: str | None
    series: str | None
    bodyClass: str | None
    engine: str | None
    drive: str | None
    transmission: str | None
    madeIn: str | None


class BriefWarrantySource(TypedDict):
    url: str


class BriefWarranty(TypedDict):
    market: str
    sentence: str
    left: list[str]
    confidence: str
    source: BriefWarrantySource


class DecodeBrief(TypedDict):
    vin: str
    vehicle: BriefCar
    checkDigitValid: bool
    errorText: str | None
    suggestedVin: str | None
    warranty: BriefWarranty | None
    warrantyNote: str | None
    source: str


class BriefAnswer(TypedDict):
    view: Literal["brief"]
    more: str
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    note: NotRequired[str]
    """Present only on a recorded answer for trying out: that it is one"""


class DecodeBriefAnswer(DecodeBrief, BriefAnswer, PaidAnswer):
    pass


class RecallsCounts(TypedDict):
    us: int
    canada: int


class UsRecallFlags(TypedDict):
    """NHTSA's own flags"""
    parkIt: bool | None
    parkOutside: bool | None


class UsRecallFiling(TypedDict):
    """What NHTSA's files say beyond its answers by vehicle"""
    unitsAffected: int | None
    ownersToldOn: str | None
    producedFrom: str | None
    producedTo: str | None


class UsRecall(TypedDict):
    campaign: str
    kind: Literal["vehicle", "equipment", "tire", "childSeat"]
    """equipment, tire and childSeat concern the car only if that part is fitted to it"""
    component: str
    summary: str
    consequence: str
    remedy: str
    notes: str | None
    manufacturer: str | None
    reportedOn: str
    parkIt: bool | None
    parkOutside: bool | None
    """true: park the car outside"""
    stopSale: bool | None
    warningText: str | None
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice"""
    flags: UsRecallFlags
    """NHTSA's own flags"""
    overTheAirUpdate: bool | None
    filing: NotRequired[UsRecallFiling]
    """What NHTSA's files say beyond its answers by vehicle"""
    models: list[str]
    inDoubt: bool
    """true: it is filed only for a version"""
    missingSince: str | None
    """When the source first answered without this recall"""
    url: str


class CanadaRecallInFrench(TypedDict):
    summary: str
    warningText: str | None


class CanadaRecall(TypedDict):
    recallNumber: str | None
    manufacturerRecallNumber: str | None
    component: str | None
    system: str | None
    summary: str | None
    unitsAffected: int | None
    recalledOn: str
    parkIt: bool | None
    parkOutside: bool | None
    """true: park the car outside"""
    stopSale: bool | None
    warningText: str | None
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice"""
    inDoubt: bool
    """true: it is filed only for a version"""
    missingSince: str | None
    """When the source first answered without this recall"""
    inFrench: NotRequired[CanadaRecallInFrench]
    makes: list[str]
    models: list[str]
    years: list[int]
    url: str


class RecallsRelatedItemEvidence(TypedDict):
    manufacturerNumber: str | None
    component: str | None
    daysApart: int
    wording: float


class RecallsRelatedItem(TypedDict):
    campaign: str
    recallNumber: str | None
    confidence: float
    evidence: RecallsRelatedItemEvidence


class RecallProvenance(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached"""
    matchedModels: list[str]
    inDoubt: list[str]
    keptApart: list[str]
    """Versions that the source files separately and the car is not"""
    notRead: list[str]
    """Names for which the source"""
    modelListed: bool
    """false: the source has nothing under this name and year"""


class RecallsProvenance(TypedDict):
    us: RecallProvenance
    canada: RecallProvenance


class AttributionCanada(TypedDict):
    text: str
    licenceUrl: str


class Attribution(TypedDict):
    canada: AttributionCanada


class Recalls(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    note: NotRequired[str]
    """Present only on a recorded answer for trying out: that it is one"""
    vin: str
    vehicle: Vehicle
    counts: RecallsCounts
    us: list[UsRecall]
    canada: list[CanadaRecall]
    """"Do not drive" first"""
    related: list[RecallsRelatedItem]
    scope: Literal["model-year"]
    scopeNote: str
    namesNote: str | None
    """What was set aside or asked in doubt"""
    provenance: RecallsProvenance
    attribution: Attribution


class RecallsAnswer(Recalls, PaidAnswer):
    pass


class RecallCounts(TypedDict):
    """All recalls of the make, model and year"""
    us: int | None
    canada: int | None


class NoticeSameDefectItem(TypedDict):
    campaign: str | None
    confidence: float


class Notice(TypedDict):
    country: Literal["US", "CA"]
    campaign: str | None
    """NHTSA campaign or Transport Canada recall number"""
    component: str
    summary: str
    consequence: str | None
    remedy: str | None
    reportedOn: str
    kind: Literal["vehicle", "equipment", "tire", "childSeat"]
    """equipment, tire and childSeat concern the car only if that part is fitted to it"""
    parkIt: bool | None
    parkOutside: bool | None
    stopSale: bool | None
    warningText: str | None
    unreadAdvice: str | None
    """Sentences about driving or parking that may be advice and were not understood: see the notice"""
    flags: UsRecallFlags | None
    inDoubt: bool
    """true: filed only for a version"""
    missingSince: str | None
    """When the source first answered without it"""
    unitsAffected: int | None
    filing: NotRequired[UsRecallFiling]
    """What NHTSA's files say beyond its answers by vehicle"""
    inFrench: NotRequired[CanadaRecallInFrench]
    sameDefect: list[NoticeSameDefectItem]
    url: str


class RecallsBriefOthersItem(TypedDict):
    country: Literal["US", "CA"]
    campaign: str | None
    """NHTSA campaign or Transport Canada recall number"""
    component: str
    reportedOn: str
    sentence: str
    abroad: NotRequired[list[str]]
    inDoubt: NotRequired[Literal[True]]


class RecallsBrief(TypedDict):
    vin: str
    car: str
    counts: RecallCounts
    defects: int
    """Defects that the notices are about"""
    missing: str | None
    namesNote: str | None
    """What was set aside or asked in doubt"""
    urgent: list[Notice]
    """One a defect, whole: not to drive"""
    others: list[RecallsBriefOthersItem]
    scopeNote: str
    sources: list[str]
    attribution: Attribution


class RecallsBriefAnswer(RecallsBrief, BriefAnswer, PaidAnswer):
    pass


class KnownIssueShareInterval(TypedDict):
    low: float
    high: float


class KnownIssueConfidenceBasis(TypedDict):
    support: float
    evidence: float
    focus: float


class Severity(TypedDict):
    fires: int
    crashes: int
    injuries: int
    deaths: int


class KnownIssueTypicalMileage(TypedDict):
    """Miles at failure"""
    p25: int
    median: int
    p75: int
    stated: int


class KnownIssueReportedByYearItem(TypedDict):
    year: int
    count: int


class KnownIssueStatementsItem(TypedDict):
    text: str
    about: Literal["course", "part"]
    count: int
    odiNumbers: list[int]


class KnownIssueSymptomsItem(TypedDict):
    title: str
    count: int


class KnownIssueRelatedRecallsItemEvidence(TypedDict):
    """Of a campaign found by its wording: the component"""
    component: str
    words: list[str]


class KnownIssueRelatedRecallsItem(TypedDict):
    campaign: str
    basis: Literal["quoted", "unlisted", "wording"]
    """quoted: at least two of the cited complaints name its number"""
    complaints: int
    evidence: NotRequired[KnownIssueRelatedRecallsItemEvidence]
    """Of a campaign found by its wording: the component"""


class KnownIssueAfterRepair(TypedDict):
    notHelped: int
    partsUnavailable: int


class KnownIssueAlsoYearsEvidenceItem(TypedDict):
    year: int
    count: int
    complaintsAnalyzed: int
    share: float


class KnownIssueAlsoYears(TypedDict):
    """Model years of the same make and model next to this one"""
    firstYear: int
    lastYear: int
    evidence: list[KnownIssueAlsoYearsEvidenceItem]
    """The other model years"""


class KnownIssue(TypedDict):
    title: str
    summary: str
    count: int
    share: float
    estimatedShare: float
    """Share among all complaints of the vehicle"""
    shareInterval: KnownIssueShareInterval
    trend: Literal["rising", "steady", "falling", "unknown"]
    """The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before"""
    confidence: float
    """0 to 1, computed from confidenceBasis"""
    confidenceBasis: KnownIssueConfidenceBasis
    odiNumbers: list[int]
    """NHTSA complaint numbers"""
    check: NotRequired[str]
    componentTags: list[str]
    severitySignals: Severity
    typicalMileage: NotRequired[KnownIssueTypicalMileage]
    """Miles at failure"""
    firstReported: str | None
    lastReported: str | None
    reportedByYear: NotRequired[list[KnownIssueReportedByYearItem]]
    """Cited complaints by the year in which they were filed"""
    statements: NotRequired[list[KnownIssueStatementsItem]]
    """What at least a third of the cited complaints say beside the title"""
    symptoms: NotRequired[list[KnownIssueSymptomsItem]]
    """More particular failures"""
    relatedRecalls: NotRequired[list[KnownIssueRelatedRecallsItem]]
    afterRepair: NotRequired[KnownIssueAfterRepair]
    alsoYears: NotRequired[KnownIssueAlsoYears]
    """Model years of the same make and model next to this one"""


class KnownIssuesAlsoReportedItem(TypedDict):
    component: str
    count: int
    severitySignals: NotRequired[Severity]
    odiNumbers: NotRequired[list[int]]
    """Those of them with a fire"""


class SamplingStrataItem(TypedDict):
    component: str
    age: str
    complaints: int
    analyzed: int


class Sampling(TypedDict):
    method: Literal["all", "stratified-recent"]
    cap: int
    copiesSetAside: int
    strata: list[SamplingStrataItem]


class SynthesisRejected(TypedDict):
    citations: int
    issues: int
    reasons: NotRequired[dict[str, int]]
    """How often for which reason"""


class Synthesis(TypedDict):
    engine: Literal["llm", "embedded"]
    model: str | None
    promptVersion: str | None
    pipelineVersion: str
    synthesizedAt: str
    cache: Literal["hit", "miss", "stale", "none"]
    degraded: bool
    """True where the embedded engine stood in for a model that failed or named nothing that could be verified"""
    rejected: SynthesisRejected
    modelRead: NotRequired[int]
    """Complaints whose text a model read itself"""


class ReliabilityTopComponentsItem(TypedDict):
    component: str
    count: int
    share: float


class ReliabilityRecalls(TypedDict):
    us: int | None
    canada: int | None
    canadaUnitsAffected: int | None
    """Vehicles in Canada in the recalls that canadaUnitsCover counts: of the whole recalls"""
    canadaUnitsCover: int | None
    """How many of the Canadian recalls canadaUnitsAffected adds up: at most the 25 newest"""
    namesNote: str | None
    """Versions that were set aside or asked in doubt"""


class ReliabilityComparisonComplaints(TypedDict):
    count: int
    medianOfPeers: float
    moreThan: float


class ReliabilityComparisonSevere(TypedDict):
    """Complaints with a fire"""
    count: int
    share: float
    medianOfPeers: float
    moreThan: float


class ReliabilityComparisonRankInMake(TypedDict):
    """By complaints among the models of the make and year that have any"""
    rank: int
    of: int


class ReliabilityComparison(TypedDict):
    asOf: str
    vehicleClass: str
    peers: int
    """Models of that kind and model year"""
    complaints: ReliabilityComparisonComplaints
    severe: ReliabilityComparisonSevere
    """Complaints with a fire"""
    rankInMake: ReliabilityComparisonRankInMake
    """By complaints among the models of the make and year that have any"""
    carsSold: None
    caveat: str


class Reliability(TypedDict):
    complaintCount: int
    topComponents: list[ReliabilityTopComponentsItem]
    severitySignals: Severity
    complaintsByYear: list[KnownIssueReportedByYearItem]
    recalls: ReliabilityRecalls
    attribution: Attribution
    comparison: NotRequired[ReliabilityComparison]
    """Only with an own copy of the whole record"""
    asOf: str


class KnownIssuesMissingComplaints(TypedDict):
    count: int
    since: str


class Provenance(TypedDict):
    source: str
    url: NotRequired[str]
    dataset: NotRequired[str]
    fetchedAt: str
    ageSeconds: int
    cache: Literal["hit", "miss", "stale", "none"]
    """hit: fresh from our cache"""
    recorded: NotRequired[Literal[True]]
    """Only in dev mode: the source could not be reached"""


class KnownIssues(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    note: NotRequired[str]
    """Present only on a recorded answer for trying out: that it is one"""
    vin: str
    vehicle: Vehicle
    status: Literal["ok", "insufficient_data", "no_clear_pattern", "synthesis_unavailable"]
    """ok: at least one verified issue"""
    complaintCount: int
    complaintsAnalyzed: int
    knownIssues: list[KnownIssue]
    alsoReported: NotRequired[list[KnownIssuesAlsoReportedItem]]
    """Complaints that no issue cites"""
    sampling: Sampling
    synthesis: Synthesis | None
    reliability: Reliability
    missingComplaints: KnownIssuesMissingComplaints | None
    """Complaints counted here that NHTSA's newest answer lacks"""
    matchedModels: list[str]
    modelListed: bool
    """false: NHTSA lists no such model"""
    provenance: Provenance


class KnownIssuesAnswer(KnownIssues, PaidAnswer):
    pass


class BriefIssue(TypedDict):
    title: str
    count: int
    share: float
    trend: Literal["rising", "steady", "falling", "unknown"]
    """The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before"""
    confidence: float
    """0 to 1, computed from confidenceBasis"""
    said: NotRequired[str]
    harm: str
    mileage: NotRequired[str]
    odiNumbers: list[int]
    recalls: NotRequired[list[str]]
    check: NotRequired[str]


class KnownIssuesBrief(TypedDict):
    vin: str
    car: str
    status: Literal["ok", "insufficient_data", "no_clear_pattern", "synthesis_unavailable"]
    """ok: at least one verified issue"""
    complaintCount: int
    complaintsAnalyzed: int
    severitySignals: Severity
    knownIssues: list[BriefIssue]
    furtherIssues: list[str]
    """The other known issues with their complaints"""
    comparison: NotRequired[str]
    missing: str | None
    source: str


class KnownIssuesBriefAnswer(KnownIssuesBrief, BriefAnswer, PaidAnswer):
    pass


class CostRange(TypedDict):
    low: float
    high: float
    typical: NotRequired[float]


class CostLineCasesItem(TypedDict):
    when: str
    amount: NotRequired[float]
    range: NotRequired[CostRange]


class CostLineAlternative(TypedDict):
    amount: NotRequired[float]
    range: NotRequired[CostRange]
    why: str


class CostLineSource(TypedDict):
    url: str
    title: str
    publisher: str


class CostLine(TypedDict):
    id: str
    category: Literal["tax", "title", "transfer", "registration", "plate", "inspection", "documentation", "levy", "other"]
    label: str
    amount: NotRequired[float]
    range: NotRequired[CostRange]
    rate: NotRequired[float]
    rateRange: NotRequired[KnownIssueShareInterval]
    taxableAmount: NotRequired[float]
    taxableRange: NotRequired[KnownIssueShareInterval]
    cases: NotRequired[list[CostLineCasesItem]]
    chargedBy: NotRequired[Literal["dealer"]]
    mandatory: bool
    frequency: Literal["once", "annual", "biennial", "triennial"]
    known: bool
    """Whether the amount is exact and due for sure: the lines that make up the known total"""
    note: NotRequired[str]
    alternative: NotRequired[CostLineAlternative]
    source: CostLineSource
    confidence: Literal["high", "medium", "low"]
    """high: read in the law or on a government's own page"""
    asOf: str | None
    verifiedOn: str | None


class PartOfTotal(TypedDict):
    known: float
    low: float
    high: float


class Narrowing(TypedDict):
    parameter: str
    line: str
    byUpTo: float


class CanadaCosts(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    country: Literal["CA"]
    province: Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]
    provinceName: str
    currency: Literal["CAD"]
    saleType: Literal["private", "dealer"]
    price: float
    lines: list[CostLine]
    totalKnownCad: float
    estimatedTotalRangeCad: CostRange
    """The known total plus everything that is or may be due"""
    dueOnTheDay: PartOfTotal
    dueLater: PartOfTotal
    """What falls due at the next renewal"""
    laterYears: KnownIssueShareInterval
    """What comes again in a later year"""
    narrowing: list[Narrowing]
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: str | None
    """The day since which every line was compared with its source"""
    on: str


class UsCosts(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    country: Literal["US"]
    state: Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"]
    stateName: str
    currency: Literal["USD"]
    saleType: Literal["private", "dealer"]
    price: float
    lines: list[CostLine]
    totalKnownUsd: float
    estimatedTotalRangeUsd: CostRange
    """The known total plus everything that is or may be due"""
    dueOnTheDay: PartOfTotal
    dueLater: PartOfTotal
    """What falls due at the next renewal"""
    laterYears: KnownIssueShareInterval
    """What comes again in a later year"""
    narrowing: list[Narrowing]
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: str | None
    """The day since which every line was compared with its source"""
    on: str


PurchaseCosts: TypeAlias = CanadaCosts | UsCosts


class CanadaCostsAnswer(CanadaCosts, PaidAnswer):
    pass


class UsCostsAnswer(UsCosts, PaidAnswer):
    pass


PurchaseCostsAnswer: TypeAlias = CanadaCostsAnswer | UsCostsAnswer


class BriefCostLine(TypedDict):
    label: str
    amount: NotRequired[float]
    range: NotRequired[CostRange]
    note: NotRequired[str]
    known: bool
    """Whether the amount is exact and due for sure: the lines that make up the known total"""
    confidence: Literal["high", "medium", "low"]
    """high: read in the law or on a government's own page"""
    source: BriefWarrantySource


class BriefCosts(TypedDict):
    country: Literal["CA"] | Literal["US"]
    province: NotRequired[Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]]
    provinceName: NotRequired[str]
    state: NotRequired[Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"]]
    stateName: NotRequired[str]
    currency: Literal["CAD"] | Literal["USD"]
    saleType: Literal["private", "dealer"]
    price: float
    totalKnownCad: NotRequired[float]
    estimatedTotalRangeCad: NotRequired[CostRange]
    totalKnownUsd: NotRequired[float]
    estimatedTotalRangeUsd: NotRequired[CostRange]
    lines: list[BriefCostLine]
    otherLines: list[BriefCostLine]
    dueOnTheDay: NotRequired[PartOfTotal]
    dueLater: NotRequired[PartOfTotal]
    laterYears: KnownIssueShareInterval
    """What comes again in a later year"""
    narrowing: list[Narrowing]
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: NotRequired[str | None]
    """The day since which every line was compared with its source"""
    on: str


class PurchaseCostsBriefAnswer(BriefCosts, BriefAnswer, PaidAnswer):
    pass


class PrepurchaseVehicle(TypedDict):
    """The decoded vehicle"""
    modelYear: int
    make: str
    model: str
    trim: str | None
    trim2: str | None
    series: str | None
    series2: str | None
    bodyClass: str | None
    vehicleType: str | None
    doors: int | None
    windows: int | None
    seats: int | None
    seatRows: int | None
    driveType: str | None
    steering: str | None
    manufacturer: str | None
    plant: VehiclePlant
    engine: VehicleEngine
    transmission: VehicleTransmission
    electrification: VehicleElectrification | None
    weight: VehicleWeight
    dimensions: VehicleDimensions
    safety: VehicleSafety
    """null means that the manufacturer filed nothing"""
    basePriceUsd: float | None
    additional: dict[str, str]
    """What else NHTSA states"""


class PrepurchaseDecode(TypedDict):
    checkDigitValid: bool
    errorCodes: list[int]
    errorText: str | None
    suggestedVin: str | None
    possibleValues: str | None
    provenance: DecodeProvenance


class PrepurchasePurchaseOdometer(TypedDict):
    distance: int
    unit: Literal["km", "mi"]


class PrepurchasePurchase(TypedDict):
    country: Literal["CA", "US"]
    place: str | None
    price: float
    saleType: Literal["private", "dealer"]
    odometer: PrepurchasePurchaseOdometer | None
    owner: Literal["first", "later"]
    assumed: list[Literal["country", "price", "sale_type"]]
    sentence: str


class Evidence(TypedDict):
    pointer: str
    campaigns: NotRequired[list[str]]
    odiNumbers: NotRequired[list[int]]
    coverages: NotRequired[list[str]]
    lines: NotRequired[list[str]]


class Matter(TypedDict):
    level: Literal["urgent", "important", "note"]
    title: str
    text: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    evidence: Evidence


class Advice(TypedDict):
    kind: Literal["check", "question"]
    text: str
    because: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    evidence: Evidence


class PrepurchaseDecision(TypedDict):
    level: Literal["urgent", "important", "calm"]
    verdict: str
    evidence: Evidence | None
    matters: list[Matter]
    beforeYouGo: list[Advice]
    atTheCar: list[Advice]
    atTheCounter: list[Advice]


class PrepurchaseSummaryItem(TypedDict):
    kind: Literal["vin_doubtful", "do_not_drive", "park_outside", "stop_sale", "section_unavailable", "rising_danger", "dangerous_failure", "rising_failure", "recalls_to_check", "versions_set_aside", "model_not_listed", "country_missing", "older_copy", "recorded_answer", "warranty_may_run", "largest_cost"]
    level: Literal["urgent", "important", "note"]
    statement: str
    section: Literal["decode", "recalls", "knownIssues", "purchaseCosts", "warranty"]
    item: str | None
    pointer: str


class PrepurchaseRecallsProvenance(TypedDict):
    us: RecallProvenance | None
    canada: RecallProvenance | None


class PrepurchaseRecalls(TypedDict):
    counts: RecallCounts
    scope: Literal["model-year"]
    scopeNote: str
    namesNote: str | None
    """What was set aside or asked in doubt"""
    provenance: PrepurchaseRecallsProvenance
    attribution: Attribution
    count: int
    """Notices of both countries"""
    missing: str | None
    """Which country could not be read"""
    items: list[Notice]
    """"Do not drive" first"""


class PrepurchaseKnownIssues(TypedDict):
    status: Literal["ok", "insufficient_data", "no_clear_pattern"]
    complaintCount: int
    complaintsAnalyzed: int
    alsoReported: NotRequired[list[KnownIssuesAlsoReportedItem]]
    """Complaints that no issue cites"""
    sampling: Sampling
    synthesis: Synthesis | None
    reliability: Reliability
    missingComplaints: KnownIssuesMissingComplaints | None
    """Complaints counted here that NHTSA's newest answer lacks"""
    matchedModels: list[str]
    modelListed: bool
    """false: NHTSA lists no such model"""
    reliabilitySummary: str
    topIssues: list[KnownIssue]
    provenance: Provenance


class CanadaTotals(TypedDict):
    totalKnownCad: float
    estimatedTotalRangeCad: CostRange


class PlaceCostsLargestLine(TypedDict):
    id: str
    label: str
    category: Literal["tax", "title", "transfer", "registration", "plate", "inspection", "documentation", "levy", "other"]
    source: CostLineSource
    confidence: Literal["high", "medium", "low"]
    """high: read in the law or on a government's own page"""
    range: KnownIssueShareInterval


class PlaceCosts(TypedDict):
    code: str
    name: str
    totalKnown: float
    range: KnownIssueShareInterval
    largestLine: PlaceCostsLargestLine | None


class PrepurchasePurchaseCostsCa(TypedDict):
    country: Literal["CA"]
    estimatedFees: CanadaTotals
    price: float
    saleType: Literal["private", "dealer"]
    notes: str
    bill: CanadaCosts | UsCosts | None
    """The bill of the place that was given"""
    byJurisdiction: list[PlaceCosts]
    figuresVerifiedOn: str | None
    provenance: Provenance


class UsTotals(TypedDict):
    totalKnownUsd: float
    estimatedTotalRangeUsd: CostRange


class PrepurchasePurchaseCostsUs(TypedDict):
    country: Literal["US"]
    estimatedFees: UsTotals
    price: float
    saleType: Literal["private", "dealer"]
    notes: str
    bill: CanadaCosts | UsCosts | None
    """The bill of the place that was given"""
    byJurisdiction: list[PlaceCosts]
    figuresVerifiedOn: str | None
    provenance: Provenance


class PrepurchaseSections(TypedDict):
    decode: Literal["ok"]
    recalls: Literal["ok", "unavailable"]
    knownIssues: Literal["ok", "unavailable"]
    purchaseCosts: Literal["ok", "unavailable"]


class PrepurchaseSectionDetails(TypedDict):
    recalls: NotRequired[str]
    knownIssues: NotRequired[str]
    purchaseCosts: NotRequired[str]


class Prepurchase(TypedDict):
    vinWarning: NotRequired[str]
    """Present only where the check digit of the VIN is wrong"""
    note: NotRequired[str]
    """Present only on a recorded answer for trying out: that it is one"""
    vin: str
    vehicle: PrepurchaseVehicle
    """The decoded vehicle"""
    decode: PrepurchaseDecode
    purchase: PrepurchasePurchase
    decision: PrepurchaseDecision
    summary: list[PrepurchaseSummaryItem]
    """What to look at first"""
    recalls: PrepurchaseRecalls | None
    knownIssues: PrepurchaseKnownIssues | None
    purchaseCosts: PrepurchasePurchaseCostsCa | PrepurchasePurchaseCostsUs | None
    warranty: Warranty | None
    warrantyNote: str | None
    sections: PrepurchaseSections
    sectionDetails: PrepurchaseSectionDetails


class PrepurchaseAnswer(Prepurchase, PaidAnswer):
    pass


class PrepurchaseBriefPurchase(TypedDict):
    sentence: str


class PrepurchaseBriefDecisionMattersItem(TypedDict):
    level: Literal["urgent", "important", "note"]
    title: str
    text: str


class PrepurchaseBriefDecision(TypedDict):
    level: Literal["urgent", "important", "calm"]
    verdict: str
    matters: list[PrepurchaseBriefDecisionMattersItem]
    beforeYouGo: list[str]
    atTheCar: list[str]
    atTheCounter: list[str]


class PrepurchaseBriefRecallsUrgentItem(TypedDict):
    country: Literal["US", "CA"]
    campaign: str | None
    """NHTSA campaign or Transport Canada recall number"""
    component: str
    sentence: str
    abroad: NotRequired[list[str]]
    inDoubt: NotRequired[Literal[True]]
    warning: str
    remedy: str | None


class PrepurchaseBriefRecalls(TypedDict):
    counts: RecallCounts
    defects: int
    """Defects that the notices are about"""
    missing: str | None
    namesNote: str | None
    """What was set aside or asked in doubt"""
    urgent: list[PrepurchaseBriefRecallsUrgentItem]
    others: list[str]
    """Numbers of the other defects"""


class PrepurchaseBriefKnownIssues(TypedDict):
    status: Literal["ok", "insufficient_data", "no_clear_pattern", "synthesis_unavailable"]
    """ok: at least one verified issue"""
    complaintCount: int
    complaintsAnalyzed: int
    severitySignals: Severity
    furtherIssues: list[str]
    """The other known issues with their complaints"""
    comparison: NotRequired[str]
    missing: str | None
    source: str
    topIssues: list[BriefIssue]


class BillPartLine(TypedDict):
    label: str
    amount: NotRequired[float]
    range: NotRequired[CostRange]
    note: NotRequired[str]


class BillPart(TypedDict):
    country: Literal["CA"] | Literal["US"]
    province: NotRequired[Literal["AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT"]]
    provinceName: NotRequired[str]
    state: NotRequired[Literal["AK", "AL", "AR", "AZ", "CA", "CO", "CT", "DC", "DE", "FL", "GA", "HI", "IA", "ID", "IL", "IN", "KS", "KY", "LA", "MA", "MD", "ME", "MI", "MN", "MO", "MS", "MT", "NC", "ND", "NE", "NH", "NJ", "NM", "NV", "NY", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VA", "VT", "WA", "WI", "WV", "WY"]]
    stateName: NotRequired[str]
    currency: Literal["CAD"] | Literal["USD"]
    saleType: Literal["private", "dealer"]
    price: float
    totalKnownCad: NotRequired[float]
    estimatedTotalRangeCad: NotRequired[CostRange]
    totalKnownUsd: NotRequired[float]
    estimatedTotalRangeUsd: NotRequired[CostRange]
    lines: list[BillPartLine]
    otherLines: list[BillPartLine]
    dueOnTheDay: NotRequired[PartOfTotal]
    dueLater: NotRequired[PartOfTotal]
    laterYears: KnownIssueShareInterval
    """What comes again in a later year"""
    assumptions: list[str]
    notes: list[str]
    figuresVerifiedOn: NotRequired[str | None]
    """The day since which every line was compared with its source"""
    on: str


class PrepurchaseBriefPurchaseCosts(TypedDict):
    bill: BillPart


class PrepurchaseBriefPurchaseCosts1(TypedDict):
    country: Literal["CA"] | Literal["US"]
    estimatedFees: CanadaTotals | UsTotals
    price: float
    saleType: Literal["private", "dealer"]
    notes: str


class PrepurchaseBrief(TypedDict):
    vin: str
    car: BriefCar
    purchase: PrepurchaseBriefPurchase
    decision: PrepurchaseBriefDecision
    recalls: PrepurchaseBriefRecalls | None
    knownIssues: PrepurchaseBriefKnownIssues | None
    purchaseCosts: PrepurchaseBriefPurchaseCosts | PrepurchaseBriefPurchaseCosts1 | None
    warranty: BriefWarranty | None
    warrantyNote: str | None
    sections: PrepurchaseSections
    sectionDetails: PrepurchaseSectionDetails


class PrepurchaseBriefAnswer(PrepurchaseBrief, BriefAnswer, PaidAnswer):
    pass


class FreeSampleBody(TypedDict):
    sample: Literal[True]
    note: str
    disclaimer: str


class DecodeSample(Decode, FreeSampleBody):
    pass


class RecallsSample(Recalls, FreeSampleBody):  # type: ignore[misc]
    pass


class KnownIssuesSample(KnownIssues, FreeSampleBody):  # type: ignore[misc]
    pass


class PurchaseCostsSampleBody(TypedDict):
    sample: Literal[True]
    note: str
    ca: CanadaCosts
    us: UsCosts


class PurchaseCostsSample(PurchaseCostsSampleBody, FreeSampleBody):
    pass


class PrepurchaseSample(Prepurchase, FreeSampleBody):  # type: ignore[misc]
    pass
