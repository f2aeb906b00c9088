import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import {
  type CountedItem,
  campaignFigures,
  type MediaRates,
} from '@troupe/domain/campaigns/campaign-metrics-figures';
import { mentionsCampaign, missingReason, type PostRules } from '@troupe/domain/campaigns/missing-post';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { parsePostUrl } from '@troupe/domain/campaigns/post-url';
import type { Platform } from '@troupe/domain/discovery/creator';
import type pg from 'pg';
import type { StoredBrief } from '../campaign/campaign.table.ts';
import { CREATOR_USERNAME } from '../opt-in/opt-in.table.ts';

const MAX_CANDIDATES = 2000;
const MAX_MISSING = 200;

/** Filters the content that counts; `from` and `to` are publication times, both inclusive. */
export interface MetricsQuery {
  platform?: Platform | undefined;
  from?: string | undefined;
  to?: string | undefined;
  rates: MediaRates;
}

/** Returns a campaign's metrics; null if the brand has no such campaign. */
export async function readCampaignMetrics(
  pool: pg.Pool,
  brandId: string,
  campaignId: string,
  { platform, from, to, rates }: MetricsQuery,
): Promise<CampaignMetrics | null> {
  const [campaigns, items, optIns] = await Promise.all([
    pool.query<{ brief: StoredBrief }>({
      name: 'metrics-campaign',
      text: 'select brief from campaign where id = $1 and brand_id = $2',
      values: [campaignId, brandId],
    }),
    pool.query<CountedItem>({
      name: 'metrics-items',
      text: `select l.id, l.opt_in_id as "optInId", case when l.kind = 'story' then 'story' else 'shoutout' end as kind,
          l.platform, ${CREATOR_USERNAME} as username, l.url, l.published_at as published, l.as_of as "asOf",
          (l.figures->>'views')::bigint as views, (l.figures->>'reach')::bigint as reach,
          (l.figures->>'likes')::bigint as likes, (l.figures->>'comments')::bigint as comments,
          (l.figures->>'saves')::bigint as saves, (l.figures->>'shares')::bigint as shares
        from live_post l join opt_in i on i.id = l.opt_in_id join creator c on c.id = i.creator_id
        where l.campaign_id = $1 and ($2::text is null or l.platform = $2)
          and ($3::timestamptz is null or l.published_at >= $3)
          and ($4::timestamptz is null or l.published_at <= $4)
        order by l.published_at desc nulls last, l.id desc`,
      values: [campaignId, platform ?? null, from ?? null, to ?? null],
    }),
    pool.query<OptInFacts>({
      name: 'metrics-opt-ins',
      text: `select i.id, i.status, i.agreement, coalesce(i.approved_at, i.created_at) as since, c.id as "creatorId",
          ${CREATOR_USERNAME} as username, c.platform, c.profile_url as "profileUrl", r.state, r.message,
          i.removed_at is not null as removed
        from opt_in i join creator c on c.id = i.creator_id
        left join creator_refresh r on r.creator_id = c.id
        where i.campaign_id = $1 and i.brand_id = $2 and ($3::text is null or c.platform = $3)
        order by username, i.id`,
      values: [campaignId, brandId, platform ?? null],
    }),
  ]);
  const brief = campaigns.rows[0]?.brief;
  if (!brief) return null;
  const figures = campaignFigures({
    items: items.rows,
    fees: optIns.rows
      .filter(({ status }) => counts(status))
      .map((one) => ({
        optInId: one.id,
        username: one.username,
        platform: one.platform,
        completed: one.status === 'completed',
        fee: one.agreement.fee,
        currency: one.agreement.currency,
      })),
    currency: brief.currency ?? 'USD',
    rates,
  });
  const rules = {
    hashtags: brief.hashtags ?? [],
    mentions: brief.mentions ?? [],
    until: brief.liveDue ?? null,
  };
  return { ...figures, missing: await missingPosts(pool, campaignId, optIns.rows, rules, { from, to }) };
}

interface OptInFacts {
  id: string;
  status: OptInStatus;
  agreement: { fee: number | null; currency: string };
  since: string;
  creatorId: string;
  username: string;
  platform: Platform;
  profileUrl: string;
  state: string | null;
  message: string | null;
  removed: boolean;
}

const counts = (status: OptInStatus) => status === 'approved' || status === 'completed';
const UNREADABLE = new Set(['private', 'restricted', 'gone', 'not-connected']);

/** Finds creators' posts that mention the campaign or were published during it but aren't tracked as live posts. */
async function missingPosts(
  pool: pg.Pool,
  campaignId: string,
  optIns: readonly OptInFacts[],
  rules: PostRules,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<CampaignMetrics['missing']> {
  const unreadable = optIns
    .filter(({ status, state, removed }) => !removed && counts(status) && UNREADABLE.has(state ?? ''))
    .map(({ profileUrl, username, message }) => ({
      url: profileUrl,
      username,
      reason: 'permission' as const,
      text: message ?? `The account of @${username} can't be read.`,
    }));
  const [{ rows: posts }, { rows: live }] = await Promise.all([
    pool.query<{ optInId: string; url: string; words: string; published: string }>({
      name: 'metrics-candidates',
      text: `select i.id as "optInId", p.url, p.title as words, p.published_at as published
        from opt_in i join content p on p.creator_id = i.creator_id
        where i.campaign_id = $1 and i.removed_at is null
          and p.published_at >= i.created_at - interval '90 days'
          and ($2::timestamptz is null or p.published_at >= $2)
          and ($3::timestamptz is null or p.published_at <= $3)
        order by p.published_at desc limit $4`,
      values: [campaignId, from ?? null, to ?? null, MAX_CANDIDATES],
    }),
    pool.query<{ url: string }>({
      name: 'metrics-live',
      text: 'select url from live_post where campaign_id = $1',
      values: [campaignId],
    }),
  ]);
  const counted = new Set(live.map(({ url }) => url));
  const byId = new Map(optIns.map((one) => [one.id, one]));
  const missing = posts.flatMap(({ optInId, url, words, published }) => {
    const optIn = byId.get(optInId);
    if (!optIn || counted.has(parsePostUrl(url)?.url ?? url)) return [];
    const approved = counts(optIn.status);
    const inTime = approved && published >= optIn.since && (!rules.until || published <= rules.until);
    if (!inTime && !mentionsCampaign(words, rules)) return [];
    const { username, since } = optIn;
    return { url, username, ...missingReason({ url, username, words, published, approved, since }, rules) };
  });
  return [...unreadable, ...missing].slice(0, MAX_MISSING);
}
