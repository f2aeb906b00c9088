import type { Language } from '@troupe/i18n/language';

/** The languages the dashboard is shown in. Without another one than English it has no choice of language. */
export const DASHBOARD_LANGUAGES: readonly Language[] = ['en'];
