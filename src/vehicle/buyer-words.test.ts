import { describe, expect, it } from 'vitest';
import {
  airBagWords,
  assistanceWords,
  curbWeightWords,
  driveWords,
  powerWords,
  transmissionWords,
} from './buyer-words.ts';
import { normaliseVehicle } from './normalise.ts';

const words = (fields: Record<string, string>) => {
  const vehicle = normaliseVehicle(fields);
  return {
    drive: driveWords(vehicle),
    transmission: transmissionWords(vehicle),
    power: powerWords(vehicle),
    weight: curbWeightWords(vehicle),
    airBags: airBagWords(vehicle),
    standard: assistanceWords(vehicle, 'Standard'),
    optional: assistanceWords(vehicle, 'Optional'),
  };
};

describe('a vehicle in the words of buyers', () => {
  it('has its power and weight in the units of both countries', () => {
    expect(words({ EngineHP: '148', CurbWeightLB: '2885' })).toMatchObject({
      power: '148 hp (110 kW)',
      weight: '2,885 lb (1,309 kg)',
    });
  });

  it('is named without the abbreviations of the filings', () => {
    expect(
      words({ DriveType: 'FWD/Front-Wheel Drive', TransmissionStyle: 'Automatic', TransmissionSpeeds: '6' }),
    ).toMatchObject({ drive: 'front-wheel drive', transmission: '6-speed automatic' });
    expect(words({ DriveType: '6x4', TransmissionStyle: 'Motorcycle - Chain Drive' })).toMatchObject({
      drive: '6x4',
      transmission: 'motorcycle - chain drive',
    });
    expect(words({ TransmissionStyle: 'Dual-clutch Transmission (DCT)' }).transmission).toBe('dual-clutch');
    expect(words({ TransmissionSpeeds: '5' }).transmission).toBe('5 speeds');
  });

  it('lists air bags, and what helps the driver by whether all have it', () => {
    expect(
      words({
        AirBagLocFront: '1st Row (Driver and Passenger)',
        AirBagLocCurtain: 'All Rows',
        CIB: 'Standard',
        LaneKeepSystem: 'Standard',
        BlindSpotMon: 'Optional',
        ParkAssist: 'Not Available',
      }),
    ).toMatchObject({
      airBags: 'front, curtain',
      standard: 'automatic emergency braking, lane keeping',
      optional: 'blind-spot warning',
    });
  });

  it('says nothing where nothing is known', () => {
    expect(Object.values(words({})).every((word) => word === null)).toBe(true);
  });
});
