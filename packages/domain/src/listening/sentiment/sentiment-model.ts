import type { Sentiment } from '../mention.ts';
import { likeliest } from './sentiment-metrics.ts';
import { CLASSES, softmax } from './softmax-regression.ts';
import { BUCKETS, FeatureReader, type Lexicon } from './text-features.ts';

/** A trained model of one language, ready to judge. */
export interface SentimentModel {
  /** Language subtag: `en`, `pt`. */
  language: string;
  version: number;
  /** Hash of the serialized model. */
  hash: string;
  lexicon: Lexicon;
  /** Weight of feature `i` and class `c` at `i * 3 + c`, to be multiplied by a scale. */
  weights: Int8Array;
  /** Scale of weights of n-grams, and of features with a fixed meaning. */
  scales: readonly [number, number];
  temperature: number;
  /** The model abstains below this probability. */
  threshold: number;
}

/** A model's judgment of a text. */
export interface SentimentScore {
  /** Null if the model abstained or there is none for the language. */
  sentiment: Sentiment | null;
  /** Calibrated probabilities of negative, neutral and positive; null without a model. */
  p: [number, number, number] | null;
  abstained: boolean;
  modelVersion: number | null;
}

// Created for the first text: its tables take 1 MB.
let reader: FeatureReader | undefined;
const UNKNOWN: SentimentScore = { sentiment: null, p: null, abstained: false, modelVersion: null };

/** Returns the uncalibrated scores of the three classes, and whether the text has a word or emoji. */
export function rawScores(
  text: string,
  model: SentimentModel,
): { scores: [number, number, number]; hasContent: boolean } {
  reader ??= new FeatureReader();
  const { indexes, values, size, hasContent } = reader.read(text, model.language, model.lexicon);
  const { weights, scales } = model;
  let [a, b, c, fixedA, fixedB, fixedC] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < size; at += 1) {
    const index = indexes[at] as number;
    const value = values[at] as number;
    const base = index * CLASSES;
    if (index < BUCKETS) {
      a += (weights[base] as number) * value;
      b += (weights[base + 1] as number) * value;
      c += (weights[base + 2] as number) * value;
    } else {
      fixedA += (weights[base] as number) * value;
      fixedB += (weights[base + 1] as number) * value;
      fixedC += (weights[base + 2] as number) * value;
    }
  }
  const [grams, fixed] = scales;
  return {
    scores: [a * grams + fixedA * fixed, b * grams + fixedB * fixed, c * grams + fixedC * fixed],
    hasContent,
  };
}

/**
 * Judges a text. Without a model for the language, the sentiment is unknown. The model abstains on texts without a word
 * or emoji, and where no class is probable enough.
 * @param language of the text, as BCP 47; null if unknown
 */
export function scoreSentiment(
  text: string,
  language: string | null,
  model: SentimentModel | undefined,
): SentimentScore {
  if (!model || language === null || language.split('-')[0]?.toLowerCase() !== model.language) return UNKNOWN;
  const { scores, hasContent } = rawScores(text, model);
  const p = softmax(scores, model.temperature);
  const best = likeliest(p);
  const abstained = !hasContent || (p[best] as number) < model.threshold;
  return {
    sentiment: abstained ? null : ((best - 1) as Sentiment),
    p,
    abstained,
    modelVersion: model.version,
  };
}
