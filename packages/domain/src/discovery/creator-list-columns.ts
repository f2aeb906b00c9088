// Without schemas, as creator-list-status.ts.

/** The columns of a list shown as a table or exported, in their order. The creator comes first in any case. */
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
  updated: 'Last change',
} as const;
export type ItemColumn = keyof typeof ITEM_COLUMNS;

export const ITEM_COLUMN_IDS = Object.keys(ITEM_COLUMNS) as ItemColumn[];

/** What a table shows until somebody chooses. */
export const USUAL_ITEM_COLUMNS: readonly ItemColumn[] = [
  'followers',
  'engagement',
  'views',
  'status',
  'note',
  'contact',
];

/** Returns the columns in their order, without repeats; the usual ones where none are named. */
export const orderItemColumns = (chosen: readonly ItemColumn[]): ItemColumn[] =>
  ITEM_COLUMN_IDS.filter((id) => (chosen.length > 0 ? chosen : USUAL_ITEM_COLUMNS).includes(id));
