import { CallError } from '@troupe/contract/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ReportWorld, startReportWorld } from './buy-audience-report.fixture.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await startReportWorld();
});
afterEach(async () => {
  world.t.setNow(null);
  await world.clearFaults();
});
afterAll(() => world.stop());

const HOUR = 3_600_000;
const refused = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof CallError)) throw new Error('The request was not rejected.');
  return error;
};

describe('buying a report', () => {
  test('[R4.018] [R7.038] [R9.001] purchases a report for 1 credit', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('mia.cooks');
    expect(await world.held(buyer, creator)).toMatchObject({ report: null, reportUrl: null });
    const before = await world.vendor();

    const bought = await world.buy(buyer, creator);
    expect(bought).toMatchObject({ found: false, charged: 1, ageDays: 0, mayUpdate: false });
    expect((await world.credits(buyer)).balance).toBe(9);
    expect((await world.vendor()).tokens).toBeCloseTo(before.tokens - 1);
    expect(await world.held(buyer, creator)).toMatchObject({ id: bought.id, report: bought.report });
  });

  test('[R7.037] [R3.027] [R3.028] [R3.029] [R3.030] [R3.031] [R3.032] the report contains info, name, audiences and a link', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('noor.bakes');
    await world.buy(buyer, creator);
    const { report, reportUrl } = await world.held(buyer, creator);
    expect(report?.report_info).toEqual({
      report_id: expect.any(String),
      created: expect.stringMatching(/Z$/),
    });
    expect(report?.user_profile.username).toBe('noor.bakes');
    for (const subset of ['audience_followers', 'audience_likers', 'audience_commenters'] as const) {
      const audience = report?.[subset];
      expect(audience).toHaveProperty('success');
      if (!audience?.data) {
        expect(audience?.error).toBeTruthy();
        continue;
      }
      expect(Object.keys(audience.data).sort()).toEqual([
        'audience_ages',
        'audience_genders',
        'audience_geo',
        'audience_interests',
        'audience_languages',
        'audience_reachability',
      ]);
      const { audience_geo, ...others } = audience.data;
      const lists = [...Object.values(others), audience_geo.countries];
      expect(lists.filter((list) => list && list.length > 0).length).toBeGreaterThan(3);
      for (const item of lists.flatMap((list) => list ?? [])) {
        expect(item).toEqual({ code: expect.any(String), name: item.name, weight: expect.any(Number) });
        expect([null, 'string']).toContain(item.name === null ? null : typeof item.name);
      }
      expect(audience.data.audience_languages?.[0]?.name).toEqual(expect.any(String));
    }
    expect(reportUrl).toMatch(/^http:\/\/localhost:4000\/audience-report-file\//);
  });

  test('shows a pending purchase to everyone until it ends', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('takes.long');
    await world.fault('takes.long', 'lost');
    expect(await world.held(buyer, creator)).toMatchObject({ underWay: null });
    const bought = world.buy(buyer, creator);
    await expect
      .poll(async () => (await world.held(buyer, creator)).underWay, { interval: 20, timeout: 60_000 })
      .toEqual(expect.any(String));
    expect(await world.held(await world.buyer(), creator)).toMatchObject({ underWay: null });
    const { id } = await bought;
    expect(await world.held(buyer, creator)).toMatchObject({ id, underWay: null });
  });

  test('returns an existing report less than a day old without a charge', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('found.again');
    const first = await world.buy(buyer, creator);
    for (const forceReload of [false, true])
      expect(await world.buy(buyer, creator, { forceReload })).toMatchObject({
        id: first.id,
        found: true,
        charged: 0,
      });
    expect((await world.credits(buyer)).balance).toBe(9);
  });

  test('[R4.020] [R4.021] [R9.002] offers an update after 24 hours for 1 credit', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('hana.runs');
    const first = await world.buy(buyer, creator);
    const created = Date.parse(first.report?.report_info.created ?? '');
    world.t.setNow(new Date(created + 23 * HOUR));
    expect(await world.held(buyer, creator)).toMatchObject({ ageDays: 0, mayUpdate: false });
    expect(await world.buy(buyer, creator, { forceReload: true })).toMatchObject({ found: true });
    world.t.setNow(new Date(created + 24 * HOUR));
    expect(await world.held(buyer, creator)).toMatchObject({ ageDays: 1, mayUpdate: true });
    expect(await world.buy(buyer, creator)).toMatchObject({ found: true, charged: 0 });
    const update = await world.buy(buyer, creator, { forceReload: true });
    expect(update).toMatchObject({ found: false, charged: 1 });
    expect(update.report?.report_info.report_id).not.toBe(first.report?.report_info.report_id);
    const { entries } = await world.credits(buyer);
    // The balance isn't compared: the next day may be in the next month, which adds the plan's credits.
    expect(entries.filter(({ kind }) => kind === 'capture').map(({ reason }) => reason)).toEqual([
      'Deep insights update: hana.runs',
      'Deep insights: hana.runs',
    ]);
  });

  test('[R4.019] a report created 3 days ago is 3 days old', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('three.days');
    const { report } = await world.buy(buyer, creator);
    world.t.setNow(new Date(Date.parse(report?.report_info.created ?? '') + 72 * HOUR));
    expect(await world.held(buyer, creator)).toMatchObject({ ageDays: 3 });
  });

  test('reports exist for every platform, and a channel without username uses another name', async () => {
    const buyer = await world.buyer('trailblazer');
    for (const platform of ['instagram', 'tiktok', 'youtube', 'tiktok-shop'] as const) {
      const creator = await world.creator(`on.${platform}`, { platform });
      const { report } = await world.buy(buyer, creator);
      expect(report?.user_profile.username.toLowerCase()).toBe(`on.${platform}`);
    }
    const channel = 'UCq-Fj5jknLsUf-MWSy4_brA';
    const nameless = await world.creator(channel, { platform: 'youtube' });
    expect((await world.buy(buyer, nameless)).report?.user_profile.username).toBe(channel);
  });

  test('asks brands without a plan to choose one', async () => {
    const buyer = await world.buyer(null);
    const error = await refused(world.buy(buyer, await world.creator('for.prospect')));
    expect(error).toMatchObject({ status: 402, code: 'subscription_required' });
    expect(error.body.err).toBe(error.message);
  });

  test('hides creators of other brands', async () => {
    const [buyer, other] = [await world.buyer(), await world.buyer()];
    const creator = await world.creator('kept.private', { brandId: other.brandId });
    expect((await refused(world.buy(buyer, creator))).status).toBe(404);
    expect((await refused(world.held(buyer, creator))).status).toBe(404);
    expect(await world.buy(other, creator)).toMatchObject({ charged: 1 });
    expect((await refused(world.held(buyer, creator))).status).toBe(404);
  });
});

describe('provider errors', () => {
  const cases = [
    ['[R8.001]', 'retry_later', 409, 'retry_later', /^We are currently processing your request\./],
    ['[R8.003]', 'empty', 422, 'empty_audience_data', /^No audience data is available for this channel$/],
    ['[R8.004]', 'private', 502, 'report_unavailable', /is private\. No credit was deducted\.$/],
    ['[R8.004]', 'removed', 502, 'report_unavailable', /was removed/],
    ['[R8.004]', 'not_found', 502, 'report_unavailable', /can't find this account/],
    ['[R8.004]', 'no_tokens', 503, 'unavailable', /isn't available right now/],
    ['[R8.004]', 'wrong_key', 503, 'unavailable', /isn't available right now/],
    ['[R8.004]', 'rate_limit', 503, 'unavailable', /isn't available right now/],
    ['[R8.004]', 'error_500', 503, 'unavailable', /isn't available right now/],
    ['[R8.004]', 'down', 503, 'unavailable', /isn't available right now/],
    ['[R8.004]', 'garbage', 502, 'report_unavailable', /invalid response/],
    ['[R8.004]', 'hang', 503, 'unavailable', /isn't available right now/],
  ] as const;
  test.each(cases)('%s %s is returned in err, free of charge', async (_row, script, status, code, text) => {
    const buyer = await world.buyer();
    const name = `refused.${script}`;
    const creator = await world.creator(name);
    const { tokens } = await world.vendor();
    await world.fault(name, script);
    const error = await refused(world.buy(buyer, creator));
    expect(error).toMatchObject({ status, code });
    expect(error.body.err).toMatch(text);
    expect((await world.credits(buyer)).balance).toBe(10);
    expect((await world.credits(buyer)).reserved).toBe(0);
    expect((await world.vendor()).tokens).toBe(tokens);
    await world.clearFaults();
    expect(await world.buy(buyer, creator)).toMatchObject({ charged: 1 });
    expect((await world.credits(buyer)).balance).toBe(9);
  });

  test.each([
    ['half', 'breaks off half-way'],
    ['lost', 'never answers'],
    ['partial', 'lacks most of it'],
  ])('recovers a report whose response (%s) %s without paying again', async (script) => {
    const buyer = await world.buyer();
    const name = `broken.${script}`;
    const creator = await world.creator(name);
    await world.fault(name, script, { times: 1 });
    const { tokens } = await world.vendor();
    expect(await world.buy(buyer, creator)).toMatchObject({ found: false, charged: 1 });
    expect((await world.vendor()).tokens).toBeCloseTo(tokens - 1);
    expect((await world.credits(buyer)).balance).toBe(9);
  });

  test("a report that isn't ready can be purchased later", async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('sandbox_retry_later_2');
    for (const _time of [1, 2])
      expect(await refused(world.buy(buyer, creator))).toMatchObject({ code: 'retry_later' });
    expect(await world.buy(buyer, creator)).toMatchObject({ charged: 1 });
    const { balance, entries } = await world.credits(buyer);
    expect(balance).toBe(9);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'capture',
      'reserve',
      'release',
      'reserve',
      'release',
      'reserve',
      'plan',
    ]);
  });

  test('pauses calls after repeated provider failures', async () => {
    const buyer = await world.buyer();
    await world.fault('*', 'error_500');
    for (const name of ['tired.1', 'tired.2', 'tired.3', 'tired.4', 'tired.5'])
      await refused(world.buy(buyer, await world.creator(name)));
    const seen = (await world.vendor()).calls.length;
    await refused(world.buy(buyer, await world.creator('tired.6')));
    expect((await world.vendor()).calls.length).toBe(seen);
    expect((await world.credits(buyer)).balance).toBe(10);
  });
});

describe('concurrent purchases', () => {
  test('two people buying the same report pay once', async () => {
    const buyer = await world.buyer();
    const mate = await world.t.person({ brandId: buyer.brandId });
    const creator = await world.creator('wanted.twice');
    const answers = await Promise.all([
      world.buy(buyer, creator),
      world.buy({ ...buyer, person: mate }, creator),
      world.buy(buyer, creator),
    ]);
    expect(answers.map(({ charged }) => charged).sort()).toEqual([0, 0, 1]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect((await world.credits(buyer)).balance).toBe(9);
  });

  test('everyone waiting for a failed purchase gets its error', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('wanted.empty');
    await world.fault('wanted.empty', 'empty');
    const errors = await Promise.all([1, 2, 3].map(() => refused(world.buy(buyer, creator))));
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['empty_audience_data']));
    expect((await world.credits(buyer)).balance).toBe(10);
  });

  test('a purchase sent twice with one key is made once and returns the same response', async () => {
    const buyer = await world.buyer();
    const creator = await world.creator('sent.twice');
    const [first, second] = await Promise.all([
      world.buy(buyer, creator, { key: 'k-1' }),
      world.buy(buyer, creator, { key: 'k-1' }),
    ]);
    const later = await world.buy(buyer, creator, { key: 'k-1' });
    for (const answer of [first, second, later])
      expect(answer).toMatchObject({ id: first.id, found: false, charged: 1 });
    expect((await world.credits(buyer)).balance).toBe(9);
    const other = await refused(world.buy(buyer, await world.creator('other.one'), { key: 'k-1' }));
    expect(other.code).toBe('conflict');
  });

  test('200 concurrent purchases with 10 credits give exactly 10 reports and a balance of 0', async () => {
    const buyer = await world.buyer();
    expect((await world.credits(buyer)).balance).toBe(10);
    const { tokens } = await world.vendor();
    const creators = await Promise.all(Array.from({ length: 200 }, (_, at) => world.creator(`crowd.${at}`)));
    const results = await Promise.allSettled(creators.map((creator) => world.buy(buyer, creator)));
    const bought = results.filter(({ status }) => status === 'fulfilled');
    const codes = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(bought).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(['insufficient_credits']));
    expect(await world.credits(buyer)).toMatchObject({ balance: 0, reserved: 0 });
    const { rows } = await world.t.api.pool.query(
      'select count(*)::int as n from audience_report where brand_id = $1',
      [buyer.brandId],
    );
    expect(rows[0].n).toBe(10);
    expect((await world.vendor()).tokens).toBeCloseTo(tokens - 10);
    const error = await refused(
      world.buy(buyer, creators[0] === undefined ? '' : await world.creator('none.left')),
    );
    expect(error).toMatchObject({ status: 402, message: 'You have no credits left.' });
  });
});
