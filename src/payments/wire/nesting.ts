/** Measures JSON text without parsing it, so that a parser never meets what was nested to hurt it. */
export function isNestedDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > levels) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}
