import path from 'node:path';
import { type ProblemCode, problems } from '@troupe/domain/problem';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { setLanguage } from '@troupe/i18n/language';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { answerInTeamLanguage, inTeamLanguage } from './team-problems.ts';

const repository = path.resolve(import.meta.dirname, '../../../../..');

beforeAll(() => {
  for (const { id, texts } of readCatalogs(repository, ['apps/web', 'packages/domain']))
    for (const of of ['de', 'es'] as const) addMessages(of, { [id]: texts[of] ?? {} });
});
afterEach(() => setLanguage('en'));

/** What only teams are answered with. */
const CODES = [
  'subscription_required payment_past_due payment_incomplete payment_failed already_subscribed not_for_sale no_billing',
  'insufficient_credits email_domain_required already_invited already_member team_full acting_ended last_owner',
  'empty_audience_data report_unavailable search_unavailable unreadable_file invalid_signature store_taken store_refused add_on_required',
]
  .join(' ')
  .split(' ') as ProblemCode[];

test('what teams are answered with is in the language of the dashboard, with its values', async () => {
  expect(await inTeamLanguage({ message: 'You have no credits left.' })).toEqual({
    message: 'You have no credits left.',
  });
  setLanguage('de');
  const fields = { email: 'Enter an email address', name: 'Use at most 120 characters' };
  expect(await inTeamLanguage({ message: 'mia@larkmoor.test is already on the team.', fields })).toEqual({
    message: 'mia@larkmoor.test ist schon im Team.',
    fields: { email: 'Gib eine E-Mail-Adresse ein', name: 'Verwende höchstens 120 Zeichen' },
  });
  for (const of of ['de', 'es'] as const) {
    setLanguage(of);
    for (const code of CODES) {
      const { message } = problems[code];
      expect((await inTeamLanguage({ message })).message, code).not.toBe(message);
    }
  }
});

test('an answer says why an action is not possible in the language of the dashboard, and keeps what people wrote', async () => {
  const answer = () => ({
    rows: [{ reason: 'Invalid amount in “subtotal”: x', note: 'This link has ended. Create a new one.' }],
    abilities: {
      resume: { allowed: false, reason: 'This link has ended. Create a new one.' },
      end: { allowed: true, reason: null },
    },
    credit: { reason: 'Rate agreed by phone' },
    invites: [{ statusReason: "This mailbox doesn't exist." }, { statusReason: 'Bounced: 550 no such user' }],
    steps: ['All campaigns are archived, and unsent invites are withdrawn.', 'Anything else'],
  });
  expect(await answerInTeamLanguage(answer())).toEqual(answer());
  setLanguage('de');
  expect(await answerInTeamLanguage(answer())).toEqual({
    rows: [{ reason: '„subtotal“ ist kein Betrag: x', note: 'This link has ended. Create a new one.' }],
    abilities: {
      resume: { allowed: false, reason: 'Dieser Link ist beendet. Erstelle einen neuen.' },
      end: { allowed: true, reason: null },
    },
    credit: { reason: 'Rate agreed by phone' },
    invites: [
      { statusReason: 'Dieses Postfach gibt es nicht.' },
      { statusReason: 'Zurückgekommen: 550 no such user' },
    ],
    steps: [
      'Alle Kampagnen werden archiviert und nicht gesendete Einladungen zurückgezogen.',
      'Anything else',
    ],
  });
  expect(await answerInTeamLanguage(null)).toBeNull();
});
