import { expect, test } from 'vitest';
import {
  type CountedItem,
  campaignFigures,
  engagementRate,
  engagementsOf,
  parseMediaRates,
} from './campaign-metrics-figures.ts';

const none = { views: null, reach: null, likes: null, comments: null, saves: null, shares: null };
const item = (id: string, counts: Partial<CountedItem>): CountedItem => ({
  id,
  optInId: 'one',
  kind: 'shoutout',
  platform: 'tiktok',
  username: 'mara',
  url: `https://a.example/${id}`,
  published: null,
  asOf: null,
  ...none,
  ...counts,
});
const mara = {
  optInId: 'one',
  username: 'mara',
  platform: 'tiktok' as const,
  completed: true,
  fee: 9000,
  currency: 'USD',
};
const ana = { ...mara, optInId: 'two', username: 'ana', completed: false, fee: 1000 };
const bo = { ...mara, optInId: 'three', username: 'bo', completed: false, fee: null };
const zoe = { ...mara, optInId: 'four', username: 'zoe', fee: 500, currency: 'EUR' };

const items = [
  item('a', {
    published: '2026-02-02T09:00:00.000Z',
    asOf: '2026-02-05T00:00:00.000Z',
    views: 1000,
    reach: 800,
    likes: 60,
    comments: 10,
    saves: 6,
    shares: 4,
  }),
  item('b', {
    optInId: 'two',
    username: 'ana',
    platform: 'instagram',
    published: '2026-02-01T23:00:00.000Z',
    asOf: '2026-02-06T00:00:00.000Z',
    likes: 100,
  }),
  item('c', { published: '2026-02-02T20:00:00.000Z', views: 500, asOf: '2026-02-04T00:00:00.000Z' }),
  item('d', {}),
];

test('adds up the metrics of a campaign', () => {
  const figures = campaignFigures({
    items,
    fees: [bo, mara, zoe, ana],
    currency: 'USD',
    rates: { views: 1.5, likes: 8, shares: 25, reach: 0.5 },
  });
  expect(figures).toEqual({
    reach: { value: 800, items: ['a'], unknown: 3 },
    views: { value: 1500, items: ['a', 'c'], unknown: 2 },
    likes: { value: 160, items: ['a', 'b'], unknown: 2 },
    comments: { value: 10, items: ['a'], unknown: 3 },
    saves: { value: 6, items: ['a'], unknown: 3 },
    shares: { value: 4, items: ['a'], unknown: 3 },
    engagements: { value: 180, items: ['a', 'b'], unknown: 2 },
    contentCount: 4,
    engagementRate: 10,
    engagementRateOf: 'reach',
    currency: 'USD',
    spent: 9000,
    agreed: 10_000,
    costPerEngagement: 55.56,
    // 1500 x 1.5 + 160 x 8 + 4 x 25 + 800 x 0.5
    earnedMediaValue: 4030,
    earnedMediaRates: { views: 1.5, likes: 8, shares: 25, reach: 0.5 },
    items: items.map(({ optInId: _, ...rest }) => rest),
    byCreator: [
      { username: 'ana', platform: 'tiktok', fee: 1000, items: ['b'], engagements: 100, views: null },
      {
        username: 'mara',
        platform: 'tiktok',
        fee: 9000,
        items: ['a', 'c', 'd'],
        engagements: 80,
        views: 1500,
      },
      { username: 'bo', platform: 'tiktok', fee: null, items: [], engagements: null, views: null },
      { username: 'zoe', platform: 'tiktok', fee: 500, items: [], engagements: null, views: null },
    ],
    byPlatform: [
      { platform: 'tiktok', items: ['a', 'c', 'd'], engagements: 80, views: 1500 },
      { platform: 'instagram', items: ['b'], engagements: 100, views: null },
    ],
    byDay: [
      { day: '2026-02-01', items: ['b'], engagements: 100, views: null },
      { day: '2026-02-02', items: ['a', 'c'], engagements: 80, views: 1500 },
    ],
    asOf: '2026-02-06T00:00:00.000Z',
  });
});

test('leaves metrics empty without posts, fees and rates', () => {
  expect(campaignFigures({ items: [], fees: [], currency: 'EUR', rates: {} })).toMatchObject({
    contentCount: 0,
    engagementRate: null,
    engagementRateOf: null,
    spent: 0,
    agreed: 0,
    costPerEngagement: null,
    earnedMediaValue: null,
    items: [],
    byCreator: [],
    byDay: [],
    asOf: null,
  });
});

test('a cost needs fees and engagements, a value needs a known count', () => {
  const of = (more: Partial<Parameters<typeof campaignFigures>[0]>) =>
    campaignFigures({ items, fees: [], currency: 'USD', rates: {}, ...more });
  expect(of({}).costPerEngagement).toBeNull();
  expect(of({ items: [item('x', { views: 9 })], fees: [mara] }).costPerEngagement).toBeNull();
  expect(of({ items: [item('x', { views: 9 })], rates: { likes: 8 } }).earnedMediaValue).toBeNull();
});

test('sorts creators with no engagements before those with unknown engagements', () => {
  const { byCreator } = campaignFigures({
    items: [item('x', { likes: 0 })],
    fees: [{ ...ana }, { ...mara }],
    currency: 'USD',
    rates: {},
  });
  expect(byCreator.map(({ username }) => username)).toEqual(['mara', 'ana']);
});

test('counts only known engagements', () => {
  expect(engagementsOf(none)).toBeNull();
  expect(engagementsOf({ ...none, saves: 0 })).toBe(0);
  expect(engagementsOf({ likes: 1, comments: 20, saves: 300, shares: 4000 })).toBe(4321);
});

test("a post without engagements doesn't lower the rate", () => {
  expect(
    engagementRate([item('x', { reach: 100, likes: 10 }), item('y', { reach: 900 })]).engagementRate,
  ).toBe(10);
  expect(engagementRate([item('x', { reach: 0, likes: 10 })])).toEqual({
    engagementRate: null,
    engagementRateOf: null,
  });
});

test.each([
  ['', {}],
  ['views:1.5,likes:8', { views: 1.5, likes: 8 }],
  ['reach:1234567.1234,saves:0', { reach: 1_234_567.1234, saves: 0 }],
  ['comments:1,shares:2,', { comments: 1, shares: 2 }],
  ['views:12345678', null],
  ['views:1.12345', null],
  ['views:1.', null],
  ['dislikes:1', null],
  ['views', null],
  ['xviews:1', null],
  ['views:1x', null],
  [' views:1', null],
])('parses the rates %j as %j', (text, rates) => {
  expect(parseMediaRates(text)).toEqual(rates);
});
