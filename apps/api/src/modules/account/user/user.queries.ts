import type { Role } from '@troupe/domain/account/user';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { userTable } from './user.table.ts';

/**
 * Gives a person made beforehand (an invited member, a demo account) their id at the login host.
 * Only for an email the login host has verified. Answers whether there was such a person.
 */
export async function claimUser(db: Database, email: string, subject: string): Promise<boolean> {
  const waiting = db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(sql`lower(${userTable.email})`, email.toLowerCase()), isNull(userTable.subject)))
    .orderBy(asc(userTable.createdAt))
    .limit(1);
  const claimed = await db
    .update(userTable)
    .set({ subject })
    .where(and(eq(userTable.id, sql`(${waiting})`), isNull(userTable.subject)))
    .returning({ id: userTable.id });
  return claimed.length > 0;
}

/** Makes a person unless one with this subject exists. Answers the id when it was made here. */
export async function insertUser(
  db: Database,
  user: { id: string; subject: string; email: string; firstName: string; lastName: string; role: Role },
): Promise<string | null> {
  const made = await db
    .insert(userTable)
    .values(user)
    .onConflictDoNothing({ target: userTable.subject })
    .returning({ id: userTable.id });
  return made[0]?.id ?? null;
}

/** Keeps others who lock this person waiting until the transaction ends. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.select({ id: userTable.id }).from(userTable).where(eq(userTable.id, userId)).for('update');
}

/** Saves the chosen brand. */
export async function saveSelectedBrand(db: Database, userId: string, brandId: string): Promise<void> {
  await db
    .update(userTable)
    .set({ extraData: sql`${userTable.extraData} || ${JSON.stringify({ selectedBrand: brandId })}::jsonb` })
    .where(eq(userTable.id, userId));
}

/** Changes what a person says about themselves. */
export async function saveProfile(
  db: Database,
  userId: string,
  change: Partial<Pick<typeof userTable.$inferInsert, 'firstName' | 'lastName' | 'timeZone' | 'locale'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(userTable).set(change).where(eq(userTable.id, userId));
}

/** Sets or takes away the picture. Answers the name of the one before, whose file nobody needs any more. */
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
 * Takes over the email that the login host gives a person. Tokens made before the last change still go round for a
 * while; `asOf`, when the token was made, keeps them from changing it back.
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

/** Tells every process that a person's brands or role changed. */
export async function announceUserChange(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select pg_notify('user_changed', ${userId})`);
}
