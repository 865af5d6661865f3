import { describe, expect, it } from 'vitest';
import type { Maker } from './makers.ts';
import { type SoldVehicle, tractionBatteriesOf } from './sold-vehicle.ts';

const maker: Maker = {
  make: 'Example',
  sources: {},
  entries: [],
  electrifiedModels: { Volt: ['plug-in hybrid'], 'Volt E': ['electric'], Duo: ['hybrid', 'electric'] },
};

function batteries(more: Partial<SoldVehicle>): readonly string[] {
  return tractionBatteriesOf({ year: 2020, make: 'Example', model: 'Sedan', ...more }, maker);
}

describe('the traction battery of a vehicle', () => {
  it.each([
    ['BEV (Battery Electric Vehicle)', ['electric']],
    ['PHEV (Plug-in Hybrid Electric Vehicle)', ['plug-in hybrid']],
    ['FCEV (Fuel Cell Electric Vehicle)', ['fuel cell']],
    ['Mild HEV (Hybrid Electric Vehicle)', ['mild hybrid']],
    ['Strong HEV (Hybrid Electric Vehicle)', ['hybrid']],
    ['HEV (Hybrid Electric Vehicle) - Level Unknown', ['mild hybrid', 'hybrid']],
  ])('follows the decoded level "%s"', (level, expected) => {
    expect(batteries({ electrification: { level } })).toEqual(expected);
  });

  it('is none for a gasoline vehicle that nothing says is electrified', () => {
    expect(batteries({ engine: { fuelType: 'Gasoline' }, electrification: null })).toEqual([]);
  });

  it('follows the fuels where the level is missing', () => {
    expect(batteries({ engine: { fuelType: 'Electric' } })).toEqual(['electric']);
    expect(batteries({ engine: { fuelType: 'Compressed Hydrogen/Hydrogen' } })).toEqual(['fuel cell']);
    expect(batteries({ engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' } })).toEqual([
      'mild hybrid',
      'hybrid',
      'plug-in hybrid',
    ]);
  });

  it('follows a model that is always electrified, the longest name first', () => {
    expect(batteries({ model: 'VOLT', engine: { fuelType: 'Gasoline' } })).toEqual(['plug-in hybrid']);
    expect(batteries({ model: 'Volt E Premier' })).toEqual(['electric']);
    expect(batteries({ model: 'Duo', engine: { fuelType: 'Electric' } })).toEqual(['electric']);
  });

  it('follows the words of model and trim', () => {
    expect(batteries({ trim: 'Hybrid SEL', engine: { fuelType: 'Gasoline' } })).toEqual([
      'hybrid',
      'plug-in hybrid',
    ]);
    expect(batteries({ model: 'Sedan Plug-in Hybrid' })).toEqual(['plug-in hybrid']);
    expect(batteries({ model: 'Sedan EV' })).toEqual(['electric']);
  });

  it('may be any where neither fuel nor model is known', () => {
    expect(batteries({ model: null })).toHaveLength(5);
  });
});
