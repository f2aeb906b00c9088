import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';
import { AUDIENCE_KEY } from './audience.ts';
import { audiencesOf, findAccount, profileOf, vendorPlatforms } from './audience-data.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await startTestSandbox();
});
afterEach(async () => {
  await send('DELETE', '/api/audience');
  await send('DELETE', '/api/faults');
});
afterAll(() => world.close());

const send: TestSandbox['ask'] = (...asked) => world.ask(...asked);

interface Share {
  code: string;
  name?: string;
  weight: number;
}
interface Subset {
  success: boolean;
  error?: string;
  data?: Record<string, Share[]> & { audience_geo: { countries?: Share[] } };
}
interface Report {
  success: boolean;
  error?: string;
  report_info: { report_id: string; created: string };
  user_profile: Record<string, unknown> & { contacts: { type: string; value: string }[] };
  audience_followers: Subset;
  audience_likers: Subset;
  audience_commenters: Subset;
}

let last = 0;
/** Calls the provider below its limit of 10 requests a second. */
async function vendor(path: string, key: string | null = AUDIENCE_KEY, timeoutMs = 5000): Promise<Response> {
  const wait = last + 110 - Date.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  last = Date.now();
  return fetch(`${world.sandbox.origin}/socapi/v2.0/api/${path}`, {
    headers: key === null ? {} : { 'x-api-key': key },
    signal: AbortSignal.timeout(timeoutMs),
  });
}
const newReport = (account: string, platform = 'instagram') =>
  vendor(`reports/new/?platform=${platform}&url=${encodeURIComponent(account)}`);
const reportOf = async (account: string, platform = 'instagram') =>
  (await (await newReport(account, platform)).json()) as Report;
const credits = async () => (await world.json<{ tokens: number }>('/api/audience')).tokens;
const order = (target: string, failure: string, more: object = {}) =>
  send('POST', '/api/faults', { provider: 'audience', target, failure, ...more });
const subsetsOf = ({ audience_followers, audience_likers, audience_commenters }: Report) => [
  audience_followers,
  audience_likers,
  audience_commenters,
];

describe('the audience data provider', () => {
  test('sells a report for one token, and returns it again free of charge', async () => {
    const response = await newReport('mia.cooks');
    expect(response.headers.get('x-tokens-cost')).toBe('1');
    const report = (await response.json()) as Report;
    expect(report).toMatchObject({ success: true, version: '2', user_profile: { username: 'mia.cooks' } });
    expect(await credits()).toBe(999);
    const again = await vendor(`reports/${report.report_info.report_id}/?fmt=json`);
    expect(again.headers.get('x-tokens-cost')).toBe('0');
    expect(await again.json()).toEqual(report);
    expect(await credits()).toBe(999);
  });

  test('a later report of an account has another id and slightly different weights', async () => {
    const [first, second] = [await reportOf('mia.cooks'), await reportOf('@Mia.Cooks')];
    expect(second.report_info.report_id).not.toBe(first.report_info.report_id);
    const weights = (report: Report) =>
      subsetsOf(report)
        .find(({ success }) => success)
        ?.data?.audience_ages?.map(({ weight }) => weight) ?? [];
    expect(weights(second)).not.toEqual(weights(first));
    weights(second).forEach((weight, at) => {
      expect(weight).toBeCloseTo(weights(first)[at] ?? 0, 1);
    });
    const { results } = (await (await vendor('reports/?platform=instagram&url=mia.cooks')).json()) as {
      results: { id: string }[];
    };
    expect(results.map(({ id }) => id)).toEqual([second.report_info.report_id, first.report_info.report_id]);
  });

  test('reports expire', async () => {
    const { report_info } = await reportOf('mia.cooks');
    await send('POST', '/api/audience/age', { days: 40 });
    expect((await vendor(`reports/${report_info.report_id}`)).status).toBe(200);
    await send('POST', '/api/audience/age', { days: 6 });
    const gone = await vendor(`reports/${report_info.report_id}`);
    expect([gone.status, await gone.json()]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
  });

  test('returns a report as PDF', async () => {
    const { report_info } = await reportOf('mia.cooks');
    const pdf = await vendor(`reports/${report_info.report_id}/?fmt=pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });

  test('requires its key and limits calls to ten a second', async () => {
    const without = await vendor('reports', null);
    expect([without.status, await without.json()]).toMatchObject([401, { error: 'not_authenticated' }]);
    const wrong = await vendor('reports', 'another');
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: 'invalid_api_key' }]);
    const flood = await Promise.all(
      Array.from({ length: 30 }, () =>
        fetch(`${world.sandbox.origin}/socapi/v2.0/api/reports`, {
          headers: { 'x-api-key': AUDIENCE_KEY },
        }),
      ),
    );
    const refusals = flood.filter(({ status }) => status === 429);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals[0]?.headers.get('retry-after')).toBe('1');
    await new Promise((resolve) => setTimeout(resolve, 1100));
  });

  test('accounts of all platforms cover all audience combinations and irregularities', async () => {
    const seen = new Set<string>();
    for (const platform of vendorPlatforms) {
      for (let at = 0; at < 400; at++) {
        const account = findAccount(platform, `creator.${at}`);
        if (!account) throw new Error('No account.');
        const report = audiencesOf(account, 0) as unknown as Report;
        const present = subsetsOf(report).filter(({ success }) => success);
        seen.add(`${platform} ${present.length}`);
        if (!('username' in profileOf(account, 0))) seen.add(`${platform} nameless`);
        for (const { data } of present) {
          if (!data?.audience_reachability) seen.add(`${platform} no reachability`);
          if (data?.audience_geo.countries?.length === 0) seen.add('empty countries');
          if (data && !data.audience_geo.countries) seen.add('no countries');
          if (data?.audience_geo.countries?.some(({ code }) => code === 'ZZ')) seen.add('unknown country');
          if (data?.audience_languages?.some(({ code }) => code === 'qqx')) seen.add('unknown language');
          const whole = data?.audience_ages?.reduce((sum, { weight }) => sum + weight, 0) ?? 1;
          if (Math.abs(whole - 1) > 0.01) seen.add('not adding up to 1');
          for (const { weight } of data?.audience_geo.countries ?? [])
            expect(weight).toBeGreaterThanOrEqual(0);
        }
      }
    }
    for (const each of [
      'instagram 1',
      'instagram 2',
      'instagram 3',
      'tiktok 1',
      'tiktok 2',
      'youtube 1',
      'youtube 2',
      'youtube nameless',
      'youtube no reachability',
      'instagram no reachability',
      'empty countries',
      'no countries',
      'unknown country',
      'unknown language',
      'not adding up to 1',
    ])
      expect(seen).toContain(each);
    expect(seen).not.toContain('instagram nameless');
  });

  test('contact details cost 0.04 tokens if there are any', async () => {
    const found = await vendor('exports/contacts/?platform=instagram&url=hana.brews');
    expect(found.headers.get('x-tokens-cost')).toBe('0.04');
    expect(((await found.json()) as Report).user_profile.contacts[0]).toEqual({
      type: 'email',
      value: 'hello@hanabrews.example',
    });
    await order('hana.brews', 'no_contacts');
    const none = await vendor('exports/contacts/?platform=instagram&url=hana.brews');
    expect([none.status, await none.json()]).toMatchObject([400, { error: 'no_contacts' }]);
    expect(await credits()).toBe(999.96);
  });
});

describe('injected faults', () => {
  test.each([
    ['retry_later', 400, 'retry_later'],
    ['empty', 400, 'empty_audience_data'],
    ['private', 400, 'account_is_private'],
    ['removed', 400, 'account_removed'],
    ['not_found', 400, 'account_not_found'],
    ['no_tokens', 400, 'no_tokens_remaining'],
    ['wrong_key', 403, 'invalid_api_key'],
    ['rate_limit', 429, 'rate_limit_exceeded'],
    ['error_500', 500, 'internal_server_error'],
    ['down', 503, 'service_unavailable'],
  ])('%s answers %i %s and takes no token, by order and by name', async (script, status, error) => {
    await order('some.one', script);
    for (const account of ['some.one', `sandbox_${script}`]) {
      const response = await newReport(account);
      expect([response.status, await response.json()]).toMatchObject([status, { success: false, error }]);
      expect(response.headers.get('x-tokens-cost')).toBe('0');
    }
    expect(await credits()).toBe(1000);
  });

  test('retry_later ends after the given number of calls', async () => {
    await order('some.one', 'retry_later', { times: 2 });
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await newReport('some.one')).status);
    expect(statuses).toEqual([400, 400, 200]);
  });

  test('sends half a report, garbage or no response', async () => {
    await expect(reportOf('sandbox_half')).rejects.toThrow();
    expect(await (await newReport('sandbox_garbage')).text()).toMatch(/^<html>/);
    expect(await reportOf('sandbox_partial')).not.toHaveProperty('report_info');
    for (const name of ['sandbox_hang', 'sandbox_lost'])
      await expect(vendor(`reports/new/?platform=tiktok&url=${name}`, AUDIENCE_KEY, 300)).rejects.toThrow();
    expect(await credits()).toBe(997);
  });

  test('returns no report without tokens', async () => {
    await send('POST', '/api/audience/tokens', { tokens: 0.5 });
    expect(await reportOf('some.one')).toMatchObject({ error: 'no_tokens_remaining' });
  });

  test('tokens and reports survive a restart', async () => {
    const { report_info } = await reportOf('mia.cooks');
    await world.restart();
    expect(await credits()).toBe(999);
    expect((await vendor(`reports/${report_info.report_id}`)).status).toBe(200);
  });
});

test('the control page shows tokens, reports, calls and faults', async () => {
  await reportOf('mia.cooks');
  await order('<b>evil', 'private', { times: 2 });
  const shown = await (await fetch(`${world.sandbox.origin}/audience`)).text();
  for (const part of ['999 tokens left', 'mia.cooks', '&lt;b&gt;evil', 'remove: private of'])
    expect(shown).toContain(part);
});
