import { tokenize } from '../matching/tokenize.ts';
import { minimize } from '../sentiment/minimize.ts';
import { foldOf } from '../sentiment/text-split.ts';

/** Judgments below which a monitor learns nothing. */
export const MIN_JUDGMENTS = 20;
const BUCKETS = 4096;
/** Words that are read of a text. */
const MAX_WORDS = 100;
const FOLDS = 5;
const PENALTY = 0.5;
const ROUNDS = 40;
/** What a query finds is mostly about its subject: log odds of 0.9, and how strongly that holds. */
const PRIOR = Math.log(0.9 / 0.1);
const PRIOR_PENALTY = 0.05;

/** A post as relevance sees it. */
export interface RelevanceInput {
  text: string;
  /** The clauses of the query that let it in. */
  why: readonly string[];
  source: string;
}

/** A post with a person's judgment. */
export interface JudgedPost extends RelevanceInput {
  relevant: boolean;
  /** 1 for a judgment, less for what follows from other work with the post. */
  weight: number;
}

/** Weights of hashed words, pairs of words, clauses and sources; the last one is the constant. */
export type RelevanceModel = Float32Array;

/** The result of learning. */
export interface LearnedRelevance {
  model: RelevanceModel;
  /** Log loss per judgment on posts that the model didn't see, and of the share of relevant ones alone. */
  loss: number;
  baseLoss: number;
}

/** Returns the buckets of a post, each once. */
function featuresOf({ text, why, source }: RelevanceInput): Int32Array {
  const words = tokenize(text).form.slice(0, MAX_WORDS);
  const keys = new Set<number>();
  words.forEach((word, at) => {
    keys.add(bucketOf(`w ${word}`));
    if (at > 0) keys.add(bucketOf(`p ${words[at - 1]} ${word}`));
  });
  for (const clause of why) keys.add(bucketOf(`c ${clause}`));
  keys.add(bucketOf(`s ${source}`));
  return Int32Array.from(keys);
}

/** FNV-1a with the finalizer of MurmurHash3. */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKETS;
}

const logistic = (score: number): number => 1 / (1 + Math.exp(-score));

function scoreOf(weights: Float64Array | Float32Array, features: Int32Array): number {
  let score = weights[BUCKETS] as number;
  // Long posts don't count more than short ones.
  const share = 1 / Math.sqrt(Math.max(1, features.length));
  for (const bucket of features) score += (weights[bucket] as number) * share;
  return score;
}

interface Row {
  features: Int32Array;
  relevant: boolean;
  weight: number;
}

function fitWeights(rows: readonly Row[]): Float64Array {
  const start = new Float64Array(BUCKETS + 1);
  start[BUCKETS] = PRIOR;
  return minimize(
    (weights, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (const { features, relevant, weight } of rows) {
        const p = logistic(scoreOf(weights, features));
        loss -= weight * Math.log(Math.max(1e-12, relevant ? p : 1 - p));
        const slope = weight * (p - (relevant ? 1 : 0));
        const share = 1 / Math.sqrt(Math.max(1, features.length));
        for (const bucket of features) gradient[bucket] = (gradient[bucket] as number) + slope * share;
        gradient[BUCKETS] = (gradient[BUCKETS] as number) + slope;
      }
      for (let at = 0; at < BUCKETS; at += 1) {
        const weight = weights[at] as number;
        loss += (PENALTY / 2) * weight * weight;
        gradient[at] = (gradient[at] as number) + PENALTY * weight;
      }
      const off = (weights[BUCKETS] as number) - PRIOR;
      gradient[BUCKETS] = (gradient[BUCKETS] as number) + PRIOR_PENALTY * off;
      return loss + (PRIOR_PENALTY / 2) * off * off;
    },
    start,
    ROUNDS,
  );
}

/** Returns the probability that a post is about a monitor's subject. */
export const relevanceOf = (model: RelevanceModel, input: RelevanceInput): number =>
  logistic(scoreOf(model, featuresOf(input)));

/**
 * Learns from judgments what is about a monitor's subject. Null with fewer than 20, with judgments of one kind only, or if
 * the result predicts others' judgments no better than their share does.
 */
export function learnRelevance(posts: readonly JudgedPost[]): LearnedRelevance | null {
  const judged = posts.filter(({ weight }) => weight >= 1).length;
  const relevant = posts.filter((post) => post.relevant).length;
  if (judged < MIN_JUDGMENTS || relevant === 0 || relevant === posts.length) return null;
  const rows = posts.map((post) => ({
    features: featuresOf(post),
    relevant: post.relevant,
    weight: post.weight,
  }));
  const folds = posts.map(({ text }) => foldOf(text, FOLDS));
  let [loss, baseLoss, total] = [0, 0, 0];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const others = rows.filter((_, at) => folds[at] !== fold);
    const weights = fitWeights(others);
    const sum = others.reduce((all, { weight }) => all + weight, 0);
    const share = others.reduce((all, row) => all + (row.relevant ? row.weight : 0), 0) / Math.max(1, sum);
    rows.forEach((row, at) => {
      if (folds[at] !== fold) return;
      const lossAt = (p: number) => -row.weight * Math.log(Math.max(1e-6, row.relevant ? p : 1 - p));
      loss += lossAt(logistic(scoreOf(weights, row.features)));
      baseLoss += lossAt(share);
      total += row.weight;
    });
  }
  if (loss >= baseLoss) return null;
  return { model: Float32Array.from(fitWeights(rows)), loss: loss / total, baseLoss: baseLoss / total };
}

/** Writes a model as bytes. */
export const relevanceBytes = (model: RelevanceModel): Uint8Array =>
  new Uint8Array(model.buffer, model.byteOffset, model.byteLength);

/** Reads a model from bytes; null if they aren't one of this version. */
export function readRelevance(bytes: Uint8Array): RelevanceModel | null {
  if (bytes.length !== (BUCKETS + 1) * 4) return null;
  // No slice(): that of a Node Buffer is a view of a larger one.
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return new Float32Array(copy.buffer);
}
