import { language } from '@troupe/i18n/language';

/** Writes a month that is kept in English, such as `November 2026`, in the language of the page. */
function storedMonth(english: string): string {
  const month = new Date(`1 ${english} UTC`);
  if (Number.isNaN(month.getTime())) return english;
  return new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    month,
  );
}

/** Returns the title of a payment; `commissions` writes that of a statement, which is kept in English. */
export function paymentTitle(
  { statementId, campaignTitle }: { statementId: string | null; campaignTitle: string },
  commissions: (month: string) => string,
): string {
  const month = statementId === null ? undefined : /^Commissions, (.+)$/.exec(campaignTitle)?.[1];
  return month === undefined ? campaignTitle : commissions(storedMonth(month));
}
