import { expect, test } from 'vitest';
import {
  BUILDER_STEPS,
  briefGaps,
  CampaignBrief,
  CampaignBriefChange,
  ContentKind,
  EMPTY_BRIEF,
} from './campaign-brief.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
/** A complete brief. */
const whole: CampaignBrief = {
  ...EMPTY_BRIEF,
  title: 'Autumn Trail Kit',
  slug: 'autumn-trail-kit',
  description: 'Show the pack on a run.',
  categories: ['Running'],
  socialChannels: ['instagram'],
  maxPaidAmount: 70_000,
  deliverables: [{ kind: 'reel', count: 2 }],
  liveDue: '2027-01-10T00:00:00.000Z',
  disclosure: 'Label it #ad',
  usageRights: { termDays: 90, channels: ['organic'], territory: 'EU' },
};
const gaps = (change: Partial<CampaignBrief>) =>
  briefGaps({ ...whole, ...change }, now).map(({ step, field }) => `${step}.${field}`);
const fits = (change: object) => CampaignBriefChange.safeParse(change).success;

test('the builder has six steps', () => {
  expect(BUILDER_STEPS).toEqual(['basics', 'offer', 'deliverables', 'audience', 'questions', 'review']);
  expect(ContentKind.options).toEqual(['post', 'carousel', 'reel', 'story', 'video', 'short', 'live']);
});

test('a new campaign is empty, in dollars, and has nine gaps', () => {
  expect(CampaignBrief.parse(EMPTY_BRIEF)).toEqual(EMPTY_BRIEF);
  expect(EMPTY_BRIEF).toEqual({
    title: '',
    slug: '',
    description: '',
    categories: [],
    socialChannels: [],
    cover: null,
    currency: 'USD',
    product: null,
    maxPaidAmount: null,
    commissionPercent: null,
    deliverables: [],
    draftDue: null,
    liveDue: null,
    closes: null,
    dos: [],
    donts: [],
    hashtags: [],
    mentions: [],
    disclosure: '',
    usageRights: null,
    followersMin: null,
    followersMax: null,
    countries: [],
    audienceCategories: [],
    engagementMin: null,
    questions: [],
  });
  expect(briefGaps(EMPTY_BRIEF, now).map(({ step, field }) => `${step}.${field}`)).toEqual([
    ...['basics.title', 'basics.slug', 'basics.description', 'basics.socialChannels', 'basics.categories'],
    ...['offer.product', 'deliverables.deliverables', 'deliverables.liveDue'],
    ...['deliverables.disclosure', 'deliverables.usageRights'],
  ]);
  expect(gaps({})).toEqual([]);
});

test('requires title, slug, description, channel and category', () => {
  expect(gaps({ title: ' ' })).toEqual(['basics.title']);
  expect(gaps({ slug: '' })).toEqual(['basics.slug']);
  expect(gaps({ description: ` ${'x'.repeat(19)} ` })).toEqual(['basics.description']);
  expect(gaps({ description: 'x'.repeat(20) })).toEqual([]);
  expect(gaps({ socialChannels: [] })).toEqual(['basics.socialChannels']);
  expect(gaps({ categories: [] })).toEqual(['basics.categories']);
});

test('a product, fee or commission is enough, and a product has a name', () => {
  expect(gaps({ maxPaidAmount: null })).toEqual(['offer.product']);
  expect(gaps({ maxPaidAmount: null, commissionPercent: 0 })).toEqual([]);
  expect(gaps({ maxPaidAmount: null, product: { name: 'Pack', value: 0 } })).toEqual([]);
  expect(gaps({ product: { name: ' ', value: 100 } })).toEqual(['offer.product']);
});

test('dates are in the future and in order', () => {
  const live = '2027-01-10T00:00:00.000Z';
  const later = '2027-01-10T00:00:00.001Z';
  expect(gaps({ liveDue: null })).toEqual(['deliverables.liveDue']);
  expect(gaps({ liveDue: null, draftDue: later, closes: later })).toEqual(['deliverables.liveDue']);
  expect(gaps({ liveDue: now.toISOString() })).toEqual(['deliverables.liveDue']);
  expect(gaps({ liveDue: '2026-11-20T12:00:00.001Z' })).toEqual([]);
  expect(gaps({ draftDue: live })).toEqual([]);
  expect(gaps({ draftDue: later })).toEqual(['deliverables.draftDue']);
  expect(gaps({ closes: live })).toEqual([]);
  expect(gaps({ closes: later })).toEqual(['deliverables.closes']);
  expect(gaps({ closes: now.toISOString() })).toEqual(['deliverables.closes']);
  expect(gaps({ closes: '2026-11-20T12:00:00.001Z' })).toEqual([]);
});

test('requires deliverables, disclosure and usage rights', () => {
  expect(gaps({ deliverables: [] })).toEqual(['deliverables.deliverables']);
  expect(gaps({ disclosure: ' ' })).toEqual(['deliverables.disclosure']);
  expect(gaps({ usageRights: null })).toEqual(['deliverables.usageRights']);
});

test('a follower range may have one bound, but not a minimum above the maximum', () => {
  expect(gaps({ followersMin: 5, followersMax: 5 })).toEqual([]);
  expect(gaps({ followersMin: 6, followersMax: 5 })).toEqual(['audience.followersMax']);
  expect(gaps({ followersMin: 6 })).toEqual([]);
  expect(gaps({ followersMax: 5 })).toEqual([]);
});

test('questions have text, unique ids and unique choices', () => {
  const question = { id: 'a', text: 'Size?', required: true, choices: ['S', 'M'] };
  expect(gaps({ questions: [question, { ...question, id: 'b' }] })).toEqual([]);
  expect(gaps({ questions: [question, question] })).toEqual(['questions.questions']);
  expect(gaps({ questions: [question, { ...question, id: 'b', text: ' ' }] })).toEqual([
    'questions.questions',
  ]);
  expect(gaps({ questions: [question, { ...question, id: 'b', choices: ['S', 'S'] }] })).toEqual([
    'questions.questions',
  ]);
});

test('every gap has a message', () => {
  for (const { message } of briefGaps(EMPTY_BRIEF, now)) expect(message.length).toBeGreaterThan(10);
});

test.each([
  ['', true],
  ['a', true],
  ['autumn-trail-2', true],
  ['Autumn', false],
  ['a--b', false],
  ['-a', false],
  ['a-', false],
  ['a b', false],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
])('accepts the slug %j: %s', (slug, taken) => {
  expect(fits({ slug })).toBe(taken);
});

const question = (change: object = {}) => ({ id: 'a', text: 'b', required: true, choices: [], ...change });
const rights = (change: object = {}) => ({ termDays: null, channels: [], territory: '', ...change });
const x = (length: number) => 'x'.repeat(length);

test.each<[string, unknown[], unknown[]]>([
  ['title', [x(160)], [x(161), 5]],
  ['description', [x(10_000)], [x(10_001)]],
  ['categories', [[], Array(10).fill(x(60))], [Array(11).fill('a'), [x(61)]]],
  [
    'socialChannels',
    [['instagram', 'tiktok', 'youtube', 'tiktok-shop']],
    [Array(5).fill('tiktok'), ['myspace']],
  ],
  ['cover', [null, x(300)], [x(301)]],
  ['currency', ['EUR'], ['eur', 'EU', 'EURO', 'xEUR']],
  [
    'product',
    [null, { name: x(300), value: 0 }, { name: 'a', value: 100_000_000 }],
    [{ name: x(301), value: 0 }, { name: 'a', value: -1 }, { name: 'a', value: 100_000_001 }, {}],
  ],
  ['maxPaidAmount', [null, 1, 1_000_000_000], [0, 1_000_000_001, 1.5]],
  ['commissionPercent', [null, 0, 100], [-0.1, 100.1]],
  [
    'deliverables',
    [[], Array(20).fill({ kind: 'reel', count: 50 }), [{ kind: 'post', count: 1 }]],
    [
      Array(21).fill({ kind: 'reel', count: 1 }),
      [{ kind: 'reel', count: 0 }],
      [{ kind: 'reel', count: 51 }],
      [{}],
    ],
  ],
  ['draftDue', [null, '2027-01-01T00:00:00.000Z'], ['soon', '0000-01-01T00:00:00.000Z']],
  ['dos', [Array(30).fill(x(300))], [Array(31).fill('a'), [x(301)]]],
  ['donts', [Array(30).fill(x(300))], [Array(31).fill('a')]],
  ['hashtags', [Array(30).fill(x(100))], [Array(31).fill('a'), [x(101)]]],
  ['mentions', [Array(30).fill(x(100))], [Array(31).fill('a'), [x(101)]]],
  ['disclosure', [x(500)], [x(501)]],
  [
    'usageRights',
    [
      null,
      rights(),
      rights({ termDays: 1 }),
      rights({ termDays: 3650, channels: ['organic', 'paid', 'website', 'email', 'print'] }),
    ],
    [
      ...[rights({ termDays: 0 }), rights({ termDays: 3651 }), rights({ territory: x(201) })],
      ...[rights({ channels: ['radio'] }), rights({ channels: Array(6).fill('paid') }), {}],
    ],
  ],
  ['followersMin', [null, 0], [-1]],
  ['followersMax', [null, 0], [-1]],
  ['countries', [Array(60).fill('NO')], [Array(61).fill('NO'), ['NOR'], ['N']]],
  ['audienceCategories', [Array(20).fill(x(60))], [Array(21).fill('a'), [x(61)]]],
  ['engagementMin', [null, 0, 1000], [-1, 1001]],
  [
    'questions',
    [Array(20).fill(question()), [question({ id: x(40), text: x(500), choices: Array(20).fill(x(200)) })]],
    [
      ...[Array(21).fill(question()), [question({ id: x(41) })], [question({ text: x(501) })]],
      ...[[question({ choices: Array(21).fill('a') })], [question({ choices: [x(201)] })], [{}]],
    ],
  ],
])('enforces the limits of %s', (field, taken, refused) => {
  for (const value of taken) expect(fits({ [field]: value }), JSON.stringify(value).slice(0, 80)).toBe(true);
  for (const value of refused)
    expect(fits({ [field]: value }), JSON.stringify(value).slice(0, 80)).toBe(false);
});
