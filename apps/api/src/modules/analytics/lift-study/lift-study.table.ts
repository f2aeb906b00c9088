import type { LiftExclusion, LiftPost, LiftResult } from '@troupe/domain/analytics/lift-study';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';

/** Lift studies with the posts that they examined and what they found; they never change. */
export const liftStudyTable = pgTable(
  'lift_study',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Without a foreign key: the study stays when the campaign is deleted. */
    campaignId: uuid('campaign_id'),
    campaignName: text('campaign_name'),
    posts: jsonb().$type<LiftPost[]>().notNull(),
    windowHours: integer('window_hours').notNull(),
    baselineWeeks: integer('baseline_weeks').notNull(),
    excluded: jsonb().$type<LiftExclusion[]>().notNull(),
    zone: text().notNull(),
    formulaVersion: integer('formula_version').notNull(),
    result: jsonb().$type<LiftResult>().notNull(),
    asOf: instant('as_of').notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
  },
  (table) => [index('lift_study_page').on(table.brandId, table.asOf.desc(), table.id.desc())],
);
