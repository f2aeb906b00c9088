import {
  listAdminBrands,
  listAdminMembers,
  listFailedJobs,
  listJobQueues,
  retryJob,
} from '@troupe/contract/operations/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { codesOf } from '../../campaigns/opt-in/opt-in.fixture.ts';

let t: TestApi;
let administrator: TestPerson;
beforeAll(async () => {
  t = await startTestApi({ TROUPE_ROLES: 'http' });
  administrator = await t.person({ role: 'administrator' });
});
afterAll(() => t.stop());

const list = (query: object = {}) => administrator.call(listAdminBrands, { query });

test('lists all brands for administrators with plan, past due, credits, members and campaigns', async () => {
  const brandId = await t.brand('Ädelholt');
  await t.brand('Birch');
  const { db } = t.api;
  const plan = {
    kind: 'plan' as const,
    planId: 'starter',
    period: 'yearly' as const,
    status: 'active' as const,
  };
  await db.insert(subscriptionTable).values({ id: newId(), brandId, ...plan, pastDue: true });
  await t.person({ brandId, brandRole: 'owner' });
  await t.person({ brandId });
  for (const status of ['publish', 'draft'] as const)
    await db
      .insert(campaignTable)
      .values({ id: newId(), brandId, title: status, slug: status, socialChannels: [], status });
  const { brands, total } = await list({ search: 'ÄDEL' });
  expect(total).toBe(1);
  expect(brands[0]).toMatchObject({
    id: brandId,
    name: 'Ädelholt',
    pastDue: true,
    credits: 0,
    members: 2,
    campaigns: { all: 2, published: 1 },
    plan: { id: 'starter' },
    closed: null,
  });
  expect((await list({ pastDue: true })).brands.map(({ name }) => name)).toEqual(['Ädelholt']);
  expect((await list({ pastDue: false })).brands.map(({ name }) => name)).not.toContain('Ädelholt');
  expect((await list({ search: "%_'; drop table brand; --" })).total).toBe(0);
  const { members } = await administrator.call(listAdminMembers, { params: { brandId } });
  expect(members.map(({ role }) => role)).toEqual(['owner', 'member']);
});

test('pages brands by name, 24 at a time, without gaps or duplicates', async () => {
  for (let n = 0; n < 30; n++) await t.brand(`Paged ${String(n).padStart(2, '0')}`);
  const first = await list({ search: 'paged' });
  const second = await list({ search: 'paged', page: 2 });
  expect(first).toMatchObject({ total: 30, pages: 2 });
  const names = [...first.brands, ...second.brands].map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names).size).toBe(30);
});

test('shows a failed job with its error and retries it once, however often requested', async () => {
  const { queues } = await administrator.call(listJobQueues, {});
  const queue = queues[0]?.name ?? '';
  expect(queues.length).toBeGreaterThan(5);
  const jobId = newId();
  await t.api.pool.query(
    `insert into pgboss.job (id, name, data, state, output, completed_on, retry_count)
      values ($1, $2, '{}', 'failed', '{"message":"The disk was full","stack":"at /secret"}', now(), 5)`,
    [jobId, queue],
  );
  const ofQueue = async () =>
    (await administrator.call(listJobQueues, {})).queues.find(({ name }) => name === queue);
  expect((await ofQueue())?.failed).toBe(1);
  const { jobs } = await administrator.call(listFailedJobs, { params: { queue } });
  expect(jobs).toMatchObject([{ id: jobId, tries: 6, message: 'The disk was full' }]);
  const retry = () => administrator.call(retryJob, { params: { queue, jobId } });
  const codes = await codesOf([retry(), retry()]);
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(codes).toContain('invalid_transition');
  expect(await ofQueue()).toMatchObject({ failed: 0, retrying: 1 });
  const other = { params: { queue, jobId: newId() } };
  await expect(administrator.call(retryJob, other)).rejects.toMatchObject({ code: 'not_found' });
});
