import { fitTemperature, fitThreshold, outcomesOf, type ScoredText } from './calibration.ts';
import type { SentimentModel } from './sentiment-model.ts';
import { CLASSES, type FitOptions, fitSoftmax, type Sample, scoresOf } from './softmax-regression.ts';
import { BUCKETS, FEATURES } from './text-features.ts';
import { foldOf } from './text-split.ts';
import {
  AIMED_PRECISION,
  assembleModel,
  type Evaluation,
  evaluate,
  FOLDS,
  type LabeledText,
  samplesOf,
} from './train-model.ts';

/** Corrections below which a model isn't retrained. */
export const MIN_CORRECTIONS = 20;
/** Corrections from which on temperature and threshold are the brand's own. */
const MIN_TO_CALIBRATE = 200;
/** How much a correction counts, compared with a text of the first training. */
const CORRECTION_WEIGHT = 2;
const MAX_BALANCE = 5;

/** The penalty is on the distance from the earlier model, so few corrections change little. */
const CORRECTION_FIT: FitOptions = { penalty: 1, fixedPenalty: 1, minSamples: 2, rounds: 40 };

/** Whether corrections made a better model. */
export type CorrectionResult =
  | { kept: false; reason: 'too-few' | 'not-better'; before: Evaluation | null; after: Evaluation | null }
  | { kept: true; model: SentimentModel; before: Evaluation; after: Evaluation };

/** Returns the weights of a model as numbers. */
function weightsOf({ weights, scales }: Pick<SentimentModel, 'weights' | 'scales'>): Float64Array {
  const result = new Float64Array(FEATURES * CLASSES);
  const border = BUCKETS * CLASSES;
  weights.forEach((weight, at) => {
    result[at] = weight * (at < border ? scales[0] : scales[1]);
  });
  return result;
}

/**
 * Gives rare classes more weight, up to `MAX_BALANCE`. Most posts about a brand are neutral: unbalanced, the model would learn
 * to call everything neutral.
 */
function balanced(samples: readonly Sample[]): Sample[] {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const { label } of samples) counts[label] = (counts[label] as number) + 1;
  return samples.map(({ indexes, values, label, weight }) => {
    const factor = Math.min(MAX_BALANCE, samples.length / (CLASSES * (counts[label] as number)));
    return { indexes, values, label, weight: weight * factor };
  });
}

/** Scores each correction with a model that was fitted on the other folds. */
function crossScore(
  samples: readonly Sample[],
  folds: readonly number[],
  earlier: Float64Array,
): ScoredText[] {
  const scored: ScoredText[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = samples.filter((_, at) => folds[at] !== fold);
    const weights = fitSoftmax(others, CORRECTION_FIT, earlier);
    samples.forEach((sample, at) => {
      if (folds[at] === fold) scored.push({ label: sample.label, scores: scoresOf(weights, sample) });
    });
  }
  return scored;
}

/**
 * Retrains a model with a brand's corrections: weighted samples, fitted from the model's weights, so the texts of the first
 * training aren't needed. The result is kept only if macro-F1 on corrections that it wasn't fitted on doesn't fall.
 * @param version of the new model
 */
export function learnCorrections(
  model: SentimentModel,
  corrections: readonly LabeledText[],
  version: number,
): CorrectionResult {
  if (corrections.length < MIN_CORRECTIONS)
    return { kept: false, reason: 'too-few', before: null, after: null };
  const { language, lexicon } = model;
  const earlier = weightsOf(model);
  const samples = balanced(samplesOf(corrections, language, lexicon, CORRECTION_WEIGHT));
  const folds = corrections.map(({ text }) => foldOf(text, FOLDS));
  const unchanged = samples.map(
    (sample): ScoredText => ({ label: sample.label, scores: scoresOf(earlier, sample) }),
  );
  const scored = crossScore(samples, folds, earlier);
  const isCalibrated = corrections.length >= MIN_TO_CALIBRATE;
  const temperature = isCalibrated ? fitTemperature(scored) : model.temperature;
  const threshold = isCalibrated
    ? fitThreshold(outcomesOf(scored, temperature), AIMED_PRECISION)
    : model.threshold;
  const before = evaluate(unchanged, model.temperature, model.threshold);
  const after = evaluate(scored, temperature, threshold);
  if (after.macroF1 < before.macroF1) return { kept: false, reason: 'not-better', before, after };
  const weights = fitSoftmax(samples, CORRECTION_FIT, earlier);
  const retrained = assembleModel({ language, version, lexicon, temperature, threshold }, weights);
  return { kept: true, model: retrained, before, after };
}
