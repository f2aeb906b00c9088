import type { Queryable } from '../database.ts';

/** Maximum number of passkeys per account. */
export const maxPasskeys = 20;

/** A passkey as shown to its owner. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A passkey with the data to verify it. */
export interface PasskeyRecord {
  id: string;
  accountId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

/** Returns an account's passkeys, oldest first. */
export async function listPasskeys(db: Queryable, accountId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
     where account_id = $1 order by created_at, id`,
    [accountId],
  );
  return rows;
}

/** @returns false if the passkey already exists or the account has the maximum */
export async function addPasskey(db: Queryable, passkey: PasskeyRecord & { name: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into passkey (id, account_id, name, public_key, counter, transports)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from passkey where account_id = $2) < $7
     on conflict (id) do nothing`,
    [
      passkey.id,
      passkey.accountId,
      passkey.name,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      maxPasskeys,
    ],
  );
  return rowCount === 1;
}

export async function findPasskey(db: Queryable, id: string): Promise<PasskeyRecord | undefined> {
  const { rows } = await db.query<Omit<PasskeyRecord, 'counter'> & { counter: string }>(
    `select id, account_id as "accountId", public_key as "publicKey", counter, transports
     from passkey where id = $1`,
    [id],
  );
  const row = rows[0];
  return row && { ...row, counter: Number(row.counter) };
}

/** @returns the removed passkey's name; undefined if the account has none with this id */
export async function removePasskey(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    'delete from passkey where account_id = $1 and id = $2 returning name',
    [accountId, id],
  );
  return rows[0]?.name;
}

/**
 * Records a use of a passkey.
 * @returns false if its counter didn't increase, so it may be a copy. Most passkeys don't count and
 * stay at 0.
 */
export async function notePasskeyUse(db: Queryable, id: string, counter: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update passkey set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter],
  );
  return rowCount === 1;
}
