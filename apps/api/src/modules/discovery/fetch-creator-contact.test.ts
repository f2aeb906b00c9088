import { CallError } from '@troupe/contract/client';
import { fetchCreatorContact, getCreatorMetaData, searchCreators } from '@troupe/contract/discovery/creator';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestPerson } from '../../testing/test-api.ts';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';
import { creatorContactTable, creatorTable } from './creator/creator.table.ts';

const DAY = 86_400_000;

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterEach(async () => {
  world.t.setNow(null);
  await world.clearFaults();
});
afterAll(() => world.stop());

interface Buyer {
  brandId: string;
  person: TestPerson;
}
const fetchContact = ({ brandId, person }: Buyer, profileId: string) =>
  person.call(fetchCreatorContact, { params: { brandId, profileId } });
const metaData = ({ person }: Buyer, id: string) => person.call(getCreatorMetaData, { params: { id } });
const lookUps = async (of = world) =>
  (await of.vendor()).calls.filter(({ call }) => call.startsWith('/exports/contacts')).length;
const refused = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof CallError)) throw new Error('The request was not rejected.');
  return error;
};
const withEmail = async ({ brandId, person }: Buyer, q: string) => {
  const found = await person.call(searchCreators, { params: { brandId }, query: { q, hasEmail: true } });
  return found.creators.map(({ username }) => username);
};

describe('contact details', () => {
  test('[R7.039] start as not fetched with a cost, and are then fetched', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('hana.brews');
    expect(await metaData(buyer, creator)).toEqual({
      metaData: { is_verified: false, contactsFetched: false, contactsError: null },
      cost: { credits: 0, providerTokens: 0.04 },
      again: null,
    });
    expect(await withEmail(buyer, 'hana.brews')).toEqual([]);
    const { tokens } = await world.vendor();
    const answer = await fetchContact(buyer, creator);
    expect(answer.metaData).toEqual({ is_verified: false, contactsFetched: true, contactsError: null });
    expect((await metaData(buyer, creator)).metaData).toEqual(answer.metaData);
    expect((await world.vendor()).tokens).toBeCloseTo(tokens - 0.04);
    expect(await withEmail(buyer, 'hana.brews')).toEqual(['hana.brews']);
    const [row] = await world.t.api.db.select().from(creatorTable).where(eq(creatorTable.id, creator));
    expect(row?.contactEmail).toBe('hello@hanabrews.example');
  });

  test("aren't fetched again within 90 days", async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('hana.cooks');
    await fetchContact(buyer, creator);
    const seen = await lookUps();
    await fetchContact(buyer, creator);
    world.t.setNow(new Date(Date.now() + 89 * DAY));
    await fetchContact(await world.buyer(), creator);
    expect(await lookUps()).toBe(seen);
    world.t.setNow(new Date(Date.now() + 91 * DAY));
    await fetchContact(buyer, creator);
    expect(await lookUps()).toBe(seen + 1);
  });

  test('are fetched once for concurrent requests', async () => {
    const [buyer, other] = [await world.buyer(), await world.buyer()];
    const creator = await world.creator('asked.by.all');
    const seen = await lookUps();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((at) => fetchContact(at % 2 ? buyer : other, creator)),
    );
    expect(await lookUps()).toBe(seen + 1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("have a reason if there are none, and aren't fetched again", async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('gives.nothing');
    await world.fault('gives.nothing', 'no_contacts');
    const { metaData: state } = await fetchContact(buyer, creator);
    expect(state).toEqual({
      is_verified: false,
      contactsFetched: false,
      contactsError: { message: 'This profile has no contact info' },
    });
    const seen = await lookUps();
    await fetchContact(buyer, creator);
    expect(await lookUps()).toBe(seen);
    const { again } = await metaData(buyer, creator);
    expect(Date.parse(again ?? '') - Date.now()).toBeGreaterThan(89 * DAY);
    world.t.setNow(new Date(Date.now() + 91 * DAY));
    expect((await metaData(buyer, creator)).again).toBeNull();
  });

  test.each(['contacts_failed', 'down', 'garbage', 'hang', 'wrong_key'])(
    "that can't be fetched now (%s) return a clear error and can be retried",
    async (script) => {
      const buyer = await world.buyer();
      const creator = await world.creator(`later.${script}`);
      await world.t.api.pool.query('delete from provider_state');
      await world.fault(`later.${script}`, script);
      const error = await refused(fetchContact(buyer, creator));
      expect(error).toMatchObject({ status: 503, code: 'unavailable' });
      expect(error.message).toMatch(/^We can't look up contact info right now/);
      expect((await metaData(buyer, creator)).metaData).toMatchObject({
        contactsFetched: false,
        contactsError: null,
      });
      await world.clearFaults();
      await fetchContact(buyer, creator);
    },
    15_000,
  );

  test('require a plan', async () => {
    const error = await refused(fetchContact(await world.buyer(null), await world.creator('no.plan')));
    expect(error).toMatchObject({ status: 402, code: 'subscription_required' });
  });

  test("of a brand's own creator stay with that brand", async () => {
    const [buyer, other] = [await world.buyer(), await world.buyer()];
    const creator = await world.creator('only.ours', { brandId: buyer.brandId });
    expect((await refused(fetchContact(other, creator))).status).toBe(404);
    expect((await refused(metaData(other, creator))).status).toBe(404);
    await fetchContact(buyer, creator);
    expect((await metaData(buyer, creator)).metaData.contactsFetched).toBe(true);
    const kept = await world.t.api.db
      .select()
      .from(creatorContactTable)
      .where(eq(creatorContactTable.creatorId, creator));
    expect(kept).toMatchObject([{ brandId: buyer.brandId, email: 'hello@onlyours.example' }]);
    const [row] = await world.t.api.db.select().from(creatorTable).where(eq(creatorTable.id, creator));
    expect(row?.contactEmail).toBeNull();
    expect(await withEmail(buyer, 'only.ours')).toEqual(['only.ours']);
    const seen = await lookUps();
    await fetchContact(buyer, creator);
    expect(await lookUps()).toBe(seen);
    world.t.setNow(new Date(Date.now() + 91 * DAY));
    await fetchContact(buyer, creator);
    expect(await lookUps()).toBe(seen + 1);
    const administrator = await world.t.person({ role: 'administrator' });
    await administrator.call(getCreatorMetaData, { params: { id: creator } });
  });

  test('imported by the brand are already known', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('brought.along');
    await world.t.api.db
      .insert(creatorContactTable)
      .values({ id: crypto.randomUUID(), brandId: buyer.brandId, creatorId: creator, email: 'a@b.example' });
    const seen = await lookUps();
    expect((await fetchContact(buyer, creator)).metaData.contactsFetched).toBe(true);
    expect(await lookUps()).toBe(seen);
  });
});

test('with a credit cost are charged only if an address is found', async () => {
  const paid = await startReportWorld({ CONTACT_CREDITS: '2' });
  try {
    const buyer = await paid.buyer();
    const [good, bad] = [await paid.creator('hana.brews'), await paid.creator('no.luck')];
    expect((await metaData(buyer, good)).cost).toEqual({ credits: 2, providerTokens: 0.04 });
    await Promise.all([fetchContact(buyer, good), fetchContact(buyer, good)]);
    expect((await paid.credits(buyer)).balance).toBe(8);
    await paid.fault('no.luck', 'contacts_failed');
    await refused(fetchContact(buyer, bad));
    expect(await paid.credits(buyer)).toMatchObject({ balance: 8, reserved: 0 });
    await paid.fault('no.luck', 'no_contacts');
    await fetchContact(buyer, bad);
    expect(await paid.credits(buyer)).toMatchObject({ balance: 8, reserved: 0 });
  } finally {
    await paid.stop();
  }
});
