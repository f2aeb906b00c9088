// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'teamInvite.by': { name: Value; brand: Value };
  'teamInvite.ending': Record<never, never>;
  'teamInvite.how': { email: Value; count: number };
  'teamInvite.open': Record<never, never>;
  'teamInvite.opening': { brand: Value };
  'teamInvite.subject': { brand: Value };
  'test.intro': { brand: Value; address: Value };
  'test.setUp': { domain: Value };
  'test.subject': { brand: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/outreach', english);
