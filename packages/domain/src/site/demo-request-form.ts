// No schemas here, so the page of the demo form does not load the schema library.

/** Monthly budgets to choose from, in US dollars, smallest first. */
export const DEMO_BUDGETS = [
  { value: 'under-1000', label: 'Under $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: 'over-20000', label: 'Over $20,000' },
  { value: 'unknown', label: 'Not decided yet' },
] as const;

/** Maximum length of each field in characters. */
export const DEMO_LIMITS = { name: 120, email: 254, company: 160, website: 200, message: 4000 } as const;

/** Error messages of the fields. */
export const DEMO_TEXTS = {
  name: 'Enter your name',
  email: 'Enter an email address such as you@example.com',
  company: 'Enter your company name',
  website: 'Enter a URL such as https://example.com',
  budget: 'Choose an option',
} as const;

/**
 * A form submitted sooner than this after opening its page was filled in by a bot. Milliseconds.
 */
export const DEMO_MIN_MS = 1500;
