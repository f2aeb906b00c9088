import type { Sentiment } from '@troupe/domain/listening/mention';
import type { ModelCard } from '@troupe/domain/listening/sentiment/model-card';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Returns the models that brands use instead of those of the installation. */
export async function readActiveModels(
  pool: Connection,
  brandIds: readonly string[],
): Promise<{ brandId: string; lang: string; version: number; weights: Buffer; card: ModelCard | null }[]> {
  const { rows } = await pool.query<{
    brandId: string;
    lang: string;
    version: number;
    weights: Buffer;
    card: ModelCard | null;
  }>(
    `select brand_id as "brandId", lang, version, weights, card from sentiment_model
      where brand_id = any($1) and active and weights is not null`,
    [brandIds],
  );
  return rows;
}

/** How a brand's mentions of a language are judged. */
export interface LanguageFigures {
  lang: string;
  corrections: number;
  judged: number;
  abstained: number;
  unknown: number;
}

/** Counts corrections, and judgments of the last 30 days, by language. */
export async function countJudgments(
  pool: Connection,
  brandId: string,
  now: Date,
): Promise<LanguageFigures[]> {
  const { rows } = await pool.query<LanguageFigures>(
    `select coalesce(j.lang, c.lang) as lang, coalesce(c.n, 0)::int as corrections, coalesce(j.judged, 0)::int as judged,
        coalesce(j.abstained, 0)::int as abstained, coalesce(j.unknown, 0)::int as unknown
      from (select lang, sum(n) filter (where sentiment in ('negative', 'neutral', 'positive')) as judged,
          sum(n) filter (where sentiment = 'abstained') as abstained, sum(n) filter (where sentiment = 'unknown') as unknown
        from listening_quarter where brand_id = $1 and bucket >= $2::timestamptz - interval '30 days' and lang <> ''
        group by lang) j
      full join (select lang, count(*) as n from monitor_mention
        where brand_id = $1 and corrected_at is not null and person_sentiment is not null and lang is not null
        group by lang) c on c.lang = j.lang
      order by coalesce(j.judged, 0) + coalesce(j.abstained, 0) + coalesce(j.unknown, 0) desc, 1 limit 50`,
    [brandId, now.toISOString()],
  );
  return rows;
}

/** An attempt to learn from corrections. */
export interface LearningAttempt {
  lang: string;
  version: number;
  at: string;
  n: number;
  active: boolean;
  report: { kept?: boolean; reason?: 'better' | 'too-few' | 'not-better'; before?: number; after?: number };
}

/** Returns a brand's last attempt to learn of each language. */
export async function readLastAttempts(pool: Connection, brandId: string): Promise<LearningAttempt[]> {
  const { rows } = await pool.query<LearningAttempt>(
    `select distinct on (lang) lang, version, created_at as at, n, active, report from sentiment_model
      where brand_id = $1 order by lang, version desc`,
    [brandId],
  );
  return rows;
}

/** A brand and language with new corrections. */
export interface DueLearning {
  brandId: string;
  lang: string;
  corrections: number;
  /** Corrections at the last attempt. */
  learned: number;
  version: number;
}

/** Returns where at least so many corrections are new since the last attempt. */
export async function readDueLearning(pool: Connection, fewest: number): Promise<DueLearning[]> {
  const { rows } = await pool.query<DueLearning>(
    `select c.brand_id as "brandId", c.lang, c.n::int as corrections, coalesce(m.n, 0) as learned,
        coalesce(m.version, 0) as version
      from (select brand_id, lang, count(*) as n from monitor_mention
        where corrected_at is not null and person_sentiment is not null and lang is not null group by 1, 2) c
      left join lateral (select n, version from sentiment_model s
        where s.brand_id = c.brand_id and s.lang = c.lang order by version desc limit 1) m on true
      where c.n - coalesce(m.n, 0) >= $1 order by 1, 2`,
    [fewest],
  );
  return rows;
}

/** Returns the texts that a brand's members corrected, latest first. */
export async function readCorrections(
  pool: Connection,
  brandId: string,
  lang: string,
  limit: number,
): Promise<{ text: string; sentiment: Sentiment }[]> {
  const { rows } = await pool.query<{ text: string; sentiment: Sentiment }>(
    `select distinct on (t.mention_id) concat_ws(E'\\n', m.title, m.text) as text, t.person_sentiment as sentiment
      from monitor_mention t join mention m on m.id = t.mention_id
      where t.brand_id = $1 and t.lang = $2 and t.corrected_at is not null and t.person_sentiment is not null
        and m.deleted_at is null
      order by t.mention_id desc, t.corrected_at desc limit $3`,
    [brandId, lang, limit],
  );
  return rows;
}

/** Adds the result of learning; a kept model replaces the active one. */
export async function insertModel(
  connection: Connection,
  model: {
    brandId: string;
    lang: string;
    version: number;
    weights: Uint8Array | null;
    n: number;
    card: ModelCard | null;
    report: LearningAttempt['report'];
  },
  now: Date,
): Promise<void> {
  if (model.weights)
    await connection.query(
      'update sentiment_model set active = false, weights = null where brand_id = $1 and lang = $2 and active',
      [model.brandId, model.lang],
    );
  await connection.query(
    `insert into sentiment_model (id, brand_id, lang, version, weights, n, card, report, active, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId(),
      model.brandId,
      model.lang,
      model.version,
      model.weights && Buffer.from(model.weights),
      model.n,
      model.card && JSON.stringify(model.card),
      JSON.stringify(model.report),
      model.weights !== null,
      now.toISOString(),
    ],
  );
  if (model.weights)
    await connection.query("select pg_notify('sentiment_models_changed', $1)", [model.brandId]);
}
