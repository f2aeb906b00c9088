// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'authenticity': Record<never, never>;
  'authenticity.change': { from: Value; to: Value; fromDay: Value; toDay: Value };
  'authenticity.changes': { count: number };
  'authenticity.comments': Record<never, never>;
  'authenticity.commentsText': { variation: Value; posts: number };
  'authenticity.engagement': Record<never, never>;
  'authenticity.engagementText': { rate: Value; followers: Value; typical: Value };
  'authenticity.failed': Record<never, never>;
  'authenticity.formula': { version: Value };
  'authenticity.group': { share: Value; accounts: Value };
  'authenticity.groups': Record<never, never>;
  'authenticity.growth': Record<never, never>;
  'authenticity.growthText': { changes: number; readings: number };
  'authenticity.known': { known: Value };
  'authenticity.loading': Record<never, never>;
  'authenticity.notKnown': Record<never, never>;
  'authenticity.of100': { score: Value };
  'authenticity.postComments': { count: number; day: Value };
  'authenticity.posts': { count: number };
  'authenticity.reach': Record<never, never>;
  'authenticity.reachText': { share: Value; day: Value };
  'authenticity.score': Record<never, never>;
  'authenticity.unknown': { known: Value; needed: Value };
  'authenticity.untitled': Record<never, never>;
  'authenticity.why.few-comments': Record<never, never>;
  'authenticity.why.few-posts': Record<never, never>;
  'authenticity.why.few-readings': Record<never, never>;
  'authenticity.why.no-figures': Record<never, never>;
  'authenticity.why.no-reachability': Record<never, never>;
  'authenticity.why.no-report': Record<never, never>;
  'sponsorships': Record<never, never>;
  'sponsorships.adLabel': Record<never, never>;
  'sponsorships.basis': { posts: number; withoutText: number };
  'sponsorships.competitors': Record<never, never>;
  'sponsorships.creators': { count: number };
  'sponsorships.failed': Record<never, never>;
  'sponsorships.kind.competitor': Record<never, never>;
  'sponsorships.kind.own': Record<never, never>;
  'sponsorships.labeled': { count: number };
  'sponsorships.loading': Record<never, never>;
  'sponsorships.more': { count: number };
  'sponsorships.neverRead': Record<never, never>;
  'sponsorships.noPosts': Record<never, never>;
  'sponsorships.none': Record<never, never>;
  'sponsorships.open': Record<never, never>;
  'sponsorships.posts': { count: number };
  'sponsorships.read': { day: Value };
  'sponsorships.showAll': { count: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/insight', english);
