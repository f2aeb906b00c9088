import { z } from 'zod';
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
