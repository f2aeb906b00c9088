// No schemas here, like creator-list-status.ts.

/** Columns of a list as a table or export, in order. The creator always comes first. */
export const ITEM_COLUMNS = {
  followers: 'Followers',
  engagement: 'Engagement',
  views: 'Avg views',
  country: 'Country',
  language: 'Language',
  categories: 'Categories',
  status: 'Status',
  note: 'Note',
  contact: 'Contact info',
  saved: 'Saved',
  updated: 'Last updated',
} as const;
export type ItemColumn = keyof typeof ITEM_COLUMNS;

export const ITEM_COLUMN_IDS = Object.keys(ITEM_COLUMNS) as ItemColumn[];

/** Default columns of a table. */
const USUAL_ITEM_COLUMNS: readonly ItemColumn[] = [
  'followers',
  'engagement',
  'views',
  'status',
  'note',
  'contact',
];

/** Returns the columns in order without duplicates; the default ones if none are given. */
export const orderItemColumns = (chosen: readonly ItemColumn[]): ItemColumn[] =>
  ITEM_COLUMN_IDS.filter((id) => (chosen.length > 0 ? chosen : USUAL_ITEM_COLUMNS).includes(id));
