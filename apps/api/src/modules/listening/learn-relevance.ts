import {
  learnRelevance,
  MIN_JUDGMENTS,
  type RelevanceInput,
  type RelevanceModel,
  readRelevance,
  relevanceBytes,
  relevanceOf,
} from '@troupe/domain/listening/relevance/relevance';
import { upTo } from '@troupe/server/cache';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { oneByOne } from '../../platform/jobs.ts';
import type { Listener } from '../../platform/listen.ts';
import {
  RELEVANCE_CHANNEL,
  readDueRelevance,
  readJudgedPosts,
  readLatestPosts,
  readRelevanceModels,
  writeRelevance,
  writeRelevanceModel,
} from './monitor/relevance-model.queries.ts';

/** The latest judgments that a monitor learns from, and mentions that are judged again. */
const MOST_JUDGMENTS = 2000;
const MOST_REJUDGED = 2000;
/** Monitors whose models are kept in memory; a model has 16 kB. */
const MOST_MONITORS = 2000;

/** What monitors learned about which posts are about their subject. */
export class RelevanceModels {
  readonly #pool: pg.Pool;
  readonly #models = new LRUCache<string, { model: RelevanceModel | null }>(upTo(MOST_MONITORS));

  constructor({ pool }: Pick<Api, 'pool'>, listener: Listener) {
    this.#pool = pool;
    listener.on(RELEVANCE_CHANNEL, (monitorId) => {
      if (monitorId === '') this.#models.clear();
      else this.#models.delete(monitorId);
    });
  }

  /** Reads the models of monitors, so that `judge` knows them. */
  async load(monitorIds: Iterable<string>): Promise<void> {
    const missing = [...new Set(monitorIds)].filter((id) => !this.#models.has(id));
    if (missing.length === 0) return;
    const found = new Map(
      (await readRelevanceModels(this.#pool, missing)).map((row) => [row.monitorId, row.weights]),
    );
    for (const id of missing) {
      const bytes = found.get(id);
      this.#models.set(id, { model: bytes ? readRelevance(bytes) : null });
    }
  }

  /** The probability that a post is about a monitor's subject; null before the monitor learned that. */
  judge(monitorId: string, post: RelevanceInput): number | null {
    const model = this.#models.get(monitorId)?.model;
    return model ? relevanceOf(model, post) : null;
  }
}

/** Registers the job in which monitors learn from judgments of relevance. */
export function relevanceModels(api: Api): void {
  api.jobs.every('50 2 * * *', 'listening-learn-relevance', (signal) => learnAll(api, signal));
}

/** Lets monitors learn that have new judgments, and judges their latest mentions again. */
export async function learnAll(
  { pool, log, clock }: Pick<Api, 'pool' | 'log' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const due = await readDueRelevance(pool, MIN_JUDGMENTS);
  await oneByOne(log, 'failed to learn relevance', due, async (monitorId) => {
    if (signal?.aborted) return;
    const posts = await readJudgedPosts(pool, monitorId, MOST_JUDGMENTS);
    const learned = learnRelevance(posts);
    const judged = posts.filter(({ weight }) => weight >= 1);
    const latest = await readLatestPosts(pool, monitorId, MOST_REJUDGED);
    await withTransaction(pool, async (_tx, connection) => {
      await writeRelevanceModel(
        connection,
        monitorId,
        learned && {
          weights: relevanceBytes(learned.model),
          n: judged.length,
          irrelevant: judged.filter(({ relevant }) => !relevant).length,
          report: { loss: learned.loss, baseLoss: learned.baseLoss },
        },
        clock.now(),
      );
      const relevance = latest.map(({ id, text, why, source }) => ({
        id,
        relevance: learned && relevanceOf(learned.model, { text, why, source }),
      }));
      await writeRelevance(connection, relevance);
    });
  });
}
