/** What the form for a demo asks, without anything that a visitor's page would have to load for it. */

/** Monthly budgets to choose from, in US dollars, smallest first. */
export const DEMO_BUDGETS = [
  { value: 'under-1000', label: 'Under $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: 'over-20000', label: 'Over $20,000' },
  { value: 'unknown', label: 'Not decided yet' },
] as const;

/** The longest text of each field, in characters. */
export const DEMO_LIMITS = { name: 120, email: 254, company: 160, website: 200, message: 4000 } as const;

/** Said under a field that cannot be used. */
export const DEMO_TEXTS = {
  name: 'Please enter your name',
  email: 'Please enter an email address such as you@example.com',
  company: 'Please enter your company',
  website: 'Please enter a web address such as https://example.com',
  budget: 'Please choose one of the list',
} as const;

/** A form that was sent sooner than this after its page was opened was filled in by no person. Milliseconds. */
export const DEMO_SOONEST_MS = 1500;
