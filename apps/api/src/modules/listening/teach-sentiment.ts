import { getSentimentModels } from '@troupe/contract/listening/mention';
import { learnCorrections, MIN_CORRECTIONS } from '@troupe/domain/listening/sentiment/learn-corrections';
import { type BrandModelCard, modelCard } from '@troupe/domain/listening/sentiment/model-card';
import { serializeModel } from '@troupe/domain/listening/sentiment/model-file';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import {
  countJudgments,
  type DueLearning,
  insertModel,
  readActiveModels,
  readCorrections,
  readDueLearning,
  readLastAttempts,
} from './sentiment-model/sentiment-model.queries.ts';
import type { SentimentModels } from './sentiment-model/sentiment-models.ts';

/** The latest corrections that a model learns from. */
const MOST_CORRECTIONS = 5000;

/** Registers the call about sentiment models, and the nightly job that learns from corrections. */
export function sentimentModels(api: Api, models: SentimentModels): void {
  api.implement(getSentimentModels, async ({ brandId }) => ({
    models: await readCards(api, models, brandId),
  }));
  api.jobs.every('20 2 * * *', 'listening-teach-sentiment', (signal) => teachSentiment(api, models, signal));
}

async function readCards(
  { pool, clock }: Api,
  models: SentimentModels,
  brandId: string,
): Promise<BrandModelCard[]> {
  const [figures, own, attempts] = await Promise.all([
    countJudgments(pool, brandId, clock.now()),
    readActiveModels(pool, [brandId]),
    readLastAttempts(pool, brandId),
  ]);
  const installed = models.cards();
  const languages = new Set([
    ...figures.map(({ lang }) => lang),
    ...installed.map(({ language }) => language),
  ]);
  return [...languages].map((language) => {
    const counts = figures.find(({ lang }) => lang === language);
    const brandModel = own.find(({ lang }) => lang === language);
    const base = installed.find((card) => card.language === language) ?? null;
    const last = attempts.find(({ lang }) => lang === language);
    return {
      language,
      scope: brandModel ? 'brand' : base ? 'installation' : null,
      card: brandModel?.card ?? base,
      corrections: counts?.corrections ?? 0,
      learned: brandModel?.card?.corrections ?? 0,
      learnsFrom: MIN_CORRECTIONS,
      lastAttempt: last
        ? {
            at: last.at,
            kept: last.report.kept ?? false,
            reason: last.report.reason ?? 'not-better',
            corrections: last.n,
            before: last.report.before ?? null,
            after: last.report.after ?? null,
          }
        : null,
      judged: counts?.judged ?? 0,
      abstained: counts?.abstained ?? 0,
      unknown: counts?.unknown ?? 0,
    };
  });
}

/** Retrains the models of brands with at least 20 new corrections. Each is kept only if it judges unseen ones better. */
export async function teachSentiment(
  api: Pick<Api, 'pool' | 'log' | 'clock'>,
  models: SentimentModels,
  signal?: AbortSignal,
): Promise<void> {
  const due = await readDueLearning(api.pool, MIN_CORRECTIONS);
  await oneByOne(api.log, 'failed to learn from corrections', due, async (one) => {
    if (!signal?.aborted) await teach(api, models, one);
  });
}

async function teach(
  { pool, clock }: Pick<Api, 'pool' | 'clock'>,
  models: SentimentModels,
  { brandId, lang, version }: DueLearning,
): Promise<void> {
  // From the installation's model each time: corrections only accumulate, so nothing is learned twice.
  const base = models.installed().get(lang);
  if (!base) return;
  const texts = await readCorrections(pool, brandId, lang, MOST_CORRECTIONS);
  const labeled = texts.map(({ text, sentiment }) => ({ text, label: sentiment + 1 }));
  const next = Math.max(version, base.version) + 1;
  const result = learnCorrections(base, labeled, next);
  const now = clock.now();
  const baseCard = models.cards().find(({ language }) => language === lang);
  const card = result.kept
    ? modelCard(result.model, result.after, {
        trainedOn: now.toISOString().slice(0, 10),
        trainingTexts: (baseCard?.trainingTexts ?? 0) + texts.length,
        corrections: texts.length,
        measuredBy: 'cross-validation',
        source: baseCard?.source ?? '',
        license: baseCard?.license ?? '',
      })
    : null;
  await withTransaction(pool, (_tx, connection) =>
    insertModel(
      connection,
      {
        brandId,
        lang,
        version: next,
        weights: result.kept ? serializeModel(result.model) : null,
        n: texts.length,
        card,
        report: {
          kept: result.kept,
          reason: result.kept ? 'better' : result.reason,
          ...(result.before && { before: result.before.macroF1 }),
          ...(result.after && { after: result.after.macroF1 }),
        },
      },
      now,
    ),
  );
}
