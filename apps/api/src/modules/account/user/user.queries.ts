import type { Role } from '@troupe/domain/account/user';
import type { Language } from '@troupe/i18n/language';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { readerLanguage } from '../../../platform/language.ts';
import { readerColumns, userTable } from './user.table.ts';

/**
 * Links a prepared user (an invited member, a demo account) to their login host ID. Only for an email that the login
 * host has verified. Returns whether there was such a user.
 * @param language the one they chose, unless their profile has one
 */
export async function claimUser(
  db: Database,
  email: string,
  subject: string,
  language: Language | null,
): Promise<boolean> {
  const waiting = db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(sql`lower(${userTable.email})`, email.toLowerCase()), isNull(userTable.subject)))
    .orderBy(asc(userTable.createdAt))
    .limit(1);
  const claimed = await db
    .update(userTable)
    .set({ subject, language: sql`coalesce(${userTable.language}, ${language})` })
    .where(and(eq(userTable.id, sql`(${waiting})`), isNull(userTable.subject)))
    .returning({ id: userTable.id });
  return claimed.length > 0;
}

/** Inserts a user unless the subject exists. Returns the ID if inserted. */
export async function insertUser(
  db: Database,
  user: {
    id: string;
    subject: string;
    email: string;
    firstName: string;
    lastName: string;
    role: Role;
    language: Language | null;
  },
): Promise<string | null> {
  const made = await db
    .insert(userTable)
    .values(user)
    .onConflictDoNothing({ target: userTable.subject })
    .returning({ id: userTable.id });
  return made[0]?.id ?? null;
}

/** Locks a user for the transaction. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, userId)).for('update');
}

/** Saves the selected brand. */
export async function saveSelectedBrand(db: Database, userId: string, brandId: string): Promise<void> {
  await db
    .update(userTable)
    .set({ extraData: sql`${userTable.extraData} || ${JSON.stringify({ selectedBrand: brandId })}::jsonb` })
    .where(eq(userTable.id, userId));
}

/** Updates a user's profile. */
export async function saveProfile(
  db: Database,
  userId: string,
  change: Partial<
    Pick<typeof userTable.$inferInsert, 'firstName' | 'lastName' | 'timeZone' | 'locale' | 'language'>
  >,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(userTable).set(change).where(eq(userTable.id, userId));
}

/** Saves the language that a person's browser asks for, if it is another one than before. */
export async function saveBrowserLanguage(db: Database, userId: string, language: Language): Promise<void> {
  await db
    .update(userTable)
    .set({ browserLanguage: language })
    .where(and(eq(userTable.id, userId), sql`${userTable.browserLanguage} is distinct from ${language}`));
}

/** Sets or removes the picture. Returns the name of the previous one, whose file can be deleted. */
export async function savePicture(
  db: Database,
  userId: string,
  picture: string | null,
): Promise<string | null> {
  return await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ picture: userTable.picture })
      .from(userTable)
      .where(eq(userTable.id, userId))
      .for('update');
    await tx.update(userTable).set({ picture }).where(eq(userTable.id, userId));
    return row?.picture ?? null;
  });
}

/**
 * Saves a user's email from the login host. Tokens issued before the last change stay valid for a while; `asOf`, the
 * token's issue time, keeps them from changing it back.
 */
export async function saveEmail(db: Database, userId: string, email: string, asOf: string): Promise<void> {
  await db
    .update(userTable)
    .set({ email, emailAsOf: asOf })
    .where(
      and(
        eq(userTable.id, userId),
        sql`(${userTable.emailAsOf} is null or ${userTable.emailAsOf} < ${asOf}::timestamptz)`,
      ),
    );
}

/** Notifies every process that a user's brands or role changed. */
export async function announceUserChange(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select pg_notify('user_changed', ${userId})`);
}

const selectReaders = (db: Database, userIds: readonly string[]) =>
  db
    .select({ id: userTable.id, ...readerColumns })
    .from(userTable)
    .where(inArray(userTable.id, [...new Set(userIds)]));

/** Returns the language that each user reads emails and notifications in. */
export async function readLanguages(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, Language>> {
  const rows = await selectReaders(db, userIds);
  return new Map(rows.map((row) => [row.id, readerLanguage(row)]));
}

/** Returns the language of each user who chose one, or whose browser asked for one. */
export async function readKnownLanguages(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, Language>> {
  const rows = await selectReaders(db, userIds);
  return new Map(
    rows.flatMap(({ id, language, browserLanguage }) => {
      const known = language ?? browserLanguage;
      return known ? [[id, known]] : [];
    }),
  );
}

/**
 * Returns the languages of people with an account, by email address.
 * @param addresses in lower case
 */
export async function readLanguagesOfEmails(
  db: Database,
  addresses: readonly string[],
): Promise<Map<string, Language>> {
  const email = sql<string>`lower(${userTable.email})`;
  const rows = await db
    .select({ email, ...readerColumns })
    .from(userTable)
    .where(inArray(email, [...new Set(addresses)]))
    .orderBy(desc(userTable.createdAt));
  return new Map(rows.map((row) => [row.email, readerLanguage(row)]));
}

/** Returns the administrators of the installation. */
export async function readAdministrators(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: userTable.id })
    .from(userTable)
    .where(eq(userTable.role, 'administrator'));
  return rows.map(({ id }) => id);
}
