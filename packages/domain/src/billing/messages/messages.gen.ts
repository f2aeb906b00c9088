// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'usageRights.channel.email': Record<never, never>;
  'usageRights.channel.organic': Record<never, never>;
  'usageRights.channel.paid': Record<never, never>;
  'usageRights.channel.print': Record<never, never>;
  'usageRights.channel.website': Record<never, never>;
  'usageRights.days': { count: number };
  'usageRights.months': { count: number };
  'usageRights.perpetual': Record<never, never>;
  'usageRights.years': { count: number };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/billing', english);
