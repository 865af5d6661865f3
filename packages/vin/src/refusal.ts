import type { Dataset } from './dataset.ts';
import { ERROR } from './error-codes.ts';
import { descriptorOf } from './vin-text.ts';

/** The answer to what is longer than a VIN: nothing is decoded. */
export function refusalOf(dataset: Dataset, vin: string) {
  const { codes, list, texts } = dataset.errors.of(ERROR.invalidCharacters);
  return {
    vin,
    fields: {
      ErrorCode: list,
      ErrorText: texts[0]?.text ?? '',
      AdditionalErrorText: 'A VIN has at most 17 characters.',
      VehicleDescriptor: descriptorOf(vin),
    },
    errorCodes: [...codes],
  };
}
