import { detectColumns } from '@troupe/domain/discovery/creator-import/columns';
import type { ImportField } from '@troupe/domain/discovery/creator-import/field';
import { detectPlatform } from '@troupe/domain/discovery/creator-import/platform';
import { readCell } from '@troupe/domain/discovery/creator-import/row';
import { addMessages } from '@troupe/i18n/catalog';
import { setLanguage } from '@troupe/i18n/language';
import { afterEach, beforeEach, expect, test } from 'vitest';
import german from './messages/de.json' with { type: 'json' };
import { reasonText } from './reason-text.ts';

beforeEach(() => {
  addMessages('de', { 'web/discovery/creator-import': german });
  setLanguage('de');
});
afterEach(() => setLanguage('en'));

/** The reason why a cell is refused, or the remark about it. */
function reasonOf(field: ImportField, cell: string): string {
  const read = readCell({ field }, cell, 'instagram');
  const reason = read.kind === 'refused' ? read.reason : read.kind === 'value' ? read.remark : undefined;
  return reason ?? `${field} takes ${cell}`;
}

test.each<[ImportField, string, string]>([
  ['followerCount', 'many (. or so)', 'Follower: „many (. or so)“ ist keine Zahl'],
  ['avgLikes', '5%', 'Durchschnittliche Likes: „5%“ ist ein Prozentwert, keine Anzahl'],
  ['followerCount', '-5', 'Follower: „-5“ ist kleiner als null'],
  ['followerCount', '9e15', 'Follower: „9e15“ ist zu groß, um wahr zu sein'],
  ['engagement', 'high', 'Engagement-Rate: „high“ ist keine Rate'],
  ['country', 'Atlantis', 'Das Land „Atlantis“ ist unbekannt'],
  ['language', 'Klingonish', 'Die Sprache „Klingonish“ ist unbekannt'],
  ['platform', 'Myspace', 'Die Plattform „Myspace“ wird nicht unterstützt'],
  ['verified', 'perhaps', '„perhaps“ ist weder Ja noch Nein'],
  ['email', 'ana@', 'Die E-Mail-Adresse „ana@“ ist unvollständig'],
  ['tags', 'Great', '„Great“ ist kein Status-Tag'],
  ['profilePicUrl', 'ftp://x', 'Die Bildadresse „ftp://x“ ist nicht verwendbar'],
  ['profileUrl', 'https://www.instagram.com/p/Cabc/', 'Die Profil-URL führt zu einem Beitrag'],
  ['username', 'ana maria', 'Der Nutzername enthält ein Leerzeichen: „ana maria“'],
])('the reason of a %s of %s is in the language of the person', (field, cell, text) => {
  expect(reasonText(reasonOf(field, cell))).toBe(text);
});

test('the reasons of columns and of the platform are in the language of the person', () => {
  const rows = [
    ['12.500', '', 'x y'],
    ['48.200', '', 'z'],
    ['900', '', 'w'],
  ];
  const reasons = detectColumns(['followers', 'blank', 'thing'], rows, 'instagram');
  expect(reasons.map(({ reason }) => reasonText(reason))).toEqual([
    'Überschrift und Werte passen zusammen',
    'Die Spalte ist leer',
    'Kein Feld eines Creators passt zu dieser Spalte',
  ]);
  expect(reasonText(detectPlatform('file.csv', ['a'], [['1']]).reason)).toBe(
    'Nichts in der Datei nennt eine Plattform',
  );
});

test('several remarks about a row are translated one by one, and unknown ones stay', () => {
  expect(
    reasonText(
      "Country “0” isn't recognized, skipped. We skip average views of 0 because they mean the data is missing",
    ),
  ).toBe(
    'Das Land „0“ ist unbekannt, übersprungen. Durchschnittliche Aufrufe von 0 werden übersprungen: Sie stehen für eine fehlende Zahl',
  );
  expect(reasonText('The picture server answered 404')).toBe('The picture server answered 404');
  setLanguage('en');
  expect(reasonText("Country “0” isn't recognized")).toBe("Country “0” isn't recognized");
});

test('reasons of earlier imports say "skipped" as new ones do', () => {
  setLanguage('en');
  expect(
    reasonText(
      "Country “0” isn't recognized, left out. Average views of 0 are left out because they mean missing data",
    ),
  ).toBe(
    "Country “0” isn't recognized, skipped. We skip average views of 0 because they mean the data is missing",
  );
  for (const [earlier, now] of [
    [
      'Averages of 0 are skipped because they mean missing data',
      'We skip averages of 0 because they mean the data is missing',
    ],
    [
      "Skipped: more likes than views in 67% of the rows, so the header can't be right",
      'Skipped: 67% of rows have more likes than views, so the header must be wrong',
    ],
    ['Rates, read as fractions', 'Rates, interpreted as fractions'],
    [
      'Engagement counts; the rate is calculated from the follower count',
      'Number of engagements, which we divide by followers to get the rate',
    ],
    [
      'Channel names, also used to identify channels because the file has no usernames',
      'Channel names, which we also use to identify channels because the file has no usernames',
    ],
  ] as const)
    expect(reasonText(earlier)).toBe(now);
  setLanguage('de');
  expect(reasonText("Country “0” isn't recognized, left out")).toBe(
    'Das Land „0“ ist unbekannt, übersprungen',
  );
});
