import type { ScoredText } from '@troupe/domain/listening/sentiment/calibration';
import {
  rawScores,
  type SentimentModel,
  scoreSentiment,
} from '@troupe/domain/listening/sentiment/sentiment-model';
import { type Evaluation, evaluate, type LabeledText } from '@troupe/domain/listening/sentiment/train-model';

/** Measures a model on texts that it wasn't trained on. */
export function measureModel(model: SentimentModel, texts: readonly LabeledText[]): Evaluation {
  const scored = texts.map(
    ({ text, label }): ScoredText => ({ label, scores: rawScores(text, model).scores }),
  );
  return evaluate(scored, model.temperature, model.threshold);
}

/** Returns how many texts a second are judged, in the best of several rounds. */
export function textsPerSecond(model: SentimentModel, texts: readonly LabeledText[]): number {
  let best = 0;
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    for (const { text } of texts) scoreSentiment(text, model.language, model);
    best = Math.max(best, (1000 * texts.length) / (performance.now() - started));
  }
  return best;
}

/** Writes figures on one line. */
export function describeEvaluation({ texts, macroF1, judged }: Evaluation): string {
  const share = (part: typeof judged.precision) =>
    part === null ? 'none' : [part.rate, part.low, part.high].map((n) => (100 * n).toFixed(1)).join(' / ');
  return `n ${texts}  macro-F1 ${(100 * macroF1).toFixed(1)}  precision ${share(judged.precision)}  coverage ${share(judged.coverage)}`;
}
