import { countryCode } from '../creator-import/country.ts';
import { CITY_NAMES } from './city-names.gen.ts';
import { AMBIGUOUS_PLACES, foldWord } from './lexicon.ts';

/** A country, or the countries of a city: profiles have a country, but no city. */
export interface Place {
  countries: readonly string[];
  city: boolean;
  /** Whether the name is only meant as a place after a preposition. */
  doubtful: boolean;
}

/** Adjectives by country: in English, and stems with the endings of German and Spanish. */
const DEMONYMS: Record<string, string> = {
  AR: 'argentinian argentinians argentine|argentinisch|argentin',
  AT: 'austrian austrians|osterreichisch|austriac',
  AU: 'australian australians aussie|australisch|australian',
  BE: 'belgian belgians|belgisch|belg',
  BR: 'brazilian brazilians|brasilianisch|brasilen',
  CA: 'canadian canadians|kanadisch|canadiens',
  CH: 'swiss|schweizerisch schweizer|suiz',
  CL: 'chilean chileans|chilenisch|chilen',
  CN: 'chinese|chinesisch|chin',
  CO: 'colombian colombians|kolumbianisch|colombian',
  CZ: 'czech|tschechisch|chec',
  DE: 'german germans|deutsch|aleman',
  DK: 'danish|danisch|danes',
  EG: 'egyptian egyptians|agyptisch|egipci',
  ES: 'spanish spaniards|spanisch|espanol',
  FI: 'finnish|finnisch|finlandes',
  FR: 'french|franzosisch|frances',
  GB: 'british brits|britisch|britanic',
  GR: 'greek|griechisch|grieg',
  HU: 'hungarian|ungarisch|hungar',
  ID: 'indonesian|indonesisch|indonesi',
  IE: 'irish|irisch|irlandes',
  IL: 'israeli israelis|israelisch|israeli',
  IN: 'indian indians|indisch|indi',
  IT: 'italian italians|italienisch|italian',
  JP: 'japanese|japanisch|japones',
  KE: 'kenyan kenyans|kenianisch|kenian',
  KR: 'korean koreans|koreanisch|corean',
  MX: 'mexican mexicans|mexikanisch|mexican',
  NG: 'nigerian nigerians|nigerianisch|nigerian',
  NL: 'dutch|niederlandisch hollandisch|holandes neerlandes',
  NO: 'norwegian norwegians|norwegisch|norueg',
  NZ: 'kiwi|neuseelandisch|neozelandes',
  PE: 'peruvian peruvians|peruanisch|peruan',
  PH: 'filipino filipinos filipina|philippinisch|filipin',
  PL: 'polish|polnisch|polac',
  PT: 'portuguese|portugiesisch|portugues',
  RO: 'romanian|rumanisch|ruman',
  RS: 'serbian|serbisch|serbi',
  SE: 'swedish|schwedisch|suec',
  TH: 'thai|thailandisch|tailandes',
  TR: 'turkish|turkisch|turc',
  UA: 'ukrainian|ukrainisch|ucranian',
  US: 'american americans|amerikanisch|estadounidens',
  ZA: 'south african south africans|sudafrikanisch|sudafrican',
};
const GERMAN_ENDINGS = ['e', 'er', 'en', 'es', 'em'];
const SPANISH_ENDINGS = ['', 'o', 'a', 'os', 'as', 'e', 'es'];

/** Names of cities that the data has in another language only. */
const OTHER_CITY_NAMES =
  'DE:Köln DE:Colonia DE:Cologne DE:München DE:Múnich DE:Nuremberg DE:Frankfurt DE:Fráncfort DE:Hamburgo DE:Berlín DE:Hanover DE:Dusseldorf DE:Duesseldorf AT:Wien AT:Viena CH:Zurich CH:Zúrich CH:Geneva CH:Genf CH:Ginebra CH:Basel ES:Seville ES:Saragossa ES:Mallorca US:New_York US:Nueva_York US:NYC US:LA US:San_Francisco US:Los_Ángeles GB:Londres FR:París FR:Nizza FR:Marseilles IT:Rome IT:Rom IT:Mailand IT:Milán IT:Florence IT:Florenz IT:Venedig IT:Venecia IT:Turin IT:Naples IT:Neapel PT:Lisbon PT:Lissabon PT:Oporto PL:Warsaw PL:Warschau PL:Varsovia PL:Krakau PL:Cracovia CZ:Prag CZ:Praga DK:Copenhagen DK:Kopenhagen DK:Copenhague SE:Gothenburg SE:Göteborg SE:Estocolmo GR:Athen GR:Atenas BE:Brüssel BE:Bruselas BE:Antwerp NL:The_Hague NL:Den_Haag NL:Ámsterdam RU:Moskau RU:Moscú CN:Peking CN:Pekín JP:Tokio MX:Mexico_City MX:Ciudad_de_México MX:CDMX MX:Mexiko-Stadt BR:Sao_Paulo BR:Rio TR:Istanbul TR:Estambul EG:Kairo EG:El_Cairo AE:Abu_Dabi IN:Bombay IN:Delhi PE:Lima CO:Bogota CO:Medellin';

/** A city is only read without a preposition from this size on, in thousands. */
const KNOWN_SIZE = 300;
/** Namesakes of at least this share of the largest one count too. */
const NAMESAKE_SHARE = 0.5;

const keyOf = (name: string): string =>
  name
    .split(/[\s'’.-]+/u)
    .filter(Boolean)
    .map(foldWord)
    .join(' ');

let adjectives: ReadonlyMap<string, string> | undefined;
let cities: ReadonlyMap<string, { country: string; size: number }[]> | undefined;

function demonyms(): ReadonlyMap<string, string> {
  if (adjectives) return adjectives;
  const found = new Map<string, string>();
  for (const [country, forms] of Object.entries(DEMONYMS)) {
    const [english = '', german = '', spanish = ''] = forms.split('|');
    const irregular = english.match(/south african/)
      ? ['south african', 'south africans']
      : english.split(' ');
    for (const word of irregular) found.set(word, country);
    for (const stem of german.split(' '))
      for (const ending of stem.endsWith('er') ? [''] : GERMAN_ENDINGS) found.set(stem + ending, country);
    for (const stem of spanish.split(' '))
      for (const ending of SPANISH_ENDINGS) {
        const word = stem + ending;
        // Also ordinary words, such as "indie" and "china".
        if (word.length > 4 && !found.has(word) && !NO_DEMONYM.has(word)) found.set(word, country);
      }
  }
  adjectives = found;
  return found;
}
const NO_DEMONYM = new Set(['china', 'chine', 'indie', 'indies', 'india', 'serbia', 'grieg', 'checo']);

function cityNames(): ReadonlyMap<string, { country: string; size: number }[]> {
  if (cities) return cities;
  const found = new Map<string, { country: string; size: number }[]>();
  const add = (name: string, country: string, size: number) => {
    const key = keyOf(name);
    const known = found.get(key);
    if (known) known.push({ country, size });
    else found.set(key, [{ country, size }]);
  };
  for (const line of CITY_NAMES.trim().split('\n')) {
    const [country = '', names = ''] = line.split('|');
    for (const entry of names.split(',')) {
      const [name = '', size] = entry.split('=');
      add(name, country, Number(size));
    }
  }
  for (const entry of OTHER_CITY_NAMES.split(' ')) {
    const [country = '', name = ''] = entry.split(':');
    if (!found.has(keyOf(name.replace(/_/g, ' ')))) add(name.replace(/_/g, ' '), country, KNOWN_SIZE);
  }
  cities = found;
  return found;
}

/** Returns the country that an adjective such as "German" or "deutsche" stands for. */
export const demonymOf = (phrase: string): string | undefined => demonyms().get(phrase);

/**
 * Finds a country or a larger city by its name in English, German or Spanish. Cities that share a name count together
 * if they are about as large.
 * @param phrase folded words
 * @param original the same as typed
 */
export function placeOf(phrase: string, original: string): Place | null {
  const code = countryOf(phrase, original);
  if (code) return { countries: [code], city: false, doubtful: AMBIGUOUS_PLACES.has(phrase) };
  const found = cityNames().get(phrase);
  if (!found) return null;
  const largest = Math.max(...found.map(({ size }) => size));
  const countries = found
    .filter(({ size }) => size >= largest * NAMESAKE_SHARE)
    .map(({ country }) => country);
  return {
    countries: [...new Set(countries)],
    city: true,
    doubtful: largest < KNOWN_SIZE || AMBIGUOUS_PLACES.has(phrase) || phrase.length < 4,
  };
}

/** Short names that are unmistakable in lowercase too. */
const SHORT = new Set(['uk', 'usa', 'uae', 'eeuu']);

function countryOf(phrase: string, original: string): string | null {
  if (/^\p{RI}{2}$/u.test(original)) return countryCode(original);
  const letters = phrase.replace(/ /g, '');
  if (letters.length <= 3 && !SHORT.has(letters)) return null;
  if (/\d/.test(phrase)) return null;
  const name = original.replace(/^(?:die|der|den|los|las|el|la) /i, '');
  // German datives: "den Niederlanden".
  return countryCode(name) ?? (name.length > 6 && name.endsWith('n') ? countryCode(name.slice(0, -1)) : null);
}

/** Returns the country of an uppercase code, such as US. */
export const codedCountry = (original: string): string | null =>
  /^[A-Z]{2}$/.test(original) ? countryCode(original) : null;
