import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { Sentiment } from '@troupe/domain/listening/mention';
import type pg from 'pg';
import type { listeningQuarterTable } from './mention.table.ts';

const QUARTER_MS = 15 * 60_000;

/** The sentiment under which a mention is counted. */
export type CountedSentiment = (typeof listeningQuarterTable.$inferSelect)['sentiment'];

/** A change to the counts of a monitor. */
export interface QuarterDelta {
  brandId: string;
  monitorId: string;
  publishedAt: Date;
  sourceKind: SourceKind;
  lang: string | null;
  sentiment: CountedSentiment;
  n: number;
  clusters: number;
  reach: number;
  reachKnown: number;
}

/** Returns the sentiment under which a mention is counted. @param hasModel whether a model judged or abstained */
export function countedSentiment(sentiment: Sentiment | null, hasModel: boolean): CountedSentiment {
  if (sentiment === null) return hasModel ? 'abstained' : 'unknown';
  return sentiment < 0 ? 'negative' : sentiment > 0 ? 'positive' : 'neutral';
}

/** Adds changes to the counts, in the transaction of the mentions. */
export async function addToQuarters(
  connection: Pick<pg.ClientBase, 'query'>,
  deltas: readonly QuarterDelta[],
): Promise<void> {
  if (deltas.length === 0) return;
  const sums = new Map<string, Record<string, string | number>>();
  for (const delta of deltas) {
    const bucket = new Date(Math.floor(delta.publishedAt.getTime() / QUARTER_MS) * QUARTER_MS).toISOString();
    const { brandId, monitorId, sourceKind, sentiment, lang } = delta;
    const key = [monitorId, bucket, sourceKind, lang ?? '', sentiment].join(' ');
    const sum = sums.get(key) ?? {
      brand_id: brandId,
      monitor_id: monitorId,
      bucket,
      source_kind: sourceKind,
      lang: lang ?? '',
      sentiment,
      n: 0,
      clusters: 0,
      reach: 0,
      reach_known: 0,
    };
    sum.n = Number(sum.n) + delta.n;
    sum.clusters = Number(sum.clusters) + delta.clusters;
    sum.reach = Number(sum.reach) + delta.reach;
    sum.reach_known = Number(sum.reach_known) + delta.reachKnown;
    sums.set(key, sum);
  }
  await connection.query(
    `insert into listening_quarter as q (monitor_id, bucket, source_kind, lang, sentiment, brand_id, n, clusters, reach,
        reach_known)
      select r.* from jsonb_to_recordset($1::jsonb) as r(monitor_id uuid, bucket timestamptz, source_kind text, lang text,
        sentiment text, brand_id uuid, n int, clusters int, reach bigint, reach_known int)
      order by 1, 2, 3, 4, 5
      on conflict (monitor_id, bucket, source_kind, lang, sentiment) do update set n = q.n + excluded.n,
        clusters = q.clusters + excluded.clusters, reach = q.reach + excluded.reach,
        reach_known = q.reach_known + excluded.reach_known`,
    [JSON.stringify([...sums.values()])],
  );
}
