import { QueryObserver } from '@tanstack/react-query';
import { getMe } from '@troupe/contract/account/user';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { listCreatorLists } from '@troupe/contract/discovery/creator-list';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const call = vi.hoisted(() => vi.fn());
vi.mock('./client.ts', () => ({ client: { call } }));
vi.mock('../brand/acting.ts', () => ({ leaveEndedActing: vi.fn() }));

const { callOptions, createQueryClient } = await import('./query.ts');

beforeEach(() => {
  vi.useFakeTimers();
  call.mockReset().mockResolvedValue({});
});
afterEach(() => vi.useRealTimers());

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
type Options = ReturnType<typeof callOptions>;

/** A page that shows the answer of a call, in one cache. Returns how to open and leave its screens. */
function visits(options: Options) {
  const client = createQueryClient();
  client.mount();
  return {
    async open() {
      const leave = new QueryObserver(client, options).subscribe(() => {});
      await vi.advanceTimersByTimeAsync(1);
      return leave;
    },
    calls: () => call.mock.calls.length,
  };
}

const params = { brandId: '0192f0c1-2c64-7d1e-8a5b-3f2f6b1c9d10' };
const me = callOptions(getMe, {}) as never as Options;
const campaigns = callOptions(listCampaigns, { params } as never) as never as Options;
const lists = callOptions(listCreatorLists, { params } as never) as never as Options;

/** While in use: no new call within the fresh time, one after it. */
async function expectFresh(options: Options, fresh: number): Promise<void> {
  const page = visits(options);
  await page.open();
  await seconds(fresh - 2);
  await page.open();
  expect(page.calls()).toBe(1);
  await seconds(4);
  await page.open();
  expect(page.calls()).toBe(2);
}

/** Left unused: kept for so long although still fresh, fetched again after. */
async function expectKept(options: Options, kept: number): Promise<void> {
  for (const [unused, calls] of [
    [kept - 2, 1],
    [kept + 2, 2],
  ] as const) {
    call.mockClear();
    const page = visits(options);
    const leave = await page.open();
    leave();
    await seconds(unused);
    await page.open();
    expect(page.calls(), `unused for ${unused} s`).toBe(calls);
  }
}

test('[R9.034] user data is fresh for 300 s, and kept for 120 s when unused', async () => {
  await expectFresh(me, 300);
  await expectKept(me, 120);
});

test('[R9.035] campaign data is fresh for 60 s, and kept for 30 s when unused', async () => {
  await expectFresh(campaigns, 60);
  await expectKept(campaigns, 30);
});

test('[R9.036] other answers are fresh for 30 s', async () => {
  await expectFresh(lists, 30);
});
