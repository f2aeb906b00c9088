import { updateMe } from '@troupe/contract/account/user';
import { answerOwnOffer } from '@troupe/contract/campaigns/creator-app';
import { changeOptIn, remindOptIn } from '@troupe/contract/campaigns/opt-in';
import { sendMessage } from '@troupe/contract/inbox/conversation';
import { listNotifications, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import { DEFAULT_PREFERENCES } from '@troupe/domain/inbox/notification';
import type { Language } from '@troupe/i18n/language';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import {
  createTestCampaign,
  createTestOptIn,
  type TestCreator,
} from './conversation/conversation.fixture.ts';
import { sendUnreadEmails } from './unread-emails.ts';

let world: MailWorld;
let brandId: string;
let member: TestPerson;
let creator: TestCreator;
let toTeam: string;
let toCreator: string;
let count = 0;

beforeAll(async () => {
  world = await startMailWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  toTeam = `team${++count}@larkmoor.test`;
  toCreator = `nadia${count}@inbox.test`;
  brandId = (await world.brand()).brandId;
  await world.t.api.db
    .insert(subscriptionTable)
    .values({ id: newId(), brandId, kind: 'plan', planId: 'bespoke', period: 'monthly', status: 'active' });
  const campaignId = await createTestCampaign(world.t, brandId);
  member = await world.t.person({ brandId, email: toTeam });
  creator = await createTestOptIn(world.t, { brandId, campaignId, email: toCreator });
});
afterEach(() => world.t.setNow(null));

const reads = (person: TestPerson, language: Language) => person.call(updateMe, { body: { language } });
const change = (body: object) =>
  member.call(changeOptIn, { params: { brandId, optInId: creator.optInId }, body });
const write = (text: string) =>
  member.call(sendMessage, {
    params: { brandId, optInId: creator.optInId },
    body: { clientId: newId(), text },
  });

/** The emails after six minutes, newest first. */
async function emailsTo(address: string) {
  world.t.setNow(new Date(Date.now() + 6 * 60_000));
  await sendUnreadEmails(world.t.api);
  await world.wake();
  return await world.arrived(address);
}

test('an email about messages is in the language of its reader, from right to left in Arabic', async () => {
  await reads(creator.person, 'ar');
  await write('The parcel <is> on its way');
  const [mail] = await emailsTo(toCreator);
  expect(mail?.subject).toBe('\u2068Autumn Trail Kit\u2069: رسالة من \u2068Larkmoor\u2069');
  expect(mail?.html).toContain('<div lang="ar" dir="rtl">');
  expect(mail?.html).toContain('<p>مرحبًا \u2068Nadia Okafor\u2069،</p>');
  expect(mail?.html).toContain('<bdi>The parcel &lt;is&gt; on its way</bdi>');
  expect(mail?.html).toContain('>فتح المحادثة</a>');
  expect(mail?.text).toContain('رُدّ على هذا البريد أو افتح المحادثة.');
  expect(mail?.text).toContain('The parcel <is> on its way');
});

test('a decision, its terms and their money are in the language of the creator', async () => {
  await reads(creator.person, 'de');
  const agreement = {
    fee: 45_050,
    deliverables: [{ kind: 'reel', count: 2 }],
    liveDue: '2099-02-10T12:00:00.000Z',
    usageRights: { termDays: 180, channels: ['organic', 'paid'], territory: 'EU' },
  };
  await change({ agreement });
  const [mail] = await emailsTo(toCreator);
  expect(mail?.subject).toBe('Du hast ein neues Angebot - Larkmoor');
  expect(mail?.text).toContain(
    'Angebot der Marke: 450,50\u00a0$, 2 Reels, live bis 10. Feb. 2099, Nutzungsrechte: 6 Monate, organische Beiträge und bezahlte Anzeigen, EU',
  );
  expect(mail?.text).toContain('In deinem Konto kannst du E-Mail-Benachrichtigungen ändern.');
  expect(mail?.html).toContain('<div lang="de" dir="ltr">');
});

test('without a choice, an email follows the browser that its reader used last', async () => {
  const headers = { authorization: `Bearer ${creator.person.token}`, 'accept-language': 'nl, fr-CA;q=0.8' };
  await fetch(`${world.t.url}/me`, { headers });
  await change({ status: 'rejected', reason: 'The season is over' });
  const [mail] = await emailsTo(toCreator);
  expect(mail?.subject).toBe('Votre candidature n’a pas été retenue - Larkmoor');
  // What the brand wrote stays as it is.
  expect(mail?.text).toContain('Refusée : The season is over');
});

test('a team reads bell and email in a language of the dashboard, each member in their own', async () => {
  const toSpanish = `mate${count}@larkmoor.test`;
  const mate = await world.t.person({ brandId, email: toSpanish });
  await reads(mate, 'es');
  await mate.call(saveNotificationPreferences, {
    body: { preferences: { ...DEFAULT_PREFERENCES, 'opt-in': 'mail' } },
  });
  // The dashboard has no Japanese.
  await reads(member, 'ja');
  await change({ agreement: { fee: 45_000 } });
  await creator.person.call(answerOwnOffer, {
    params: { optInId: creator.optInId, number: '2' },
    body: { answer: 'decline' },
  });
  const username = `c${creator.creatorId.slice(-10)}`;
  const titleFor = async (person: TestPerson) =>
    (await person.call(listNotifications, {})).notifications.map(({ title }) => title);
  expect(await titleFor(mate)).toEqual([`@${username} rechazó tu oferta`]);
  expect(await titleFor(member)).toEqual([`@${username} declined your offer`]);
  const [mail] = await emailsTo(toSpanish);
  expect(mail?.subject).toBe(`@${username} rechazó tu oferta - Larkmoor`);
  expect(mail?.text).toContain('Oferta rechazada: 450\u00a0US$');
});

test('a reminder is in the language of the creator', async () => {
  await reads(creator.person, 'ja');
  const terms = { deliverables: [{ kind: 'story', count: 3 }], draftDue: '2099-12-05T12:00:00.000Z' };
  await change({ status: 'approved', agreement: terms });
  await creator.person.call(answerOwnOffer, {
    params: { optInId: creator.optInId, number: '2' },
    body: { answer: 'accept' },
  });
  await member.call(remindOptIn, { params: { brandId, optInId: creator.optInId } });
  await world.wake();
  const [mail] = await world.arrived(toCreator);
  expect(mail?.subject).toBe('Autumn Trail Kit：Larkmoorからのリマインダー');
  expect(mail?.text).toContain('下書きの提出期限は2099年12月5日です。');
  expect(mail?.html).toContain('<p>合意した制作物：');
});
