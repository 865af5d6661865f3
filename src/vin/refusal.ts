import type { Dataset } from './dataset.ts';
import { descriptorOf } from './vin-text.ts';

const INVALID_CHARACTERS = 400;

/** The answer to what is longer than a VIN: nothing is decoded. */
export function refusalOf(dataset: Dataset, vin: string) {
  const text = dataset.header.errorCodes.find(({ code }) => code === INVALID_CHARACTERS)?.text ?? '';
  return {
    vin,
    fields: {
      ErrorCode: String(INVALID_CHARACTERS),
      ErrorText: text.trim(),
      AdditionalErrorText: 'A VIN has at most 17 characters.',
      VehicleDescriptor: descriptorOf(vin),
    },
    errorCodes: [INVALID_CHARACTERS],
  };
}
