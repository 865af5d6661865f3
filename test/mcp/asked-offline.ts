import type { products } from '../../src/products/table.ts';
import { startDevService } from '../payments/dev-service.ts';

/** A car of which the recordings that ship hold everything, and where and for how much it is bought. */
export const ASKED = {
  vin: '5NPDH4AE8DH100013',
  country: 'US',
  state: 'TX',
  price: 9_500,
  sale_type: 'private',
  odometer: 112_000,
  odometer_unit: 'mi',
};

/** As much of it as a product takes. */
export const argumentsOf = ({ parameters }: (typeof products)[number]) =>
  Object.fromEntries(Object.entries(ASKED).filter(([name]) => parameters.some((one) => one.name === name)));

const NOBODY = 'http://127.0.0.1:9';

/** The service as it sells without a network. */
export const startOffline = () =>
  startDevService({ RECORDED_WORLD: 'auto', NHTSA_URL: NOBODY, TRANSPORT_CANADA_URL: NOBODY });

/** The part that is read, in bytes: an object as it travels. */
export const bytesOf = (read: unknown) =>
  Buffer.byteLength(typeof read === 'string' ? read : JSON.stringify(read));
