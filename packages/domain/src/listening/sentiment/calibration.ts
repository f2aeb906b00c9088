import { likeliest, type Outcome } from './sentiment-metrics.ts';
import { softmax } from './softmax-regression.ts';

/** A text with the scores of a model that didn't see it in training. */
export interface ScoredText {
  label: number;
  scores: readonly [number, number, number];
}

/** Above every probability: the model always abstains. */
export const ALWAYS_ABSTAIN = 1.01;
/** Judged texts below which a precision says too little. */
const MIN_JUDGED = 30;
const LOWEST = 0.2;
const HIGHEST = 5;
const STEPS = 60;

/** Returns the mean negative log-likelihood at a temperature. */
export function logLoss(texts: readonly ScoredText[], temperature: number): number {
  const sum = texts.reduce((total, { label, scores }) => {
    const p = softmax(scores, temperature)[label as 0 | 1 | 2];
    return total - Math.log(Math.max(1e-12, p));
  }, 0);
  return sum / texts.length;
}

/**
 * Returns the temperature with the lowest log loss (Guo et al. 2017), found by golden-section search on its logarithm;
 * 1 without texts.
 */
export function fitTemperature(texts: readonly ScoredText[]): number {
  if (texts.length === 0) return 1;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(LOWEST), Math.log(HIGHEST)];
  for (let step = 0; step < STEPS; step += 1) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (logLoss(texts, Math.exp(left)) < logLoss(texts, Math.exp(right))) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
}

/** Returns the outcomes of scored texts at a temperature. */
export const outcomesOf = (texts: readonly ScoredText[], temperature: number): Outcome[] =>
  texts.map(({ label, scores }) => ({ label, probabilities: softmax(scores, temperature) }));

/**
 * Returns the lowest threshold from which on the texts that are judged have the given precision: at this threshold and
 * at no fewer than `MIN_JUDGED` judged texts. `ALWAYS_ABSTAIN` if no threshold reaches it.
 */
export function fitThreshold(outcomes: readonly Outcome[], precision: number): number {
  const judged = outcomes
    .map(({ label, probabilities }) => {
      const predicted = likeliest(probabilities);
      return { sure: probabilities[predicted] as number, isRight: predicted === label };
    })
    .sort((a, b) => b.sure - a.sure);
  let right = 0;
  let threshold = ALWAYS_ABSTAIN;
  judged.forEach(({ sure, isRight }, at) => {
    if (isRight) right += 1;
    const isTied = judged[at + 1]?.sure === sure;
    if (!isTied && at + 1 >= MIN_JUDGED && right / (at + 1) >= precision) threshold = sure;
  });
  return threshold;
}
