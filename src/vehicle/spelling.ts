/** NHTSA writes makes and places in capitals. These do not follow the common rule. */
const MAKES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'AMG BMW BRP BYD CFMOTO FIAT GMC JAC KTM MG MINI MV SEAT SSC TVR ALPINA|Alpina AM#GENERAL|AM#General ' +
    'DELOREAN|DeLorean DS EL#DORADO|El#Dorado INFINITI|Infiniti MCLAREN|McLaren MV#AGUSTA|MV#Agusta ' +
    'RAM|Ram SMART|smart VINFAST|VinFast VPG BWC CAN-AM|Can-Am LCC MCI IC#BUS|IC#Bus INEOS|INEOS'
  )
    .split(' ')
    .map((entry) => entry.replaceAll('#', ' ').split('|'))
    .map(([written = '', usual = written]) => [written.toUpperCase(), usual]),
);

const SMALL_WORDS = new Set(['and', 'de', 'do', 'of', 'the']);

/** "MERCEDES-BENZ" -> "Mercedes-Benz", "BMW" -> "BMW". */
export function spellMake(make: string): string {
  return MAKES[make.toUpperCase()] ?? spellWords(make);
}

/** "UNITED STATES (USA)" -> "United States (USA)"; what is not all capitals is left alone. */
export function spellWords(text: string): string {
  if (text !== text.toUpperCase()) return text;
  return text.replace(/[\p{L}\d'’.&]+/gu, (word, at: number) => spellWord(word, at, text));
}

function spellWord(word: string, at: number, text: string): string {
  const lower = word.toLowerCase();
  if (at > 0 && SMALL_WORDS.has(lower) && text[at - 1] === ' ') return lower;
  const isAbbreviation = text[at - 1] === '(' || text[at - 1] === '[' || /\d|&|\..*\./.test(word);
  const isConsonants = word.length <= 4 && !/[AEIOUY]/.test(word);
  if (isAbbreviation || isConsonants) return ABBREVIATED.has(lower) ? capitalised(lower) : word;
  return capitalised(lower);
}

/** Short words that are words. */
const ABBREVIATED = new Set(['st', 'st.', 'mt', 'mt.', 'ft', 'ft.', 'dr', 'mr']);

function capitalised(lower: string): string {
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
