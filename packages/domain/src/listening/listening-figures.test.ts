import { expect, test } from 'vitest';
import { authorInfluence, netSentiment, reachOf, shareOfVoice } from './listening-figures.ts';

const Q = 15 * 60_000;
const bucket = (monitorId: string, n: number, voices: number, copies = voices) => ({
  monitorId,
  bucket: n * Q,
  voices,
  copies,
});

test('share of voice counts voices and copies apart, with intervals', () => {
  const { shares, counted, leftOut } = shareOfVoice(
    ['ours', 'theirs'],
    [
      bucket('ours', 0, 40, 50),
      bucket('ours', 1, 41, 41),
      bucket('theirs', 0, 182, 900),
      bucket('other', 0, 99),
    ],
    new Set(),
  );
  // 81 of 263: Newcombe 1998, table I.
  const [ours, theirs] = shares;
  expect(ours?.byVoices?.low.toFixed(4)).toBe('0.2553');
  expect(ours?.byVoices?.high.toFixed(4)).toBe('0.3662');
  expect(ours?.byCopies?.rate).toBeCloseTo(91 / 991, 10);
  expect(theirs).toMatchObject({ voices: 182, copies: 900 });
  expect([counted, leftOut]).toEqual([2, 0]);
});

test("quarters in which a source was down don't count", () => {
  const { shares, counted, leftOut } = shareOfVoice(
    ['ours', 'theirs'],
    [bucket('ours', 0, 5), bucket('theirs', 0, 5), bucket('theirs', 1, 90)],
    new Set([Q]),
  );
  expect(shares.map(({ byVoices }) => byVoices?.rate)).toEqual([0.5, 0.5]);
  expect([counted, leftOut]).toEqual([1, 1]);
});

test('without mentions there is no share', () => {
  expect(shareOfVoice(['ours'], [], new Set()).shares).toEqual([
    { monitorId: 'ours', voices: 0, copies: 0, byVoices: null, byCopies: null },
  ]);
});

test('net sentiment leaves out what the model abstained on', () => {
  const { net, low, high, health, judged, abstained } = netSentiment({
    positive: 30,
    neutral: 50,
    negative: 20,
    abstained: 70,
  });
  expect([net, judged, abstained]).toEqual([0.1, 100, 70]);
  expect(health?.rate).toBe(0.6);
  // (30.5 - 20.5) / 102, and 1.96 * sqrt((51 / 102 - 0.098039 ** 2) / 102).
  expect(low?.toFixed(4)).toBe('-0.0379');
  expect(high?.toFixed(4)).toBe('0.2339');
  const one = netSentiment({ positive: 1, neutral: 0, negative: 0, abstained: 0 });
  expect(one).toMatchObject({ net: 1, high: 1 });
  expect(one.low).toBeLessThan(0);
  expect(netSentiment({ positive: 0, neutral: 0, negative: 0, abstained: 3 })).toEqual({
    net: null,
    low: null,
    high: null,
    health: null,
    judged: 0,
    abstained: 3,
  });
});

test('reach adds each author once and says for how many it is known', () => {
  const authors = [
    { id: 'a', followers: 100 },
    { id: 'a', followers: 100 },
    { id: 'b', followers: null },
    { id: 'c', followers: null },
    { id: 'c', followers: 7 },
  ];
  expect(reachOf(authors)).toEqual({ followers: 107, authors: 3, known: 2 });
});

test('influence grows with followers and relevant mentions', () => {
  expect(authorInfluence(999, 0)).toBeCloseTo(3, 10);
  expect(authorInfluence(999, 2)).toBeCloseTo(9, 10);
  expect(authorInfluence(null, 5)).toBe(0);
});
