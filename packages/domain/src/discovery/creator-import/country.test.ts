import { expect, test } from 'vitest';
import { countryCode, readCountry } from './country.ts';
import { languageCode, readLanguage } from './language.ts';

test.each([
  ['GB', 'UK, uk, U.K., England, Scotland, Wales, Northern Ireland, Great Britain, Britain, GBR, 🇬🇧'],
  ['US', 'us, U.S., USA, United States of America, America, EEUU, EE.UU., Estados Unidos de América'],
  ['AE', 'UAE, U.A.E., Emirates, 🇦🇪'],
  ['TR', 'Turkey, Türkiye, TURKIYE, Türkıye'],
  ['RU', 'Russian Federation, the Russian Federation'],
  ['KR', 'Republic of Korea, Korea, Korea (South), South Korea, KOR'],
  ['KP', 'Korea (North), North Korea'],
  ['CI', "Ivory Coast, Côte d'Ivoire"],
  ['CZ', 'Czech Republic, Czechia, the Czech Republic'],
  ['NL', 'Holland, The Netherlands, Netherlands'],
  ['MK', 'Macedonia, North Macedonia'],
  ['MM', 'Burma, Myanmar'],
  ['CV', 'Cape Verde, Cabo Verde'],
  ['SZ', 'Swaziland, Eswatini'],
  ['TL', 'East Timor, Timor-Leste'],
  ['VN', 'Viet Nam, Vietnam'],
  ['HK', 'Hong Kong'],
  ['MO', 'Macau, Macao'],
  ['PS', 'Palestine'],
  ['SY', 'Syrian Arab Republic, Syria'],
  ['IR', 'Iran, Islamic Republic of'],
  ['BO', 'Bolivia, Plurinational State of'],
  ['VE', 'Venezuela, Bolivarian Republic of'],
  ['TZ', 'Tanzania, United Republic of'],
  ['MD', 'Moldova, Republic of'],
  ['TW', 'Taiwan, Province of China'],
  ['CD', 'Congo DR'],
  ['BA', 'Bosnia, Bosnia and Herzegovina, Bosnia & Herzegovina'],
  ['ZA', 'South Africa, Südafrika, 🇿🇦'],
  ['AZ', 'AZ, AZE, Azerbaijan, 🇦🇿'],
  ['TT', 'Trinidad & Tobago, Trinidad and Tobago'],
  ['SE', 'Schweden, Suède, Sverige'],
  ['JP', '日本, Japón'],
])('returns %s for %s', (code, names) => {
  // Some names contain a comma.
  for (const name of /^\p{L}+, (?=\S+ (?:\S+ )?of)/u.test(names) ? [names] : names.split(', '))
    expect(countryCode(name), name).toBe(code);
});

test.each([
  'XX',
  'QQQ',
  'ESX',
  'XES',
  '',
  '-',
  '1',
  '🇦',
  '🇦🇦🇦',
  '🇪🇸🇵',
  '🇽🇽',
  '\uf1ea\uf1f8',
  '\u{2f1ea}\u{2f1f8}',
  'ab1',
  'Bathe Netherlands',
  '🍕🍕',
  'é',
])('%j is not a country', (name) => {
  expect(countryCode(name)).toBeNull();
});

test('a cell without a country is empty or rejected', () => {
  expect(readCountry('N/A')).toEqual({ kind: 'missing' });
  expect(readCountry('España')).toEqual({ kind: 'value', value: 'ES' });
  expect(readCountry('Narnia')).toEqual({ kind: 'refused', reason: "Country “Narnia” isn't recognized" });
});

test.each([
  ['en', 'en, EN, en-US, en_GB, en-Latn-US, English, Inglés, Englisch, 英語'],
  ['he', 'iw, he, Hebrew'],
  ['id', 'in, Indonesian, Indonesia'],
  ['yi', 'ji, Yiddish'],
  ['jv', 'jw, jv'],
  ['ro', 'mo, Romanian, Română'],
  ['tl', 'fil, tl'],
  ['ceb', 'ceb, Cebuano'],
  ['de', 'German, Deutsch, Alemán, Allemand, Niemiecki'],
  ['pt', 'português, PORTUGUESE, pt_BR'],
])('returns %s for %s', (code, names) => {
  for (const name of names.split(', ')) expect(languageCode(name), name).toBe(code);
});

test.each(['xx', 'qqq', 'Klingonish', 'x1', '1en', 'en!', 'my en', 'en-a', ''])(
  '%j is not a language',
  (name) => {
    expect(languageCode(name)).toBeNull();
  },
);

test.each(['', 'N/A', 'und', 'un', 'zxx', 'MUL', 'mis', ' other ', 'Others', 'none', 'xx'])(
  '%j has no language',
  (cell) => {
    expect(readLanguage(cell)).toEqual({ kind: 'missing' });
  },
);

test('rejects an unknown language', () => {
  expect(readLanguage('Italian')).toEqual({ kind: 'value', value: 'it' });
  for (const cell of ['another', 'undecided'])
    expect(readLanguage(cell)).toEqual({ kind: 'refused', reason: `Language “${cell}” isn't recognized` });
});
