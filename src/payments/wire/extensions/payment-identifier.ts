/** The x402 extension by which a client names its payment with an id of its own. */
export const PAYMENT_IDENTIFIER = 'payment-identifier';

/** @NOTE Never validate with the schema that comes back in a payment: it is the client's and can be hostile. */
export const paymentIdentifierDeclaration = {
  info: { required: false },
  schema: {
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', pattern: '^[a-zA-Z0-9_-]{16,128}$' },
    },
    required: ['required'],
  },
} as const;

const IDENTIFIER = /^[a-zA-Z0-9_-]{16,128}$/;

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** `undefined`: the client gave none. `malformed`: it gave one that breaks the rules. */
export function readPaymentIdentifier(extensions: unknown): { id: string } | 'malformed' | undefined {
  const id = field(field(field(extensions, PAYMENT_IDENTIFIER), 'info'), 'id');
  if (id === undefined) return undefined;
  return typeof id === 'string' && IDENTIFIER.test(id) ? { id } : 'malformed';
}
