import { readFileSync } from 'node:fs';
import path from 'node:path';
import { auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import { calls } from '@troupe/contract/calls';
import { translateTitle } from '@troupe/domain/account/audit/audit-titles';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../../../../../..');
const english = JSON.parse(
  readFileSync(path.join(repository, 'packages/domain/src/account/audit/messages/en.json'), 'utf8'),
) as Record<string, string>;
const LANGUAGES = ['de', 'es'] as const;

beforeAll(() => {
  for (const { id, texts } of readCatalogs(repository, ['packages/domain']))
    for (const of of LANGUAGES) addMessages(of, { [id]: texts[of] ?? {} });
});

const campaignStatuses = ['draft', 'publish', 'paused', 'completed', 'archived'].map((status) => ({
  status,
}));
const optInStatuses = ['pending', 'approved', 'rejected', 'completed', 'withdrawn'];
const payments = ['due', 'approved', 'paid', 'failed'];
const followUps = ['pause', 'resume', 'stop'].map((action) => ({ action }));

/** Request bodies for each title of the calls whose title depends on them. */
const BODIES: Record<string, object[]> = {
  acceptAgreement: [{}],
  answerOffer: ['accept', 'decline', 'withdraw'].map((answer) => ({ answer })),
  changeAgreement: [{}],
  changeAllFollowUps: followUps,
  changeFollowUps: followUps,
  changeOptIn: optInStatuses.map((status) => ({ status })),
  changeUntaggedPost: [{ dismissed: true }, { dismissed: false }],
  createAgreement: [{}],
  decideContentPreview: [{ reopen: true }, { status: 'approved' }, { status: 'rejected' }],
  decideOptIns: ['approved', 'rejected'].flatMap((status) => [
    { status, optInIds: ['a'] },
    { status, optInIds: ['a', 'b'] },
  ]),
  inviteToTeam: [{ email: 'ada@larkmoor.example' }],
  movePayables: payments.flatMap((state) => [
    { state, payables: ['a'] },
    { state, payables: ['a', 'b'] },
  ]),
  saveAgreementTemplate: [{}],
  sendBulkInvite: [{ contactAnyway: true }],
  sendInvite: [{ contactAnyway: true }],
  setCampaignStatus: campaignStatuses,
  startFollowUps: [{ contactAnyway: true }],
  undoApprovals: [{ optInIds: ['a'] }, { optInIds: ['a', 'b'] }],
  updateBrand: [{ name: 'Larkmoor' }],
  updatePayoutSettings: ['stripe', 'manual'].map((method) => ({ method, paymentDays: 30 })),
};

const audited = calls.filter(isAudited);
const titles = audited.flatMap((call) => [
  auditTitle(call),
  ...(BODIES[call.name] ?? []).map((body) => auditTitle(call, body)),
]);

test('titles of actions have no articles', () => {
  const depending = audited.filter(({ audit }) => typeof audit === 'function').map(({ name }) => name);
  expect(Object.keys(BODIES).sort()).toEqual(depending.sort());
  expect(titles.filter((title) => /\b(an?|the|me)\b/i.test(title))).toEqual([]);
});

test('every title of an action is written in the languages of the dashboard', () => {
  const said = (of: (typeof LANGUAGES)[number], title: string) => inLanguage(of, () => translateTitle(title));
  for (const of of LANGUAGES)
    expect(
      titles.filter((title) => said(of, title) === title),
      of,
    ).toEqual([]);
  expect(said('de', 'Declined 12 opt-ins')).toBe('12 Bewerbungen abgelehnt');
  expect(said('es', 'Invited ada@larkmoor.example to team')).toBe('ada@larkmoor.example invitado al equipo');
  expect(said('de', 'Changed the list')).toBe('Changed the list');
});

test('a title in the words of an earlier version is written as the action is called today', () => {
  const said = (usual: string | null) => inLanguage('de', () => translateTitle('Changed the list', usual));
  expect(said('Updated creator list')).toBe('Creator-Liste aktualisiert');
  expect(said('Renamed nothing')).toBe('Changed the list');
  expect(said(null)).toBe('Changed the list');
});

test('the catalog has no title that no action has', () => {
  const shown = new Set(titles);
  const stale = Object.values(english).filter(
    (text) =>
      ![...shown].some((title) =>
        new RegExp(`^${text.replace(/[.*+?^$()|]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`).test(title),
      ),
  );
  expect(stale).toEqual([]);
});
