import { describe, expect, test } from 'vitest';
import { NewListeningSource } from './listening-source.ts';
import { canonicalUrl, MentionFilter, plausiblePublished, sentimentOf } from './mention.ts';
import { AuthorOptOut } from './mention-author.ts';
import { MonitorChange, MonitorForm, monitorAbilities } from './monitor.ts';

const messageOf = (query: string) =>
  MonitorForm.safeParse({ name: 'Larkmoor', kind: 'brand', query }).error?.issues.map(
    ({ message }) => message,
  );

test('a monitor takes a query that can be run, and says where one is wrong', () => {
  expect(messageOf('larkmoor NOT "larkmoor lane"')).toBeUndefined();
  expect(messageOf('larkmoor\nand jacket')).toEqual([
    'Line 2, column 1: Write AND in capitals, or put the word in quotation marks.',
  ]);
  expect(messageOf('')).toContain('Enter a query.');
});

test('a monitor has defaults, and its lists no duplicates', () => {
  const monitor = MonitorForm.parse({
    name: 'Larkmoor',
    kind: 'brand',
    query: 'larkmoor',
    languages: ['en', 'en'],
    sources: ['bluesky', 'bluesky'],
    setName: ' ',
  });
  expect(monitor).toMatchObject({
    languages: ['en'],
    sources: ['bluesky'],
    setName: null,
    alertRules: { spike: true, negativeShift: true, mutedUntil: null },
  });
  expect(MonitorForm.safeParse({ name: 'x', kind: 'creator-code', query: 'x1' }).success).toBe(false);
});

test('a change leaves out what stays', () => {
  expect(MonitorChange.parse({ version: 2, state: 'paused' })).toEqual({ version: 2, state: 'paused' });
});

test('the monitor of a code follows it', () => {
  const { archive, change, pause } = monitorAbilities('creator-code', 'active');
  expect([archive.allowed, change.allowed, pause.allowed]).toEqual([false, false, true]);
  expect(monitorAbilities('brand', 'archived').resume.allowed).toBe(true);
});

describe('sources', () => {
  test.each(['mastodon.social', 'MASTODON.example.org '])('takes the server %s', (host) => {
    expect(NewListeningSource.safeParse({ kind: 'mastodon', host }).success).toBe(true);
  });
  test.each(['https://mastodon.social', 'localhost', '127.0.0.1', 'a.b/c', ''])(
    'refuses the server %s',
    (host) => {
      expect(NewListeningSource.safeParse({ kind: 'mastodon', host }).success).toBe(false);
    },
  );
  test('refuses X without a limit', () => {
    expect(NewListeningSource.safeParse({ kind: 'x', token: 'abc' }).success).toBe(false);
  });
});

test('an author opts out by handle, however it is written', () => {
  expect(AuthorOptOut.parse({ source: 'bluesky', handle: ' @Jane.Doe ' }).handle).toBe('jane.doe');
});

test('impossible dates count as the time a post was seen', () => {
  const seen = Date.UTC(2026, 5, 1);
  const minute = 60_000;
  expect(plausiblePublished(seen - minute, seen)).toBe(seen - minute);
  expect(plausiblePublished(seen + 5 * minute, seen)).toBe(seen + 5 * minute);
  expect(plausiblePublished(seen + 6 * minute, seen)).toBe(seen);
  expect(plausiblePublished(0, seen)).toBe(seen);
  expect(plausiblePublished(Date.UTC(2099, 0, 1), seen)).toBe(seen);
  expect(plausiblePublished(null, seen)).toBe(seen);
  expect(plausiblePublished(Number.NaN, seen)).toBe(seen);
});

test("a person's word counts before the model's", () => {
  const model = { value: 1, probabilities: null, modelVersion: 1 } as const;
  expect(sentimentOf({ ...model, byPerson: -1 })).toBe(-1);
  expect(sentimentOf({ ...model, byPerson: null })).toBe(1);
  expect(sentimentOf({ ...model, value: null, byPerson: null })).toBeNull();
});

test('filters take one value or several', () => {
  expect(MentionFilter.parse({ source: 'bluesky', folded: 'false' })).toMatchObject({
    source: ['bluesky'],
    folded: false,
    sort: 'newest',
  });
});

test.each([
  ['http://www.News.example/a/?utm_source=x&b=2&a=1#top', 'https://news.example/a?a=1&b=2'],
  ['https://news.example:8443/', 'https://news.example:8443'],
  ['javascript:alert(1)', null],
  ['not an address', null],
])('compares stories by their address: %s', (address, canonical) => {
  expect(canonicalUrl(address)).toBe(canonical);
});
