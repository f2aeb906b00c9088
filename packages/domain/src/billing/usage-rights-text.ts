import { joined, language } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';

// No schemas here, so screens that only need these labels don't load the schema library.

type Channel = 'organic' | 'paid' | 'website' | 'email' | 'print';

/**
 * Formats a usage term: `6 months`, `1 year`, `45 days`, `in perpetuity`. @param days from going
 * live; null is unlimited
 */
export function usageTermText(days: number | null): string {
  if (days === null) return t('usageRights.perpetual');
  if (days % 365 === 0) return t('usageRights.years', { count: days / 365 });
  if (days % 30 === 0) return t('usageRights.months', { count: days / 30 });
  return t('usageRights.days', { count: days });
}

/** `paid ads`, in the language of the person. */
export const usageChannelText = (channel: Channel): string => t(`usageRights.channel.${channel}`);

/** Formats usage rights: `6 months, organic and paid ads, EU`. Empty parts are omitted. */
export function usageRightsText({
  termDays,
  channels,
  territory,
}: {
  termDays?: number | null | undefined;
  channels: readonly Channel[];
  territory: string;
}): string {
  const words = channels.map(usageChannelText);
  // British lists have no comma before the `and`.
  const where = new Intl.ListFormat(language() === 'en' ? 'en-GB' : language()).format(words);
  const term = termDays === undefined ? '' : usageTermText(termDays);
  return joined([term, where, territory.trim()]);
}
