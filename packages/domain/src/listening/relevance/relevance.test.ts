import { expect, test } from 'vitest';
import { type JudgedPost, learnRelevance, readRelevance, relevanceBytes, relevanceOf } from './relevance.ts';

const THINGS = ['jacket', 'shell', 'vest', 'anorak', 'backpack', 'tent', 'gloves', 'socks', 'boots', 'hat'];
const STREETS = ['north', 'south', 'east', 'west', 'upper', 'lower', 'old', 'new', 'long', 'short'];

/** Half are about a brand's products, half about a street of the same name. */
const judgments = (count: number): JudgedPost[] =>
  Array.from({ length: count }, (_, n) => {
    const relevant = n % 2 === 0;
    const word = (relevant ? THINGS : STREETS)[Math.floor(n / 2) % 10] as string;
    const text = relevant
      ? `my larkmoor ${word} survived rain number ${n}`
      : `traffic on larkmoor street, ${word} end, for ${n} minutes`;
    return { text, why: ['larkmoor'], source: 'bluesky', relevant, weight: 1 };
  });

const input = (text: string) => ({ text, why: ['larkmoor'], source: 'bluesky' });

test('learns to tell a brand from a street of the same name', () => {
  const learned = learnRelevance(judgments(60));
  expect(learned?.loss).toBeLessThan((learned?.baseLoss ?? 0) * 0.7);
  const model = learned?.model as Float32Array;
  expect(relevanceOf(model, input('the larkmoor jacket survived'))).toBeGreaterThan(0.6);
  expect(relevanceOf(model, input('traffic on larkmoor street again'))).toBeLessThan(0.4);
});

test('learns nothing from few judgments, from one kind, or from chance', () => {
  expect(learnRelevance(judgments(18))).toBeNull();
  expect(learnRelevance(judgments(60).filter(({ relevant }) => relevant))).toBeNull();
  const chance = judgments(60).map((post, n) => Object.assign(post, { relevant: (n * 7919) % 13 < 6 }));
  const learned = learnRelevance(chance);
  expect(learned === null || learned.loss < learned.baseLoss).toBe(true);
});

test('writes and reads models', () => {
  const { model } = learnRelevance(judgments(60)) ?? { model: new Float32Array() };
  expect(readRelevance(relevanceBytes(model))).toEqual(model);
  expect(readRelevance(new Uint8Array(10))).toBeNull();
});
