import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Problem = { path: string; message: string };

/** Checks values by a validator of JSON Schema 2020-12 that we did not write. */
export function createChecker(documents: Record<string, object> = {}) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // A function of CommonJS, whose types put it one level deeper than it is.
  const addFormats = formats as unknown as typeof formats.default;
  addFormats(ajv);
  for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);
  return (schema: object, value: unknown): Problem[] => {
    const validate = ajv.compile(schema);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => ({ path: instancePath, message }));
  };
}

/** A JSON pointer to a place in a document. */
export function pointer(...steps: string[]): string {
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
