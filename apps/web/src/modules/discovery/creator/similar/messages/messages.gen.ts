// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'bounded': { count: number };
  'common': Record<never, never>;
  'compared': { count: number };
  'details': Record<never, never>;
  'failed': Record<never, never>;
  'followers': { count: Value };
  'engagement': { rate: Value };
  'invite': Record<never, never>;
  'known.invite': Record<never, never>;
  'known.list': Record<never, never>;
  'known.opt-in': Record<never, never>;
  'knownLeftOut': { count: number };
  'like': { names: Value };
  'likeCampaign': Record<never, never>;
  'likeList': Record<never, never>;
  'likeMany': { name: Value; count: number };
  'loading': Record<never, never>;
  'missing': { count: number };
  'none': Record<never, never>;
  'noneText': Record<never, never>;
  'noSeeds': Record<never, never>;
  'noSeedsCampaign': Record<never, never>;
  'noSeedsList': Record<never, never>;
  'noSeedsText': Record<never, never>;
  'notCounted': Record<never, never>;
  'notCountedAudience': Record<never, never>;
  'notCountedText': Record<never, never>;
  'part.audience': Record<never, never>;
  'part.engagement': Record<never, never>;
  'part.language': Record<never, never>;
  'part.place': Record<never, never>;
  'part.size': Record<never, never>;
  'part.topics': Record<never, never>;
  'parts': Record<never, never>;
  'reports': { count: number };
  'score': { score: Value };
  'search': Record<never, never>;
  'showKnown': Record<never, never>;
  'title': Record<never, never>;
  'weight': { weight: Value };
  'weights': Record<never, never>;
  'weightsText': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/creator/similar', english);
