import { LANGUAGES, language } from '@troupe/i18n/language';

/** Writes cents as amounts are written in the language of the page: 299500 -> '$2,995', in German '2.995 $'. */
export function dollars(cents: number): string {
  const now = language();
  // In Arabic, amounts keep the form that brands see.
  const locale = now === 'en' || now === 'ar' ? 'en-US' : LANGUAGES[now].locale;
  return (cents / 100).toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });
}
