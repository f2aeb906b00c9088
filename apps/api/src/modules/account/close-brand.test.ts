import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createApiKey } from '@troupe/contract/account/api-key';
import * as contract from '@troupe/contract/account/brand-closing';
import { getMe } from '@troupe/contract/account/user';
import { createCampaign, listCampaigns } from '@troupe/contract/campaigns/campaign';
import { createClient } from '@troupe/contract/client';
import { listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { billingEventTable } from '../billing/billing-event/billing-event.table.ts';
import { orderFileKey } from '../commerce/order/order-import.queries.ts';
import { orderImportTable } from '../commerce/order/order-import.table.ts';
import { audienceReportTable } from '../discovery/audience-report/audience-report.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { tableKey } from '../discovery/creator-import/creator-import.queries.ts';
import { creatorImportTable } from '../discovery/creator-import/creator-import.table.ts';
import { brandsToDelete, deleteBrand, markBillingEnded } from '../operations/close-brand.queries.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { brandClosingTable, brandTable } from './brand/brand.table.ts';
import { pictureKey } from './user/user.picture.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

async function world(name = 'Larkmoor') {
  const brandId = await t.brand(name);
  const owner = await t.person({ brandId, brandRole: 'owner' });
  const member = await t.person({ brandId });
  return { brandId, owner, member };
}
const close = (person: TestPerson, brandId: string, name = 'Larkmoor') =>
  person.call(contract.closeBrand, { params: { brandId }, body: { name } });
async function tokenOf(brandId: string): Promise<string> {
  const mails = await t.api.db
    .select()
    .from(mailTable)
    .where(sql`brand_id = ${brandId} and subject like '%was closed'`);
  return /\/reopen\/(\S+)/.exec(mails.at(-1)?.plain ?? '')?.[1] ?? '';
}
const status = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

test('closes an account while a creator opts in to one of its campaigns', async () => {
  const { brandId, owner } = await world();
  const { id } = await owner.call(createCampaign, { params: { brandId }, body: { title: 'Spring' } });
  let closed: Promise<unknown> = Promise.resolve();
  await withTransaction(t.api.pool, async (tx) => {
    await tx.execute(sql`select from campaign where id = ${id} for share`);
    closed = close(owner, brandId);
    await expect
      .poll(async () => {
        const waiting = sql`select count(*)::int as n from pg_locks where not granted`;
        return (await t.api.db.execute<{ n: number }>(waiting)).rows[0]?.n;
      })
      .toBeGreaterThan(0);
    // Inserts that reference a brand lock its row.
    await tx.execute(sql`select from brand where id = ${brandId} for key share`);
  });
  expect(await status(closed)).toBe(200);
});

test('an owner closes the account by typing its name: members lose access at once, campaigns are archived', async () => {
  const { brandId, owner, member } = await world();
  await owner.call(createCampaign, { params: { brandId }, body: { title: 'Spring' } });
  const { key } = await owner.call(createApiKey, { params: { brandId }, body: { name: 'K', scope: 'read' } });
  const program = createClient({ baseUrl: t.url, token: () => key });
  await program.call(listCreatorLists, { params: { brandId } });
  const { closing } = await close(owner, brandId);
  expect(Date.parse(closing.deletes) - Date.parse(closing.closed)).toBe(30 * 86_400_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await status(member.call(getBrand, { params: { brandId } }))).toBe(403);
  expect(await status(owner.call(getBrand, { params: { brandId } }))).toBe(403);
  expect(await status(program.call(listCreatorLists, { params: { brandId } }))).toBe(401);
  expect((await owner.call(getMe, {})).brandProfiles).toEqual([]);
  const administrator = await t.person({ role: 'administrator' });
  const { campaigns } = await administrator.call(listCampaigns, { params: { brandId } });
  expect(campaigns.map(({ status: stands }) => stands)).toEqual(['archived']);
});

test('requires the exact name, and rejects members', async () => {
  const { brandId, owner, member } = await world();
  await expect(close(owner, brandId, 'larkmoor')).rejects.toMatchObject({
    body: { fields: { name: 'Enter Larkmoor exactly as shown' } },
  });
  expect(await status(close(member, brandId))).toBe(403);
  expect(await status(owner.call(getBrand, { params: { brandId } }))).toBe(200);
  const { steps, days } = await owner.call(contract.getClosingTerms, { params: { brandId } });
  expect(days).toBe(30);
  expect(steps.join(' ')).toContain('kept for 30 days');
});

test('closes once when two owners close at once, and emails both', async () => {
  const { brandId, owner } = await world();
  const second = await t.person({ brandId, brandRole: 'owner' });
  const outcomes = await Promise.all([status(close(owner, brandId)), status(close(second, brandId))]);
  expect(outcomes.filter((code) => code === 200)).toHaveLength(1);
  const mails = await t.api.db.select().from(mailTable).where(sql`brand_id = ${brandId}`);
  expect(mails).toHaveLength(2);
});

test('an owner reopens it with the link in the email, and members regain their roles', async () => {
  const { brandId, owner, member } = await world();
  await close(owner, brandId);
  const token = await tokenOf(brandId);
  const { closing } = await owner.call(contract.readClosing, { params: { token } });
  expect(closing).toMatchObject({ brandId, brandName: 'Larkmoor' });
  expect(await status(member.call(contract.reopenBrand, { params: { token } }))).toBe(404);
  expect(await status(t.anonymous.call(contract.reopenBrand, { params: { token } }))).toBe(401);
  expect(await status(owner.call(contract.reopenBrand, { params: { token: `${token}x` } }))).toBe(404);
  expect(await owner.call(contract.reopenBrand, { params: { token } })).toEqual({ brandId });
  expect(await status(member.call(getBrand, { params: { brandId } }))).toBe(200);
  const { brandProfiles } = await owner.call(getMe, {});
  expect(brandProfiles).toMatchObject([{ brandId, role: 'owner' }]);
  expect(await status(owner.call(contract.reopenBrand, { params: { token } }))).toBe(404);
});

test('the link expires with the retention period; administrators can reopen until then', async () => {
  const { brandId, owner } = await world();
  await close(owner, brandId);
  const token = await tokenOf(brandId);
  const administrator = await t.person({ role: 'administrator' });
  t.setNow(new Date(Date.now() + 31 * 86_400_000));
  expect(await status(owner.call(contract.readClosing, { params: { token } }))).toBe(404);
  const reopen = () => administrator.call(contract.reopenBrandById, { params: { brandId } });
  expect(await status(reopen())).toBe(404);
  t.setNow(null);
  expect(await reopen()).toEqual({ brandId });
  await expect(reopen()).rejects.toMatchObject({
    status: 409,
    code: 'invalid_transition',
    message: "This account isn't closed.",
  });
  const unknown = administrator.call(contract.reopenBrandById, { params: { brandId: newId() } });
  expect(await status(unknown)).toBe(404);
});

test('deletes everything the brand owned after the retention period, without further charges', async () => {
  const { brandId, owner } = await world();
  await owner.call(createApiKey, { params: { brandId }, body: { name: 'Key', scope: 'write' } });
  await owner.call(createCampaign, { params: { brandId }, body: { title: 'Spring' } });
  await close(owner, brandId);
  const later = new Date(Date.now() + 31 * 86_400_000);
  const [closing] = await t.api.db
    .select()
    .from(brandClosingTable)
    .where(eq(brandClosingTable.brandId, brandId));
  if (!closing?.billingEndedAt) await markBillingEnded(t.api.db, closing?.id ?? '', new Date());
  expect(await brandsToDelete(t.api.db, new Date())).not.toContain(brandId);
  expect(await brandsToDelete(t.api.db, later)).toContain(brandId);
  expect(await withTransaction(t.api.pool, (tx) => deleteBrand(tx, brandId))).toBe(true);
  expect(await t.api.db.$count(brandTable, eq(brandTable.id, brandId))).toBe(0);
  const { rows } =
    await t.api.pool.query(`select count(*)::int as count from person where last_name = '(API key)'
    and first_name = 'Key'`);
  expect(rows[0].count).toBe(0);
  const { rows: tables } = await t.api.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'brand_id'`,
  );
  for (const { name } of tables) {
    const left = await t.api.pool.query(`select 1 from ${name} where brand_id = $1`, [brandId]);
    expect(left.rowCount, name).toBe(0);
  }
});

test("also deletes the brand's files and billing events", async () => {
  const { brandId, owner } = await world();
  const { id: campaignId } = await owner.call(createCampaign, {
    params: { brandId },
    body: { title: 'Spring' },
  });
  const [creatorId, importId, reportId, ordersId] = [newId(), newId(), newId(), newId()];
  const { db, config } = t.api;
  await db.insert(creatorTable).values({
    id: creatorId,
    brandId,
    platform: 'tiktok',
    username: creatorId,
    profileUrl: '',
  });
  await db.insert(creatorImportTable).values({
    id: importId,
    brandId,
    fileName: 'people.csv',
    facts: {} as never,
    headerRow: 0,
    records: 1,
    rows: 1,
    platformPerRow: false,
    platformReason: '',
    columns: [],
    asOf: new Date().toISOString(),
  });
  await db.insert(audienceReportTable).values({
    id: reportId,
    brandId,
    creatorId,
    providerReportId: 'r',
    createdAt: new Date().toISOString(),
    report: {} as never,
    original: {},
  });
  await db.insert(billingEventTable).values({
    id: `ev_${brandId}`,
    type: 'payment_succeeded',
    body: '{}',
    brandId,
    occurredAt: new Date().toISOString(),
    receivedAt: new Date().toISOString(),
  });
  await db.insert(orderImportTable).values({
    id: ordersId,
    brandId,
    fileName: 'orders.csv',
    kind: 'Shopify orders export',
    state: 'running',
    rows: 1,
    createdAt: new Date().toISOString(),
  });
  const keys = [
    ...[`audience-report/${reportId}.pdf`, tableKey(importId), pictureKey(creatorId, 'now.jpg')],
    ...[`covers/${campaignId}/now.jpg`, `covers/${campaignId}/before.jpg`, orderFileKey(ordersId)],
  ];
  const stays = `covers/${newId()}/other.jpg`;
  for (const key of [...keys, stays]) {
    mkdirSync(dirname(join(config.FILES_DIR, key)), { recursive: true });
    writeFileSync(join(config.FILES_DIR, key), 'x');
  }
  await close(owner, brandId);
  await db
    .update(brandClosingTable)
    .set({ billingEndedAt: new Date().toISOString(), deleteAt: new Date(Date.now() - 1000).toISOString() })
    .where(eq(brandClosingTable.brandId, brandId));
  await t.api.jobs.send('brand-closing.delete', {});
  await expect.poll(() => db.$count(brandTable, eq(brandTable.id, brandId)), { timeout: 60_000 }).toBe(0);
  expect([...keys, stays].filter((key) => existsSync(join(config.FILES_DIR, key)))).toEqual([stays]);
  expect(await db.$count(billingEventTable, eq(billingEventTable.id, `ev_${brandId}`))).toBe(0);
});

test('never deletes a reopened brand', async () => {
  const { brandId, owner } = await world();
  await close(owner, brandId);
  const token = await tokenOf(brandId);
  await owner.call(contract.reopenBrand, { params: { token } });
  expect(await brandsToDelete(t.api.db, new Date(Date.now() + 99 * 86_400_000))).not.toContain(brandId);
  expect(await withTransaction(t.api.pool, (tx) => deleteBrand(tx, brandId))).toBe(false);
});
