import { randomInt } from 'node:crypto';
import type { Queryable } from '../database.ts';
import type { Vault } from '../vault.ts';

const COUNT = 10;
const LENGTH = 10;
// Without similar-looking characters; 10 of these 31 are 49 bits.
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const plain = (typed: string) => typed.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a text looks like a recovery code in any notation. */
export const looksLikeRecoveryCode = (typed: string): boolean => plain(typed).length === LENGTH;

/**
 * Creates ten new codes and invalidates earlier ones. @returns them; they aren't stored in plain
 * text
 */
export async function makeRecoveryCodes(db: Queryable, vault: Vault, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await db.query('delete from recovery_code where account_id = $1', [accountId]);
  await db.query('insert into recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])', [
    accountId,
    codes.map((code) => vault.hash(accountId, plain(code))),
  ]);
  return codes;
}

/** Uses a code. @returns false if it is wrong or already used */
export async function takeRecoveryCode(
  db: Queryable,
  vault: Vault,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update recovery_code set used_at = now() where account_id = $1 and code_hash = $2 and used_at is null',
    [accountId, vault.hash(accountId, plain(typed))],
  );
  return rowCount === 1;
}

export async function removeRecoveryCodes(db: Queryable, accountId: string): Promise<void> {
  await db.query('delete from recovery_code where account_id = $1', [accountId]);
}

function newCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return `${signs.slice(0, LENGTH / 2)}-${signs.slice(LENGTH / 2)}`;
}
