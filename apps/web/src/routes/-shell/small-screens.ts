const KEY = 'troupe.small-screen-warning';

/** The first part of the paths whose screens are made for phones too. */
const FITTING = new Set([
  'pricing',
  'welcome',
  'account',
  'profile',
  'social-listening',
  'analytics',
  'book-a-demo',
  'demo-confirmation',
  'faq',
  'terms',
]);

/** Whether a screen needs no warning on a phone. */
export const fitsSmallScreens = (screen: string): boolean => FITTING.has(screen);

export const isSmallScreenWarningClosed = (): boolean => sessionStorage.getItem(KEY) === 'closed';

/** Keeps the warning closed in this tab. */
export const closeSmallScreenWarning = (): void => sessionStorage.setItem(KEY, 'closed');
