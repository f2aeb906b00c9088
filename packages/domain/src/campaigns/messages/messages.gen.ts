// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'kind.post': Record<never, never>;
  'kinds.post': Record<never, never>;
  'count.post': { count: number };
  'kind.carousel': Record<never, never>;
  'kinds.carousel': Record<never, never>;
  'count.carousel': { count: number };
  'kind.reel': Record<never, never>;
  'kinds.reel': Record<never, never>;
  'count.reel': { count: number };
  'kind.story': Record<never, never>;
  'kinds.story': Record<never, never>;
  'count.story': { count: number };
  'kind.video': Record<never, never>;
  'kinds.video': Record<never, never>;
  'count.video': { count: number };
  'kind.short': Record<never, never>;
  'kinds.short': Record<never, never>;
  'count.short': { count: number };
  'kind.live': Record<never, never>;
  'kinds.live': Record<never, never>;
  'count.live': { count: number };
  'payoutFailure.balance': Record<never, never>;
  'payoutFailure.account': Record<never, never>;
  'payoutFailure.currency': Record<never, never>;
  'payoutFailure.amount': Record<never, never>;
  'payoutFailure.returned': Record<never, never>;
  'payoutFailure.setup': Record<never, never>;
  'payoutFailure.earlier': Record<never, never>;
  'payoutFailure.declined': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/campaigns', english);
