import type { Locale } from '@troupe/domain/account/profile';
import type { Role } from '@troupe/domain/account/user';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

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
    /** Name of the file of their picture. */
    picture: text(),
    timeZone: text('time_zone'),
    locale: text().$type<Locale>(),
    /** When the token was made that the email was last taken from; older ones no longer change it. */
    emailAsOf: instant('email_as_of'),
    extraData: jsonb('extra_data')
      .$type<{ selectedBrand?: string; readUpdate?: string }>()
      .notNull()
      .default({}),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('person_email').on(sql`lower(${table.email})`)],
);

/** The name of a person as SQL, null while none is known. @param of the table `person`, as the statement calls it */
export const personNameSql = (of = 'person'): string =>
  `nullif(trim(concat_ws(' ', ${of}.first_name, ${of}.last_name)), '')`;

/** The name of a person as SQL, the address of one without a name; null when there is no person. */
export const personLabelSql = (of = 'person'): string => `coalesce(${personNameSql(of)}, ${of}.email)`;
