import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  browserFamilyOf,
  type ClickHistory,
  type ClickRequest,
  clickSourceOf,
  deviceOf,
  judgeClick,
  MAX_REASON,
  machineOf,
} from './affiliate-click.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const BOTS = join(SHARED, 'data/affiliate/bots');
const LOG = join(SHARED, 'data/affiliate/apache_logs_10000.log');
const there = existsSync(BOTS);
if (!there) console.log('The lists of user agents are not here: recall and false alarms are not measured.');

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 361.0.0.35.82 (iPhone15,2; iOS 18_1)';

const person: ClickRequest = {
  method: 'GET',
  userAgent: CHROME,
  purpose: '',
  fetchDest: 'document',
  fetchMode: 'navigate',
};
const unknown: ClickHistory = { isRepeat: () => false, floodReason: () => null };
const judge = (change: Partial<ClickRequest>, history: Partial<ClickHistory> = {}) =>
  judgeClick(Object.assign({ ...person }, change), Object.assign({ ...unknown }, history));

test('counts a navigation of a browser as a person, with and without Sec-Fetch headers', () => {
  expect(judge({})).toEqual({ verdict: 'person', reason: null });
  expect(judge({ fetchDest: '', fetchMode: '' })).toEqual({ verdict: 'person', reason: null });
  expect(judge({ userAgent: INSTAGRAM, fetchDest: '', fetchMode: '' }).verdict).toBe('person');
});

test('keeps the reason of every other verdict', () => {
  expect(judge({ method: 'HEAD' })).toEqual({ verdict: 'foreign-method', reason: 'HEAD' });
  expect(judge({ purpose: 'prefetch;prerender' })).toEqual({
    verdict: 'prefetch',
    reason: 'purpose:prefetch;prerender',
  });
  expect(judge({ userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' })).toEqual({
    verdict: 'preview',
    reason: 'user-agent:Slackbot',
  });
  expect(judge({ userAgent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' })).toEqual({
    verdict: 'bot',
    reason: expect.stringMatching(/^user-agent:./),
  });
  expect(judge({ userAgent: ' ' })).toEqual({ verdict: 'bot', reason: 'user-agent:none' });
  expect(judge({ fetchDest: 'image', fetchMode: 'no-cors' })).toEqual({
    verdict: 'embed',
    reason: 'sec-fetch-dest:image',
  });
  expect(judge({ fetchDest: 'iframe' }).reason).toBe('sec-fetch-dest:iframe');
  expect(judge({ fetchMode: 'cors' })).toEqual({ verdict: 'embed', reason: 'sec-fetch-mode:cors' });
  expect(judge({}, { isRepeat: () => true })).toEqual({
    verdict: 'repeat',
    reason: 'same-visitor-within-10-minutes',
  });
  expect(judge({}, { floodReason: () => 'network' })).toEqual({ verdict: 'flood', reason: 'network' });
});

test('the first verdict that applies wins, and machines leave no trace in the history', () => {
  let asked = 0;
  const history = {
    isRepeat: () => {
      asked++;
      return true;
    },
    floodReason: () => 'network',
  };
  const bot = 'curl/8.5.0';
  const all = { method: 'HEAD', purpose: 'prefetch', userAgent: bot, fetchDest: 'image' };
  expect(judge(all, history).verdict).toBe('foreign-method');
  expect(judge({ ...all, method: 'GET' }, history).verdict).toBe('prefetch');
  expect(judge({ userAgent: bot, fetchDest: 'image' }, history).verdict).toBe('bot');
  expect(judge({ fetchDest: 'image' }, history).verdict).toBe('embed');
  expect(asked).toBe(0);
  expect(judge({}, history).verdict).toBe('repeat');
});

test('a reason holds no control characters and stays short, whatever a header says', () => {
  const { reason } = judge({ fetchDest: `image\r\nset-cookie: a=b\u202e${'x'.repeat(500)}` });
  expect(reason).toHaveLength(MAX_REASON);
  expect(reason).toMatch(/^[\x20-\x7e]*$/);
});

test('tells devices and in-app browsers apart', () => {
  expect([deviceOf(CHROME), deviceOf(INSTAGRAM), deviceOf('')]).toEqual(['desktop', 'mobile', 'other']);
  expect(deviceOf('Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15')).toBe('tablet');
  expect(deviceOf('Mozilla/5.0 (Linux; Android 14; SM-X810) AppleWebKit/537.36 Safari/537.36')).toBe(
    'tablet',
  );
  expect([browserFamilyOf(CHROME), browserFamilyOf(INSTAGRAM), browserFamilyOf('x')]).toEqual([
    'Chrome',
    'Instagram',
    'Other',
  ]);
});

test('reads where a click came from, and no path of the page before it', () => {
  expect(
    clickSourceOf('utm_source=story%0d%0a&gclid=abc&afsrc=1', 'https://l.instagram.com/?u=https%3A%2F%2Fx'),
  ).toEqual({
    referrerHost: 'l.instagram.com',
    sourceLabel: 'story',
    paidMarker: 'gclid',
    searchTerm: null,
    standDownSeen: true,
  });
  expect(clickSourceOf('fbclid=1', 'android-app://com.google.android.gm/')).toEqual({
    referrerHost: 'com.google.android.gm',
    sourceLabel: null,
    paidMarker: null,
    searchTerm: null,
    standDownSeen: false,
  });
  for (const referrer of ['', 'no url', 'javascript:alert(1)', `https://${'a'.repeat(5000)}`])
    expect(clickSourceOf('', referrer).referrerHost).toBeNull();
});

test('reads search ads from click ids or tags, with the term they were bought for', () => {
  const adOf = (query: string) => {
    const { paidMarker, searchTerm } = clickSourceOf(query, '');
    return [paidMarker, searchTerm];
  };
  expect(adOf('gclid=x&utm_term=Larkmoor+coupon')).toEqual(['gclid', 'Larkmoor coupon']);
  expect(adOf('msclkid=x&keyword=tent')).toEqual(['msclkid', 'tent']);
  expect(adOf('utm_source=Google&utm_medium=cpc&utm_term=larkmoor')).toEqual(['utm_medium', 'larkmoor']);
  expect(adOf('utm_source=bing.com&utm_medium=Paid%20Search')).toEqual(['utm_medium', null]);
  // Ads elsewhere and unpaid visits are none.
  expect(adOf('utm_source=facebook&utm_medium=cpc&utm_term=larkmoor')).toEqual([null, null]);
  expect(adOf('utm_source=google&utm_medium=organic&utm_term=larkmoor')).toEqual([null, null]);
  expect(adOf(`gclid=x&utm_term=${'a'.repeat(90)}%00`)).toEqual(['gclid', 'a'.repeat(60)]);
});

const read = (name: string) => readFileSync(join(BOTS, name), 'utf8');
/** Entries of the simple YAML of these lists. */
const entriesOf = (yaml: string, entry: RegExp) =>
  yaml
    .split('\n')
    .map((line) => entry.exec(line)?.[1]?.replace(/^(["'])(.*)\1$/, '$2'))
    .filter((text): text is string => text !== undefined);
const isBot = (userAgent: string) => machineOf(userAgent)?.verdict === 'bot';
const isMachine = (userAgent: string) => machineOf(userAgent) !== null;

test.runIf(there)('recognizes at least 99% of the listed crawlers', () => {
  const list: { instances: string[] }[] = JSON.parse(read('crawler-user-agents.json'));
  const crawlers = list.flatMap(({ instances }) => instances);
  expect(crawlers.length).toBeGreaterThan(2000);
  expect(crawlers.filter(isMachine).length / crawlers.length).toBeGreaterThanOrEqual(0.99);
  const others = entriesOf(read('isbot_crawlers.yml'), /^\s+- (.*)$/);
  expect(others.length).toBeGreaterThan(600);
  // Nine of these are browsers in the list below.
  expect(others.filter(isMachine).length).toBeGreaterThanOrEqual(others.length - 9);
});

test.runIf(there)('calls none of the listed browsers a bot', () => {
  const browsers = read('browsers_2000.txt').split('\n').filter(Boolean);
  expect(browsers).toHaveLength(2000);
  expect(browsers.filter(isBot)).toEqual([]);
  expect(entriesOf(read('isbot_browsers.yml'), /^\s+- (.*)$/).filter(isBot)).toEqual([]);
  // These two are listed as browsers, and fetch previews.
  expect(browsers.filter(isMachine)).toEqual([
    'WhatsApp/2.17.70 W',
    expect.stringContaining('Google Web Preview'),
  ]);
});

test.runIf(there)('takes people in Instagram, TikTok and Facebook for people', () => {
  const apps = entriesOf(read('in_app_browsers.yml'), /^\s+user_agent: (.*)$/);
  const social = apps.filter((app) =>
    /^Mozilla.*(?:Instagram|musical_ly|TikTok|FBAN|Snapchat|Pinterest)/.test(app),
  );
  expect(social.length).toBeGreaterThan(5);
  expect(social.filter(isMachine)).toEqual([]);
});

test.runIf(existsSync(LOG))('finds the crawlers in the log of a real server', () => {
  const agents = readFileSync(LOG, 'utf8')
    .split('\n')
    .map((line) => /"([^"]*)"$/.exec(line)?.[1])
    .filter((agent): agent is string => agent !== undefined);
  expect(agents.length).toBeGreaterThan(9000);
  const named = agents.filter((agent) => /bot\b|crawler|spider/i.test(agent));
  expect(named.filter((agent) => !isMachine(agent))).toEqual([]);
  const browsers = agents.filter((agent) =>
    /^Mozilla\/5\.0 \((?:Windows NT|Macintosh|iPhone|iPad)[^)]*\) \S+ .*(?:Firefox|Safari)\/[\d.]+$/.test(
      agent,
    ),
  );
  expect(browsers.length).toBeGreaterThan(2000);
  expect(browsers.filter(isBot)).toEqual([]);
});
