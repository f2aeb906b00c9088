// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'empty': Record<never, never>;
  'lastCall': { ago: Tag };
  'lastFailure': { ago: Tag; message: Value };
  'name.audience-data': Record<never, never>;
  'name.billing': Record<never, never>;
  'name.mail': Record<never, never>;
  'neverCalled': Record<never, never>;
  'noQuota': Record<never, never>;
  'quota.resets': { time: Value };
  'quota.used': { used: Value };
  'quota.usedOf': { used: Value; limit: Value };
  'refresh': Record<never, never>;
  'status.missing': Record<never, never>;
  'status.missingHelp': Record<never, never>;
  'status.paused': Record<never, never>;
  'status.pausedUntil': { time: Value };
  'status.ready': Record<never, never>;
  'status.working': Record<never, never>;
  'subtitle': Record<never, never>;
  'what': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/discovery/provider', english);
