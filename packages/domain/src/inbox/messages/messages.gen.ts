// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'message.tooLong': { most: Value; over: Value };
  'scan.infected': Record<never, never>;
  'scan.pending': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/inbox', english);
