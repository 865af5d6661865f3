import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { cityKey } from './find-area.ts';
import { localAreas } from './local-areas.ts';
import { namedRegions } from './place-names.ts';
import { countries, findPlace, type PlaceKey, states } from './places.ts';

/** A place by its name as a person wrote it; the city where it decides something, which it does in the US. */
export interface NamedPlace {
  place: PlaceKey;
  city?: string;
}

/** Where a text names a place, and which ones that may be. */
interface Mention {
  from: number;
  to: number;
  options: readonly NamedPlace[];
  /** How surely the words are meant as the place of the buyer. */
  weight: number;
}

interface Word {
  text: string;
  from: number;
  to: number;
}

const citiesSchema = z.record(z.enum(countries), z.record(z.string(), z.array(z.string())));

/** Short forms that people write in place of the full name. */
const SHORT_CITIES: Readonly<Record<string, string>> = {
  nyc: 'New York',
  'new york city': 'New York',
  vegas: 'Las Vegas',
  philly: 'Philadelphia',
};
const LONGEST_NAME = 4;

const BEFORE_A_PLACE = /^(in|near|around|outside|from|to|of|at)$/;
const BEFORE_A_HOME = /^(live|lives|living|register|registered|registering|resident|based|home)$/;
const YEAR = /^(19|20)\d\d$/;

/** Makes the reader of places in what people write. */
export function createPlaceReader() {
  const regions = namedRegions();
  const cities = readCities();

  function regionAt(words: readonly Word[], at: number, ofCity: readonly NamedPlace[]) {
    for (let length = LONGEST_NAME; length > 0; length -= 1) {
      const place = regions.get(keyOf(words, at, length));
      if (place) return { places: [place], length };
    }
    const code = words[at]?.text ?? '';
    const places = countries.flatMap((country) => findPlace(country, code.toUpperCase()) ?? []);
    const isOfCity = ofCity.some(({ place }) => places.some((one) => one.code === place.code));
    if (code === 'CA') places.push(...ofCity.flatMap(({ place }) => (place.country === 'CA' ? [place] : [])));
    return places.length > 0 && (code === code.toUpperCase() || isOfCity) ? { places, length: 1 } : undefined;
  }

  function mentionAt(
    text: string,
    words: readonly Word[],
    at: number,
  ): (Mention & { words: number }) | undefined {
    const first = words[at];
    if (!first) return undefined;
    const before = words[at - 1]?.text.toLowerCase() ?? '';
    const gap = text.slice(words[at - 1]?.to ?? 0, first.from);
    const isLed = BEFORE_A_PLACE.test(before);
    const isHome = isLed && BEFORE_A_HOME.test(words[at - 2]?.text.toLowerCase() ?? '');
    const weightOf = (least: number) => (isHome ? 3 : isLed ? 2 : least);
    const mention = (length: number, options: readonly NamedPlace[], weight: number) => ({
      from: first.from,
      to: words[at + length - 1]?.to ?? first.to,
      options,
      weight,
      words: length,
    });
    for (let length = LONGEST_NAME; length > 0; length -= 1) {
      const key = keyOf(words, at, length);
      const region = regions.get(key);
      const ofCity = cities.get(key) ?? [];
      if (!region && ofCity.length === 0) continue;
      const next = ofCity.length > 0 ? regionAt(words, at + length, ofCity) : undefined;
      const isNext = next && /^,?\s*$/.test(text.slice(words[at + length - 1]?.to, words[at + length]?.from));
      if (next && isNext) {
        const name = text.slice(first.from, words[at + length - 1]?.to);
        const options = next.places.map(
          (place) =>
            ofCity.find((one) => one.place.code === place.code && one.place.country === place.country) ??
            withCity(place, name),
        );
        const isKnown = options.filter((one) => ofCity.includes(one));
        if (region?.country === 'CA' && words[at + length]?.text === 'CA') isKnown.push({ place: region });
        return mention(length + next.length, isKnown.length > 0 ? isKnown : options, weightOf(2));
      }
      if (region) return mention(length, [{ place: region }], weightOf(1));
      // A bare name may be that of a car.
      const standsAlone = /[,;.:(]/.test(gap) || at === 0 || (/\dk?$/.test(before) && !YEAR.test(before));
      return isLed || standsAlone ? mention(length, ofCity, weightOf(1)) : undefined;
    }
    const isAfterComma = gap.includes(',');
    const isBeforeZip = /^\d{5}$/.test(words[at + 1]?.text ?? '');
    if (first.text === 'CA' || !(isLed || isAfterComma || isBeforeZip)) return undefined;
    const code = first.text === first.text.toUpperCase() ? regionAt(words, at, []) : undefined;
    return (
      code &&
      mention(
        1,
        code.places.map((place) => ({ place })),
        weightOf(2),
      )
    );
  }

  /** The places that the text may mean, and where it names them; of a home and a seller's place, the home. */
  return (
    text: string,
  ): { options: readonly NamedPlace[]; spans: readonly (readonly [number, number])[] } => {
    const words = wordsOf(text);
    const mentions: Mention[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const found = mentionAt(text, words, at);
      if (!found) continue;
      mentions.push(found);
      at += found.words - 1;
    }
    const weight = Math.max(...mentions.map((one) => one.weight));
    const heaviest = mentions.filter((one) => one.weight === weight);
    let options: readonly NamedPlace[] = [];
    for (const { options: more } of heaviest) {
      const isIn = (list: readonly NamedPlace[]) => (one: NamedPlace) =>
        list.some(({ place }) => place === one.place);
      const both = unique([...more.filter(isIn(options)), ...options.filter(isIn(more))]);
      options = both.length > 0 ? both : [...options, ...more];
    }
    return { options, spans: heaviest.map(({ from, to }) => [from, to] as const) };
  };
}

/** Keeps of each place the first, which has a city where one was named. */
function unique(options: readonly NamedPlace[]): NamedPlace[] {
  const byPlace = new Map<PlaceKey, NamedPlace>();
  for (const one of options) if (byPlace.get(one.place)?.city === undefined) byPlace.set(one.place, one);
  return [...byPlace.values()];
}

function withCity(place: PlaceKey, city: string): NamedPlace {
  return place.country === 'US' ? { place, city } : { place };
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}'’.]+/gu)].map(({ 0: word, index }) => {
    const trimmed = word.replace(/['’.]+$/, '');
    return { text: trimmed.replaceAll('.', ''), from: index, to: index + trimmed.length };
  });
}

const keyOf = (words: readonly Word[], at: number, length: number) =>
  at + length > words.length
    ? ''
    : cityKey(
        words
          .slice(at, at + length)
          .map(({ text }) => text)
          .join(' '),
      );

function readCities() {
  const cities = new Map<string, NamedPlace[]>();
  const addCity = (city: string, country: string, code: string, name = city) => {
    const place = findPlace(country, code);
    const known = cities.get(cityKey(city)) ?? [];
    if (place && !known.some((one) => one.place === place)) known.push(withCity(place, name));
    cities.set(cityKey(city), known);
  };
  const areas = localAreas().states;
  for (const code of states)
    for (const city of Object.keys(areas[code]?.cities ?? {})) addCity(city, 'US', code);
  for (const [country, places] of Object.entries(readDataFile('costs/cities.json', citiesSchema)))
    for (const [code, list] of Object.entries(places)) for (const city of list) addCity(city, country, code);
  for (const [short, city] of Object.entries(SHORT_CITIES))
    for (const { place } of cities.get(cityKey(city)) ?? []) addCity(short, place.country, place.code, city);
  return cities;
}
