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
    const both = { power: '148 hp (110 kW)', weight: '2,885 lb (1,309 kg)' };
    expect(words({ EngineHP: '148', CurbWeightLB: '2885' })).toMatchObject(both);
  });

  it('is named without the abbreviations of the filings', () => {
    expect(words({ DriveType: 'FWD/Front-Wheel Drive' }).drive).toBe('front-wheel drive');
    expect(words({ DriveType: '6x4' }).drive).toBe('6x4');
    const geared = (TransmissionStyle: string, TransmissionSpeeds = '') =>
      words({ TransmissionStyle, TransmissionSpeeds }).transmission;
    expect(geared('Automatic', '6')).toBe('6-speed automatic');
    expect(geared('Motorcycle - Chain Drive')).toBe('motorcycle - chain drive');
    expect(geared('Dual-clutch Transmission (DCT)')).toBe('dual-clutch');
    expect(geared('', '5')).toBe('5 speeds');
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
