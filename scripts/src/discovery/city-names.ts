import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../folders.ts';

// Writes the names of larger cities by country, with their population in thousands, from the file cities15000.txt of
// GeoNames (https://download.geonames.org/export/dump/), given as the argument.

const SMALLEST = 100_000;
const TARGET = 'packages/domain/src/discovery/sentence/city-names.gen.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Usage: node scripts/src/discovery/city-names.ts cities15000.txt');
const cities = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([, name = '', , , , , , , country = '', , , , , , population]) => ({
    name,
    country,
    population: Number(population),
  }))
  .filter(({ population }) => population >= SMALLEST)
  .toSorted((a, b) => a.country.localeCompare(b.country, 'en') || b.population - a.population);
const lines = [...Map.groupBy(cities, ({ country }) => country)].map(
  ([country, known]) =>
    `${country}|${known.map(({ name, population }) => `${name}=${Math.round(population / 1000)}`).join(',')}`,
);
writeFileSync(
  join(root, TARGET),
  `// Written by scripts/src/discovery/city-names.ts from data of GeoNames (geonames.org), licensed under CC BY 4.0, reduced to cities
// of 100,000 people and more.

/** A line for each country: its code and its cities with their population in thousands. */
export const CITY_NAMES = \`
${lines.join('\n')}
\`;
`,
);
console.log(`${cities.length} cities in ${lines.length} countries`);
