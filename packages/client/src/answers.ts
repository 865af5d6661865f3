// Made from /openapi.json by "npm run clients:build". Do not edit.

export interface Decode {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  vin: string;
  vehicle: Vehicle;
  decode: {
    /** Whether position 9 is what the other characters demand */
    checkDigitValid: boolean;
    /** NHTSA's error codes; [0] is a clean decode */
    errorCodes: Array<number>;
    /** NHTSA's words for the codes */
    errorText: string | null;
    /** A corrected VIN; "!" marks a wrong character */
    suggestedVin: string | null;
    /** Characters possible at the marked positions, as "(position:characters)" */
    possibleValues: string | null;
  };
  warranty: Warranty | null;
  /** Why the warranty is not known; null where it is */
  warrantyNote: string | null;
  provenance: DecodeProvenance;
}

/** The decoded vehicle. Every key is always present; null means that the data does not say. */
export interface Vehicle {
  /** Model year */
  year: number;
  /** Make in its usual spelling, such as "Honda" */
  make: string;
  /** Model */
  model: string;
  /** Trim level */
  trim: string | null;
  /** Second trim level */
  trim2: string | null;
  /** Series */
  series: string | null;
  /** Second series */
  series2: string | null;
  /** Body class */
  bodyClass: string | null;
  /** Vehicle type, such as "Passenger Car" */
  vehicleType: string | null;
  /** Number of doors */
  doors: number | null;
  /** Number of windows */
  windows: number | null;
  /** Number of seats */
  seats: number | null;
  /** Number of seat rows */
  seatRows: number | null;
  /** Driven wheels */
  driveType: string | null;
  /** Side of the steering wheel */
  steering: string | null;
  /** Manufacturer as registered with NHTSA */
  manufacturer: string | null;
  plant: VehiclePlant;
  engine: VehicleEngine;
  transmission: VehicleTransmission;
  /** null where nothing says that the vehicle has a traction battery */
  electrification: VehicleElectrification | null;
  weight: VehicleWeight;
  dimensions: VehicleDimensions;
  /** null means that the manufacturer filed nothing, never that the vehicle lacks it */
  safety: VehicleSafety;
  /** Base price when new, in US dollars */
  basePriceUsd: number | null;
  /** What else NHTSA states, by the element codes of vPIC and in NHTSA's words; no key where it is silent */
  additional: Record<string, string>;
}

/** Where the vehicle was assembled */
export interface VehiclePlant {
  /** City of the assembly plant */
  city: string | null;
  /** State or province of the assembly plant */
  state: string | null;
  /** Country of the assembly plant */
  country: string | null;
  /** Company that runs the plant, where it is not the manufacturer */
  company: string | null;
}

/** The engine */
export interface VehicleEngine {
  /** Engine model or code */
  model: string | null;
  /** Arrangement of the cylinders */
  configuration: string | null;
  /** Number of cylinders */
  cylinders: number | null;
  /** Displacement in litres, to one tenth */
  displacementL: number | null;
  /** Displacement in cubic centimetres */
  displacementCc: number | null;
  /** Brake horsepower (the lower figure where a range is given) */
  horsepower: number | null;
  /** Primary fuel */
  fuelType: string | null;
  /** Second fuel, for flexible-fuel, dual-fuel and hybrid vehicles */
  fuelTypeSecondary: string | null;
  /** Kind of fuel injection */
  fuelInjection: string | null;
  /** Whether the engine has a turbocharger */
  turbo: boolean | null;
  /** Valve train design */
  valveTrain: string | null;
  /** Maker of the engine */
  manufacturer: string | null;
}

/** The transmission */
export interface VehicleTransmission {
  /** Kind of transmission */
  style: string | null;
  /** Number of speeds */
  speeds: number | null;
}

/** The electric drive */
export interface VehicleElectrification {
  /** Degree of electrification, such as "BEV (Battery Electric Vehicle)" */
  level: string | null;
  /** Chemistry of the traction battery */
  batteryType: string | null;
  /** Energy of the traction battery in kWh (the lower figure where a range is given) */
  batteryKwh: number | null;
  /** Level of the charger on board */
  chargerLevel: string | null;
  /** Power of the charger on board in kW */
  chargerPowerKw: number | null;
  /** Number of drive motors */
  driveUnit: string | null;
}

/** Weights */
export interface VehicleWeight {
  /** Gross vehicle weight rating class (lowest) */
  gvwrFrom: string | null;
  /** Gross vehicle weight rating class (highest) */
  gvwrTo: string | null;
  /** Lower bound of the weight rating in pounds */
  gvwrMinLb: number | null;
  /** Upper bound of the weight rating in pounds */
  gvwrMaxLb: number | null;
  /** Curb weight in pounds */
  curbLb: number | null;
}

/** Dimensions */
export interface VehicleDimensions {
  /** Wheelbase in inches (the shortest where several are offered) */
  wheelbaseIn: number | null;
  /** Longest wheelbase in inches */
  wheelbaseLongIn: number | null;
  /** Track width in inches */
  trackWidthIn: number | null;
  /** Length of the truck bed in inches */
  bedLengthIn: number | null;
  /** Kind of truck bed */
  bedType: string | null;
  /** Kind of truck cab */
  cabType: string | null;
  /** Number of wheels */
  wheels: number | null;
  /** Front wheel diameter in inches */
  wheelSizeFrontIn: number | null;
  /** Rear wheel diameter in inches */
  wheelSizeRearIn: number | null;
  /** Number of axles */
  axles: number | null;
}

/** Safety equipment as filed */
export interface VehicleSafety {
  /** Anti-lock brakes */
  abs: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Electronic stability control */
  esc: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Traction control */
  tractionControl: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Kind of tire-pressure monitoring */
  tpms: string | null;
  /** Kind of seat belts */
  seatBelts: string | null;
  airbags: {
    /** Where front air bags are */
    front: string | null;
    /** Where side air bags are */
    side: string | null;
    /** Where curtain air bags are */
    curtain: string | null;
    /** Where knee air bags are */
    knee: string | null;
    /** Where seat-cushion air bags are */
    seatCushion: string | null;
  };
  /** Backup camera */
  backupCamera: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Parking assistance */
  parkingAssist: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Blind-spot warning */
  blindSpotWarning: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Blind-spot intervention */
  blindSpotIntervention: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Forward-collision warning */
  forwardCollisionWarning: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Crash-imminent braking */
  automaticEmergencyBraking: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Automatic braking for pedestrians */
  pedestrianEmergencyBraking: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Automatic braking in reverse */
  rearEmergencyBraking: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Dynamic brake support */
  dynamicBrakeSupport: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Lane-departure warning */
  laneDepartureWarning: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Lane-keeping assistance */
  laneKeeping: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Lane-centering assistance */
  laneCentering: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Rear cross-traffic alert */
  rearCrossTrafficAlert: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Adaptive cruise control */
  adaptiveCruiseControl: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Daytime running lights */
  daytimeRunningLights: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Light source of the headlamps */
  headlamps: string | null;
  /** Automatic crash notification */
  automaticCrashNotification: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Event data recorder */
  eventDataRecorder: 'Standard' | 'Optional' | 'Not Available' | null;
  /** Keyless ignition */
  keylessIgnition: 'Standard' | 'Optional' | 'Not Available' | null;
}

/** Original factory new-vehicle warranty as sold, and what remains of it. */
export interface Warranty {
  make: string;
  modelYear: number;
  /** The market whose terms these are */
  market: 'US' | 'CA';
  coverages: {
    /** The whole vehicle, also called bumper-to-bumper or comprehensive */
    basic: WarrantyCoverage | null;
    /** Engine, transmission and driven axles, or an electric drive unit */
    powertrain: WarrantyCoverage | null;
    /** Rust that perforates body panels */
    corrosion: WarrantyCoverage | null;
    /** Roadside assistance */
    roadside: WarrantyCoverage | null;
    /** The traction battery; null for a vehicle without one */
    evBattery: WarrantyCoverage | null;
    /** The federal emission warranty of the US; null for other markets and for what it does not cover */
    emissions: EmissionsWarranty | null;
  };
  /** The terms as sold new; what is left of them stands in `remaining` */
  asSold: true;
  source: {
    url: string;
    title: string;
  };
  /** How sure basic and powertrain are; `note` names coverages that are less sure */
  confidence: 'high' | 'medium' | 'low';
  /** What the terms are and are not, what is not established, and how they are known */
  note: string;
  remaining: WarrantyRemaining;
}

/** One kind of coverage */
export interface WarrantyCoverage {
  /** Length in months from the first day in service; null is for life */
  months: number | null;
  /** Distance limit in miles; null where there is none */
  miles: number | null;
  /** Distance limit in kilometres; null where there is none */
  km: number | null;
  /** True where no distance ends the coverage */
  unlimitedDistance: boolean;
  /** Whether this very term passes to later owners; false: see `laterOwners`; null: not established */
  transferable: boolean | null;
  laterOwners: WarrantyLaterOwners;
  /** Conditions, exceptions and what later owners get */
  note: string | null;
}

/** What a second or later owner has */
export type WarrantyLaterOwners =
  | {
      kind: 'term';
      /** Length in months from the first day in service; null is for life */
      months: number | null;
      /** Distance limit in miles; null where there is none */
      miles: number | null;
      /** Distance limit in kilometres; null where there is none */
      km: number | null;
      /** True where no distance ends the coverage */
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

/** What federal law demands of every maker */
export interface EmissionsWarranty {
  /** Length in months from the first day in service; null is for life */
  months: number | null;
  /** Distance limit in miles; null where there is none */
  miles: number | null;
  /** Distance limit in kilometres; null where there is none */
  km: number | null;
  /** True where no distance ends the coverage */
  unlimitedDistance: boolean;
  /** Whether this very term passes to later owners; false: see `laterOwners`; null: not established */
  transferable: boolean | null;
  laterOwners: WarrantyLaterOwners;
  /** Conditions, exceptions and what later owners get */
  note: string | null;
  /** Catalytic converters, electronic emission control units and onboard diagnostic devices */
  majorComponents: EmissionsWarrantyMajorComponents;
  /** Instead of the federal terms, where they are longer and the vehicle is certified so */
  california: {
    /** All parts that affect emissions */
    defects: EmissionsWarrantyMajorComponents;
    /** The expensive parts that the maker lists in the booklet */
    listedParts: EmissionsWarrantyMajorComponents;
    /** Vehicles labelled PZEV */
    partialZeroEmission: EmissionsWarrantyMajorComponents;
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

/** Catalytic converters, electronic emission control units and onboard diagnostic devices */
export interface EmissionsWarrantyMajorComponents {
  /** Length in months from the first day in service; null is for life */
  months: number | null;
  /** Distance limit in miles; null where there is none */
  miles: number | null;
  /** Distance limit in kilometres; null where there is none */
  km: number | null;
  /** True where no distance ends the coverage */
  unlimitedDistance: boolean;
}

/** What remains of the warranty for this owner */
export interface WarrantyRemaining {
  asOf: string;
  owner: 'first' | 'later';
  /** The first day in service, or the days on which it can have been */
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
    /** The longer emission terms of a car certified to the rules of California, while such a car could have one */
    emissionsCalifornia: RemainingCoverage | null;
  };
  /** What this owner still has, in one sentence */
  sentence: string;
}

/** What is left of one coverage, whichever limit comes first */
export interface RemainingCoverage {
  /** running: by date and distance; maybe: it depends on a day or a distance that is not known; unknown: what this owner has is not established */
  state: 'ended' | 'running' | 'maybe' | 'unknown';
  /** The day on which it ends by time; both are the same where the first day in service is known */
  until: {
    earliest: string;
    latest: string;
  } | null;
  /** The odometer at which it ends; null: no limit */
  miles: number | null;
  /** The odometer at which it ends; null: no limit */
  km: number | null;
  sentence: string;
}

export interface DecodeProvenance {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today */
  recorded?: true;
  /** null where the answer has one source only */
  completion: DecodeProvenanceCompletion | null;
  /** Why the live service added nothing, where it was asked; where the source is the Forecourt supplement, for cars that NHTSA does not know, what it rests on */
  completionNote: string | null;
}

/** The part that came from the live service */
export interface DecodeProvenanceCompletion {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today */
  recorded?: true;
  /** Element codes of vPIC that were taken from here */
  fields: Array<string>;
}

/** What every paid answer has besides */
export interface PaidAnswer {
  /** true: the payment was settled for this answer; false: the answer was not worth its price, or was paid before */
  charged: boolean;
  /** The payer paid for the same request within the last ten minutes: this payment was not taken */
  paidBefore?: {
    /** The settlement of the earlier payment */
    transaction: string;
  };
  disclaimer: string;
}

export interface Recalls {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  vin: string;
  vehicle: Vehicle;
  /** All recalls of the make, model and year */
  counts: {
    us: number;
    canada: number;
  };
  /** "Do not drive" first, then "park outside", then the newest */
  us: Array<UsRecall>;
  /** "Do not drive" first, then "park outside", then the newest, of the 25 newest */
  canada: Array<CanadaRecall>;
  related: Array<{
    campaign: string;
    recallNumber: string | null;
    confidence: number;
    evidence: {
      /** The maker's own number, where both recalls state it */
      manufacturerNumber: string | null;
      /** Group of parts that both recalls name */
      component: string | null;
      /** Days between the two reports */
      daysApart: number;
      /** Likeness of the two texts: 0 nothing in common, 1 the same words */
      wording: number;
    };
  }>;
  scope: 'model-year';
  scopeNote: string;
  /** What was set aside or asked in doubt, wherever a count could be read as complete; null: nothing */
  namesNote: string | null;
  provenance: RecallsProvenance;
  attribution: {
    canada: {
      text: string;
      licenceUrl: string;
    };
  };
}

/** A recall in the United States */
export interface UsRecall {
  /** NHTSA campaign number */
  campaign: string;
  /** equipment, tire and childSeat concern the car only if that part is fitted to it */
  kind: 'vehicle' | 'equipment' | 'tire' | 'childSeat';
  /** NHTSA's component, from the general to the particular, joined by colons */
  component: string;
  summary: string;
  consequence: string;
  remedy: string;
  notes: string | null;
  /** Who filed the recall */
  manufacturer: string | null;
  /** When NHTSA received the report */
  reportedOn: string;
  /** true: do not drive the car, by flag or by its text; null: not stated */
  parkIt: boolean | null;
  /** true: park the car outside, away from buildings, by flag or by its text; null: not stated */
  parkOutside: boolean | null;
  /** true: dealers are asked not to sell or deliver it; null: not stated */
  stopSale: boolean | null;
  /** The sentences that warn, as published */
  warningText: string | null;
  /** Sentences about driving or parking that may be advice and were not understood: see the notice; null: none */
  unreadAdvice: string | null;
  /** NHTSA's own flags; where they differ from parkIt and parkOutside, the text warns and the flag doesn't */
  flags: {
    parkIt: boolean | null;
    parkOutside: boolean | null;
  };
  /** true: repaired by a download; null: not stated */
  overTheAirUpdate: boolean | null;
  /** What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall */
  filing?: UsRecallFiling;
  /** Names of the model under which NHTSA files it */
  models: Array<string>;
  /** true: it is filed only for a version, such as the hybrid, the coupe or the plain model beside a hybrid, and the VIN does not say whether the car is one */
  inDoubt: boolean;
  /** When the source first answered without this recall; it stays until a second reading, six hours later, agrees */
  missingSince: string | null;
  url: string;
}

/** What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall */
export interface UsRecallFiling {
  /** Vehicles in the United States, of all models in the recall */
  unitsAffected: number | null;
  /** When the maker was to write to the owners */
  ownersToldOn: string | null;
  /** First day on which cars of this model that are in it were made */
  producedFrom: string | null;
  /** Last such day */
  producedTo: string | null;
}

/** A recall in Canada */
export interface CanadaRecall {
  /** Transport Canada's number */
  recallNumber: string | null;
  manufacturerRecallNumber: string | null;
  /** The part, as far as the text names one */
  component: string | null;
  /** Transport Canada's group of parts */
  system: string | null;
  summary: string | null;
  /** Vehicles in Canada, of all models in the recall */
  unitsAffected: number | null;
  recalledOn: string;
  /** true: do not drive the car, by its text; null: not stated */
  parkIt: boolean | null;
  /** true: park the car outside, away from buildings, by its text; null: not stated */
  parkOutside: boolean | null;
  /** true: dealers are asked not to sell or deliver it; null: not stated */
  stopSale: boolean | null;
  /** The sentences that warn, as published */
  warningText: string | null;
  /** Sentences about driving or parking that may be advice and were not understood: see the notice; null: none */
  unreadAdvice: string | null;
  /** true: it is filed only for a version, such as the hybrid, the coupe or the plain model beside a hybrid, and the VIN does not say whether the car is one */
  inDoubt: boolean;
  /** When the source first answered without this recall; it stays until a second reading, six hours later, agrees */
  missingSince: string | null;
  makes: Array<string>;
  models: Array<string>;
  years: Array<number>;
  url: string;
}

export interface RecallsProvenance {
  us: RecallsProvenanceUs;
  canada: RecallsProvenanceUs;
}

export interface RecallsProvenanceUs {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today */
  recorded?: true;
  /** Makes and models, in the spelling of the source, that were asked for */
  matchedModels: Array<string>;
  /** Of those, versions that the car may or may not be: the VIN does not say */
  inDoubt: Array<string>;
  /** Versions that the source files separately and the car is not, such as hybrids and other bodies; their recalls are not included */
  keptApart: Array<string>;
  /** Names for which the source, asked twice, had nothing though it should have: recalls may be missing. Empty: all was read */
  notRead: Array<string>;
  /** false: the source has nothing under this name and year, so that zero says little; true: it has the model */
  modelListed: boolean;
}

export interface KnownIssues {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  vin: string;
  vehicle: Vehicle;
  /** ok: at least one verified issue; insufficient_data: fewer than 15 complaints; no_clear_pattern: enough complaints, but no issue stood up to verification; synthesis_unavailable: the complaints could not be read just now. Only ok is charged. */
  status: 'ok' | 'insufficient_data' | 'no_clear_pattern' | 'synthesis_unavailable';
  complaintCount: number;
  complaintsAnalyzed: number;
  knownIssues: Array<KnownIssue>;
  /** Complaints that no issue cites, by component: single ones, and failures reported by fewer than 1 % of the complaints and fewer than three people. */
  alsoReported?: Array<KnownIssuesAlsoReported>;
  sampling: KnownIssuesSampling;
  synthesis: KnownIssuesSynthesis | null;
  reliability: KnownIssuesReliability;
  /** Complaints counted here that NHTSA's newest answer lacks, and since when; they stay until a second reading, six hours later, agrees. null: none. */
  missingComplaints: {
    count: number;
    since: string;
  } | null;
  /** The names under which complaints were looked up. */
  matchedModels: Array<string>;
  /** false: NHTSA lists no such model, so that no complaints may only mean another name. */
  modelListed: boolean;
  provenance: Provenance;
}

/** A failure mode that several owners report */
export interface KnownIssue {
  /** Name of the failure mode. */
  title: string;
  /** At most two sentences in our words; never text of a complaint. */
  summary: string;
  /** Number of cited complaints; equals the length of odiNumbers. */
  count: number;
  /** count / complaintsAnalyzed: a share of complaints, not of cars. */
  share: number;
  /** Share among all complaints of the vehicle, the sampling allowed for; equals share where all were read. */
  estimatedShare: number;
  /** 95 % interval around estimatedShare. */
  shareInterval: {
    low: number;
    high: number;
  };
  /** The issue's share of the vehicle's complaints filed in the last 12 months against the 24 months before; unknown where too few are dated. */
  trend: 'rising' | 'steady' | 'falling' | 'unknown';
  /** 0 to 1, computed from confidenceBasis; how sure we are that the cited complaints report what the title says. */
  confidence: number;
  confidenceBasis: {
    /** Grows with independent complaints: n / (n + 3). */
    support: number;
    /** How plainly the cited complaints report what the title says, on average. */
    evidence: number;
    /** Share of the cited complaints whose main subject this is. */
    focus: number;
  };
  /** NHTSA complaint numbers, each checked against the complaints analysed; copies of one text count once. */
  odiNumbers: Array<number>;
  componentTags: Array<string>;
  /** Summed from the cited complaints only. */
  severitySignals: {
    fires: number;
    crashes: number;
    injuries: number;
    deaths: number;
  };
  /** Miles at failure; present where at least 3 cited complaints state it, and the failure is not one that shows in a crash. */
  typicalMileage?: {
    p25: number;
    median: number;
    p75: number;
    /** Complaints that state a mileage. */
    stated: number;
  };
  firstReported: string | null;
  lastReported: string | null;
  /** Cited complaints by the year in which they were filed; absent in older answers. */
  reportedByYear?: Array<{
    year: number;
    count: number;
  }>;
  /** What at least a third of the cited complaints say beside the title; the summary tells it. */
  statements?: Array<{
    /** Completes "owners say that", or for a part "owners mention the". */
    text: string;
    about: 'course' | 'part';
    count: number;
    /** Up to five of those who say so. */
    odiNumbers: Array<number>;
  }>;
  /** More particular failures, or others beside this one, that at least two of the cited complaints report. */
  symptoms?: Array<{
    title: string;
    count: number;
  }>;
  /** NHTSA campaigns about the same failure, those that owners quote first. */
  relatedRecalls?: Array<{
    campaign: string;
    /** quoted: at least two of the cited complaints name its number; wording: it is filed for the same component and describes the same failure, which does not say that it covers this car. */
    basis: 'quoted' | 'wording';
    /** Cited complaints that quote the number. */
    complaints: number;
    /** Of a campaign found by its wording: the component, and the words of the title it shares. */
    evidence?: {
      component: string;
      words: Array<string>;
    };
  }>;
  /** Absent where none of the cited complaints says so. */
  afterRepair?: {
    /** Cited complaints that say a repair did not help. */
    notHelped: number;
    /** Cited complaints that say parts are not to be had. */
    partsUnavailable: number;
  };
  /** Model years of the same make and model next to this one, without a gap, in which the same failure is reported at least a third as often. No public record states which years are one generation. Only with an own copy of the whole record. */
  alsoYears?: {
    /** First model year of the row, that of the car among them. */
    firstYear: number;
    /** Last model year of the row. */
    lastYear: number;
    /** The other model years, each with the share of its complaints that report the failure. */
    evidence: Array<{
      year: number;
      /** Complaints of that model year that report the failure. */
      count: number;
      /** Complaints of that model year that were read: at most 200. */
      complaintsAnalyzed: number;
      share: number;
    }>;
  };
}

export interface KnownIssuesAlsoReported {
  component: string;
  count: number;
  /** Absent where none of them reports any. */
  severitySignals?: {
    fires: number;
    crashes: number;
    injuries: number;
    deaths: number;
  };
  /** Those of them with a fire, an injury or a death; absent where there is none. */
  odiNumbers?: Array<number>;
}

export interface KnownIssuesSampling {
  method: 'all' | 'stratified-recent';
  /** The most complaints that the engine reads at once. */
  cap: number;
  /** Complaints in nearly the words of another one, read once. */
  copiesSetAside: number;
  /** How the sample was drawn; empty where all were taken. */
  strata: Array<{
    component: string;
    age: string;
    complaints: number;
    analyzed: number;
  }>;
}

export interface KnownIssuesSynthesis {
  engine: 'llm' | 'embedded';
  model: string | null;
  promptVersion: string | null;
  pipelineVersion: string;
  synthesizedAt: string;
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** True where the embedded engine stood in for a model that failed or named nothing that could be verified. */
  degraded: boolean;
  /** What the engine proposed and verification threw out. */
  rejected: KnownIssuesSynthesisRejected;
  /** Complaints whose text a model read itself; the others were grouped by the embedded engine. */
  modelRead?: number;
}

/** What the engine proposed and verification threw out. */
export interface KnownIssuesSynthesisRejected {
  citations: number;
  issues: number;
  /** How often for which reason, what was thrown out of a model’s own answers included. */
  reasons?: Record<string, number>;
}

export interface KnownIssuesReliability {
  complaintCount: number;
  topComponents: Array<{
    component: string;
    count: number;
    share: number;
  }>;
  severitySignals: {
    fires: number;
    crashes: number;
    injuries: number;
    deaths: number;
  };
  complaintsByYear: Array<{
    year: number;
    count: number;
  }>;
  /** null where the recall source could not be reached. */
  recalls: KnownIssuesReliabilityRecalls;
  /** For the Canadian recalls that are counted. */
  attribution: {
    canada: {
      text: string;
      licenceUrl: string;
    };
  };
  /** Only with an own copy of the whole record, and where enough is known of the car and of like ones. */
  comparison?: ReliabilityComparison;
  asOf: string;
}

/** null where the recall source could not be reached. */
export interface KnownIssuesReliabilityRecalls {
  /** Recalls in the United States of this make, model and year. */
  us: number | null;
  /** Recalls in Canada of this make, model and year, all of them. */
  canada: number | null;
  /** Vehicles in Canada in the recalls that canadaUnitsCover counts: of the whole recalls, all models and years, not of this model alone. */
  canadaUnitsAffected: number | null;
  /** How many of the Canadian recalls canadaUnitsAffected adds up: at most the 25 newest, those that state a number. */
  canadaUnitsCover: number | null;
  /** Versions that were set aside or asked in doubt, so that no count is read as complete. */
  namesNote: string | null;
}

/** How often owners complain, compared with like cars */
export interface ReliabilityComparison {
  /** Of when the record is that was compared. */
  asOf: string;
  /** The kind of car that it was compared with, by its body. */
  vehicleClass: string;
  /** Models of that kind and model year, of all makes, with at least 15 complaints each; versions that NHTSA files apart count apart. */
  peers: number;
  complaints: {
    count: number;
    medianOfPeers: number;
    /** Share of the peers that have fewer complaints. */
    moreThan: number;
  };
  /** Complaints with a fire, a crash, an injury or a death, and their share of all: does not depend on how many cars were sold. */
  severe: {
    count: number;
    share: number;
    medianOfPeers: number;
    /** Share of the peers of whose complaints a smaller share is severe. */
    moreThan: number;
  };
  /** By complaints among the models of the make and year that have any; 1 has the most. */
  rankInMake: {
    rank: number;
    of: number;
  };
  /** Not known: no public source states it by model and year. */
  carsSold: null;
  caveat: string;
}

/** Where an answer, or one part of it, came from. */
export interface Provenance {
  source: string;
  url?: string;
  dataset?: string;
  fetchedAt: string;
  ageSeconds: number;
  /** hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service */
  cache: 'hit' | 'miss' | 'stale' | 'none';
  /** Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today */
  recorded?: true;
}

export type PurchaseCosts = PurchaseCostsCa | PurchaseCostsUs;

export interface PurchaseCostsCa {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  country: 'CA';
  province: 'AB' | 'BC' | 'MB' | 'NB' | 'NL' | 'NS' | 'NT' | 'NU' | 'ON' | 'PE' | 'QC' | 'SK' | 'YT';
  provinceName: string;
  currency: 'CAD';
  saleType: 'private' | 'dealer';
  price: number;
  lines: Array<CostLine>;
  /** Sum of the lines with known: true */
  totalKnownCad: number;
  /** The known total plus everything that is or may be due, at its least and most */
  estimatedTotalRangeCad: {
    low: number;
    high: number;
  };
  /** What is or may be due at the purchase */
  dueOnTheDay: {
    known: number;
    low: number;
    high: number;
  };
  /** What falls due at the next renewal, while the registration of the car still runs, or is billed by a town or county after it; the two add up to the totals */
  dueLater: {
    known: number;
    low: number;
    high: number;
  };
  /** What comes again in a later year, by the lines that are not due once; what follows the value of the car falls from year to year */
  laterYears: {
    low: number;
    high: number;
  };
  /** Which parameter would make which line more exact */
  narrowing: Array<{
    parameter: string;
    line: string;
    /** How much of the range of the line it can take away */
    byUpTo: number;
  }>;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The earliest such day of the lines; null where one has none */
  figuresVerifiedOn: string | null;
  /** The day of which the figures are */
  on: string;
}

/** One tax or fee */
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
  range?: {
    low: number;
    high: number;
    /** What most buyers pay, where that is known */
    typical?: number;
  };
  /** Percent of the taxable amount, where one rate holds */
  rate?: number;
  rateRange?: {
    low: number;
    high: number;
  };
  taxableAmount?: number;
  /** In its place where the law taxes a guide's value that book_value would tell */
  taxableRange?: {
    low: number;
    high: number;
  };
  /** What decides within the range, where the query does not say */
  cases?: Array<{
    when: string;
    amount?: number;
    range?: {
      low: number;
      high: number;
      /** What most buyers pay, where that is known */
      typical?: number;
    };
  }>;
  /** Whether the law leaves no choice to a buyer for whom the line is due */
  mandatory: boolean;
  frequency: 'once' | 'annual' | 'biennial' | 'triennial';
  /** Whether the amount is exact and due for sure: the lines that make up the known total */
  known: boolean;
  note?: string;
  alternative?: {
    amount?: number;
    range?: {
      low: number;
      high: number;
      /** What most buyers pay, where that is known */
      typical?: number;
    };
    why: string;
  };
  source: {
    /** https only; each address once per file */
    url: string;
    title: string;
    publisher: string;
  };
  /** high: read in the law or on a government's own page; medium: in good secondary texts; low: estimated, or its page does not carry it */
  confidence: 'high' | 'medium' | 'low';
  /** The day of which the source speaks; null where it names none */
  asOf: string | null;
  /** The last day on which somebody compared the figure with its source */
  verifiedOn: string | null;
}

export interface PurchaseCostsUs {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  country: 'US';
  state: PurchaseCostsUsState;
  stateName: string;
  currency: 'USD';
  saleType: 'private' | 'dealer';
  price: number;
  lines: Array<CostLine>;
  /** Sum of the lines with known: true */
  totalKnownUsd: number;
  /** The known total plus everything that is or may be due, at its least and most */
  estimatedTotalRangeUsd: {
    low: number;
    high: number;
  };
  /** What is or may be due at the purchase */
  dueOnTheDay: {
    known: number;
    low: number;
    high: number;
  };
  /** What falls due at the next renewal, while the registration of the car still runs, or is billed by a town or county after it; the two add up to the totals */
  dueLater: {
    known: number;
    low: number;
    high: number;
  };
  /** What comes again in a later year, by the lines that are not due once; what follows the value of the car falls from year to year */
  laterYears: {
    low: number;
    high: number;
  };
  /** Which parameter would make which line more exact */
  narrowing: Array<{
    parameter: string;
    line: string;
    /** How much of the range of the line it can take away */
    byUpTo: number;
  }>;
  assumptions: Array<string>;
  notes: Array<string>;
  /** The earliest such day of the lines; null where one has none */
  figuresVerifiedOn: string | null;
  /** The day of which the figures are */
  on: string;
}

export type PurchaseCostsUsState =
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

export interface Prepurchase {
  /** Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car */
  vinWarning?: string;
  vin: string;
  /** The decoded vehicle. Every key is always present; null means that the data does not say. */
  vehicle: {
    /** Model year */
    modelYear: number;
    /** Make in its usual spelling, such as "Honda" */
    make: string;
    /** Model */
    model: string;
    /** Trim level */
    trim: string | null;
    /** Second trim level */
    trim2: string | null;
    /** Series */
    series: string | null;
    /** Second series */
    series2: string | null;
    /** Body class */
    bodyClass: string | null;
    /** Vehicle type, such as "Passenger Car" */
    vehicleType: string | null;
    /** Number of doors */
    doors: number | null;
    /** Number of windows */
    windows: number | null;
    /** Number of seats */
    seats: number | null;
    /** Number of seat rows */
    seatRows: number | null;
    /** Driven wheels */
    driveType: string | null;
    /** Side of the steering wheel */
    steering: string | null;
    /** Manufacturer as registered with NHTSA */
    manufacturer: string | null;
    plant: VehiclePlant;
    engine: VehicleEngine;
    transmission: VehicleTransmission;
    /** null where nothing says that the vehicle has a traction battery */
    electrification: VehicleElectrification | null;
    weight: VehicleWeight;
    dimensions: VehicleDimensions;
    /** null means that the manufacturer filed nothing, never that the vehicle lacks it */
    safety: VehicleSafety;
    /** Base price when new, in US dollars */
    basePriceUsd: number | null;
    /** What else NHTSA states, by the element codes of vPIC and in NHTSA's words; no key where it is silent */
    additional: Record<string, string>;
  };
  decode: {
    /** Whether position 9 is what the other characters demand */
    checkDigitValid: boolean;
    /** NHTSA's error codes; [0] is a clean decode */
    errorCodes: Array<number>;
    /** NHTSA's words for the codes */
    errorText: string | null;
    /** A corrected VIN; "!" marks a wrong character */
    suggestedVin: string | null;
    /** Characters possible at the marked positions, as "(position:characters)" */
    possibleValues: string | null;
    provenance: DecodeProvenance;
  };
  /** The purchase as it was understood */
  purchase: {
    /** Decides on the costs, the warranty, the units and the order */
    country: 'CA' | 'US';
    /** Province, territory, state or DC; null: not given */
    place: string | null;
    price: number;
    saleType: 'private' | 'dealer';
    odometer: {
      distance: number;
      unit: 'km' | 'mi';
    } | null;
    owner: 'first' | 'later';
    /** Parameters that were not given and are defaults here */
    assumed: Array<'country' | 'price' | 'sale_type'>;
    sentence: string;
  };
  /** What to do: derived by rules, each sentence with its evidence */
  decision: {
    level: 'urgent' | 'important' | 'calm';
    /** The report in one sentence */
    verdict: string;
    /** What the verdict rests on; null: that nothing was found */
    evidence: Evidence | null;
    /** The three things at most that matter most */
    matters: Array<Matter>;
    beforeYouGo: Array<Advice>;
    atTheCar: Array<Advice>;
    atTheCounter: Array<Advice>;
  };
  /** What to look at first, the most pressing on top; each says which part of the report it is from */
  summary: Array<{
    /** Which rule made the statement */
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
      | 'older_copy'
      | 'recorded_answer'
      | 'warranty_may_run'
      | 'largest_cost';
    level: 'urgent' | 'important' | 'note';
    statement: string;
    section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
    /** Campaign, failure, coverage or place that it is about */
    item: string | null;
    /** JSON pointer to the part of this answer that it comes from */
    pointer: string;
  }>;
  recalls: {
    /** All recalls of the make, model and year */
    counts: {
      us: number;
      canada: number;
    };
    scope: 'model-year';
    scopeNote: string;
    /** What was set aside or asked in doubt, wherever a count could be read as complete; null: nothing */
    namesNote: string | null;
    provenance: RecallsProvenance;
    attribution: {
      canada: {
        text: string;
        licenceUrl: string;
      };
    };
    /** Notices of both countries; a defect recalled in both counts twice, see sameDefect */
    count: number;
    /** "Do not drive" first, then "park outside", then the newest; of Canada the 25 newest */
    items: Array<{
      /** Whose notice it is */
      country: 'US' | 'CA';
      /** NHTSA campaign or Transport Canada recall number; null only where the sample's is not known */
      campaign: string | null;
      component: string;
      summary: string;
      consequence: string | null;
      remedy: string | null;
      reportedOn: string;
      /** equipment, tire and childSeat concern the car only if that part is fitted to it */
      kind: 'vehicle' | 'equipment' | 'tire' | 'childSeat';
      /** true: do not drive the car; null: not stated */
      parkIt: boolean | null;
      /** true: park it outside, away from buildings; null: not stated */
      parkOutside: boolean | null;
      /** true: dealers are asked not to sell or deliver it; null: not stated */
      stopSale: boolean | null;
      /** The sentences that warn, as published */
      warningText: string | null;
      /** Sentences about driving or parking that may be advice and were not understood: see the notice; null: none */
      unreadAdvice: string | null;
      flags: {
        parkIt: boolean | null;
        parkOutside: boolean | null;
      } | null;
      /** true: filed only for a version, such as the hybrid, and the VIN does not say whether the car is one */
      inDoubt: boolean;
      /** When the source first answered without it; it stays until a second reading agrees */
      missingSince: string | null;
      /** Vehicles in Canada, of all models in the recall */
      unitsAffected: number | null;
      /** What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall */
      filing?: UsRecallFiling;
      /** Notices of the other country about the same defect */
      sameDefect: Array<{
        campaign: string | null;
        confidence: number;
      }>;
      url: string;
    }>;
  } | null;
  knownIssues: {
    status: 'ok' | 'insufficient_data' | 'no_clear_pattern';
    complaintCount: number;
    complaintsAnalyzed: number;
    /** Complaints that no issue cites, by component: single ones, and failures reported by fewer than 1 % of the complaints and fewer than three people. */
    alsoReported?: Array<KnownIssuesAlsoReported>;
    sampling: KnownIssuesSampling;
    synthesis: KnownIssuesSynthesis | null;
    reliability: KnownIssuesReliability;
    /** Complaints counted here that NHTSA's newest answer lacks, and since when; they stay until a second reading, six hours later, agrees. null: none. */
    missingComplaints: {
      count: number;
      since: string;
    } | null;
    /** The names under which complaints were looked up. */
    matchedModels: Array<string>;
    /** false: NHTSA lists no such model, so that no complaints may only mean another name. */
    modelListed: boolean;
    /** The complaints in a few sentences, counted by us */
    reliabilitySummary: string;
    /** Named failures, the most serious first */
    topIssues: Array<KnownIssue>;
    provenance: Provenance;
  } | null;
  purchaseCosts:
    | {
        country: 'CA';
        estimatedFees: {
          totalKnownCad: number;
          estimatedTotalRangeCad: {
            low: number;
            high: number;
          };
        };
        price: number;
        saleType: 'private' | 'dealer';
        notes: string;
        /** The bill of the place that was given, as /v1/purchase-costs answers it; null without a place */
        bill: PurchaseCostsCa | PurchaseCostsUs | null;
        /** Every place of the country; empty where `bill` is there */
        byJurisdiction: Array<PrepurchasePurchaseCostsCaByJurisdiction>;
        figuresVerifiedOn: string | null;
        provenance: Provenance;
      }
    | {
        country: 'US';
        estimatedFees: {
          totalKnownUsd: number;
          estimatedTotalRangeUsd: {
            low: number;
            high: number;
          };
        };
        price: number;
        saleType: 'private' | 'dealer';
        notes: string;
        /** The bill of the place that was given, as /v1/purchase-costs answers it; null without a place */
        bill: PurchaseCostsCa | PurchaseCostsUs | null;
        /** Every place of the country; empty where `bill` is there */
        byJurisdiction: Array<PrepurchasePurchaseCostsCaByJurisdiction>;
        figuresVerifiedOn: string | null;
        provenance: Provenance;
      }
    | null;
  warranty: Warranty | null;
  /** Why the warranty is not known; null where it is */
  warrantyNote: string | null;
  sections: {
    decode: 'ok';
    recalls: 'ok' | 'unavailable';
    knownIssues: 'ok' | 'unavailable';
    purchaseCosts: 'ok' | 'unavailable';
  };
  /** Why a section is unavailable */
  sectionDetails: {
    recalls?: string;
    knownIssues?: string;
    purchaseCosts?: string;
  };
}

/** What a sentence rests on */
export interface Evidence {
  /** JSON pointer to the part of this answer that it comes from */
  pointer: string;
  /** Numbers of the recall notices */
  campaigns?: Array<string>;
  /** The newest complaints; all stand at the pointer */
  odiNumbers?: Array<number>;
  /** Coverages of the warranty */
  coverages?: Array<string>;
  /** Ids of the lines of the costs */
  lines?: Array<string>;
}

/** One of the things that matter most */
export interface Matter {
  level: 'urgent' | 'important' | 'note';
  title: string;
  text: string;
  section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
  evidence: Evidence;
}

/** Something to look at or to ask, and why */
export interface Advice {
  /** question: what to ask the seller */
  kind: 'check' | 'question';
  text: string;
  because: string;
  section: 'decode' | 'recalls' | 'knownIssues' | 'purchaseCosts' | 'warranty';
  evidence: Evidence;
}

export interface PrepurchasePurchaseCostsCaByJurisdiction {
  /** Province, territory, state or DC */
  code: string;
  name: string;
  totalKnown: number;
  range: {
    low: number;
    high: number;
  };
  /** The tax or fee that can cost most */
  largestLine: PrepurchasePurchaseCostsCaByJurisdictionLargestLine | null;
}

export interface PrepurchasePurchaseCostsCaByJurisdictionLargestLine {
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
    /** https only; each address once per file */
    url: string;
    title: string;
    publisher: string;
  };
  /** high: read in the law or on a government's own page; medium: in good secondary texts; low: estimated, or its page does not carry it */
  confidence: 'high' | 'medium' | 'low';
  range: {
    low: number;
    high: number;
  };
}

/** What every free sample has besides */
export interface FreeSample {
  sample: true;
  note: string;
  disclaimer: string;
}

export interface PurchaseCostsSampleBody {
  sample: true;
  note: string;
  ca: PurchaseCostsCa;
  us: PurchaseCostsUs;
}

export type DecodeAnswer = Decode & PaidAnswer;

export type RecallsAnswer = Recalls & PaidAnswer;

export type KnownIssuesAnswer = KnownIssues & PaidAnswer;

export type PurchaseCostsAnswer = PurchaseCosts & PaidAnswer;

export type PrepurchaseAnswer = Prepurchase & PaidAnswer;

export type DecodeSample = Decode & FreeSample;

export type RecallsSample = Recalls & FreeSample;

export type KnownIssuesSample = KnownIssues & FreeSample;

export type PurchaseCostsSample = PurchaseCostsSampleBody & FreeSample;

export type PrepurchaseSample = Prepurchase & FreeSample;
