import { listCosts } from '@troupe/contract/analytics/cost-entry';
import { listCredits } from '@troupe/contract/billing/credit';
import * as creatorCalls from '@troupe/contract/campaigns/creator-app';
import { listInvites, sendInvite } from '@troupe/contract/campaigns/invite';
import { getAudienceData } from '@troupe/contract/discovery/audience-report';
import {
  fetchCreatorContact,
  getCreator,
  getCreatorMetaData,
  searchCreators,
} from '@troupe/contract/discovery/creator';
import { undoImport, updateImport } from '@troupe/contract/discovery/creator-import';
import {
  addToCreatorList,
  archiveCreatorListItem,
  createCreatorList,
  listCreatorListDetails,
  listCreatorListItems,
  updateCreatorListItem,
  updateListFields,
} from '@troupe/contract/discovery/creator-list';
import { commentOnListItem, getItemReview, voteOnListItem } from '@troupe/contract/discovery/list-review';
import { listSafetyFlags } from '@troupe/contract/discovery/safety-flag';
import { listConversations, listMessages, sendMessage } from '@troupe/contract/inbox/conversation';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { createOutgoingWebhook } from '@troupe/contract/operations/outgoing-webhook';
import type { FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts';
import { costEntryTable } from '../analytics/cost-entry/cost-entry.table.ts';
import {
  audiencePurchaseTable,
  audienceReportTable,
} from '../discovery/audience-report/audience-report.table.ts';
import { indexOutdatedAudiences } from '../discovery/audience-report/audience-share.queries.ts';
import { creatorContactTable, creatorTable, mailAddressSql } from '../discovery/creator/creator.table.ts';
import { runToEnd, settled, upload } from '../discovery/creator-import/creator-import.fixture.ts';
import { repairListCounts } from '../discovery/creator-list/creator-list.queries.ts';
import { safetyEvidenceTable, safetyFlagTable } from '../discovery/safety-flag/safety-flag.table.ts';
import { mailboxEmailTable, messageTable } from '../inbox/conversation/conversation.table.ts';
import { notificationTable } from '../inbox/notification/notification.table.ts';
import { webhookEventTable } from '../operations/outgoing-webhook/outgoing-webhook.table.ts';
import { inviteTable } from './invite/invite.table.ts';
import { codesOf, type OptInWorld, startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { creatorClaimTable, optInTable } from './opt-in/opt-in.table.ts';
import { settleAllCopies } from './opt-in/own-copy.jobs.ts';

let w: OptInWorld;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  w = await startOptInWorld({
    TROUPE_ROLES: 'http,jobs',
    AUDIENCE_URL: `${sandbox.origin}/socapi/v2.0/api/`,
    AUDIENCE_KEY: 'sandbox-audience-key',
    CONTACT_CREDITS: '2',
  });
});
afterAll(async () => {
  await w.t.stop();
  await sandbox.stop();
});

/** A brand with a member, a published campaign and a list. */
async function startBrand() {
  const brandId = await w.brand();
  const person = await w.t.person({ brandId });
  const list = await person.call(createCreatorList, { params: { brandId }, body: { title: 'Runners' } });
  return { brandId, person, campaignId: await w.campaign(brandId), listId: list.id };
}
type Brand = Awaited<ReturnType<typeof startBrand>>;

/** Imports one creator into the brand's list; returns the import and the creator as the list shows them. */
async function importCreator(
  brand: Brand,
  username: string,
  followers: number,
  { network = 'Instagram', email = `${username}@creators.example` } = {},
) {
  const { brandId, person, listId } = brand;
  const file = `network,handle,followers,email\n${network},${username},${followers},${email}\n`;
  const { import: draft } = await upload(person, brandId, 'runners.csv', file);
  await person.call(updateImport, { params: { brandId, importId: draft.id }, body: { listId } });
  const done = await runToEnd(person, brandId, draft.id);
  const item = await listed(brand, username);
  return { importId: done.id, counts: done.counts, creatorId: item?.id ?? '' };
}

async function items({ brandId, person, listId }: Brand) {
  const params = { brandId, productListId: listId, page: 1 };
  const { items: found } = await person.call(listCreatorListItems, { params, query: {} });
  return found.map(({ socialProfile }) => socialProfile);
}
const listed = async (brand: Brand, username: string) =>
  (await items(brand)).find((profile) => profile.username === username);

/** Invites a creator by email; returns the token of the link. */
async function invite({ brandId, person, campaignId }: Brand, socialProfileId: string) {
  const body = { socialProfileId, campaignId };
  const { invite: sent } = await person.call(sendInvite, { params: { brandId }, body });
  const [row] = await w.db.select().from(inviteTable).where(eq(inviteTable.id, sent.id));
  return row?.token ?? '';
}

const claim = async (who: TestPerson, username: string, inviteToken?: string) => {
  const body = { platform: 'instagram' as const, username, ...(inviteToken ? { inviteToken } : {}) };
  const { profile } = await who.call(creatorCalls.claimProfile, { body });
  return { ...who, creatorId: profile.socialProfileId ?? '', state: profile.state };
};
const account = (username: string) => w.t.person({ role: 'creator', email: `${username}@creators.example` });
const found = async ({ brandId, person }: Brand, q: string) =>
  person.call(searchCreators, { params: { brandId }, query: { q } });

/** Imports, invites and opts in a creator. */
async function joined(brand: Brand, followers = 842_000) {
  const username = `ana.${newId().slice(-12)}`;
  const { importId, creatorId } = await importCreator(brand, username, followers);
  const token = await invite(brand, creatorId);
  const who = await claim(await account(username), username, token);
  const { id: optInId } = await w.take(who, { inviteToken: token }, brand.campaignId);
  return { username, importId, copyId: creatorId, who, sharedId: who.creatorId, optInId, token };
}

test('a creator whom a brand imported and invited is one creator everywhere in that brand', async () => {
  const brand = await startBrand();
  const { brandId, person, campaignId } = brand;
  const { username, copyId, sharedId, who, optInId } = await joined(brand);
  expect(sharedId).not.toBe(copyId);
  const same = { id: copyId, username, followerCount: 842_000, userId: who.userId, private: true };
  expect(await items(brand)).toMatchObject([same]);
  expect((await w.get(optInId, person, brandId)).optIn.socialProfile).toMatchObject(same);
  expect((await w.list({}, 1, campaignId, person)).optIns).toMatchObject([{ socialProfile: same }]);
  const { conversations } = await person.call(listConversations, { params: { brandId }, query: {} });
  expect(conversations).toMatchObject([{ optInId, creator: { id: copyId } }]);
  const { invites } = await person.call(listInvites, { params: { brandId }, query: {} });
  expect(invites).toMatchObject([{ status: 'opted_in' }]);
  expect((await w.row(optInId)).inviteId).not.toBeNull();
  expect(await found(brand, username)).toMatchObject({ creators: [same], total: 1 });
  const drawer = await person.call(getCreator, { params: { brandId, profileId: copyId } });
  expect(drawer).toMatchObject(same);
});

test("a brand's import stays hidden from other brands and from the creator", async () => {
  const [brand, other] = [await startBrand(), await startBrand()];
  const { username, copyId, sharedId, who, optInId } = await joined(brand);
  const { id: otherOptIn } = await w.take(who, {}, other.campaignId);
  const { optIn } = await w.get(otherOptIn, other.person, other.brandId);
  expect(optIn.socialProfile).toMatchObject({ id: sharedId, followerCount: null, private: false });
  expect((await found(other, username)).creators).toMatchObject([{ id: sharedId, followerCount: null }]);
  const params = { brandId: other.brandId, profileId: copyId };
  await expect(other.person.call(getCreator, { params })).rejects.toMatchObject({ code: 'not_found' });
  await expect(w.get(optInId, other.person, other.brandId)).rejects.toMatchObject({ code: 'not_found' });
  const { profiles } = await who.call(creatorCalls.listClaimedProfiles, {});
  expect(profiles).toMatchObject([{ socialProfileId: sharedId, followerCount: null }]);
});

test("metrics of a brand's import decide only which of that brand's campaigns fit", async () => {
  const [brand, other] = [await startBrand(), await startBrand()];
  const { username, who } = await joined(brand);
  await w.db
    .update(creatorTable)
    .set({ followerCount: 100 })
    .where(and(eq(creatorTable.username, username), isNull(creatorTable.brandId)));
  const title = `Large ${newId().slice(-12)}`;
  const own = await w.campaign(brand.brandId, { title, followersMin: 500_000 });
  await w.campaign(other.brandId, { title, followersMin: 500_000 });
  const { campaigns } = await who.call(creatorCalls.listOpenCampaigns, { query: { search: title } });
  expect(campaigns.map(({ id }) => id)).toEqual([own]);
});

test('two brands that imported the same creator each keep their own view', async () => {
  const [one, two] = [await startBrand(), await startBrand()];
  const username = `both.${newId().slice(-12)}`;
  const first = await importCreator(one, username, 842_000);
  const second = await importCreator(two, username, 39);
  expect(second.creatorId).not.toBe(first.creatorId);
  const who = await claim(await account(username), username, await invite(one, first.creatorId));
  for (const [brand, { creatorId }, followerCount] of [
    [one, first, 842_000],
    [two, second, 39],
  ] as const) {
    // Both see that the creator is registered, also before the opt-in.
    expect(await listed(brand, username)).toMatchObject({ id: creatorId, userId: who.userId });
    const { id } = await w.take(who, {}, brand.campaignId);
    const { optIn } = await w.get(id, brand.person, brand.brandId);
    expect(optIn.socialProfile).toMatchObject({ id: creatorId, followerCount, private: true });
    expect((await found(brand, username)).creators).toMatchObject([{ id: creatorId, followerCount }]);
  }
});

test("a claimed profile isn't a brand's import of the same name on another platform", async () => {
  const brand = await startBrand();
  const username = `elsewhere.${newId().slice(-12)}`;
  const { creatorId } = await importCreator(brand, username, 842_000, { network: 'TikTok' });
  const token = await invite(brand, creatorId);
  const person = await account(username);
  // The invite is no proof for another platform.
  expect((await claim(person, username, token)).state).toBe('waiting');
  const shared = await w.creator({ username });
  await w.claim(person, shared);
  const { id } = await w.take({ ...person, creatorId: shared }, { inviteToken: token }, brand.campaignId);
  const { optIn } = await w.get(id, brand.person, brand.brandId);
  expect(optIn.socialProfile).toMatchObject({ id: shared, platform: 'instagram', followerCount: 20_000 });
  expect(await listed(brand, username)).toMatchObject({ id: creatorId, platform: 'tiktok', userId: null });
});

test('an invite accepted several times at once makes one claim and one opt-in', async () => {
  const brand = await startBrand();
  const username = `twice.${newId().slice(-12)}`;
  const { creatorId } = await importCreator(brand, username, 842_000);
  const token = await invite(brand, creatorId);
  const person = await account(username);
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(person, username, token)));
  expect(new Set(claims.map((one) => one.creatorId)).size).toBe(1);
  const rows = await w.db.select().from(creatorClaimTable).where(eq(creatorClaimTable.userId, person.userId));
  expect(rows.map((row) => row.creatorId).sort()).toEqual([creatorId, claims[0]?.creatorId].sort());
  const who = { ...person, creatorId: claims[0]?.creatorId ?? '' };
  const taken = await Promise.all(Array.from({ length: 6 }, () => w.take(who, {}, brand.campaignId)));
  expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
  expect(
    await w.db.select().from(optInTable).where(eq(optInTable.campaignId, brand.campaignId)),
  ).toHaveLength(1);
  // The copy itself names the same opt-in, so no second one is made.
  expect((await w.take({ ...person, creatorId }, {}, brand.campaignId)).id).toBe(taken[0]?.id);
});

test("another account can't join with the brand's copy", async () => {
  const brand = await startBrand();
  const { copyId, sharedId } = await joined(brand);
  const eve = await w.t.person({ role: 'creator' });
  const campaignId = await w.campaign(brand.brandId);
  const codes = await codesOf(
    [copyId, sharedId].map((creatorId) => w.take({ ...eve, creatorId }, {}, campaignId)),
  );
  expect(codes).toEqual(['invalid', 'invalid']);
});

test('a creator who withdraws and rejoins stays the same creator', async () => {
  const brand = await startBrand();
  const { who, optInId, copyId } = await joined(brand);
  const params = { optInId };
  await who.call(creatorCalls.withdrawOptIn, { params, body: {} });
  expect((await w.take(who, {}, brand.campaignId)).id).toBe(optInId);
  await who.call(creatorCalls.withdrawOptIn, { params, body: { again: true } });
  const { optIn } = await w.get(optInId, brand.person, brand.brandId);
  expect(optIn).toMatchObject({ status: 'pending', socialProfile: { id: copyId, followerCount: 842_000 } });
});

test('deleting the account keeps the import and removes the person', async () => {
  const brand = await startBrand();
  const { who, optInId, copyId, username } = await joined(brand);
  await who.call(creatorCalls.removeOwnAccount, { body: { confirm: 'REMOVE' } });
  const { optIn } = await w.get(optInId, brand.person, brand.brandId);
  expect(optIn.socialProfile).toMatchObject({ username: 'removed', followerCount: null });
  expect(await listed(brand, username)).toMatchObject({ id: copyId, followerCount: 842_000, userId: null });
  expect(await w.db.select().from(creatorClaimTable).where(eq(creatorClaimTable.creatorId, copyId))).toEqual(
    [],
  );
});

const undo = async ({ brandId, person }: Brand, importId: string) => {
  await person.call(undoImport, { params: { brandId, importId } });
  expect((await settled(person, brandId, importId)).state).toBe('undone');
};

test('undoing the import keeps a creator who joined, and removes one who only registered', async () => {
  const brand = await startBrand();
  const { brandId, person } = brand;
  const { importId, optInId, copyId } = await joined(brand);
  await undo(brand, importId);
  const { optIn } = await w.get(optInId, person, brandId);
  expect(optIn.socialProfile).toMatchObject({ id: copyId, followerCount: 842_000 });

  const other = await startBrand();
  const username = `registered.${newId().slice(-12)}`;
  const imported = await importCreator(brand, username, 500);
  const { creatorId: theirs } = await importCreator(other, username, 7);
  const who = await claim(await account(username), username, await invite(other, theirs));
  await undo(brand, imported.importId);
  expect((await found(brand, username)).creators).toMatchObject([{ id: who.creatorId }]);
  const { id } = await w.take(who, {}, brand.campaignId);
  expect((await w.get(id, person, brandId)).optIn.socialProfile.id).toBe(who.creatorId);
});

test('importing the file again updates the same creator', async () => {
  const brand = await startBrand();
  const { username, copyId, optInId } = await joined(brand);
  const { counts } = await importCreator(brand, username, 900_000);
  expect(counts).toMatchObject({ added: 0, rows: 1 });
  expect(await items(brand)).toMatchObject([{ id: copyId, followerCount: 900_000 }]);
  const { optIn } = await w.get(optInId, brand.person, brand.brandId);
  expect(optIn.socialProfile).toMatchObject({ id: copyId, followerCount: 900_000 });
});

/** A brand with a copy, beside a shared profile that an administrator imported later, so that the brand sees both. */
async function bothSeen(listed = true, username = `shared.${newId().slice(-12)}`) {
  const brand = await startBrand();
  const target = listed ? brand : Object.assign({}, brand, { listId: (await addList(brand)).id });
  const { creatorId: copyId, importId } = await importCreator(target, username, 842_000);
  const shared = await w.creator({ username, contactEmail: `${username}@creators.example` });
  return { brand, username, copyId, importId, shared };
}
const addList = ({ brandId, person }: Brand) =>
  person.call(createCreatorList, { params: { brandId }, body: { title: `Hikers ${newId()}` } });

/** Adds a creator to the brand's list; returns the item. */
async function save({ brandId, person, listId }: Brand, creatorId: string) {
  await person.call(addToCreatorList, {
    params: { brandId, id: listId },
    body: { socialProfileIds: [creatorId] },
  });
  const params = { brandId, productListId: listId, page: 1 };
  const { items: found } = await person.call(listCreatorListItems, { params, query: {} });
  return found.find(({ socialProfile }) => socialProfile.id === creatorId)?.id ?? '';
}
/** Settles what earlier versions left behind. */
const settleAll = () => settleAllCopies(w.t.api, new AbortController().signal);
const inboxOf = async ({ brandId, person }: Brand, search: string) =>
  (await person.call(listConversations, { params: { brandId }, query: { search } })).conversations;

test('a brand that invited the shared profile finds invite, opt-in and conversation with its copy', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const token = await invite(brand, shared);
  const who = await claim(await account(username), username, token);
  const { id } = await w.take(who, { inviteToken: token }, brand.campaignId);
  expect((await w.row(id)).creatorId).toBe(copyId);
  const { invites } = await brand.person.call(listInvites, { params: { brandId: brand.brandId }, query: {} });
  expect(invites).toMatchObject([{ status: 'opted_in', socialProfileId: copyId }]);
  // The next campaign continues the conversation.
  const next = await w.take(who, {}, await w.campaign(brand.brandId));
  expect((await w.row(next.id)).creatorId).toBe(copyId);
  expect(await inboxOf(brand, username)).toMatchObject([{ creator: { id: copyId } }]);
});

test('what a brand does with the shared profile after the claim moves with the opt-in', async () => {
  const brand = await startBrand();
  const username = `late.${newId().slice(-12)}`;
  const { creatorId: copyId } = await importCreator(brand, username, 842_000);
  const who = await claim(await account(username), username, await invite(brand, copyId));
  // From a page that was open before the claim.
  const later = await w.campaign(brand.brandId);
  await w.db
    .update(creatorTable)
    .set({ contactEmail: 'late@creators.example' })
    .where(eq(creatorTable.id, who.creatorId));
  const token = await invite(Object.assign({}, brand, { campaignId: later }), who.creatorId);
  const { id } = await w.take(who, { inviteToken: token }, later);
  expect((await w.row(id)).creatorId).toBe(copyId);
  expect(await inboxOf(brand, username)).toHaveLength(1);
});

test('a brand that invited both records to one campaign keeps both conversations', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const token = await invite(brand, shared);
  await invite(brand, copyId);
  const who = await claim(await account(username), username, token);
  const { id } = await w.take(who, { inviteToken: token }, brand.campaignId);
  expect((await w.row(id)).creatorId).toBe(copyId);
  expect((await inboxOf(brand, username)).map(({ creator }) => creator.id).sort()).toEqual(
    [copyId, shared].sort(),
  );
});

test('tags, notes, fields, votes and comments of both records are on one item after the claim', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person, listId } = brand;
  const owner = await w.t.person({ brandId, brandRole: 'owner' });
  await owner.call(createOutgoingWebhook, {
    params: { brandId },
    body: { url: 'https://program.example/hook', events: ['creator_list_item.changed'] },
  });
  const [fieldId, otherField] = [newId(), newId()];
  const field = (id: string, name: string) => ({ id, name, kind: 'text' as const, choices: [] });
  await person.call(updateListFields, {
    params: { brandId, id: listId },
    body: { fields: [field(fieldId, 'Size'), field(otherField, 'Color')], seen: [] },
  });
  const [copied, saved] = [await save(brand, copyId), await save(brand, shared)];
  const other = await addList(brand);
  const elsewhere = await save(Object.assign({}, brand, { listId: other.id }), shared);
  const teammate = await w.t.person({ brandId });
  const change = (itemId: string, body: object) =>
    person.call(updateCreatorListItem, { params: { brandId, itemId }, query: {}, body });
  const vote = (by: TestPerson, itemId: string, value: 'approve' | 'reject') =>
    by.call(voteOnListItem, { params: { brandId, itemId }, body: { vote: value } });
  const comment = (itemId: string, text: string) =>
    person.call(commentOnListItem, { params: { brandId, itemId }, body: { id: newId(), text } });
  await change(copied, { tags: ['Interested'], feedback: 'Met at the fair', custom: { [fieldId]: 'L' } });
  await change(saved, {
    tags: ['Interested', 'Approved'],
    feedback: 'Fast replies',
    custom: { [otherField]: 'Red' },
  });
  await change(elsewhere, { feedback: 'For hiking' });
  await vote(person, copied, 'reject');
  await vote(teammate, copied, 'approve');
  await vote(person, saved, 'approve');
  await comment(copied, 'One');
  await comment(saved, 'Two');

  await claim(await account(username), username, await invite(brand, copyId));
  const read = async (of: string) =>
    (await person.call(listCreatorListItems, { params: { brandId, productListId: of, page: 1 }, query: {} }))
      .items;
  const [item, ...others] = await read(listId);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    id: copied,
    feedback: 'Met at the fair\n\nFast replies',
    custom: { [fieldId]: 'L', [otherField]: 'Red' },
    review: { approve: 2, reject: 0, unsure: 0, comments: 2 },
    socialProfile: { id: copyId, followerCount: 842_000 },
  });
  expect(item?.tags.toSorted()).toEqual(['Approved', 'Interested']);
  const events = await w.db.select().from(webhookEventTable).where(eq(webhookEventTable.brandId, brandId));
  expect(events.map(({ data }) => data)).toContainEqual({
    brandId,
    itemIds: [copied],
    change: 'merged',
    replacedIds: [saved],
  });
  expect(await read(other.id)).toMatchObject([
    { id: elsewhere, feedback: 'For hiking', socialProfile: { id: copyId } },
  ]);
  const { lists } = await person.call(listCreatorListDetails, {
    params: { brandId, page: 1 },
    query: {},
  });
  expect(lists.map(({ itemCount }) => itemCount)).toEqual([1, 1]);
  expect(await repairListCounts(w.t.api.pool, new AbortController().signal)).toBe(0);
});

test('a field with different values on both records keeps the later one, and the other as a comment', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person, listId } = brand;
  const [size, budget, shoot, team, same] = Array.from({ length: 5 }, () => newId());
  const [red, blue] = [
    { id: newId(), name: 'Red team' },
    { id: newId(), name: 'Blue team' },
  ];
  const field = (id: string | undefined, name: string, kind: string, choices: object[] = []) =>
    ({ id, name, kind, choices }) as ListField;
  await person.call(updateListFields, {
    params: { brandId, id: listId },
    body: {
      fields: [
        field(size, 'Size', 'text'),
        field(budget, 'Budget', 'number'),
        field(shoot, 'Shoot day', 'date'),
        field(team, 'Team', 'choice', [red, blue]),
        field(same, 'Agency', 'text'),
      ],
      seen: [],
    },
  });
  const [copied, saved] = [await save(brand, copyId), await save(brand, shared)];
  const fill = (by: TestPerson, itemId: string, custom: Record<string, FieldValue>) =>
    by.call(updateCreatorListItem, { params: { brandId, itemId }, query: {}, body: { custom } });
  const values = { size: 'L', budget: 1250.5, shoot: '2026-12-05', team: blue.id };
  const custom = (of: typeof values) => ({
    [`${size}`]: of.size,
    [`${budget}`]: of.budget,
    [`${shoot}`]: of.shoot,
    [`${team}`]: of.team,
    [`${same}`]: 'Northlight',
  });
  const later = { size: 'x'.repeat(1000), budget: 900, shoot: '2027-01-02', team: red.id };
  const teammate = await w.t.person({ brandId });
  await fill(teammate, copied, custom(values));
  await fill(person, saved, custom(later));

  await claim(await account(username), username, await invite(brand, copyId));
  const params = { brandId, productListId: listId, page: 1 };
  const { items: found } = await person.call(listCreatorListItems, { params, query: {} });
  expect(found).toMatchObject([{ id: copied, feedback: '', custom: custom(later), review: { comments: 1 } }]);
  const { comments } = await teammate.call(getItemReview, { params: { brandId, itemId: copied } });
  expect(comments).toMatchObject([
    { text: 'Size: L\nBudget: 1250.5\nShoot day: 2026-12-05\nTeam: Blue team', mine: true },
  ]);
});

test('long values of many fields are kept as several comments', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person, listId } = brand;
  const fields = Array.from({ length: 20 }, (_, at) => ({
    id: newId(),
    name: `Answer ${at + 1}`,
    kind: 'text' as const,
    choices: [],
  }));
  await person.call(updateListFields, { params: { brandId, id: listId }, body: { fields, seen: [] } });
  const valuesOf = (letter: string) => Object.fromEntries(fields.map(({ id }) => [id, letter.repeat(1000)]));
  const [copied, saved] = [await save(brand, copyId), await save(brand, shared)];
  for (const [itemId, letter] of [
    [saved, 'a'],
    [copied, 'b'],
  ] as const)
    await person.call(updateCreatorListItem, {
      params: { brandId, itemId },
      query: {},
      body: { custom: valuesOf(letter) },
    });
  await claim(await account(username), username, await invite(brand, copyId));
  const { comments } = await person.call(getItemReview, { params: { brandId, itemId: copied } });
  expect(Math.max(...comments.map(({ text }) => text.length))).toBeLessThanOrEqual(4000);
  const lines = comments.flatMap(({ text }) => text.split('\n'));
  expect(lines.toSorted()).toEqual(fields.map(({ name }) => `${name}: ${'a'.repeat(1000)}`).toSorted());
});

test('flags, reports, contact and costs are found with the copy, and other brands keep theirs', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const other = await startBrand();
  const reportIds = [];
  for (const { brandId } of [brand, other]) {
    const at = new Date().toISOString();
    await w.db.insert(safetyFlagTable).values({
      id: newId(),
      brandId,
      creatorId: shared,
      category: 'profanity',
      state: 'dismissed',
      ruleVersion: 0,
      raisedAt: at,
      changedAt: at,
      decidedAt: at,
      reason: 'A film',
    });
    const none = { success: false, error: 'empty_audience', data: null };
    const report = {
      report_info: { report_id: newId(), created: at },
      user_profile: { username },
      audience_followers: none,
      audience_likers: none,
      audience_commenters: none,
    };
    const id = newId();
    await w.db.insert(audienceReportTable).values({
      id,
      brandId,
      creatorId: shared,
      providerReportId: id,
      createdAt: at,
      report,
      original: report,
    });
    await w.db
      .insert(creatorContactTable)
      .values({ id: newId(), brandId, creatorId: shared, email: `${username}@creators.example` });
    await w.db.insert(costEntryTable).values({
      id: newId(),
      brandId,
      creatorId: shared,
      day: '2026-11-01',
      kind: 'other',
      amount: 900,
      currency: 'USD',
      source: 'hand',
    });
    reportIds.push(id);
  }
  await indexOutdatedAudiences(w.t.api.pool, new AbortController().signal);
  await w.db.delete(creatorContactTable).where(eq(creatorContactTable.creatorId, copyId));
  await claim(await account(username), username, await invite(other, shared));

  const seen = async ({ brandId, person }: Brand, creatorId: string) => {
    const params = { brandId };
    const { flags } = await person.call(listSafetyFlags, { params, query: { creatorId: [creatorId] } });
    const { id: report } = await person.call(getAudienceData, {
      params,
      query: { socialProfileId: creatorId },
    });
    const { costs } = await person.call(listCosts, { params, query: {} });
    const { metaData } = await person.call(getCreator, { params: { brandId, profileId: creatorId } });
    return {
      flags: flags.map(({ state, reason }) => [state, reason]),
      report,
      costs: costs.map(({ creatorId: of }) => of),
      contact: metaData.contactsFetched,
    };
  };
  const all = (report: string | undefined, creatorId: string) => ({
    flags: [['dismissed', 'A film']],
    report,
    costs: [creatorId],
    contact: true,
  });
  expect(await seen(brand, copyId)).toEqual(all(reportIds[0], copyId));
  expect(await seen(other, shared)).toEqual(all(reportIds[1], shared));
  expect(await seen(brand, shared)).toMatchObject({ flags: [], report: null });
});

test('of two flags in one category, the decision stays unless the copy has new evidence', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person } = brand;
  const decided = new Date(Date.now() - 60_000).toISOString();
  const flag = async (
    creatorId: string,
    category: 'profanity' | 'politics',
    texts: string[],
    more: object = {},
  ) => {
    const id = newId();
    const at = new Date().toISOString();
    await w.db
      .insert(safetyFlagTable)
      .values(
        Object.assign(
          { id, brandId, creatorId, category, ruleVersion: 0, raisedAt: at, changedAt: at },
          more,
        ),
      );
    const parts = [{ text: 'words', match: true }];
    for (const textHash of texts)
      await w.db.insert(safetyEvidenceTable).values({
        id: newId(),
        flagId: id,
        kind: 'bio',
        itemKey: 'bio',
        textHash,
        foundAt: at,
        ruleVersion: 0,
        parts,
      });
  };
  const dismissed = { state: 'dismissed', decidedAt: decided, reason: 'Irony' };
  await flag(copyId, 'profanity', ['a']);
  await flag(shared, 'profanity', ['a', 'b'], dismissed);
  await flag(copyId, 'politics', ['c']);
  await flag(shared, 'politics', ['d'], dismissed);
  await claim(await account(username), username, await invite(await startBrand(), shared));
  const { flags } = await person.call(listSafetyFlags, {
    params: { brandId },
    query: { creatorId: [copyId] },
  });
  const seen = flags.map(({ category, state, reason }) => [category, state, reason]);
  expect(seen.toSorted()).toEqual([
    ['politics', 'open', 'Irony'],
    ['profanity', 'dismissed', 'Irony'],
  ]);
  expect(
    await w.db.$count(
      safetyEvidenceTable,
      inArray(
        safetyEvidenceTable.flagId,
        flags.map(({ id }) => id),
      ),
    ),
  ).toBe(4);
});

test('an item archived with the copy is active again if it is active with the shared profile', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person, listId } = brand;
  const itemId = await save(brand, copyId);
  await person.call(archiveCreatorListItem, { params: { brandId, itemId } });
  await save(brand, shared);
  await claim(await account(username), username, await invite(await startBrand(), shared));
  expect(await items(brand)).toMatchObject([{ id: copyId }]);
  const { lists } = await person.call(listCreatorListDetails, { params: { brandId, page: 1 }, query: {} });
  expect(lists).toMatchObject([{ id: listId, itemCount: 1 }]);
});

test('creators saved while their profile is claimed are on the list once', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId, person } = brand;
  const lists = await Promise.all(Array.from({ length: 6 }, () => addList(brand)));
  const token = await invite(await startBrand(), shared);
  const who = await account(username);
  await Promise.all([
    claim(who, username, token),
    ...lists.map(({ id }) => save(Object.assign({}, brand, { listId: id }), shared)),
    settleAll(),
    settleAll(),
  ]);
  await settleAll();
  for (const { id } of lists)
    expect(await items(Object.assign({}, brand, { listId: id }))).toMatchObject([{ id: copyId }]);
  const { lists: counted } = await person.call(listCreatorListDetails, {
    params: { brandId, page: 1 },
    query: {},
  });
  expect(counted.map(({ itemCount }) => itemCount)).toEqual(counted.map(() => 1));
});

test('an audience report is found with the copy, and a purchase in progress moves once it ended', async () => {
  const { brand, username, copyId, shared } = await bothSeen();
  const { brandId } = brand;
  const purchase = { id: newId(), brandId, creatorId: shared };
  await w.db.insert(audiencePurchaseTable).values(purchase);
  await save(brand, shared);
  await claim(await account(username), username, await invite(await startBrand(), shared));
  const read = async () =>
    (await w.db.select().from(audiencePurchaseTable).where(eq(audiencePurchaseTable.id, purchase.id)))[0]
      ?.creatorId;
  expect(await read()).toBe(shared);
  await w.db
    .update(audiencePurchaseTable)
    .set({ state: 'released' })
    .where(eq(audiencePurchaseTable.id, purchase.id));
  await save(brand, shared);
  await settleAll();
  expect(await read()).toBe(copyId);
});

test('undoing the import keeps what the brand had saved on the shared profile', async () => {
  const { brand, username, copyId, importId, shared } = await bothSeen();
  const { brandId, person, listId } = brand;
  await save(brand, shared);
  await claim(await account(username), username, await invite(await startBrand(), shared));
  expect(await items(brand)).toMatchObject([{ id: copyId }]);
  await undo(brand, importId);
  const { items: kept } = await person.call(listCreatorListItems, {
    params: { brandId, productListId: listId, page: 1 },
    query: {},
  });
  expect(kept).toMatchObject([{ socialProfile: { id: copyId } }]);
});

test('undoing the import keeps a creator whose safety flag was decided', async () => {
  const brand = await startBrand();
  const { brandId, person } = brand;
  const username = `flagged.${newId().slice(-12)}`;
  const { importId, creatorId } = await importCreator(brand, username, 500);
  const at = new Date().toISOString();
  await w.db.insert(safetyFlagTable).values({
    id: newId(),
    brandId,
    creatorId,
    category: 'profanity',
    state: 'confirmed',
    ruleVersion: 0,
    raisedAt: at,
    changedAt: at,
    decidedAt: at,
  });
  await undo(brand, importId);
  const { flags } = await person.call(listSafetyFlags, { params: { brandId }, query: {} });
  expect(flags).toMatchObject([{ state: 'confirmed', creator: { id: creatorId } }]);
});

/** Asks for contact info; returns whether it was known before and is now, and the credits paid. */
async function askForContact({ brandId, person }: Brand, profileId: string) {
  const balance = async () => (await person.call(listCredits, { params: { brandId } })).balance;
  const known = async () =>
    (await person.call(getCreatorMetaData, { params: { id: profileId } })).metaData.contactsFetched;
  const [before, knew] = [await balance(), await known()];
  await person.call(fetchCreatorContact, { params: { brandId, profileId } });
  return { knew, knows: await known(), paid: before - (await balance()) };
}
const HELD = { knew: true, knows: true, paid: 0 };
/** The address that an email to a creator would be sent to. */
async function addressOf(brandId: string, creatorId: string) {
  const { rows } = await w.t.api.pool.query<{ address: string | null }>(
    `select ${mailAddressSql('$1')} as address from creator where id = $2`,
    [brandId, creatorId],
  );
  return rows[0]?.address;
}

test('undoing imports keeps the contact that a brand paid for', async () => {
  const brand = await startBrand();
  const { brandId } = brand;
  const username = 'hana.brews';
  const { importId, creatorId: copyId } = await importCreator(brand, username, 500, { email: '' });
  // Imported under an earlier name, so that this file's row is about the shared profile.
  const contactEmail = `${username}@creators.example`;
  const shared = await w.creator({ username: `${username}.old`, contactEmail });
  const again = await importCreator(brand, `${username}.old`, 500);
  await w.db.update(creatorTable).set({ username }).where(eq(creatorTable.id, shared));
  expect(await askForContact(brand, copyId)).toEqual({ knew: false, knows: true, paid: 2 });
  const address = await addressOf(brandId, copyId);
  expect(address).toBe('hello@hanabrews.example');
  const who = await claim(await account(username), username, await invite(await startBrand(), shared));
  expect(who.creatorId).toBe(shared);
  for (const id of [again.importId, importId]) {
    await undo(brand, id);
    expect(await askForContact(brand, copyId)).toEqual(HELD);
    expect(await addressOf(brandId, copyId)).toBe(address);
  }
});

test('undoing the import leaves the copy with the contact that was paid for the shared profile', async () => {
  const { brand, username, copyId, importId, shared } = await bothSeen(true, 'only.ours');
  await w.db.update(creatorTable).set({ contactEmail: null }).where(eq(creatorTable.id, shared));
  expect(await askForContact(brand, shared)).toEqual({ knew: false, knows: true, paid: 2 });
  const token = await invite(brand, copyId);
  const who = await claim(await account(username), username, token);
  expect(who.creatorId).toBe(shared);
  await w.take(who, { inviteToken: token }, brand.campaignId);
  expect(await addressOf(brand.brandId, copyId)).toBe(`${username}@creators.example`);
  await undo(brand, importId);
  expect(await addressOf(brand.brandId, copyId)).toBe('hello@onlyours.example');
  expect(await askForContact(brand, copyId)).toEqual(HELD);
});

test('pages of a search are full without the profiles that the brand has copies of', async () => {
  const { brandId, person } = await startBrand();
  const q = `page${newId().slice(-12)}`;
  const shown = [];
  for (let at = 0; at < 40; at++) {
    const profile = { username: `${q}.${at}`, followerCount: 1000 - at, userId: newId() };
    const shared = await w.creator(profile);
    const copied = at % 3 === 0 || (at > 14 && at < 24);
    // Copies have fewer followers, so they come last.
    shown.push(copied ? await w.creator({ ...profile, brandId, followerCount: 500 - at }) : shared);
  }
  const pages = [];
  let cursor: string | null | undefined;
  do {
    const query = { q, sort: 'followers' as const, ...(cursor ? { cursor } : {}) };
    const page = await person.call(searchCreators, { params: { brandId }, query });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor);
  const found = pages.map(({ creators }) => creators.map(({ id }) => id));
  expect(found.map((ids) => ids.length)).toEqual([24, 16]);
  expect(found.flat().toSorted()).toEqual(shown.toSorted());
  expect(pages.at(-1)?.total).toBe(40);
});

async function emailFromMailbox(brandId: string, conversationId: string): Promise<void> {
  const id = newId();
  const at = new Date().toISOString();
  await w.db.insert(mailboxEmailTable).values({
    id,
    brandId,
    conversationId,
    direction: 'in',
    messageId: `<${brandId}@creators.example>`,
    creatorAddress: 'ana@creators.example',
    ownAddress: 'team@brand.example',
    subject: 'Hello',
    visible: 'From a mailbox',
    sentAt: at,
  });
  await w.db.insert(messageTable).values({
    id: newId(),
    conversationId,
    number: 100,
    clientId: newId(),
    kind: 'creator',
    text: 'From a mailbox',
    authorName: 'Ana Lima',
    mailboxEmailId: id,
    createdAt: at,
  });
}

test('a nightly job leads earlier opt-ins to the copy and merges both conversations without loss', async () => {
  const [brand, inviting, other] = [await startBrand(), await startBrand(), await startBrand()];
  const username = `earlier.${newId().slice(-12)}`;
  const { creatorId: copyId } = await importCreator(brand, username, 842_000);
  await importCreator(inviting, username, 5);
  const person = await account(username);
  const shared = await w.creator({ username, userId: person.userId, contactEmail: 'ana@creators.example' });
  await w.claim(person, shared);
  const earlier = (of: Brand, more: object = {}) =>
    w.optIn({ ...of, creatorId: shared, userId: person.userId, ...more });
  const optInId = await earlier(brand);
  await invite(brand, copyId);
  const { brandId } = brand;
  const say = (text: string) =>
    brand.person.call(sendMessage, { params: { brandId, optInId }, body: { clientId: newId(), text } });
  const answer = (text: string) =>
    person.call(sendOwnMessage, { params: { optInId }, body: { clientId: newId(), text } });
  await say('Welcome');
  await answer('Thanks');
  // After an import, the brand invited the creator to the next campaign.
  const next = await w.campaign(brandId);
  await invite({ ...brand, campaignId: next }, copyId);
  await answer('See you there');
  await invite(inviting, shared);
  await invite(inviting, (await listed(inviting, username))?.id ?? '');
  const [stays, elsewhere] = [await earlier(inviting), await earlier(other)];
  const inbox = async () =>
    (await brand.person.call(listConversations, { params: { brandId }, query: { search: username } }))
      .conversations;
  const both = await inbox();
  expect(both).toHaveLength(2);
  const href = (of: string | undefined) => `/inbox/conversations/${of}`;
  await w.db.insert(notificationTable).values({
    id: newId(),
    userId: brand.person.userId,
    brandId,
    kind: 'message',
    title: 'Ana replied',
    text: 'Thanks',
    href: href(both.find((one) => one.optInId === null)?.id),
    reference: newId(),
  });
  // Both conversations have an email that was read from a mailbox.
  for (const { id } of both) await emailFromMailbox(brandId, id);

  await settleAll();
  const same = { id: copyId, followerCount: 842_000, userId: person.userId };
  const check = async () => {
    expect((await w.get(optInId, brand.person, brandId)).optIn.socialProfile).toMatchObject(same);
    expect(await items(brand)).toMatchObject([same]);
    const found = await inbox();
    expect(found).toMatchObject([{ optInId, creator: { id: copyId }, unread: 3 }]);
    const { notifications } = await brand.person.call(listNotifications, { query: {} });
    expect(notifications.map((one) => one.href)).toContain(href(found[0]?.id));
    expect(found[0]?.campaigns.map(({ campaignId }) => campaignId).sort()).toEqual(
      [brand.campaignId, next].sort(),
    );
    const params = { brandId, optInId: found[0]?.id ?? '' };
    return (await brand.person.call(listMessages, { params, query: {} })).messages;
  };
  const messages = await check();
  expect(messages.toReversed().map(({ number, text }) => [number, text])).toEqual([
    [1, expect.any(String)],
    [2, 'Welcome'],
    [3, 'Thanks'],
    [4, expect.any(String)],
    [5, 'See you there'],
    [6, 'From a mailbox'],
  ]);
  for (const [id, of] of [
    [stays, inviting],
    [elsewhere, other],
  ] as const)
    expect((await w.get(id, of.person, of.brandId)).optIn.socialProfile.id).toBe(shared);
  await settleAll();
  expect(await check()).toEqual(messages);
  expect((await say('And on')).message.number).toBe(7);
});
