import { inviteToTeam } from '@troupe/contract/account/team';
import { getMailQueue } from '@troupe/contract/outreach/mail';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emailDomainTable } from '../email-domain/email-domain.table.ts';
import { type MailWorld, startMailWorld } from './mail.fixture.ts';
import { mailTable } from './mail.table.ts';

let world: MailWorld;

beforeAll(async () => {
  world = await startMailWorld();
});
afterEach(() => world.t.setNow(null));
afterAll(() => world.stop());

const down = (is: boolean) =>
  is
    ? world.sandbox.call('POST', '/api/faults', { provider: 'mail', failure: 'down' })
    : world.sandbox.call('DELETE', '/api/faults?provider=mail');
const statuses = async (brandId: string) =>
  (
    await world.t.api.db
      .select({ status: mailTable.status })
      .from(mailTable)
      .where(eq(mailTable.brandId, brandId))
  ).map(({ status }) => status);

test('survives an hour-long mail server outage without losing or duplicating email', async () => {
  const start = new Date('2026-03-02T08:00:00Z');
  world.t.setNow(start);
  const brand = await world.brand();
  await down(true);
  const addresses = Array.from({ length: 40 }, (_, n) => `out${n}@outage.test`);
  await world.queue(brand, addresses);
  await expect.poll(() => statuses(brand.brandId), { timeout: 60_000 }).toContain('deferred');
  for (const minutes of [10, 30, 60]) {
    world.t.setNow(new Date(start.getTime() + minutes * 60_000));
    await world.wake();
  }
  // The server is retried occasionally, not once per email.
  const waiting = await statuses(brand.brandId);
  expect(waiting.every((status) => status === 'queued' || status === 'deferred')).toBe(true);
  expect(waiting.filter((status) => status === 'queued').length).toBeGreaterThan(20);

  await down(false);
  world.t.setNow(new Date(start.getTime() + 3 * 3_600_000));
  await world.wake();
  await expect
    .poll(async () => (await statuses(brand.brandId)).filter((status) => status === 'sent').length, {
      timeout: 75_000,
    })
    .toBe(addresses.length);
  const { mails } = await world.sandbox.call<{ mails: { recipients: string[] }[] }>(
    'GET',
    '/api/mail?search=outage.test&limit=500',
  );
  expect(mails.map(({ recipients }) => recipients[0]).sort()).toEqual([...addresses].sort());
});

test("a brand with many emails doesn't delay another", async () => {
  const [busy, quick] = [await world.brand({ spacingSeconds: 0.01 }), await world.brand()];
  await world.queue(
    busy,
    Array.from({ length: 300 }, (_, n) => `busy${n}@turns.test`),
  );
  const [id = ''] = await world.queue(quick, ['quick@turns.test']);
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('sent');
  expect((await statuses(busy.brandId)).filter((status) => status === 'queued').length).toBeGreaterThan(0);
  // They would be sent during the next tests.
  await world.t.api.db
    .update(mailTable)
    .set({ status: 'cancelled' })
    .where(and(eq(mailTable.brandId, busy.brandId), eq(mailTable.status, 'queued')));
});

test("a team invitation is sent while its brand's own emails can't be", async () => {
  const held = await world.brand();
  await world.t.api.db
    .update(emailDomainTable)
    .set({ status: 'broken' })
    .where(eq(emailDomainTable.brandId, held.brandId));
  const capped = await world.brand({ dailyCap: 1, spacingSeconds: 3600 });
  const [first = ''] = await world.queue(capped, ['first@own.test']);
  await expect.poll(async () => (await world.stored(first)).status, { timeout: 60_000 }).toBe('sent');
  for (const brand of [held, capped]) {
    const [waiting = ''] = await world.queue(brand, ['waiting@own.test']);
    const owner = await world.t.person({ brandId: brand.brandId, brandRole: 'owner' });
    const email = `${brand.brandId}@own.test`;
    const params = { brandId: brand.brandId };
    await owner.call(inviteToTeam, { params, body: { email, role: 'member' } });
    const [mail] = await world.arrived(email);
    expect(mail?.from.address).toBe('troupe@troupe.test');
    expect((await world.stored(waiting)).status).toBe('queued');
    expect(await owner.call(getMailQueue, { params })).toMatchObject({ waiting: 1 });
  }
});

test("many of the product's own emails neither delay a brand's nor count toward its daily limit", async () => {
  const brand = await world.brand({ dailyCap: 1 });
  const addresses = Array.from({ length: 300 }, (_, n) => `notice${n}@turns.test`);
  const notices = await world.queue(brand, addresses, { kind: 'notice', unsubscribable: false });
  const [id = ''] = await world.queue(brand, ['after@turns.test']);
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('sent');
  const waiting = await world.t.api.db
    .update(mailTable)
    .set({ status: 'cancelled' })
    .where(and(inArray(mailTable.id, notices), eq(mailTable.status, 'queued')))
    .returning();
  expect(waiting.length).toBeGreaterThan(0);
  expect(await statuses(brand.brandId)).not.toContain('failed');
  expect((await world.arrived('notice0@turns.test'))[0]?.from.address).toBe('troupe@troupe.test');
});

test('matches replies when the mail server rewrites Message-IDs', async () => {
  const brand = await world.brand();
  const [id = ''] = await world.queue(brand, ['rename@names.test']);
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('sent');
  const [mail] = await world.arrived('rename@names.test');
  expect((await world.stored(id)).messageId).toBe(mail?.messageId);
  expect(mail?.messageId).toContain('prod.outlook.com');
});

test('retries after the connection breaks during data transfer', async () => {
  const brand = await world.brand();
  await world.sandbox.call('POST', '/api/faults', {
    provider: 'mail',
    target: 'half@x.test',
    failure: 'cut',
    times: 1,
  });
  // Large enough for the server to disconnect midway.
  const [id = ''] = await world.queue(brand, ['half@x.test'], { html: '<p>x</p>\n'.repeat(1_500_000) });
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('deferred');
  world.t.setNow(new Date(Date.now() + 120_000));
  await world.wake();
  await expect.poll(async () => (await world.stored(id)).status, { timeout: 60_000 }).toBe('sent');
  expect(await world.arrived('half@x.test')).toHaveLength(1);
});
