const VIN_LENGTH = 17;

/** The VINs whose wrong check digit NHTSA accepts, sorted, one after the other; searched by packages/vin/src/container.ts. */
export function exceptionSection(vins: readonly string[]): Uint8Array {
  const whole = [...new Set(vins)].filter((vin) => vin.length === VIN_LENGTH && !/[^ -~]/.test(vin)).sort();
  return new TextEncoder().encode(whole.join(''));
}
