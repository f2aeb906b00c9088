import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { creatorTable } from './creator.table.ts';

/** How far the copy of a picture is. */
export type PictureState = 'waiting' | 'copied' | 'failed';

/**
 * Pictures that an import names by URL, one for each creator. Pages show copies of our own only, so they are copied in
 * the background. `reason` says why one could not be.
 */
export const creatorPictureTable = pgTable(
  'creator_picture',
  {
    creatorId: uuid('creator_id')
      .primaryKey()
      .references(() => creatorTable.id, { onDelete: 'cascade' }),
    /** The import that named it. Imports refer to creators, so nothing is enforced here. */
    importId: uuid('import_id').notNull(),
    url: text().notNull(),
    state: text().$type<PictureState>().notNull().default('waiting'),
    reason: text(),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [index('creator_picture_import').on(table.importId, table.state)],
);
