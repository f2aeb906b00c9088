import { createHash } from 'node:crypto';
import { createApiKey } from '@troupe/contract/account/api-key';
import * as calls from '@troupe/contract/campaigns/agreement';
import { removeOwnAccount } from '@troupe/contract/campaigns/creator-app';
import { answerOffer, changeOptIn, decideOptIns, getOptIn } from '@troupe/contract/campaigns/opt-in';
import { createClient } from '@troupe/contract/client';
import { listOwnMessages } from '@troupe/contract/inbox/own-conversation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import { readPdfLines } from '../../platform/pdf/pdf-words.fixture.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { userTable } from '../account/user/user.table.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { contentPreviewTable, uploadTable } from './campaign-content/campaign-content.table.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';

let w: OptInWorld;
beforeAll(async () => {
  w = await startOptInWorld();
});
afterAll(() => w.t.stop());

const RIGHTS = { termDays: 180, channels: ['organic' as const, 'paid' as const], territory: 'EU' };

/** A creator whose request for $405 was approved. */
async function collaboration(username?: string) {
  const creator = await w.account(username ? { username } : {});
  const campaignId = await w.campaign(w.brandId, { maxPaidAmount: 70_000, usageRights: RIGHTS });
  const { id } = await w.take(creator, { askedFee: 40_500 }, campaignId);
  await w.change(id, { status: 'approved' });
  return { creator, campaignId, id, params: { brandId: w.brandId, optInId: id } };
}
type Params = { brandId: string; optInId: string };

const create = async (params: Params, by: TestPerson = w.person) =>
  (await by.call(calls.createAgreement, { params })).agreements;
const list = async (params: Params) => (await w.person.call(calls.listAgreements, { params })).agreements;
const edit = async (params: Params, clauses: string, hash: string) =>
  (await w.person.call(calls.changeAgreement, { params, body: { clauses, hash } })).agreements;
const accept = async (params: Params, hash: string, name = 'Robin Hale', by: TestPerson = w.person) =>
  (await by.call(calls.acceptAgreement, { params, body: { name, hash } })).agreements;
const listOwn = async (by: TestPerson, { optInId }: Params) =>
  (await by.call(calls.listOwnAgreements, { params: { optInId } })).agreements;
const acceptOwn = async (by: TestPerson, { optInId }: Params, hash: string, name = 'Ana Lima') =>
  (await by.call(calls.acceptOwnAgreement, { params: { optInId }, body: { name, hash } })).agreements;
const pdf = ({ token }: TestPerson, of: string) =>
  fetch(`${w.t.url}/${of}/agreements/1/pdf`, { headers: { authorization: `Bearer ${token}` } });
const lines = async (by: TestPerson, optInId: string) =>
  (await by.call(listOwnMessages, { params: { optInId } })).messages.map(({ text }) => text);

test('both sides accept a document made from the agreed terms, by name, time and hash', async () => {
  const { creator, id, params } = await collaboration('ana.lima');
  const [draft] = await create(params);
  expect(draft).toMatchObject({
    number: 1,
    state: 'draft',
    replaced: false,
    brand: null,
    creator: null,
    terms: { fee: 40_500, usageRights: RIGHTS },
  });
  const { text = '', hash = '' } = draft ?? {};
  expect(text).toContain(`Collaboration agreement, version 1

Brand: Larkmoor
Creator: @ana.lima on Instagram
Campaign: Autumn Trail Kit

Fee: $405
Deliverables: 2 reels
Draft due: December 5, 2099
Live by: December 12, 2099
Usage rights: 6 months from the day the content goes live
Channels: organic, paid ads
Territory: EU
`);
  expect(text).not.toMatch(/[{}]/);
  expect(hash).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  // Drafts are the brand's.
  expect(await listOwn(creator, params)).toEqual([]);
  await expect(acceptOwn(creator, params, hash)).rejects.toMatchObject({ code: 'conflict' });

  expect(await accept(params, hash, '  Robin   Hale ')).toMatchObject([
    { state: 'waiting', brand: { name: 'Robin Hale', at: expect.any(String) }, creator: null },
  ]);
  const [waiting] = await listOwn(creator, params);
  expect(waiting).toMatchObject({ text, hash, state: 'waiting' });
  expect(waiting).not.toHaveProperty('clauses');
  expect(await acceptOwn(creator, params, hash)).toMatchObject([
    { state: 'accepted', creator: { name: 'Ana Lima', at: expect.any(String) } },
  ]);
  expect(await list(params)).toMatchObject([{ state: 'accepted', text, hash }]);
  expect(await lines(creator, id)).toEqual(
    expect.arrayContaining([
      'Brand accepted the agreement (version 1)',
      'Creator accepted the agreement (version 1)',
    ]),
  );
  const told = async (userId: string) =>
    (
      await w.db
        .select({ title: notificationTable.title })
        .from(notificationTable)
        .where(eq(notificationTable.userId, userId))
    ).map(({ title }) => title);
  expect(await told(creator.userId)).toContain('Review and accept your agreement');
  expect(await told(w.person.userId)).toContain('@ana.lima accepted the agreement');
});

test('an agreement needs agreed terms, and both brand and creator must be its own', async () => {
  const waiting = await w.optIn();
  await expect(create({ brandId: w.brandId, optInId: waiting })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  const { creator, params } = await collaboration();
  const [draft] = await create(params);
  const hash = draft?.hash ?? '';
  await accept(params, hash);
  const otherBrand = await w.brand();
  const stranger = await w.t.person({ brandId: otherBrand });
  const otherCreator = await w.account();
  const elsewhere = { brandId: otherBrand, optInId: params.optInId };
  expect(
    await codesOf([
      create(params, stranger),
      create(elsewhere, stranger),
      stranger.call(calls.listAgreements, { params: elsewhere }),
      accept(elsewhere, hash, 'Robin Hale', stranger),
      listOwn(otherCreator, params),
      acceptOwn(otherCreator, params, hash),
      acceptOwn(creator, params, hash, '   '),
      acceptOwn(creator, params, 'f'.repeat(64)),
    ]),
  ).toEqual([
    'forbidden',
    'not_found',
    'not_found',
    'not_found',
    'not_found',
    'not_found',
    'invalid',
    'conflict',
  ]);
  expect((await pdf(stranger, `brand/${otherBrand}/opt-ins/${params.optInId}`)).status).toBe(404);
  expect((await pdf(otherCreator, `creator/opt-ins/${params.optInId}`)).status).toBe(404);
  expect(await list(params)).toMatchObject([{ state: 'waiting', creator: null }]);
});

test('an API key prepares, offers and declines, but accepts for no person', async () => {
  const brandId = await w.brand();
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  const { key } = await owner.call(createApiKey, {
    params: { brandId },
    body: { name: 'Assistant', scope: 'write' },
  });
  const program = createClient({ baseUrl: w.t.url, token: () => key });
  const campaignId = await w.campaign(brandId, { maxPaidAmount: 70_000 });
  const creator = await w.account();
  const { id } = await w.take(creator, { askedFee: 10_000 }, campaignId);
  const params = { brandId, optInId: id };
  const message = 'Only a logged-in person can accept terms. API keys can make offers and decline.';
  const refusal = { status: 403, message };
  await expect(
    program.call(changeOptIn, { params, body: { status: 'approved', version: 1 } }),
  ).rejects.toMatchObject(refusal);
  await expect(
    program.call(decideOptIns, {
      params: { brandId, campaignId },
      body: { optInIds: [id], status: 'approved' },
    }),
  ).rejects.toMatchObject(refusal);
  await expect(
    program.call(answerOffer, { params: { ...params, number: '1' }, body: { answer: 'accept' } }),
  ).rejects.toMatchObject(refusal);
  // The terms the creator asked for, as an offer, would be accepted at once.
  const { optIn } = await owner.call(getOptIn, { params });
  expect(optIn.status).toBe('pending');
  await expect(
    program.call(changeOptIn, { params, body: { agreement: { fee: 10_000 }, version: optIn.version } }),
  ).rejects.toMatchObject(refusal);
  const other = await program.call(changeOptIn, {
    params,
    body: { agreement: { fee: 9_000 }, version: optIn.version },
  });
  expect(other.optIn).toMatchObject({ status: 'pending', agreed: null });

  await w.change(id, { status: 'approved' }, owner, brandId);
  const { agreements } = await program.call(calls.createAgreement, { params });
  const body = { name: 'Robin Hale', hash: agreements[0]?.hash ?? '' };
  await expect(program.call(calls.acceptAgreement, { params, body })).rejects.toMatchObject({
    status: 403,
    message: 'Only a logged-in person can do this.',
  });
  expect(await owner.call(calls.listAgreements, { params })).toMatchObject({
    agreements: [{ state: 'draft', brand: null }],
  });
});

test('edits of clauses withdraw what the brand accepted, and refuse stale versions and unknown placeholders', async () => {
  const { creator, params } = await collaboration();
  const [draft] = await create(params);
  const first = draft?.hash ?? '';
  await accept(params, first);
  const clauses = 'Pay {fee} to {creator}.\r\nNothing else.  ';
  const [edited] = await edit(params, clauses, first);
  expect(edited).toMatchObject({ number: 1, state: 'draft', brand: null, clauses });
  expect(edited?.text).toMatch(/\nPay \$405 to @[\w.-]+ on Instagram\.\nNothing else\.\n$/);
  expect(edited?.hash).not.toBe(first);
  const results = await codesOf([
    edit(params, 'Mine.', first),
    accept(params, first),
    acceptOwn(creator, params, first),
    edit(params, 'Pay {everything}.', edited?.hash ?? ''),
  ]);
  expect(results).toEqual(['conflict', 'conflict', 'conflict', 'invalid']);
  await accept(params, edited?.hash ?? '');
  await acceptOwn(creator, params, edited?.hash ?? '');
  await expect(edit(params, 'Mine.', edited?.hash ?? '')).rejects.toMatchObject({
    code: 'invalid_transition',
  });
  // The database doesn't allow rewriting it either.
  await expect(
    w.t.api.pool.query(`update agreement set text = 'Mine.' where opt_in_id = $1`, [params.optInId]),
  ).rejects.toThrow('an accepted agreement never changes');
});

test('double clicks and two people at once accept and create once', async () => {
  const { creator, id, params } = await collaboration();
  const second = await w.t.person({ brandId: w.brandId });
  await Promise.all([create(params), create(params), create(params, second)]);
  expect(await list(params)).toHaveLength(1);
  const hash = (await list(params))[0]?.hash ?? '';
  await Promise.all([
    accept(params, hash, 'Robin Hale'),
    accept(params, hash, 'Robin Hale'),
    accept(params, hash, 'Sam Otieno', second),
  ]);
  const signer = (await list(params))[0]?.brand;
  await Promise.all([acceptOwn(creator, params, hash), acceptOwn(creator, params, hash)]);
  expect(await accept(params, hash, 'Someone Else', second)).toMatchObject([{ brand: signer }]);
  const kinds = (await w.events(id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.startsWith('agreement'))).toEqual([
    'agreement-sent',
    'agreement-accepted',
  ]);
  // An edit and an acceptance at once: the creator never accepts a text they haven't read.
  const other = await collaboration();
  const draft = (await create(other.params))[0]?.hash ?? '';
  await accept(other.params, draft);
  const [edited, accepted] = await codesOf([
    edit(other.params, 'Other clauses.', draft),
    acceptOwn(other.creator, other.params, draft),
  ]);
  const [after] = await list(other.params);
  if (accepted === null) {
    expect([edited, after?.hash]).toEqual(['invalid_transition', draft]);
  } else {
    expect([edited, accepted, after?.creator]).toEqual([null, 'conflict', null]);
  }
});

test('terms changed by an offer add a version that both accept again, and move the end of usage rights', async () => {
  const { creator, id, params, campaignId } = await collaboration();
  const first = (await create(params))[0]?.hash ?? '';
  await accept(params, first);
  await acceptOwn(creator, params, first);
  const liveAt = '2026-03-01T00:00:00.000Z';
  const usableUntil = '2026-08-28T00:00:00.000Z';
  /** Adds content of an opt-in with one file. */
  async function file(optInId: string, status: 'live' | 'approved', ends = usableUntil) {
    const [previewId, uploadId] = [newId(), newId()];
    const place = { brandId: w.brandId, campaignId, optInId };
    await w.db.insert(contentPreviewTable).values({ id: previewId, ...place, kind: 'reel', status, liveAt });
    await w.db.insert(uploadTable).values({
      id: uploadId,
      ...place,
      previewId,
      userId: creator.userId,
      name: 'reel.mp4',
      type: 'video/mp4',
      bytes: 10,
      hash: newId(),
      fileKey: `uploads/${uploadId}`,
      scan: 'off',
      usableUntil: ends,
    });
    return uploadId;
  }
  const other = await w.take(await w.account(), { askedFee: 30_000 }, campaignId);
  const sooner = '2026-05-01T00:00:00.000Z';
  const files = [await file(id, 'live'), await file(id, 'approved'), await file(other.id, 'live', sooner)];
  const until = () =>
    Promise.all(
      files.map(
        async (uploadId) =>
          (await w.db.select().from(uploadTable).where(eq(uploadTable.id, uploadId)))[0]?.usableUntil,
      ),
    );

  await w.change(id, { agreement: { fee: 52_000, usageRights: { ...RIGHTS, termDays: 360 } } });
  // An offer alone changes nothing.
  expect(await list(params)).toHaveLength(1);
  expect(await until()).toEqual([usableUntil, usableUntil, sooner]);
  await w.answer(creator, id, 'accept');
  const [next, old] = await list(params);
  expect(next).toMatchObject({
    number: 2,
    state: 'draft',
    terms: { fee: 52_000 },
    brand: null,
    creator: null,
  });
  expect(next?.text).toContain('Fee: $520\n');
  expect(old).toMatchObject({
    number: 1,
    state: 'accepted',
    replaced: true,
    hash: first,
    terms: { fee: 40_500 },
  });
  // Only content of this collaboration that is live.
  expect(await until()).toEqual(['2027-02-24T00:00:00.000Z', usableUntil, sooner]);
  // The creator sees the old version until the brand has accepted the new one.
  expect(await listOwn(creator, params)).toMatchObject([{ number: 1, state: 'accepted' }]);
  await expect(acceptOwn(creator, params, first)).rejects.toMatchObject({ code: 'conflict' });
  await accept(params, next?.hash ?? '');
  await acceptOwn(creator, params, next?.hash ?? '');
  expect(await list(params)).toMatchObject([
    { number: 2, state: 'accepted', replaced: false },
    { number: 1, state: 'accepted', replaced: true },
  ]);
});

test("an agreement of a declined collaboration can't be accepted", async () => {
  const { creator, id, params } = await collaboration();
  const hash = (await create(params))[0]?.hash ?? '';
  await accept(params, hash);
  await w.change(id, { status: 'rejected' });
  await expect(acceptOwn(creator, params, hash)).rejects.toMatchObject({ code: 'invalid_transition' });
  await expect(create(params)).rejects.toMatchObject({ code: 'invalid_transition' });
});

test('new agreements start with the template of the brand, which two people never overwrite', async () => {
  const brandId = await w.brand();
  const owner = await w.t.person({ brandId });
  const params = { brandId };
  const standard = await owner.call(calls.getAgreementTemplate, { params });
  expect(standard).toMatchObject({ version: 0, clauses: expect.stringContaining('{usage_term}') });
  const save = (clauses: string, version: number) =>
    owner.call(calls.saveAgreementTemplate, { params, body: { clauses, version } });
  const codes = await codesOf([save('One. {brand}', 0), save('Two. {brand}', 0)]);
  expect(codes.toSorted()).toEqual(['conflict', null]);
  await save('Three. {brand}', 1);
  expect(await codesOf([save('Four.', 1), save('{nobody}', 2), save(' ', 2)])).toEqual([
    'conflict',
    'invalid',
    'invalid',
  ]);
  const campaignId = await w.campaign(brandId, { maxPaidAmount: 70_000 });
  const creator = await w.account();
  const { id } = await w.take(creator, { askedFee: 10_000 }, campaignId);
  await w.change(id, { status: 'approved' }, owner, brandId);
  const [draft] = await create({ brandId, optInId: id }, owner);
  expect(draft?.text).toMatch(/\nThree\. Larkmoor\n$/);
  expect((await owner.call(calls.getAgreementTemplate, { params })).version).toBe(2);
});

test('both sides download the PDF, in any script; erasing the creator keeps terms and hash', async () => {
  const { creator, id, params } = await collaboration();
  const [draft] = await create(params);
  const [edited] = await edit(params, '報酬は {fee} です。شكرا', draft?.hash ?? '');
  const hash = edited?.hash ?? '';
  const own = `creator/opt-ins/${id}`;
  expect((await pdf(creator, own)).status).toBe(404);
  await accept(params, hash, '山田 花子');
  await acceptOwn(creator, params, hash, 'Ana Lima');
  for (const file of [await pdf(w.person, `brand/${w.brandId}/opt-ins/${id}`), await pdf(creator, own)]) {
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const moment = expect.stringMatching(
      /^(Brand: 山田 花子|Creator: Ana Lima), \w+ \d+, \d{4} at [\d:]+ [AP]M UTC$/,
    );
    expect(readPdfLines(bytes)).toEqual([
      ...(edited?.text.trimEnd().replace('شكرا', 'اركش').split('\n').filter(Boolean) ?? []),
      '',
      'Accepted',
      moment,
      moment,
      `SHA-256 of the accepted text: ${hash}`,
    ]);
  }
  await creator.call(removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const [kept] = await list(params);
  expect(kept).toMatchObject({ hash, state: 'accepted', creator: { name: '', at: expect.any(String) } });
  expect(kept?.text).toContain('Creator: @removed on Instagram');
  expect(kept?.text).not.toContain('creator.');
});

test('a new agreement is in the language that both sides read; one that exists keeps its own', async () => {
  const read = (userId: string, language: 'de' | 'es' | 'fr' | null) =>
    w.db.update(userTable).set({ language }).where(eq(userTable.id, userId));
  const brandId = await w.brand();
  const owner = await w.t.person({ brandId });
  const campaignId = await w.campaign(brandId, { maxPaidAmount: 70_000, usageRights: RIGHTS });
  const draft = async (own: 'de' | 'es' | 'fr' | null, theirs: 'de' | 'es' | 'fr' | null) => {
    const creator = await w.account();
    await read(owner.userId, own);
    await read(creator.userId, theirs);
    const { id } = await w.take(creator, { askedFee: 40_500 }, campaignId);
    await w.change(id, { status: 'approved' }, owner, brandId);
    const params = { brandId, optInId: id };
    return { creator, params, made: (await create(params, owner))[0] };
  };
  const german = await draft('de', 'de');
  expect(german.made?.text).toContain('Kooperationsvereinbarung, Version 1\n\nMarke: Larkmoor\nCreator: @');
  expect(german.made?.text).toContain(`
Honorar: 405\u00a0$
Inhalte: 2 Reels
Abgabe des Entwurfs: 5. Dezember 2099
Späteste Veröffentlichung: 12. Dezember 2099
Nutzungsrechte: 6 Monate ab Veröffentlichung der Inhalte
Kanäle: organische Beiträge, bezahlte Anzeigen
Gebiet: EU

1. Inhalte
`);
  expect(german.made?.text).not.toMatch(/[{}]|Brand|Usage/);
  const spanish = await draft(null, 'es');
  expect(spanish.made).toMatchObject({ language: 'es', clauses: expect.stringContaining('{usage_term}') });
  expect(spanish.made?.text).toContain('Acuerdo de colaboración, versión 1');
  expect((await draft('de', null)).made).toMatchObject({ language: 'de' });
  for (const [own, theirs] of [
    ['de', 'es'],
    [null, 'fr'],
    ['de', 'fr'],
    [null, null],
  ] as const)
    expect((await draft(own, theirs)).made).toMatchObject({ language: 'en' });

  // Both read another language later: the text that was accepted stays, and the next version is in its language.
  const { params, made, creator } = german;
  const hash = made?.hash ?? '';
  await accept(params, hash, 'Robin Hale', owner);
  await acceptOwn(creator, params, hash);
  await read(owner.userId, 'es');
  await read(creator.userId, 'es');
  const kept = async () => (await owner.call(calls.listAgreements, { params })).agreements;
  expect(await kept()).toMatchObject([{ hash, text: made?.text, language: 'de', state: 'accepted' }]);
  const file = Buffer.from(
    await (await pdf(owner, `brand/${brandId}/opt-ins/${params.optInId}`)).arrayBuffer(),
  );
  expect(file.includes('/Lang (de)')).toBe(true);
  await w.change(params.optInId, { agreement: { fee: 52_000 } }, owner, brandId);
  await w.answer(creator, params.optInId, 'accept');
  const [next] = await kept();
  expect(next).toMatchObject({ number: 2, language: 'de' });
  expect(next?.text).toContain('Kooperationsvereinbarung, Version 2');
  await expect(
    w.t.api.pool.query(`update agreement set language = 'es' where number = 1 and opt_in_id = $1`, [
      params.optInId,
    ]),
  ).rejects.toThrow('an accepted agreement never changes');
  // The default clauses that a team edits are in the language of the reader.
  const template = await owner.call(calls.getAgreementTemplate, { params: { brandId } });
  expect(template.clauses).toContain('2. Aprobación');
});
