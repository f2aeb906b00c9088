// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'alert.lessNegative': { name: Value };
  'alert.moreNegative': { name: Value };
  'alert.shiftText': { share: Value; usual: Value };
  'alert.spike': { name: Value };
  'alert.spikeText': { seen: Value; expected: Value };
  'pause.text': Record<never, never>;
  'pause.title': { name: Value };
  'safety.adult': Record<never, never>;
  'safety.alcoholTobacco': Record<never, never>;
  'safety.audienceChange': Record<never, never>;
  'safety.competitor': Record<never, never>;
  'safety.drugs': Record<never, never>;
  'safety.flagged': { count: number; username: Value };
  'safety.flaggedSeveral': { count: Value; creators: Value };
  'safety.gambling': Record<never, never>;
  'safety.hate': Record<never, never>;
  'safety.healthClaims': Record<never, never>;
  'safety.missingDisclosure': Record<never, never>;
  'safety.moneyPromises': Record<never, never>;
  'safety.politics': Record<never, never>;
  'safety.profanity': Record<never, never>;
  'safety.violence': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/listening', english);
