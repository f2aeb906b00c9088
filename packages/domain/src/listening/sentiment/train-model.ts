import { fitTemperature, fitThreshold, outcomesOf, type ScoredText } from './calibration.ts';
import { hashOfModel } from './model-file.ts';
import { type Confusion, confusionOf, type JudgedShare, judgedShare, macroF1 } from './sentiment-metrics.ts';
import type { SentimentModel } from './sentiment-model.ts';
import {
  CLASSES,
  type FitOptions,
  fitSoftmax,
  type Sample,
  scoresOf,
  toSample,
  USUAL_FIT,
} from './softmax-regression.ts';
import { BUCKETS, FEATURES, FeatureReader, FIXED, type Lexicon } from './text-features.ts';
import { foldOf } from './text-split.ts';

/** A text with its sentiment. @property label 0 negative, 1 neutral, 2 positive */
export interface LabeledText {
  text: string;
  label: number;
}

/** Precision aimed for in training: on texts that neither fit nor threshold saw, it comes out 0.3 points lower; 0.8 is wanted. */
export const AIMED_PRECISION = 0.81;
export const FOLDS = 5;

/** Figures of texts that the model wasn't fitted on. */
export interface Evaluation {
  texts: number;
  macroF1: number;
  judged: JudgedShare;
  confusion: Confusion;
}

/** A trained model and what cross-validation says about it. */
export interface TrainedModel {
  model: SentimentModel;
  crossValidated: Evaluation;
}

/** Reads the features of labeled texts. */
export function samplesOf(
  texts: readonly LabeledText[],
  language: string,
  lexicon: Lexicon,
  weight = 1,
): Sample[] {
  const reader = new FeatureReader();
  return texts.map(({ text, label }) => toSample(reader.read(text, language, lexicon), label, weight));
}

/** Returns figures of scored texts at a temperature and threshold. */
export function evaluate(texts: readonly ScoredText[], temperature: number, threshold: number): Evaluation {
  const outcomes = outcomesOf(texts, temperature);
  const confusion = confusionOf(outcomes);
  return {
    texts: texts.length,
    macroF1: macroF1(confusion),
    judged: judgedShare(outcomes, threshold),
    confusion,
  };
}

/** Stores weights in a byte each, with one scale for n-grams and one for the other features. */
export function quantize(weights: Float64Array): Pick<SentimentModel, 'weights' | 'scales'> {
  const border = BUCKETS * CLASSES;
  const largest = (part: Float64Array) => part.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scales = [weights.subarray(0, border), weights.subarray(border)].map((part) => largest(part) / 127);
  const [grams = 0, fixed = 0] = scales;
  const bytes = new Int8Array(FEATURES * CLASSES);
  weights.forEach((weight, at) => {
    const scale = at < border ? grams : fixed;
    bytes[at] = scale === 0 ? 0 : Math.round(weight / scale);
  });
  return { weights: bytes, scales: [grams, fixed] };
}

/** Puts a model together; weights are quantized. */
export function assembleModel(
  parts: Pick<SentimentModel, 'language' | 'version' | 'lexicon' | 'temperature' | 'threshold'>,
  weights: Float64Array,
): SentimentModel {
  const { language, version, lexicon, temperature, threshold } = parts;
  const { weights: bytes, scales } = quantize(weights);
  const model = { language, version, lexicon, temperature, threshold, weights: bytes, scales };
  return {
    language,
    version,
    hash: hashOfModel(model),
    lexicon,
    weights: bytes,
    scales,
    temperature,
    threshold,
  };
}

/** What a model is trained from. */
export interface TrainingInput {
  language: string;
  version: number;
  lexicon: Lexicon;
  texts: readonly LabeledText[];
  fit?: FitOptions;
}

/**
 * Trains a model. Temperature and threshold come from cross-validation, so from texts that the judging model didn't see.
 * Deterministic: the same input gives the same bytes.
 */
export function trainModel({
  language,
  version,
  lexicon,
  texts,
  fit = USUAL_FIT,
}: TrainingInput): TrainedModel {
  const samples = samplesOf(texts, language, lexicon);
  const folds = texts.map(({ text }) => foldOf(text, FOLDS));
  const scored: ScoredText[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fitSoftmax(
      samples.filter((_, at) => folds[at] !== fold),
      fit,
    );
    samples.forEach((sample, at) => {
      if (folds[at] === fold) scored.push({ label: sample.label, scores: scoresOf(weights, sample) });
    });
  }
  const temperature = fitTemperature(scored);
  const threshold = fitThreshold(outcomesOf(scored, temperature), AIMED_PRECISION);
  const parts = { language, version, lexicon, temperature, threshold };
  return {
    model: assembleModel(parts, fitSoftmax(samples, fit)),
    crossValidated: evaluate(scored, temperature, threshold),
  };
}

/** Labeled texts of a language, to learn from for another one. */
export interface SourceLanguage {
  language: string;
  lexicon: Lexicon;
  texts: readonly LabeledText[];
}

/** Only features that mean the same in every language: words of the lexicon, emoji, punctuation. */
const FIXED_ONLY: FitOptions = {
  penalty: USUAL_FIT.penalty,
  fixedPenalty: USUAL_FIT.fixedPenalty,
  minSamples: Number.POSITIVE_INFINITY,
  rounds: USUAL_FIT.rounds,
};
/** How often these occur says more about where posts were collected than about sentiment. */
const NOT_TRANSFERRED = new Set(
  [FIXED.link, FIXED.mention, FIXED.tag, FIXED.length, FIXED.ellipsis].map((feature) => BUCKETS + feature),
);

function transferredPart(sample: Sample): Sample {
  const kept = [...sample.indexes.keys()].filter((at) => {
    const index = sample.indexes[at] as number;
    return index >= BUCKETS && !NOT_TRANSFERRED.has(index);
  });
  return {
    indexes: Int32Array.from(kept, (at) => sample.indexes[at] as number),
    values: Float32Array.from(kept, (at) => sample.values[at] as number),
    label: sample.label,
    weight: sample.weight,
  };
}

/**
 * Makes a model for a language without labeled texts: what opinion words, emoji and punctuation mean is learned from other
 * languages. Its figures are those of each other language, judged by a model of the rest.
 */
export function transferModel(
  target: Pick<SentimentModel, 'language' | 'version' | 'lexicon'>,
  sources: readonly SourceLanguage[],
): TrainedModel {
  const samples = sources.map(({ language, lexicon, texts }) =>
    samplesOf(texts, language, lexicon).map(transferredPart),
  );
  const scored = samples.flatMap((own, at) => {
    const weights = fitSoftmax(samples.filter((_, other) => other !== at).flat(), FIXED_ONLY);
    return own.map((sample): ScoredText => ({ label: sample.label, scores: scoresOf(weights, sample) }));
  });
  const temperature = fitTemperature(scored);
  const threshold = fitThreshold(outcomesOf(scored, temperature), AIMED_PRECISION);
  const { language, version, lexicon } = target;
  const weights = fitSoftmax(samples.flat(), FIXED_ONLY);
  return {
    model: assembleModel({ language, version, lexicon, temperature, threshold }, weights),
    crossValidated: evaluate(scored, temperature, threshold),
  };
}
