/** Minor units as people read them: `$995.00`. */
export function moneyText(amount: number, currency = 'USD'): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Unix seconds as a day: `Nov 20, 2026`. */
export const dayText = (at: number): string => day.format(new Date(at * 1000));
