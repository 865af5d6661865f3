const LENGTH = 17;

/** Whether a VIN is in a sorted run of VINs; read in place, so that opening a dataset costs nothing. */
export function isListed(vins: Uint8Array, vin: string): boolean {
  if (vin.length !== LENGTH) return false;
  let low = 0;
  let high = vins.length / LENGTH - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(vins, middle * LENGTH, vin);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function compareAt(vins: Uint8Array, at: number, vin: string): number {
  for (let place = 0; place < LENGTH; place++) {
    const difference = (vins[at + place] ?? 0) - vin.charCodeAt(place);
    if (difference !== 0) return difference;
  }
  return 0;
}
