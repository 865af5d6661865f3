import type { FieldReader } from './raw-fields.ts';
import type { Availability, Vehicle } from './vehicle.ts';

const LEVELS: Readonly<Record<string, Availability>> = {
  standard: 'Standard',
  optional: 'Optional',
  'not available': 'Not Available',
};

/** Safety equipment. What the manufacturer did not file stays null. */
export function normaliseSafety({ text, oneOf }: FieldReader): Vehicle['safety'] {
  const level = (code: string): Availability | null => oneOf(code, LEVELS);
  return {
    abs: level('ABS'),
    esc: level('ESC'),
    tractionControl: level('TractionControl'),
    tpms: text('TPMS'),
    seatBelts: text('SeatBeltsAll'),
    airbags: {
      front: text('AirBagLocFront'),
      side: text('AirBagLocSide'),
      curtain: text('AirBagLocCurtain'),
      knee: text('AirBagLocKnee'),
      seatCushion: text('AirBagLocSeatCushion'),
    },
    backupCamera: level('RearVisibilitySystem'),
    parkingAssist: level('ParkAssist'),
    blindSpotWarning: level('BlindSpotMon'),
    blindSpotIntervention: level('BlindSpotIntervention'),
    forwardCollisionWarning: level('ForwardCollisionWarning'),
    automaticEmergencyBraking: level('CIB'),
    pedestrianEmergencyBraking: level('PedestrianAutomaticEmergencyBraking'),
    rearEmergencyBraking: level('RearAutomaticEmergencyBraking'),
    dynamicBrakeSupport: level('DynamicBrakeSupport'),
    laneDepartureWarning: level('LaneDepartureWarning'),
    laneKeeping: level('LaneKeepSystem'),
    laneCentering: level('LaneCenteringAssistance'),
    rearCrossTrafficAlert: level('RearCrossTrafficAlert'),
    adaptiveCruiseControl: level('AdaptiveCruiseControl'),
    daytimeRunningLights: level('DaytimeRunningLight'),
    headlamps: text('LowerBeamHeadlampLightSource'),
    automaticCrashNotification: level('CAN_AACN'),
    eventDataRecorder: level('EDR'),
    keylessIgnition: level('KeylessIgnition'),
  };
}
