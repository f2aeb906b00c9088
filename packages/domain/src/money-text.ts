/** Money in letters and notices, from integer minor units: (49500, 'USD') -> '$495', (49550, 'USD') -> '$495.50'. */
export function moneyText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minor / 10 ** digits).replace(/\.0+$/, '');
}
