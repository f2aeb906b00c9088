import path from 'node:path';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import { creditReasonText } from './credit-text.ts';

beforeAll(() => {
  const repository = path.resolve(import.meta.dirname, '../../../../..');
  for (const { id, texts } of readCatalogs(repository, ['packages/domain']))
    addMessages('de', { [id]: texts.de ?? {} });
});

test.each([
  ['plan', 'Trailblazer plan, November 2026', 'Tarif Trailblazer, November 2026'],
  ['plan', 'Trailblazer plan, May 2026', 'Tarif Trailblazer, Mai 2026'],
  ['capture', 'Deep insights: run.mara', 'Deep Insights: run.mara'],
  ['capture', 'Deep insights update: run.mara', 'Deep Insights aktualisiert: run.mara'],
  ['capture', 'Contact info: run.mara', 'Kontaktdaten: run.mara'],
  ['release', 'No contact info found', 'Keine Kontaktdaten gefunden'],
  ['capture', 'Search outside Troupe: 1 new creator', 'Suche außerhalb von Troupe: 1 neuer Creator'],
  ['capture', 'Search outside Troupe: Modash', 'Suche außerhalb von Troupe: Modash'],
  ['purchase', '100 credits bought, invoice F-7', '100 Credits gekauft, Rechnung F-7'],
  [
    'refund',
    'Credits refunded: 5 of 10 credits removed, 2 will be removed from future credits',
    'Credits erstattet: 5 von 10 Credits entfernt, 2 werden von künftigen Credits abgezogen',
  ],
  ['adjustment', 'Deep insights: kept as written', 'Deep insights: kept as written'],
  ['capture', 'A reason of another version', 'A reason of another version'],
] as const)('a movement of kind %s, %j, reads %j in German', (kind, reason, german) => {
  const entry = { kind, reason } as Parameters<typeof creditReasonText>[0];
  expect(creditReasonText(entry)).toBe(reason);
  expect(inLanguage('de', () => creditReasonText(entry))).toBe(german);
});
