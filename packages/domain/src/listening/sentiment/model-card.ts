import { z } from 'zod';
import { Instant } from '../../shape.ts';
import { Share95 } from '../../share-interval.ts';
import type { SentimentModel } from './sentiment-model.ts';
import type { Evaluation } from './train-model.ts';

/** What is known about a model, for people who rely on it. */
export const ModelCard = z.object({
  language: z.string(),
  version: z.int(),
  hash: z.string(),
  /** Day of the training, `2026-11-28`. */
  trainedOn: z.string(),
  trainingTexts: z.int(),
  /** Corrections of the brand among them. */
  corrections: z.int(),
  /** `held-out`: texts set aside before any choice; `cross-validation`; `other-languages`: none of this language. */
  measuredBy: z.enum(['held-out', 'cross-validation', 'other-languages']),
  measuredTexts: z.int(),
  /** From 0 to 1. */
  macroF1: z.number(),
  /** Of judged texts; null if none was judged. */
  precision: Share95.nullable(),
  /** Share of texts that the model judges. */
  coverage: Share95.nullable(),
  confusion: z.array(z.array(z.int())),
  threshold: z.number(),
  temperature: z.number(),
  source: z.string(),
  license: z.string(),
});
export type ModelCard = z.infer<typeof ModelCard>;

/** A brand's model of a language. */
export const BrandModelCard = z.object({
  language: z.string(),
  /** `brand` if corrections made it better, else `installation`; null without a model: sentiment is unknown. */
  scope: z.enum(['brand', 'installation']).nullable(),
  card: ModelCard.nullable(),
  /** Corrections of this language, and how many the model has learned from. */
  corrections: z.int(),
  learned: z.int(),
  /** Corrections from which on the model learns. */
  learnsFrom: z.int(),
  /** The last attempt to learn; null before the first. */
  lastAttempt: z
    .object({
      at: Instant,
      kept: z.boolean(),
      reason: z.enum(['better', 'too-few', 'not-better']),
      corrections: z.int(),
      /** Macro-F1 on corrections that it didn't see, with the model before and after. */
      before: z.number().nullable(),
      after: z.number().nullable(),
    })
    .nullable(),
  /** Mentions of the last 30 days: judged, abstained on, and without a model. */
  judged: z.int(),
  abstained: z.int(),
  unknown: z.int(),
});
export type BrandModelCard = z.infer<typeof BrandModelCard>;

/** Writes the card of a model. */
export function modelCard(
  model: SentimentModel,
  evaluation: Evaluation,
  facts: Pick<ModelCard, 'trainedOn' | 'trainingTexts' | 'corrections' | 'measuredBy' | 'source' | 'license'>,
): ModelCard {
  const { language, version, hash, threshold, temperature } = model;
  const { trainedOn, trainingTexts, corrections, measuredBy, source, license } = facts;
  return {
    language,
    version,
    hash,
    trainedOn,
    trainingTexts,
    corrections,
    measuredBy,
    measuredTexts: evaluation.texts,
    macroF1: evaluation.macroF1,
    precision: evaluation.judged.precision,
    coverage: evaluation.judged.coverage,
    confusion: evaluation.confusion,
    threshold,
    temperature,
    source,
    license,
  };
}
