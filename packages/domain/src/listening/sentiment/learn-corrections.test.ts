import { describe, expect, test } from 'vitest';
import { generatedTexts, LEXICON } from './generated-texts.fixture.ts';
import { learnCorrections, MIN_CORRECTIONS } from './learn-corrections.ts';
import { correctCounts } from './quantification.ts';
import { scoreSentiment } from './sentiment-model.ts';
import { trainModel } from './train-model.ts';

const { model } = trainModel({ language: 'en', version: 1, lexicon: LEXICON, texts: generatedTexts(150) });

/** In this brand's posts, "sick" is praise. */
const slang = generatedTexts(60).map(({ text, label }) =>
  label === 2 ? { text: text.replace(/are \w+ \w+/, 'are sick insane'), label } : { text, label },
);

describe('learning from corrections', () => {
  test('teaches the brand what its words mean', () => {
    const result = learnCorrections(model, slang, 2);
    expect(result).toMatchObject({ kept: true, model: { version: 2, language: 'en' } });
    if (!result.kept) return;
    expect(result.after.macroF1).toBeGreaterThan(result.before.macroF1);
    const text = 'the pocket and the store are sick insane today';
    expect(scoreSentiment(text, 'en', model).p?.[2]).toBeLessThan(0.5);
    expect(scoreSentiment(text, 'en', result.model).p?.[2]).toBeGreaterThan(0.5);
    expect(result.model.hash).not.toBe(model.hash);
  });

  test('does not forget what it knew', () => {
    const result = learnCorrections(model, slang, 2);
    expect(result.kept && scoreSentiment('awful broken parcel', 'en', result.model).sentiment).toBe(-1);
  });

  test('keeps the earlier model if learning makes it worse', () => {
    // A quarter of the labels is wrong, without a pattern to learn.
    const result = learnCorrections(model, generatedTexts(100, 4), 2);
    expect(result).toMatchObject({ kept: false, reason: 'not-better' });
    expect(result.after?.macroF1 ?? 1).toBeLessThan(result.before?.macroF1 ?? 0);
  });

  test('needs 20 corrections', () => {
    const result = learnCorrections(model, slang.slice(0, MIN_CORRECTIONS - 1), 2);
    expect(result).toEqual({ kept: false, reason: 'too-few', before: null, after: null });
  });

  test('is deterministic', () => {
    expect(learnCorrections(model, slang, 2)).toEqual(learnCorrections(model, slang, 2));
  });
});

describe('corrected counts', () => {
  // Negative is recognized in 60%, neutral in 90%, positive in 80% of cases.
  const confusion = [
    [60, 30, 10],
    [5, 90, 5],
    [0, 20, 80],
  ];

  test('find the counts behind known errors', () => {
    // 100 negative, 200 neutral and 300 positive texts are judged as 70, 270 and 260.
    const found = correctCounts([70, 270, 260], confusion) ?? [];
    expect(found[0]).toBeCloseTo(100, 8);
    expect(found[1]).toBeCloseTo(200, 8);
    expect(found[2]).toBeCloseTo(300, 8);
  });

  test('are never negative and keep the total', () => {
    const found = correctCounts([0, 500, 0], confusion) ?? [];
    expect(Math.min(...found)).toBe(0);
    expect(found.reduce((sum, n) => sum + n, 0)).toBeCloseTo(500, 8);
  });

  test('need 200 corrections, some of each class, and a model that tells classes apart', () => {
    const few = confusion.map((row) => row.map((n) => Math.floor(n / 2)));
    expect(correctCounts([70, 270, 260], few)).toBeNull();
    expect(
      correctCounts(
        [70, 270, 260],
        [
          [200, 0, 0],
          [0, 0, 0],
          [0, 0, 100],
        ],
      ),
    ).toBeNull();
    expect(
      correctCounts(
        [70, 270, 260],
        [
          [50, 50, 0],
          [50, 50, 0],
          [0, 0, 100],
        ],
      ),
    ).toBeNull();
  });

  test('of nothing are nothing', () => {
    expect(correctCounts([0, 0, 0], confusion)).toEqual([0, 0, 0]);
  });
});
