import { expect, test } from 'vitest';
import { type AttributionRules, NEW_PROGRAM_RULES } from './affiliate-program.ts';
import { attribute, type TouchFacts } from './attribution.ts';

const HOUR = 3_600_000;
const PLACED = Date.UTC(2026, 5, 15, 12);
const ANN = '00000000-0000-7000-8000-00000000000a';
const BEN = '00000000-0000-7000-8000-00000000000b';
const CAT = '00000000-0000-7000-8000-00000000000c';

const touch = (id: string, kind: TouchFacts['kind'], more: Partial<TouchFacts> = {}): TouchFacts => ({
  id,
  kind,
  affiliateId: ANN,
  at: kind === 'code' ? PLACED : PLACED - HOUR,
  active: true,
  own: false,
  paidSearch: false,
  position: 0,
  discount: 0,
  ...more,
});
const rules = (more: Partial<AttributionRules> = {}): AttributionRules => ({
  ...NEW_PROGRAM_RULES.attribution,
  ...more,
});
const decide = (touches: TouchFacts[], more: Partial<AttributionRules> = {}) => {
  const { rule, shares, evidence } = attribute(touches, PLACED, rules(more));
  return {
    rule,
    shares: shares.map(({ affiliateId, bp }) => `${affiliateId.at(-1)}:${bp}`).join(' '),
    why: Object.fromEntries(evidence.map(({ touchId, verdict }) => [touchId, verdict])),
  };
};

test('a code decides before a link of another creator, which reads that it lost to a code', () => {
  const touches = [touch('1', 'code'), touch('2', 'click', { affiliateId: BEN })];
  expect(decide(touches)).toEqual({
    rule: 'code',
    shares: 'a:10000',
    why: { 1: 'won', 2: 'lost-to-code' },
  });
  expect(decide(touches, { codeVsLink: 'link' })).toEqual({
    rule: 'click',
    shares: 'b:10000',
    why: { 1: 'lost-to-link', 2: 'won' },
  });
});

test("a general promo code doesn't block a link", () => {
  expect(decide([touch('1', 'code', { affiliateId: null }), touch('2', 'landing')])).toEqual({
    rule: 'landing',
    shares: 'a:10000',
    why: { 1: 'unknown', 2: 'won' },
  });
});

test('a stronger source decides, then the last or the first visit, then the smaller id', () => {
  const journey = touch('1', 'journey-last', { at: PLACED - HOUR });
  const early = touch('2', 'click', { affiliateId: BEN, at: PLACED - 9 * HOUR });
  const late = touch('3', 'click', { affiliateId: CAT, at: PLACED - 2 * HOUR });
  expect(decide([journey, early, late])).toEqual({
    rule: 'click',
    shares: 'c:10000',
    why: { 1: 'lost-to-stronger', 2: 'lost-to-later', 3: 'won' },
  });
  expect(decide([journey, early, late], { model: 'first' })).toMatchObject({
    shares: 'b:10000',
    why: { 3: 'lost-to-earlier' },
  });
  const twin = touch('4', 'click', { affiliateId: ANN, at: late.at });
  expect(decide([twin, late]).shares).toBe('c:10000');
});

test('the window is exact to the millisecond across clock changes', () => {
  const at = PLACED - 720 * HOUR;
  expect(decide([touch('1', 'click', { at })]).rule).toBe('click');
  expect(decide([touch('1', 'click', { at: at - 1 })]).why).toEqual({ 1: 'too-old' });
});

test('clocks may differ by five minutes; a later touch is after the order', () => {
  expect(decide([touch('1', 'click', { at: PLACED + 300_000 })]).rule).toBe('click');
  expect(decide([touch('1', 'click', { at: PLACED + 300_001 })]).why).toEqual({ 1: 'after-order' });
});

test.each([
  ['first-listed', 'code', 'a:10000', { 1: 'won', 2: 'lost-tie', 3: 'same-creator' }],
  ['largest-discount', 'code', 'b:10000', { 1: 'lost-tie', 2: 'won', 3: 'lost-tie' }],
  ['split', 'code', 'a:5000 b:5000', { 1: 'won', 2: 'won', 3: 'same-creator' }],
  ['none', 'none', '', { 1: 'lost-tie', 2: 'lost-tie', 3: 'lost-tie' }],
] as const)('codes of two creators, %s', (codeTie, rule, shares, why) => {
  const codes = [
    touch('1', 'code', { position: 0, discount: 500 }),
    touch('2', 'code', { position: 1, discount: 900, affiliateId: BEN }),
    touch('3', 'code', { position: 2, discount: 100 }),
  ];
  expect(decide(codes, { codeTie })).toEqual({ rule, shares, why });
});

test('three creators share an order without losing a basis point', () => {
  const codes = [ANN, BEN, CAT].map((affiliateId, position) =>
    touch(String(position), 'code', { affiliateId, position }),
  );
  expect(decide(codes, { codeTie: 'split' }).shares).toBe('a:3334 b:3333 c:3333');
});

test('inactive creators, own purchases, paid search and sources that are not asked lose with their reason', () => {
  const touches = [
    touch('1', 'click', { active: false }),
    touch('2', 'code', { own: true, affiliateId: BEN }),
    touch('3', 'click', { paidSearch: true, affiliateId: CAT }),
    touch('4', 'journey-first'),
  ];
  const witnesses = ['code', 'click'] as const;
  expect(decide(touches, { witnesses: [...witnesses] })).toEqual({
    rule: 'none',
    shares: '',
    why: { 1: 'not-active', 2: 'own-purchase', 3: 'paid-search', 4: 'not-asked' },
  });
});

test('an own purchase waits for a person where the program asks, and counts where it allows', () => {
  const touches = [touch('1', 'code', { own: true })];
  expect(decide(touches, { selfPurchase: 'ask' })).toEqual({ rule: 'held', shares: '', why: { 1: 'held' } });
  expect(decide(touches, { selfPurchase: 'allow' }).shares).toBe('a:10000');
});

test('the order in which touches are heard changes nothing', () => {
  const touches = [
    touch('1', 'code', { affiliateId: BEN, position: 1 }),
    touch('2', 'code', { position: 0 }),
    touch('3', 'click', { affiliateId: CAT }),
    touch('4', 'landing', { affiliateId: null }),
  ];
  const expected = attribute(touches, PLACED, rules());
  for (const shuffled of permutations(touches))
    expect(attribute(shuffled, PLACED, rules())).toEqual(expected);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
