import { describe, expect, test } from 'vitest';
import { generatedTexts, LEXICON } from './generated-texts.fixture.ts';
import { ModelCard, modelCard } from './model-card.ts';
import { contentHash, readModel, serializeModel, UnreadableModel } from './model-file.ts';
import { type SentimentModel, scoreSentiment } from './sentiment-model.ts';
import { CLASSES } from './softmax-regression.ts';
import { FEATURES } from './text-features.ts';
import { foldOf, isHeldOut } from './text-split.ts';
import { quantize, trainModel, transferModel } from './train-model.ts';

const texts = generatedTexts(150);
const train = () => trainModel({ language: 'en', version: 7, lexicon: LEXICON, texts });
const { model, crossValidated } = train();

describe('training', () => {
  test('learns words that tell the sentiment', () => {
    expect(crossValidated.macroF1).toBeGreaterThan(0.9);
    expect(scoreSentiment('a lovely perfect pocket', 'en', model)).toMatchObject({
      sentiment: 1,
      abstained: false,
    });
    expect(scoreSentiment('awful, broken zipper', 'en', model)).toMatchObject({
      sentiment: -1,
      abstained: false,
    });
    expect(scoreSentiment('store opens tuesday', 'en', model)).toMatchObject({
      sentiment: 0,
      modelVersion: 7,
    });
  });

  test('is deterministic', () => {
    expect(serializeModel(train().model)).toEqual(serializeModel(model));
  });

  test('finds nothing in labels that mean nothing', () => {
    const random = texts.map(({ text }, at) => ({ text, label: Math.floor(at / 3) % 3 }));
    const { crossValidated: chance } = trainModel({
      language: 'en',
      version: 1,
      lexicon: LEXICON,
      texts: random,
    });
    expect(chance.macroF1).toBeLessThan(0.5);
  });

  test('transfers the meaning of opinion words and emoji', () => {
    const german = generatedTexts(90).map(({ text, label }) => ({
      text: `${text} ${'😡😶😍'.slice(label * 2, label * 2 + 2)}`,
      label,
    }));
    const sources = ['en', 'de'].map((language) => ({ language, lexicon: LEXICON, texts: german }));
    const transferred = transferModel({ language: 'fr', version: 1, lexicon: LEXICON }, sources);
    expect(transferred.crossValidated.texts).toBe(180);
    const judge = (text: string) => scoreSentiment(text, 'fr', transferred.model);
    expect(judge('lovely 😍').p?.[2]).toBeGreaterThan(0.6);
    expect(judge('awful 😡').p?.[0]).toBeGreaterThan(0.6);
  });

  test('transfers nothing about links, mentions, tags and length', () => {
    const linked = generatedTexts(90).map(({ text, label }) => ({
      text: label === 1 ? `${text} https://a.example.com @larkmoor #jacket ...` : text,
      label,
    }));
    const sources = ['en', 'de'].map((language) => ({ language, lexicon: LEXICON, texts: linked }));
    const { model } = transferModel({ language: 'fr', version: 1, lexicon: LEXICON }, sources);
    const p = (text: string) => scoreSentiment(text, 'fr', model).p;
    expect(p('pocket https://a.example.com @larkmoor #jacket ...')).toEqual(p('pocket'));
  });
});

describe('judging', () => {
  test('abstains below the threshold', () => {
    const sure: SentimentModel = { ...model, threshold: 0.99999 };
    const score = scoreSentiment('a lovely pocket', 'en', sure);
    expect(score).toMatchObject({ sentiment: null, abstained: true, modelVersion: 7 });
    expect(score.p?.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 10);
  });

  test('is unknown without a model or in another language', () => {
    const unknown = { sentiment: null, p: null, abstained: false, modelVersion: null };
    expect(scoreSentiment('a lovely pocket', 'en', undefined)).toEqual(unknown);
    expect(scoreSentiment('a lovely pocket', 'de', model)).toEqual(unknown);
    expect(scoreSentiment('a lovely pocket', null, model)).toEqual(unknown);
    expect(scoreSentiment('a lovely pocket', 'en-US', model).modelVersion).toBe(7);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['a link', 'https://a.example.com'],
    ['invisible characters', '\u200b\u202e'.repeat(30_000)],
  ])('abstains on %s', (_, text) => {
    expect(scoreSentiment(text, 'en', model)).toMatchObject({ sentiment: null, abstained: true });
  });

  test.each([
    ['64 kB of combining marks', `lovely${'\u0301\u0327'.repeat(32_768)}`],
    ['only emoji', '😍'.repeat(5000)],
    ['digits', '1'.repeat(65_536)],
  ])('judges %s with finite probabilities', (_, text) => {
    const { p } = scoreSentiment(text, 'en', model);
    expect(p?.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});

describe('quantization', () => {
  test('changes a weight by at most half a step', () => {
    const weights = new Float64Array(FEATURES * CLASSES);
    weights.set([0.5, -1, 0.003], 0);
    weights.set([20, -3], weights.length - 2);
    const { weights: bytes, scales } = quantize(weights);
    expect(Math.abs((bytes[0] as number) * scales[0] - 0.5)).toBeLessThanOrEqual(scales[0] / 2);
    expect([bytes[1], bytes[2]]).toEqual([-127, 0]);
    expect((bytes[weights.length - 2] as number) * scales[1]).toBeCloseTo(20, 10);
  });

  test('of no weights is no weights', () => {
    expect(quantize(new Float64Array(FEATURES * CLASSES)).scales).toEqual([0, 0]);
  });
});

describe('the file of a model', () => {
  const bytes = serializeModel(model);

  test('gives back the same model', () => {
    const read = readModel(bytes);
    expect(read).toEqual(model);
    expect(scoreSentiment('a lovely pocket', 'en', read)).toEqual(
      scoreSentiment('a lovely pocket', 'en', model),
    );
  });

  test('can be read from a Node buffer and from the middle of another one', () => {
    expect(readModel(Buffer.from(bytes)).weights).toEqual(model.weights);
    const padded = new Uint8Array(bytes.length + 3);
    padded.set(bytes, 3);
    expect(readModel(padded.subarray(3))).toEqual(model);
  });

  test.each([0, 5, 13, 40, bytes.length - 1])('is refused if byte %i differs', (at) => {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] as number) ^ 1;
    expect(() => readModel(damaged)).toThrow(UnreadableModel);
  });

  test.each([0, 3, 19, 30, bytes.length - 1])('is refused if cut off after %i bytes', (length) => {
    expect(() => readModel(bytes.slice(0, length))).toThrow(UnreadableModel);
  });

  test('is refused with values out of range, even with a matching hash', () => {
    const content = bytes.slice(20);
    const at = Buffer.from(content).indexOf('"version":7') + '"version":'.length;
    content[at] = '0'.charCodeAt(0);
    const hash = contentHash(content);
    const file = bytes.slice();
    file.set(content, 20);
    const view = new DataView(file.buffer);
    view.setUint32(12, Number.parseInt(hash.slice(0, 8), 16), true);
    view.setUint32(16, Number.parseInt(hash.slice(8), 16), true);
    expect(() => readModel(file)).toThrow('header: version');
  });

  test('is under 500 kB', () => {
    expect(bytes.length).toBeLessThan(500_000);
  });
});

test('a model card says how it was measured', () => {
  const facts = {
    trainedOn: '2026-11-28',
    trainingTexts: 150,
    corrections: 0,
    measuredBy: 'cross-validation' as const,
    source: 'generated',
    license: 'none',
  };
  const card = modelCard(model, crossValidated, facts);
  expect(ModelCard.parse(card)).toEqual(card);
  expect(card).toMatchObject({ language: 'en', hash: model.hash, measuredTexts: 150, trainingTexts: 150 });
});

describe('the split', () => {
  test('keeps copies together', () => {
    for (const { text } of texts.slice(0, 30)) {
      const copy = `RT @777: ${text.toUpperCase()} 123!`.replace('RT ', '');
      expect(isHeldOut(copy)).toBe(isHeldOut(text));
      expect(foldOf(copy, 5)).toBe(foldOf(text, 5));
    }
  });

  test('holds out about a fifth, and uses all folds for the rest', () => {
    const words = Array.from(
      { length: 5000 },
      (_, at) => `text ${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
    );
    const rest = words.filter((text) => !isHeldOut(text));
    expect(rest.length).toBeGreaterThan(3800);
    expect(rest.length).toBeLessThan(4200);
    for (let fold = 0; fold < 5; fold += 1)
      expect(rest.filter((text) => foldOf(text, 5) === fold).length).toBeGreaterThan(600);
  });
});
