import { inLanguage, type Language } from '@troupe/i18n/language';
import { expect, test } from 'vitest';
import { paymentTitle } from './stored-month.ts';

const titleIn = (language: Language, statementId: string | null, campaignTitle: string) =>
  inLanguage(language, () => paymentTitle({ statementId, campaignTitle }, (month) => `for ${month}`));

test('the month of a statement is written in the language of the page; titles of campaigns stay', () => {
  expect(titleIn('en', 's', 'Commissions, May 2026')).toBe('for May 2026');
  expect(titleIn('de', 's', 'Commissions, May 2026')).toBe('for Mai 2026');
  expect(titleIn('ja', 's', 'Commissions, October 2026')).toBe('for 2026年10月');
  expect(titleIn('de', 's', 'Commissions, then')).toBe('for then');
  expect(titleIn('de', null, 'Commissions, May 2026')).toBe('Commissions, May 2026');
});
