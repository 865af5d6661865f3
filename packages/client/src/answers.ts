// Made from /openapi.json by "npm run clients:build". Do not edit.

export interface Decode {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  vin: string;
  vehicle: Vehicle;
  decode: {
    checkDigitValid: boolean;
    errorCodes: Array<number>;
    errorText: string | null;
    suggestedVin: string | null;
    possibleValues: string | null;
  };
  warranty: Warranty | null;
  warrantyNote: string | null;
  provenance: DecodeProvenance;
}

/** The decoded vehicle */
export interface Vehicle {
  year: number;
  make: string;
  model: string;
  trim: string | null;
  trim2: string | null;
  series: string | null;
  series2: string | null;
  bodyClass: string | null;
  vehicleType: string | null;
  doors: number | null;
  windows: number | null;
  seats: number | null;
  seatRows: number | null;
  driveType: string | null;
  steering: string | null;
  manufacturer: string | null;
  plant: VehiclePlant;
  engine: VehicleEngine;
  transmission: VehicleTransmission;
  electrification: VehicleElectrification | null;
  weight: VehicleWeight;
  dimensions: VehicleDimensions;
  /** null means that the manufacturer filed nothing */
  safety: VehicleSafety;
  basePriceUsd: number | null;
  /** What else NHTSA states */
  additional: Record<string, string>;
}

export interface VehiclePlant {
  city: string | null;
  state: string | null;
  country: string | null;
  company: string | null;
}

export interface VehicleEngine {
  model: string | null;
  configuration: string | null;
  cylinders: number | null;
  displacementL: number | null;
  displacementCc: number | null;
  horsepower: number | null;
  fuelType: string | null;
  fuelTypeSecondary: string | null;
  fuelInjection: string | null;
  turbo: boolean | null;
  valveTrain: string | null;
  manufacturer: string | null;
}

export interface VehicleTransmission {
  style: string | null;
  speeds: number | null;
}

export interface VehicleElectrification {
  level: string | null;
  batteryType: string | null;
  /** Energy of the traction battery in kWh */
  batteryKwh: number | null;
  chargerLevel: string | null;
  chargerPowerKw: number | null;
  driveUnit: string | null;
}

export interface VehicleWeight {
  gvwrFrom: string | null;
  gvwrTo: string | null;
  gvwrMinLb: number | null;
  gvwrMaxLb: number | null;
  curbLb: number | null;
}

export interface VehicleDimensions {
  wheelbaseIn: number | null;
  wheelbaseLongIn: number | null;
  trackWidthIn: number | null;
  bedLengthIn: number | null;
  bedType: string | null;
  cabType: string | null;
  wheels: number | null;
  wheelSizeFrontIn: number | null;
  wheelSizeRearIn: number | null;
  axles: number | null;
}

export interface VehicleSafety {
  abs: Availability | null;
  esc: Availability | null;
  tractionControl: Availability | null;
  tpms: string | null;
  seatBelts: string | null;
  airbags: {
    front: string | null;
    side: string | null;
    curtain: string | null;
    knee: string | null;
    seatCushion: string | null;
  };
  backupCamera: Availability | null;
  parkingAssist: Availability | null;
  blindSpotWarning: Availability | null;
  blindSpotIntervention: Availability | null;
  forwardCollisionWarning: Availability | null;
  automaticEmergencyBraking: Availability | null;
  pedestrianEmergencyBraking: Availability | null;
  rearEmergencyBraking: Availability | null;
  dynamicBrakeSupport: Availability | null;
  laneDepartureWarning: Availability | null;
  laneKeeping: Availability | null;
  laneCentering: Availability | null;
  rearCrossTrafficAlert: Availability | null;
  adaptiveCruiseControl: Availability | null;
  daytimeRunningLights: Availability | null;
  headlamps: string | null;
  automaticCrashNotification: Availability | null;
  eventDataRecorder: Availability | null;
  keylessIgnition: Availability | null;
}

export type Availability = 'Standard' | 'Optional' | 'Not Available';

export interface Warranty {
  make: string;
  modelYear: number;
  market: 'US' | 'CA';
  coverages: {
    basic: WarrantyCoverage | null;
    powertrain: WarrantyCoverage | null;
    corrosion: WarrantyCoverage | null;
    roadside: WarrantyCoverage | null;
    evBattery: WarrantyCoverage | null;
    /** The federal emission warranty of the US */
    emissions: EmissionsWarranty | null;
  };
  asSold: true;
  source: {
    url: string;
    title: string;
  };
  /** How sure basic and powertrain are */
  confidence: 'high' | 'medium' | 'low';
  /** What the terms are and are not */
  note: string;
  remaining: WarrantyRemaining;
}

export interface WarrantyCoverage {
  months: number | null;
  miles: number | null;
  km: number | null;
  unlimitedDistance: boolean;
  /** Whether this very term passes to later owners */
  transferable: boolean | null;
  laterOwners: WarrantyLaterOwners;
  note: string | null;
}

export type WarrantyLaterOwners =
  | {
      kind: 'term';
      months: number | null;
      miles: number | null;
      km: number | null;
      unlimitedDistance: boolean;
      source: {
        url: string;
        title: string;
      };
    }
  | {
      kind: 'ends_with_first_owner';
      source: {
        url: string;
        title: string;
      };
    }
  | {
      kind: 'unknown';
    };

export interface EmissionsWarranty {
  months: number | null;
  miles: number | null;
  km: number | null;
  unlimitedDistance: boolean;
  /** Whether this very term passes to later owners */
  transferable: boolean | null;
  laterOwners: WarrantyLaterOwners;
  note: string | null;
  /** Catalytic converters */
  majorComponents: WarrantyTerm;
  /** Instead of the federal terms */
  california: {
    defects: WarrantyTerm;
    listedParts: WarrantyTerm;
    partialZeroEmission: WarrantyTerm;
    condition: string;
    sources: Array<{
      url: string;
      title: string;
    }>;
  };
  source: {
    url: string;
    title: string;
  };
}

export interface WarrantyTerm {
  months: number | null;
  miles: number | null;
  km: number | null;
  unlimitedDistance: boolean;
}

export interface WarrantyRemaining {
  asOf: string;
  owner: 'first' | 'later';
  inService: {
    earliest: string;
    latest: string;
  };
  odometer: {
    miles: number;
    km: number;
  } | null;
  coverages: {
    basic: RemainingCoverage | null;
    powertrain: RemainingCoverage | null;
    corrosion: RemainingCoverage | null;
    roadside: RemainingCoverage | null;
    evBattery: RemainingCoverage | null;
    emissions: RemainingCoverage | null;
    emissionsMajorComponents: RemainingCoverage | null;
    /** The longer emission terms of a car certified to the rules of California */
    emissionsCalifornia: RemainingCoverage | null;
  };
  sentence: string;
}

export interface RemainingCoverage {
  /** running: by date and distance */
  state: 'ended' | 'running' | 'maybe' | 'unknown';
  /** The day on which it ends by time */
  until: {
    earliest: string;
    latest: string;
  } | null;
  miles: number | null;
  km: number | null;
  sentence: string;
}

export interface DecodeProvenance {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached */
  recorded?: true;
  completion: {
    source: string;
    url?: string;
    dataset?: string;
    fetchedAt: string;
    ageSeconds: number;
    /** hit: fresh from our cache */
    cache: 'hit' | 'miss' | 'stale' | 'none';
    /** Only in dev mode: the source could not be reached */
    recorded?: true;
    fields: Array<string>;
  } | null;
  /** Why the live service added nothing */
  completionNote: string | null;
}

export interface PaidAnswer {
  /** true: the payment was settled for this answer */
  charged: boolean;
  /** The payer paid for the same request within the last ten minutes: this payment was not taken */
  paidBefore?: {
    transaction: string;
  };
  disclaimer: string;
}

export interface DecodeBrief {
  vin: string;
  vehicle: BriefCar;
  checkDigitValid: boolean;
  errorText: string | null;
  suggestedVin: string | null;
  warranty: BriefWarranty | null;
  warrantyNote: string | null;
  source: string;
}

export interface BriefCar {
  name: string;
  year: number;
  make: string;
  model: string;
  trim: string | null;
  series: string | null;
  bodyClass: string | null;
  engine: string | null;
  drive: string | null;
  transmission: string | null;
  madeIn: string | null;
}

export interface BriefWarranty {
  market: string;
  sentence: string;
  left: Array<string>;
  confidence: string;
  source: {
    url: string;
  };
}

export interface BriefAnswer {
  view: 'brief';
  more: string;
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  /** Present only on a recorded answer for trying out: that it is one */
  note?: string;
}

export interface Recalls {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  /** Present only on a recorded answer for trying out: that it is one */
  note?: string;
  vin: string;
  vehicle: Vehicle;
  counts: {
    us: number;
    canada: number;
  };
  us: Array<UsRecall>;
  /** "Do not drive" first */
  canada: Array<CanadaRecall>;
  related: Array<{
    campaign: string;
    recallNumber: string | null;
    confidence: number;
    evidence: {
      manufacturerNumber: string | null;
      component: string | null;
      daysApart: number;
      wording: number;
    };
  }>;
  scope: 'model-year';
  scopeNote: string;
  /** What was set aside or asked in doubt */
  namesNote: string | null;
  provenance: {
    us: RecallProvenance;
    canada: RecallProvenance;
  };
  attribution: Attribution;
}

export interface UsRecall {
  campaign: string;
  /** equipment, tire and childSeat concern the car only if that part is fitted to it */
  kind: 'vehicle' | 'equipment' | 'tire' | 'childSeat';
  component: string;
  summary: string;
  consequence: string;
  remedy: string;
  notes: string | null;
  manufacturer: string | null;
  reportedOn: string;
  parkIt: boolean | null;
  /** true: park the car outside */
  parkOutside: boolean | null;
  stopSale: boolean | null;
  warningText: string | null;
  /** Sentences about driving or parking that may be advice and were not understood: see the notice */
  unreadAdvice: string | null;
  /** NHTSA's own flags */
  flags: {
    parkIt: boolean | null;
    parkOutside: boolean | null;
  };
  overTheAirUpdate: boolean | null;
  /** What NHTSA's files say beyond its answers by vehicle */
  filing?: UsRecallFiling;
  models: Array<string>;
  /** true: it is filed only for a version */
  inDoubt: boolean;
  /** When the source first answered without this recall */
  missingSince: string | null;
  url: string;
}

/** What NHTSA's files say beyond its answers by vehicle */
export interface UsRecallFiling {
  unitsAffected: number | null;
  ownersToldOn: string | null;
  producedFrom: string | null;
  producedTo: string | null;
}

export interface CanadaRecall {
  recallNumber: string | null;
  manufacturerRecallNumber: string | null;
  component: string | null;
  system: string | null;
  summary: string | null;
  unitsAffected: number | null;
  recalledOn: string;
  parkIt: boolean | null;
  /** true: park the car outside */
  parkOutside: boolean | null;
  stopSale: boolean | null;
  warningText: string | null;
  /** Sentences about driving or parking that may be advice and were not understood: see the notice */
  unreadAdvice: string | null;
  /** true: it is filed only for a version */
  inDoubt: boolean;
  /** When the source first answered without this recall */
  missingSince: string | null;
  inFrench?: {
    summary: string;
    warningText: string | null;
  };
  makes: Array<string>;
  models: Array<string>;
  years: Array<number>;
  url: string;
}

export interface RecallProvenance {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached */
  recorded?: true;
  matchedModels: Array<string>;
  inDoubt: Array<string>;
  /** Versions that the source files separately and the car is not */
  keptApart: Array<string>;
  /** Names for which the source */
  notRead: Array<string>;
  /** false: the source has nothing under this name and year */
  modelListed: boolean;
}

export interface Attribution {
  canada: {
    text: string;
    licenceUrl: string;
  };
}

export interface RecallsBrief {
  vin: string;
  car: string;
  counts: RecallCounts;
  /** Defects that the notices are about */
  defects: number;
  missing: string | null;
  /** What was set aside or asked in doubt */
  namesNote: string | null;
  /** One a defect, whole: not to drive */
  urgent: Array<Notice>;
  others: Array<{
    country: 'US' | 'CA';
    /** NHTSA campaign or Transport Canada recall number */
    campaign: string | null;
    component: string;
    reportedOn: string;
    sentence: string;
    abroad?: Array<string>;
    inDoubt?: true;
  }>;
  scopeNote: string;
  sources: Array<string>;
  attribution: Attribution;
}

/** All recalls of the make, model and year */
export interface RecallCounts {
  us: number | null;
  canada: number | null;
}

export interface Notice {
  country: 'US' | 'CA';
  /** NHTSA campaign or Transport Canada recall number */
  campaign: string | null;
  component: string;
  summary: string;
  consequence: string | null;
  remedy: string | null;
  reportedOn: string;
  /** equipment, tire and childSeat concern the car only if that part is fitted to it */
  kind: 'vehicle' | 'equipment' | 'tire' | 'childSeat';
  parkIt: boolean | null;
  parkOutside: boolean | null;
  stopSale: boolean | null;
  warningText: string | null;
  /** Sentences about driving or parking that may be advice and were not understood: see the notice */
  unreadAdvice: string | null;
  flags: {
    parkIt: boolean | null;
    parkOutside: boolean | null;
  } | null;
  /** true: filed only for a version */
  inDoubt: boolean;
  /** When the source first answered without it */
  missingSince: string | null;
  unitsAffected: number | null;
  /** What NHTSA's files say beyond its answers by vehicle */
  filing?: UsRecallFiling;
  inFrench?: {
    summary: string;
    warningText: string | null;
  };
  sameDefect: Array<{
    campaign: string | null;
    confidence: number;
  }>;
  url: string;
}

export interface KnownIssues {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  /** Present only on a recorded answer for trying out: that it is one */
  note?: string;
  vin: string;
  vehicle: Vehicle;
  /** ok: at least one verified issue */
  status: 'ok' | 'insufficient_data' | 'no_clear_pattern' | 'synthesis_unavailable';
  complaintCount: number;
  complaintsAnalyzed: number;
  knownIssues: Array<KnownIssue>;
  /** Complaints that no issue cites */
  alsoReported?: Array<KnownIssuesAlsoReported>;
  sampling: Sampling;
  synthesis: Synthesis | null;
  reliability: Reliability;
  /** Complaints counted here that NHTSA's newest answer lacks */
  missingComplaints: {
    count: number;
    since: string;
  } | null;
  matchedModels: Array<string>;
  /** false: NHTSA lists no such model */
  modelListed: boolean;
  provenance: Provenance;
}

export interface KnownIssue {
  title: string;
  summary: string;
  count: number;
  share: number;
  /** Share among all complaints of the vehicle */
  estimatedShare: number;
  shareInterval: {
    low: number;
    high: number;
  };
  /** The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before */
  trend: 'rising' | 'steady' | 'falling' | 'unknown';
  /** 0 to 1, computed from confidenceBasis */
  confidence: number;
  confidenceBasis: {
    support: number;
    evidence: number;
    focus: number;
  };
  /** NHTSA complaint numbers */
  odiNumbers: Array<number>;
  check?: string;
  componentTags: Array<string>;
  severitySignals: Severity;
  /** Miles at failure */
  typicalMileage?: {
    p25: number;
    median: number;
    p75: number;
    stated: number;
  };
  firstReported: string | null;
  lastReported: string | null;
  /** Cited complaints by the year in which they were filed */
  reportedByYear?: Array<{
    year: number;
    count: number;
  }>;
  /** What at least a third of the cited complaints say beside the title */
  statements?: Array<{
    text: string;
    about: 'course' | 'part';
    count: number;
    odiNumbers: Array<number>;
  }>;
  /** More particular failures */
  symptoms?: Array<{
    title: string;
    count: number;
  }>;
  relatedRecalls?: Array<{
    campaign: string;
    /** quoted: at least two of the cited complaints name its number */
    basis: 'quoted' | 'unlisted' | 'wording';
    complaints: number;
    /** Of a campaign found by its wording: the component */
    evidence?: {
      component: string;
      words: Array<string>;
    };
  }>;
  afterRepair?: {
    notHelped: number;
    partsUnavailable: number;
  };
  /** Model years of the same make and model next to this one */
  alsoYears?: {
    firstYear: number;
    lastYear: number;
    /** The other model years */
    evidence: Array<{
      year: number;
      count: number;
      complaintsAnalyzed: number;
      share: number;
    }>;
  };
}

export interface Severity {
  fires: number;
  crashes: number;
  injuries: number;
  deaths: number;
}

export interface KnownIssuesAlsoReported {
  component: string;
  count: number;
  severitySignals?: Severity;
  /** Those of them with a fire */
  odiNumbers?: Array<number>;
}

export interface Sampling {
  method: 'all' | 'stratified-recent';
  cap: number;
  copiesSetAside: number;
  strata: Array<{
    component: string;
    age: string;
    complaints: number;
    analyzed: number;
  }>;
}

export interface Synthesis {
  engine: 'llm' | 'embedded';
  model: string | null;
  promptVersion: string | null;
  pipelineVersion: string;
  synthesizedAt: string;
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** True where the embedded engine stood in for a model that failed or named nothing that could be verified */
  degraded: boolean;
  rejected: {
    citations: number;
    issues: number;
    /** How often for which reason */
    reasons?: Record<string, number>;
  };
  /** Complaints whose text a model read itself */
  modelRead?: number;
}

export interface Reliability {
  complaintCount: number;
  topComponents: Array<{
    component: string;
    count: number;
    share: number;
  }>;
  severitySignals: Severity;
  complaintsByYear: Array<{
    year: number;
    count: number;
  }>;
  recalls: {
    us: number | null;
    canada: number | null;
    /** Vehicles in Canada in the recalls that canadaUnitsCover counts: of the whole recalls */
    canadaUnitsAffected: number | null;
    /** How many of the Canadian recalls canadaUnitsAffected adds up: at most the 25 newest */
    canadaUnitsCover: number | null;
    /** Versions that were set aside or asked in doubt */
    namesNote: string | null;
  };
  attribution: Attribution;
  /** Only with an own copy of the whole record */
  comparison?: ReliabilityComparison;
  asOf: string;
}

export interface ReliabilityComparison {
  asOf: string;
  vehicleClass: string;
  /** Models of that kind and model year */
  peers: number;
  complaints: {
    count: number;
    medianOfPeers: number;
    moreThan: number;
  };
  /** Complaints with a fire */
  severe: {
    count: number;
    share: number;
    medianOfPeers: number;
    moreThan: number;
  };
  /** By complaints among the models of the make and year that have any */
  rankInMake: {
    rank: number;
    of: number;
  };
  carsSold: null;
  caveat: string;
}

export interface Provenance {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached */
  recorded?: true;
}

export interface KnownIssuesBrief {
  vin: string;
  car: string;
  /** ok: at least one verified issue */
  status: 'ok' | 'insufficient_data' | 'no_clear_pattern' | 'synthesis_unavailable';
  complaintCount: number;
  complaintsAnalyzed: number;
  severitySignals: Severity;
  knownIssues: Array<BriefIssue>;
  /** The other known issues with their complaints */
  furtherIssues: Array<string>;
  comparison?: string;
  missing: string | null;
  source: string;
}

export interface BriefIssue {
  title: string;
  count: number;
  share: number;
  /** The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before */
  trend: 'rising' | 'steady' | 'falling' | 'unknown';
  /** 0 to 1, computed from confidenceBasis */
  confidence: number;
  said?: string;
  harm: string;
  mileage?: string;
  odiNumbers: Array<number>;
  recalls?: Array<string>;
  check?: string;
}

export type PurchaseCosts = CanadaCosts | UsCosts;

export interface CanadaCosts {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  country: 'CA';
  province: Province;
  provinceName: string;
  currency: 'CAD';
  saleType: 'private' | 'dealer';
  price: number;
  lines: Array<CostLine>;
  totalKnownCad: number;
  /** The known total plus everything that is or may be due */
  estimatedTotalRangeCad: CostRange;
  dueOnTheDay: PartOfTotal;
  /** What falls due at the next renewal */
  dueLater: PartOfTotal;
  /** What comes again in a later year */
  laterYears: AmountRange;
  narrowing: Array<Narrowing>;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The day since which every line was compared with its source */
  figuresVerifiedOn: string | null;
  on: string;
}

export type Province =
  | 'AB'
  | 'BC'
  | 'MB'
  | 'NB'
  | 'NL'
  | 'NS'
  | 'NT'
  | 'NU'
  | 'ON'
  | 'PE'
  | 'QC'
  | 'SK'
  | 'YT';

export interface CostLine {
  id: string;
  category:
    | 'tax'
    | 'title'
    | 'transfer'
    | 'registration'
    | 'plate'
    | 'inspection'
    | 'documentation'
    | 'levy'
    | 'other';
  label: string;
  amount?: number;
  range?: CostRange;
  rate?: number;
  rateRange?: {
    low: number;
    high: number;
  };
  taxableAmount?: number;
  taxableRange?: AmountRange;
  cases?: Array<{
    when: string;
    amount?: number;
    range?: CostRange;
  }>;
  chargedBy?: 'dealer';
  mandatory: boolean;
  frequency: 'once' | 'annual' | 'biennial' | 'triennial';
  /** Whether the amount is exact and due for sure: the lines that make up the known total */
  known: boolean;
  note?: string;
  alternative?: {
    amount?: number;
    range?: CostRange;
    why: string;
  };
  source: {
    url: string;
    title: string;
    publisher: string;
  };
  /** high: read in the law or on a government's own page */
  confidence: 'high' | 'medium' | 'low';
  asOf: string | null;
  verifiedOn: string | null;
}

export interface CostRange {
  low: number;
  high: number;
  typical?: number;
}

export interface AmountRange {
  low: number;
  high: number;
}

export interface PartOfTotal {
  known: number;
  low: number;
  high: number;
}

export interface Narrowing {
  parameter: string;
  line: string;
  byUpTo: number;
}

export interface UsCosts {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  country: 'US';
  state: State;
  stateName: string;
  currency: 'USD';
  saleType: 'private' | 'dealer';
  price: number;
  lines: Array<CostLine>;
  totalKnownUsd: number;
  /** The known total plus everything that is or may be due */
  estimatedTotalRangeUsd: CostRange;
  dueOnTheDay: PartOfTotal;
  /** What falls due at the next renewal */
  dueLater: PartOfTotal;
  /** What comes again in a later year */
  laterYears: AmountRange;
  narrowing: Array<Narrowing>;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The day since which every line was compared with its source */
  figuresVerifiedOn: string | null;
  on: string;
}

export type State =
  | 'AK'
  | 'AL'
  | 'AR'
  | 'AZ'
  | 'CA'
  | 'CO'
  | 'CT'
  | 'DC'
  | 'DE'
  | 'FL'
  | 'GA'
  | 'HI'
  | 'IA'
  | 'ID'
  | 'IL'
  | 'IN'
  | 'KS'
  | 'KY'
  | 'LA'
  | 'MA'
  | 'MD'
  | 'ME'
  | 'MI'
  | 'MN'
  | 'MO'
  | 'MS'
  | 'MT'
  | 'NC'
  | 'ND'
  | 'NE'
  | 'NH'
  | 'NJ'
  | 'NM'
  | 'NV'
  | 'NY'
  | 'OH'
  | 'OK'
  | 'OR'
  | 'PA'
  | 'RI'
  | 'SC'
  | 'SD'
  | 'TN'
  | 'TX'
  | 'UT'
  | 'VA'
  | 'VT'
  | 'WA'
  | 'WI'
  | 'WV'
  | 'WY';

export type PurchaseCostsBrief = BriefCosts;

export interface BriefCosts {
  country: 'CA' | 'US';
  province?: Province;
  provinceName?: string;
  state?: State;
  stateName?: string;
  currency: 'CAD' | 'USD';
  saleType: 'private' | 'dealer';
  price: number;
  totalKnownCad?: number;
  estimatedTotalRangeCad?: CostRange;
  totalKnownUsd?: number;
  estimatedTotalRangeUsd?: CostRange;
  lines: Array<BriefCostLine>;
  otherLines: Array<BriefCostLine>;
  dueOnTheDay?: PartOfTotal;
  dueLater?: PartOfTotal;
  /** What comes again in a later year */
  laterYears: AmountRange;
  narrowing: Array<Narrowing>;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The day since which every line was compared with its source */
  figuresVerifiedOn?: string | null;
  on: string;
}

export interface BriefCostLine {
  label: string;
  amount?: number;
  range?: CostRange;
  note?: string;
  /** Whether the amount is exact and due for sure: the lines that make up the known total */
  known: boolean;
  /** high: read in the law or on a government's own page */
  confidence: 'high' | 'medium' | 'low';
  source: {
    url: string;
  };
}

export interface Prepurchase {
  /** Present only where the check digit of the VIN is wrong */
  vinWarning?: string;
  /** Present only on a recorded answer for trying out: that it is one */
  note?: string;
  vin: string;
  /** The decoded vehicle */
  vehicle: {
    modelYear: number;
    make: string;
    model: string;
    trim: string | null;
    trim2: string | null;
    series: string | null;
    series2: string | null;
    bodyClass: string | null;
    vehicleType: string | null;
    doors: number | null;
    windows: number | null;
    seats: number | null;
    seatRows: number | null;
    driveType: string | null;
    steering: string | null;
    manufacturer: string | null;
    plant: VehiclePlant;
    engine: VehicleEngine;
    transmission: VehicleTransmission;
    electrification: VehicleElectrification | null;
    weight: VehicleWeight;
    dimensions: VehicleDimensions;
    /** null means that the manufacturer filed nothing */
    safety: VehicleSafety;
    basePriceUsd: number | null;
    /** What else NHTSA states */
    additional: Record<string, string>;
  };
  decode: {
    checkDigitValid: boolean;
    errorCodes: Array<number>;
    errorText: string | null;
    suggestedVin: string | null;
    possibleValues: string | null;
    provenance: DecodeProvenance;
  };
  purchase: {
    country: 'CA' | 'US';
    place: string | null;
    price: number;
    saleType: 'private' | 'dealer';
    odometer: {
      distance: number;
      unit: 'km' | 'mi';
    } | null;
    owner: 'first' | 'later';
    assumed: Array<'country' | 'price' | 'sale_type'>;
    sentence: string;
  };
  decision: {
    level: 'urgent' | 'important' | 'calm';
    verdict: string;
    evidence: Evidence | null;
    matters: Array<Matter>;
    beforeYouGo: Array<Advice>;
    atTheCar: Array<Advice>;
    atTheCounter: Array<Advice>;
  };
  /** What to look at first */
  summary: Array<{
    kind:
      | 'vin_doubtful'
      | 'do_not_drive'
      | 'park_outside'
      | 'stop_sale'
      | 'section_unavailable'
      | 'rising_danger'
      | 'dangerous_failure'
      | 'rising_failure'
      | 'recalls_to_check'
      | 'versions_set_aside'
      | 'model_not_listed'
      | 'country_missing'
      | 'older_copy'
      | 'recorded_answer'
      | 'warranty_may_run'
      | 'largest_cost';
    level: 'urgent' | 'important' | 'note';
    statement: string;
    section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
    item: string | null;
    pointer: string;
  }>;
  recalls: {
    counts: RecallCounts;
    scope: 'model-year';
    scopeNote: string;
    /** What was set aside or asked in doubt */
    namesNote: string | null;
    provenance: {
      us: RecallProvenance | null;
      canada: RecallProvenance | null;
    };
    attribution: Attribution;
    /** Notices of both countries */
    count: number;
    /** Which country could not be read */
    missing: string | null;
    /** "Do not drive" first */
    items: Array<Notice>;
  } | null;
  knownIssues: {
    status: 'ok' | 'insufficient_data' | 'no_clear_pattern';
    complaintCount: number;
    complaintsAnalyzed: number;
    /** Complaints that no issue cites */
    alsoReported?: Array<KnownIssuesAlsoReported>;
    sampling: Sampling;
    synthesis: Synthesis | null;
    reliability: Reliability;
    /** Complaints counted here that NHTSA's newest answer lacks */
    missingComplaints: {
      count: number;
      since: string;
    } | null;
    matchedModels: Array<string>;
    /** false: NHTSA lists no such model */
    modelListed: boolean;
    reliabilitySummary: string;
    topIssues: Array<KnownIssue>;
    provenance: Provenance;
  } | null;
  purchaseCosts:
    | {
        country: 'CA';
        estimatedFees: CanadaTotals;
        price: number;
        saleType: 'private' | 'dealer';
        notes: string;
        /** The bill of the place that was given */
        bill: CanadaCosts | UsCosts | null;
        byJurisdiction: Array<PlaceCosts>;
        figuresVerifiedOn: string | null;
        provenance: Provenance;
      }
    | {
        country: 'US';
        estimatedFees: UsTotals;
        price: number;
        saleType: 'private' | 'dealer';
        notes: string;
        /** The bill of the place that was given */
        bill: CanadaCosts | UsCosts | null;
        byJurisdiction: Array<PlaceCosts>;
        figuresVerifiedOn: string | null;
        provenance: Provenance;
      }
    | null;
  warranty: Warranty | null;
  warrantyNote: string | null;
  sections: {
    decode: 'ok';
    recalls: 'ok' | 'unavailable';
    knownIssues: 'ok' | 'unavailable';
    purchaseCosts: 'ok' | 'unavailable';
  };
  sectionDetails: {
    recalls?: string;
    knownIssues?: string;
    purchaseCosts?: string;
  };
}

export interface Evidence {
  pointer: string;
  campaigns?: Array<string>;
  odiNumbers?: Array<number>;
  coverages?: Array<string>;
  lines?: Array<string>;
}

export interface Matter {
  level: 'urgent' | 'important' | 'note';
  title: string;
  text: string;
  section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
  evidence: Evidence;
}

export interface Advice {
  kind: 'check' | 'question';
  text: string;
  because: string;
  section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
  evidence: Evidence;
}

export interface CanadaTotals {
  totalKnownCad: number;
  estimatedTotalRangeCad: CostRange;
}

export interface PlaceCosts {
  code: string;
  name: string;
  totalKnown: number;
  range: AmountRange;
  largestLine: {
    id: string;
    label: string;
    category:
      | 'tax'
      | 'title'
      | 'transfer'
      | 'registration'
      | 'plate'
      | 'inspection'
      | 'documentation'
      | 'levy'
      | 'other';
    source: {
      url: string;
      title: string;
      publisher: string;
    };
    /** high: read in the law or on a government's own page */
    confidence: 'high' | 'medium' | 'low';
    range: AmountRange;
  } | null;
}

export interface UsTotals {
  totalKnownUsd: number;
  estimatedTotalRangeUsd: CostRange;
}

export interface PrepurchaseBrief {
  vin: string;
  car: BriefCar;
  purchase: {
    sentence: string;
  };
  decision: {
    level: 'urgent' | 'important' | 'calm';
    verdict: string;
    matters: Array<{
      level: 'urgent' | 'important' | 'note';
      title: string;
      text: string;
    }>;
    beforeYouGo: Array<string>;
    atTheCar: Array<string>;
    atTheCounter: Array<string>;
  };
  recalls: {
    counts: RecallCounts;
    /** Defects that the notices are about */
    defects: number;
    missing: string | null;
    /** What was set aside or asked in doubt */
    namesNote: string | null;
    urgent: Array<{
      country: 'US' | 'CA';
      /** NHTSA campaign or Transport Canada recall number */
      campaign: string | null;
      component: string;
      sentence: string;
      abroad?: Array<string>;
      inDoubt?: true;
      warning: string;
      remedy: string | null;
    }>;
    /** Numbers of the other defects */
    others: Array<string>;
  } | null;
  knownIssues: {
    /** ok: at least one verified issue */
    status: 'ok' | 'insufficient_data' | 'no_clear_pattern' | 'synthesis_unavailable';
    complaintCount: number;
    complaintsAnalyzed: number;
    severitySignals: Severity;
    /** The other known issues with their complaints */
    furtherIssues: Array<string>;
    comparison?: string;
    missing: string | null;
    source: string;
    topIssues: Array<BriefIssue>;
  } | null;
  purchaseCosts:
    | {
        bill: BillPart;
      }
    | {
        country: 'CA' | 'US';
        estimatedFees: CanadaTotals | UsTotals;
        price: number;
        saleType: 'private' | 'dealer';
        notes: string;
      }
    | null;
  warranty: BriefWarranty | null;
  warrantyNote: string | null;
  sections: {
    decode: 'ok';
    recalls: 'ok' | 'unavailable';
    knownIssues: 'ok' | 'unavailable';
    purchaseCosts: 'ok' | 'unavailable';
  };
  sectionDetails: {
    recalls?: string;
    knownIssues?: string;
    purchaseCosts?: string;
  };
}

export interface BillPart {
  country: 'CA' | 'US';
  province?: Province;
  provinceName?: string;
  state?: State;
  stateName?: string;
  currency: 'CAD' | 'USD';
  saleType: 'private' | 'dealer';
  price: number;
  totalKnownCad?: number;
  estimatedTotalRangeCad?: CostRange;
  totalKnownUsd?: number;
  estimatedTotalRangeUsd?: CostRange;
  lines: Array<BillPartLine>;
  otherLines: Array<BillPartLine>;
  dueOnTheDay?: PartOfTotal;
  dueLater?: PartOfTotal;
  /** What comes again in a later year */
  laterYears: AmountRange;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The day since which every line was compared with its source */
  figuresVerifiedOn?: string | null;
  on: string;
}

export interface BillPartLine {
  label: string;
  amount?: number;
  range?: CostRange;
  note?: string;
}

export interface FreeSample {
  sample: true;
  note: string;
  disclaimer: string;
}

export interface PurchaseCostsSampleBody {
  sample: true;
  note: string;
  ca: CanadaCosts;
  us: UsCosts;
}

export type DecodeAnswer = Decode & PaidAnswer;

export type DecodeBriefAnswer = DecodeBrief & BriefAnswer & PaidAnswer;

export type RecallsAnswer = Recalls & PaidAnswer;

export type RecallsBriefAnswer = RecallsBrief & BriefAnswer & PaidAnswer;

export type KnownIssuesAnswer = KnownIssues & PaidAnswer;

export type KnownIssuesBriefAnswer = KnownIssuesBrief & BriefAnswer & PaidAnswer;

export type PurchaseCostsAnswer = PurchaseCosts & PaidAnswer;

export type PurchaseCostsBriefAnswer = PurchaseCostsBrief & BriefAnswer & PaidAnswer;

export type PrepurchaseAnswer = Prepurchase & PaidAnswer;

export type PrepurchaseBriefAnswer = PrepurchaseBrief & BriefAnswer & PaidAnswer;

export type DecodeSample = Decode & FreeSample;

export type RecallsSample = Recalls & FreeSample;

export type KnownIssuesSample = KnownIssues & FreeSample;

export type PurchaseCostsSample = PurchaseCostsSampleBody & FreeSample;

export type PrepurchaseSample = Prepurchase & FreeSample;
