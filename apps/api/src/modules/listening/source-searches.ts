import { dayInTimeZone } from '@troupe/domain/discovery/provider';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionSearch, SourceBudget } from '@troupe/domain/listening/mention-search';
import { z } from 'zod';
import { openText } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import type { SourceParts } from '../../providers/mention-search/call-source.ts';
import { feedSearch } from '../../providers/mention-search/feed.ts';
import { gdeltSearch } from '../../providers/mention-search/gdelt.ts';
import { hackerNewsSearch } from '../../providers/mention-search/hacker-news.ts';
import { mastodonSearch } from '../../providers/mention-search/mastodon.ts';
import { redditSearch } from '../../providers/mention-search/reddit.ts';
import { xSearch } from '../../providers/mention-search/x.ts';
import { youtubeSearch } from '../../providers/mention-search/youtube-search.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { addToBudget, type BudgetPeriod, readBudget } from './listening-source/listening-source.queries.ts';

/** Secrets of a source, as they are stored. */
const Credentials = z.object({
  token: z.string().nullable().default(null),
  clientId: z.string().default(''),
  clientSecret: z.string().default(''),
  apiKey: z.string().default(''),
});
export type SourceCredentials = z.input<typeof Credentials>;

/** What an adapter is made of. */
export interface SearchedSource {
  id: string;
  kind: SourceKind;
  host: string;
  /** Sealed. */
  credentials: string | null;
}

/** What all adapters share. */
export const sourceParts = ({ config, db, clock }: Pick<Api, 'config' | 'db' | 'clock'>): SourceParts => ({
  book: providerGuard(db, clock),
  clock,
  // Reddit turns away callers without a unique user agent.
  userAgent: `web:troupe:1 (+${config.WEB_ORIGIN})`,
  fromLoopback: config.PICTURES_FROM_LOOPBACK,
});

/** Returns the adapter of a source; null for those that aren't searched. */
export function searchOf(api: Api, source: SearchedSource): MentionSearch | null {
  const { config } = api;
  const parts = sourceParts(api);
  const sealed = source.credentials;
  const secrets = Credentials.parse(sealed === null ? {} : JSON.parse(openText(config.SECRET_KEY, sealed)));
  const { id: sourceId, host } = source;
  switch (source.kind) {
    case 'feed':
      return feedSearch(parts, host);
    case 'mastodon':
      return mastodonSearch(parts, { host, origin: config.MASTODON_ORIGIN, token: secrets.token });
    case 'hacker-news':
      return hackerNewsSearch(parts, { url: config.HACKER_NEWS_URL, itemsUrl: config.HACKER_NEWS_ITEMS_URL });
    case 'gdelt':
      return gdeltSearch(parts, { url: config.GDELT_URL });
    case 'youtube':
      return youtubeSearch(parts, {
        url: config.YOUTUBE_URL,
        key: secrets.apiKey,
        budget: budgetOf(api, sourceId, () => ({
          unit: 'calls',
          currency: null,
          resets: dayInTimeZone('America/Los_Angeles', api.clock.now()).to,
          limit: config.YOUTUBE_SEARCHES_A_DAY,
        })),
        sourceId,
      });
    case 'reddit':
      return redditSearch(parts, {
        url: config.REDDIT_URL,
        tokenUrl: config.REDDIT_TOKEN_URL,
        clientId: secrets.clientId,
        clientSecret: secrets.clientSecret,
        sourceId,
      });
    case 'x':
      return xSearch(parts, {
        url: config.X_URL,
        token: secrets.token ?? '',
        centsPerPost: config.X_CENTS_PER_POST,
        budget: budgetOf(api, sourceId, () => ({
          unit: 'minor-units',
          currency: 'USD',
          resets: nextMonth(api.clock.now()),
          limit: null,
        })),
        sourceId,
      });
    case 'bluesky':
    case 'content':
      return null;
  }
}

const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

/** The budget of a source, kept in its row. */
function budgetOf({ pool }: Pick<Api, 'pool'>, sourceId: string, period: () => BudgetPeriod): SourceBudget {
  return {
    async remaining() {
      const { used, limit } = await readBudget(pool, sourceId, period());
      return Math.max(0, limit - used);
    },
    reserve: (units) => addToBudget(pool, sourceId, period(), units),
    async giveBack(units) {
      if (units > 0) await addToBudget(pool, sourceId, period(), -units);
    },
    async exhaust() {
      const { used, limit } = await readBudget(pool, sourceId, period());
      await addToBudget(pool, sourceId, period(), Math.max(0, limit - used));
    },
    async quota() {
      const { unit, currency, resets } = period();
      const { used, limit } = await readBudget(pool, sourceId, period());
      return { used, limit, unit, currency, resets: resets.toISOString() };
    },
  };
}
