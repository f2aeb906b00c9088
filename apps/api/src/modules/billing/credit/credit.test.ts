import { adjustCredits, exportCredits, listCredits } from '@troupe/contract/billing/credit';
import { Problem } from '@troupe/domain/problem';
import { openPool } from '@troupe/server/pool';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOver, withTransaction } from '../../../platform/database.ts';
import { connectEvents, DomainEvents } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { subscriptionTable } from '../subscription/subscription.table.ts';
import { captureCredit, grantCredits, readBalance, releaseCredit, reserveCredit } from './credit.queries.ts';
import { creditEntryTable } from './credit.table.ts';
import { grantPlanCredits } from './credit-plan.queries.ts';

let t: TestApi;
let administrator: TestPerson;
const NOW = new Date('2026-11-20T10:00:00Z');

beforeAll(async () => {
  t = await startTestApi();
  administrator = await t.person({ role: 'administrator' });
});
afterAll(() => t.stop());

const inTransaction = <T>(work: Parameters<typeof withTransaction<T>>[1]) =>
  withTransaction(t.api.pool, work);
const grant = (brandId: string, amount: number) =>
  inTransaction((tx) =>
    grantCredits(
      tx,
      { brandId, kind: 'grant', amount, reason: 'Welcome', reference: newId(), userId: null },
      NOW,
    ),
  );
const reserve = (brandId: string, reference: string, amount = 1) =>
  inTransaction((tx) =>
    reserveCredit(tx, { brandId, reference, reason: 'Report for mila', userId: null, amount }, NOW),
  );
const capture = (brandId: string, reference: string) =>
  inTransaction((tx) => captureCredit(tx, { brandId, reference }, NOW));
const release = (brandId: string, reference: string) =>
  inTransaction((tx) => releaseCredit(tx, { brandId, reference, reason: 'No report was delivered' }, NOW));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
const rowsOf = (brandId: string) =>
  t.api.db.select().from(creditEntryTable).where(sql`brand_id = ${brandId}`).orderBy(creditEntryTable.number);

test('[R9.001] a reserved credit is deducted immediately and spent when captured', async () => {
  const brandId = await t.brand();
  await grant(brandId, 3);
  expect(await reserve(brandId, 'report:1')).toMatchObject({ balance: 2, state: 'held', repeated: false });
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 2, reserved: 1 });
  await capture(brandId, 'report:1');
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 2, reserved: 0 });
});

test('a release returns the credit once', async () => {
  const brandId = await t.brand();
  await grant(brandId, 1);
  await reserve(brandId, 'report:1');
  await release(brandId, 'report:1');
  expect(await release(brandId, 'report:1')).toMatchObject({ repeated: true });
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 1, reserved: 0 });
});

test('repeating a purchase deducts its credit once and returns its state', async () => {
  const brandId = await t.brand();
  await grant(brandId, 1);
  await reserve(brandId, 'report:1');
  expect(await reserve(brandId, 'report:1')).toMatchObject({ repeated: true, state: 'held', balance: 0 });
  await capture(brandId, 'report:1');
  await capture(brandId, 'report:1');
  expect(await reserve(brandId, 'report:1')).toMatchObject({ repeated: true, state: 'captured' });
  expect(await rowsOf(brandId)).toHaveLength(3);
});

test('rejects a release after a capture, the reverse, and either without a reservation', async () => {
  const brandId = await t.brand();
  await grant(brandId, 2);
  await reserve(brandId, 'report:1');
  await capture(brandId, 'report:1');
  expect(await refusal(release(brandId, 'report:1'))).toBe('invalid_transition');
  await reserve(brandId, 'report:2');
  await release(brandId, 'report:2');
  expect(await refusal(capture(brandId, 'report:2'))).toBe('invalid_transition');
  expect(await refusal(capture(brandId, 'report:3'))).toBe('invalid_transition');
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 1, reserved: 0 });
});

test('200 concurrent purchases with 10 credits left take exactly 10', async () => {
  const brandId = await t.brand();
  await grant(brandId, 10);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, at) => refusal(reserve(brandId, `report:${at}`))),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'insufficient_credits')).toHaveLength(190);
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 0, reserved: 10 });
});

test('in any order of reserving, capturing and releasing, the balance is the sum and never negative', async () => {
  let state = 20_261_120;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % below;
  };
  for (let round = 0; round < 6; round++) {
    const brandId = await t.brand();
    await grant(brandId, 1 + random(6));
    const work = Array.from({ length: 60 }, () => {
      const reference = `report:${random(12)}`;
      const kind = random(3);
      if (kind === 0) return refusal(reserve(brandId, reference, 1 + random(2)));
      return refusal(kind === 1 ? capture(brandId, reference) : release(brandId, reference));
    });
    const outcomes = new Set(await Promise.all(work));
    for (const outcome of outcomes)
      expect(['done', 'insufficient_credits', 'invalid_transition']).toContain(outcome);
    let sum = 0;
    const rows = await rowsOf(brandId);
    rows.forEach((row, at) => {
      sum += row.amount;
      expect(row.number).toBe(at + 1);
      expect(row.balance).toBe(sum);
      expect(sum).toBeGreaterThanOrEqual(0);
    });
    const settled = (reference: string) =>
      rows.filter((row) => row.reference === reference && (row.kind === 'capture' || row.kind === 'release'));
    for (const { reference } of rows) expect(settled(reference).length).toBeLessThanOrEqual(1);
    const held = rows.filter((row) => row.kind === 'reserve' && settled(row.reference).length === 0);
    expect(await readBalance(t.api.db, brandId)).toEqual({
      balance: sum,
      reserved: held.reduce((total, row) => total - row.amount, 0),
    });
  }
});

test('the database rejects changing or deleting entries, except with their brand', async () => {
  const brandId = await t.brand();
  await grant(brandId, 5);
  const attempt = (text: string) => refusal(t.api.pool.query(text, text.includes('$1') ? [brandId] : []));
  expect(await attempt('update credit_entry set amount = 50, balance = 50 where brand_id = $1')).toContain(
    'append-only',
  );
  expect(await attempt('delete from credit_entry where brand_id = $1')).toContain('append-only');
  expect(await attempt('truncate credit_entry')).toContain('append-only');
  expect(
    await refusal(
      t.api.db.insert(creditEntryTable).values({
        id: newId(),
        brandId,
        number: 2,
        kind: 'adjustment',
        amount: -9,
        balance: -4,
        reason: 'Below',
        reference: 'below',
      }),
    ),
  ).toContain('insert');
  expect(await rowsOf(brandId)).toHaveLength(1);
  await t.api.db.delete(brandTable).where(sql`id = ${brandId}`);
  expect(await rowsOf(brandId)).toHaveLength(0);
});

test('entries of a deleted person stay without their name', async () => {
  const brandId = await t.brand();
  const { userId } = await t.person({ brandId });
  await inTransaction((tx) =>
    grantCredits(
      tx,
      { brandId, kind: 'adjustment', amount: 2, reason: 'Gift', reference: 'gift', userId },
      NOW,
    ),
  );
  expect(await attemptUpdateOf(brandId)).toContain('append-only');
  await t.api.db.execute(sql`delete from brand_member where user_id = ${userId}`);
  await t.api.db.delete(userTable).where(sql`id = ${userId}`);
  expect(await rowsOf(brandId)).toMatchObject([{ amount: 2, userId: null }]);
});

const attemptUpdateOf = (brandId: string) =>
  refusal(t.api.pool.query('update credit_entry set user_id = null where brand_id = $1', [brandId]));

const subscribe = async (brandId: string, planId: string) => {
  const id = newId();
  await t.api.db
    .insert(subscriptionTable)
    .values({ id, brandId, kind: 'plan', planId, period: 'monthly', status: 'active' });
  return id;
};

test.each([
  ['self-serve', 10],
  ['starter', 25],
  ['trailblazer', 75],
  ['bespoke', 150],
])('the %s plan grants %i credits a month, on the first read', async (planId, credits) => {
  const brandId = await t.brand();
  const subscriptionId = await subscribe(brandId, planId);
  const member = await t.person({ brandId });
  t.setNow(new Date('2026-11-20T10:00:00Z'));
  const first = await member.call(listCredits, { params: { brandId } });
  expect(first).toMatchObject({ balance: credits, reserved: 0, total: 1 });
  expect((await member.call(listCredits, { params: { brandId } })).balance).toBe(credits);
  t.setNow(new Date('2026-12-01T00:00:01Z'));
  expect((await member.call(listCredits, { params: { brandId } })).balance).toBe(credits * 2);
  t.setNow(null);
  expect((await rowsOf(brandId)).map(({ reference }) => reference)).toEqual([
    `plan:${subscriptionId}:2026-11`,
    `plan:${subscriptionId}:2026-12`,
  ]);
});

test("grants a plan's month once across processes and retries", async () => {
  const brandId = await t.brand();
  await subscribe(brandId, 'starter');
  const pools = Array.from({ length: 4 }, () => openPool(t.databaseUrl, 2, { name: 'troupe-test' }));
  for (const pool of pools) connectEvents(pool, new DomainEvents());
  const granted = await Promise.all(
    pools.flatMap((pool) => [1, 2].map(() => grantPlanCredits(pool, databaseOver(pool), NOW, brandId))),
  );
  await Promise.all(pools.map((pool) => pool.end()));
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 25, reserved: 0 });
});

test('the hourly job grants outstanding credits once', async () => {
  const brands = await Promise.all([t.brand('One'), t.brand('Two')]);
  for (const brandId of brands) await subscribe(brandId, 'starter');
  const january = new Date('2027-01-31T23:59:59Z');
  expect(await grantPlanCredits(t.api.pool, t.api.db, january)).toBeGreaterThanOrEqual(2);
  expect(await grantPlanCredits(t.api.pool, t.api.db, january)).toBe(0);
  for (const brandId of brands)
    expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 25, reserved: 0 });
});

test('an unpaid month grants nothing until it is paid, even within the grace period', async () => {
  const brandId = await t.brand();
  const id = await subscribe(brandId, 'starter');
  const due = (dueSince: string | null) =>
    t.api.db.update(subscriptionTable).set({ dueSince }).where(sql`id = ${id}`);
  await due('2026-11-19T10:00:00.000Z');
  expect(await grantPlanCredits(t.api.pool, t.api.db, NOW, brandId)).toBe(0);
  await due(null);
  expect(await grantPlanCredits(t.api.pool, t.api.db, NOW, brandId)).toBe(1);
});

test('a cancelled plan and an add-on grant nothing', async () => {
  const brandId = await t.brand();
  await t.api.db.insert(subscriptionTable).values([
    { id: newId(), brandId, kind: 'plan', planId: 'starter', period: 'monthly', status: 'cancelled' },
    { id: newId(), brandId, kind: 'affiliate', planId: 'affiliate', period: 'monthly', status: 'active' },
  ]);
  expect(await grantPlanCredits(t.api.pool, t.api.db, NOW, brandId)).toBe(0);
});

test('an administrator adjusts a balance with a reason, recorded in the history', async () => {
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  const given = await administrator.call(adjustCredits, {
    params: { brandId },
    body: { amount: 5, reason: 'A report was empty' },
  });
  expect(given).toMatchObject({
    balance: 5,
    entry: { kind: 'adjustment', amount: 5, balance: 5, reason: 'A report was empty', by: 'Alva Berg' },
  });
  const { entries } = await member.call(listCredits, { params: { brandId } });
  expect(entries).toMatchObject([{ id: given.entry.id, reason: 'A report was empty', by: 'Alva Berg' }]);
});

test("an adjustment can't exceed the balance, requires a reason and is for administrators only", async () => {
  const brandId = await t.brand();
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const adjust = (person: TestPerson, body: { amount: number; reason: string }, id = brandId) =>
    person.call(adjustCredits, { params: { brandId: id }, body });
  await expect(adjust(administrator, { amount: -1, reason: 'Too much' })).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'You have no credits left.',
  });
  await expect(adjust(administrator, { amount: 1, reason: ' ' })).rejects.toMatchObject({
    code: 'invalid',
    message: 'Enter a reason',
  });
  await expect(adjust(administrator, { amount: 0, reason: 'None' })).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(adjust(administrator, { amount: 1, reason: 'x' }, newId())).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(adjust(owner, { amount: 1, reason: 'Please' })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await rowsOf(brandId)).toHaveLength(0);
});

test('an adjustment sent twice with one Idempotency-Key counts once', async () => {
  const brandId = await t.brand();
  const send = () =>
    fetch(`${t.url}/admin/brands/${brandId}/credits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${administrator.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'same',
      },
      body: JSON.stringify({ amount: 4, reason: 'Once' }),
    }).then((response) => response.json());
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect(await readBalance(t.api.db, brandId)).toEqual({ balance: 4, reserved: 0 });
});

test('the history is paged, newest first, and downloads as formula-safe CSV', async () => {
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  for (let at = 1; at <= 30; at++)
    await inTransaction((tx) =>
      grantCredits(
        tx,
        { brandId, kind: 'grant', amount: at, reason: `=SUM(A1)+${at}`, reference: `${at}`, userId: null },
        NOW,
      ),
    );
  const second = await member.call(listCredits, { params: { brandId }, query: { page: 2 } });
  expect(second).toMatchObject({ page: 2, pages: 2, total: 30, balance: 465 });
  expect(second.entries.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2, 1]);
  const response = await fetch(`${t.url}${exportCredits.path.replace(':brandId', brandId)}`, {
    headers: { authorization: `Bearer ${member.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const lines = bytes.toString('utf8').slice(1).trim().split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines[0]).toBe('Date,Type,Credits,Balance,Reason,User');
  expect(lines[1]).toBe(`2026-11-20T10:00:00.000Z,Grant,30,465,'=SUM(A1)+30,`);
});

test('the CSV is in the language that is asked for, with reasons that Troupe booked', async () => {
  const brandId = await t.brand();
  const member = await t.person({ brandId });
  const grant = (kind: 'plan' | 'adjustment', reason: string) =>
    inTransaction((tx) =>
      grantCredits(tx, { brandId, kind, amount: 5, reason, reference: newId(), userId: null }, NOW),
    );
  await grant('plan', 'Trailblazer plan, May 2026');
  await grant('adjustment', 'Contact info: ours');
  const lines = async (language: string) => {
    const response = await fetch(`${t.url}${exportCredits.path.replace(':brandId', brandId)}`, {
      headers: { authorization: `Bearer ${member.token}`, 'accept-language': language },
    });
    return (await response.text()).trim().split('\r\n');
  };
  expect(await lines('de')).toEqual([
    'Datum,Art,Credits,Stand,Grund,Benutzer',
    expect.stringContaining(',Anpassung,5,10,Contact info: ours,'),
    expect.stringContaining(',Tarif,5,5,"Tarif Trailblazer, Mai 2026",'),
  ]);
  const [head, , plan] = await lines('es-MX,en;q=0.5');
  expect(head).toBe('Fecha,Tipo,Créditos,Saldo,Motivo,Usuario');
  expect(plan).toContain(',Plan,5,5,"Plan Trailblazer, mayo de 2026",');
});
