// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'usageRights.email': Record<never, never>;
  'usageRights.fromLive': { term: Value };
  'usageRights.organic': Record<never, never>;
  'usageRights.paid': Record<never, never>;
  'usageRights.perpetual': Record<never, never>;
  'usageRights.print': Record<never, never>;
  'usageRights.website': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('browser', english);
