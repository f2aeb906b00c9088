import type { Role } from '@troupe/domain/user';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/column.ts';

/**
 * People. `subject` is the login host's id of the person, null until their first call. Called `person` in the
 * database, where `user` is a reserved word.
 */
export const userTable = pgTable(
  'person',
  {
    id: uuid().primaryKey(),
    subject: text().unique(),
    email: text().notNull(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    role: text().$type<Role>().notNull().default('brand'),
    extraData: jsonb('extra_data').$type<{ selectedBrand?: string }>().notNull().default({}),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('person_email').on(sql`lower(${table.email})`)],
);
