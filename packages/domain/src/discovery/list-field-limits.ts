// No schemas here, like creator-list-status.ts.

/** Kinds of custom fields. */
export const FIELD_KINDS = ['text', 'number', 'choice', 'date'] as const;

/** The most custom fields of a list, and choices of a field. */
export const MAX_FIELDS = 20;
export const MAX_CHOICES = 50;

/** Maximum length of a text in a custom field. */
export const MAX_VALUE = 1000;

/** The most stages of a board. */
export const MAX_STAGES = 12;

/** Colors of stages, by their names in the palette. */
export const STAGE_COLORS = [
  'gray',
  'iris',
  'blue',
  'teal',
  'green',
  'amber',
  'tangerine',
  'red',
  'pink',
] as const;

/** Votes on creators of a list. */
export const REVIEW_VOTES = ['approve', 'reject', 'unsure'] as const;

/** Columns that a review link can show, next to custom fields. The creator always comes first. */
export const REVIEW_COLUMNS = [
  'followers',
  'engagement',
  'views',
  'country',
  'language',
  'categories',
  'status',
  'note',
] as const;

/** How long a review link works at most, in days. */
export const MAX_REVIEW_DAYS = 90;
/** The most review links of a list that work at one time. */
export const MAX_REVIEW_LINKS = 20;
/** The most people who review with one link. */
export const MAX_REVIEWERS = 100;
/** The most comments on a creator of a list. */
export const MAX_COMMENTS = 500;
/** Maximum length of a comment in characters. */
export const MAX_COMMENT = 4000;
