import type { Locale } from '@troupe/domain/account/profile';
import type { Role } from '@troupe/domain/account/user';
import type { Language } from '@troupe/i18n/language';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';

/**
 * Users. `subject` is the user's ID at the login host, null until their first call. The table is named `person`
 * because `user` is a reserved word.
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
    /** File name of the picture. */
    picture: text(),
    timeZone: text('time_zone'),
    locale: text().$type<Locale>(),
    language: text().$type<Language>(),
    /** The browser's last language, for emails to people who haven't chosen one. */
    browserLanguage: text('browser_language').$type<Language>(),
    /** Issue time of the token that the email comes from; older tokens don't change it. */
    emailAsOf: instant('email_as_of'),
    extraData: jsonb('extra_data')
      .$type<{ selectedBrand?: string; readUpdate?: string }>()
      .notNull()
      .default({}),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('person_email').on(sql`lower(${table.email})`)],
);

/** What decides the language that a user reads: `readerLanguage` of the platform. */
export const readerColumns = {
  language: userTable.language,
  browserLanguage: userTable.browserLanguage,
  isCreator: sql<boolean>`${userTable.role} = 'creator'`,
};

/** SQL for a person's name, null if unknown. @param of the alias of table `person` */
export const personNameSql = (of = 'person'): string =>
  `nullif(trim(concat_ws(' ', ${of}.first_name, ${of}.last_name)), '')`;

/** SQL for a person's name, or email if unnamed; null if there is no person. */
export const personLabelSql = (of = 'person'): string => `coalesce(${personNameSql(of)}, ${of}.email)`;
