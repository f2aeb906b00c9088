/** What is sold, as addresses and people call it. Prices and everything else about it are the dashboard's. */
const PLANS = new Map([
  ['self-serve', 'Self-Serve'],
  ['starter', 'Starter'],
  ['trailblazer', 'Trailblazer'],
  ['bespoke', 'Bespoke'],
]);
const ADD_ONS = new Map([
  ['paid-ads-management', 'Paid Ads Management'],
  ['social-media-content-management', 'Social Media Content Management'],
]);
const PERIODS = new Map([
  ['monthly', 'paid monthly'],
  ['annually', 'taken for a year and paid monthly'],
]);

/** What somebody chose before they sign up, out of where they go afterwards; null where it is nothing that is sold. */
export function offerWords(returnTo: string | null): string | null {
  // Behind it may stand which campaign brought them.
  const path = returnTo?.split(/[?#]/)[0] ?? '';
  const [, slug = '', period = ''] = /^\/signup\/([a-z-]+)(?:_([a-z]+))?$/.exec(path) ?? [];
  const plan = PLANS.get(slug);
  const paid = PERIODS.get(period);
  if (plan && paid) return `${plan}, ${paid}`;
  return period === '' ? (ADD_ONS.get(slug) ?? null) : null;
}
