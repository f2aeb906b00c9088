import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '../database.ts';
import type { Vault } from '../vault.ts';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** Allowed clock drift in steps, before and after. */
const STEPS_OFF = 1;

const totpOf = (secret: string, label = 'Troupe') =>
  new TOTP({
    issuer: 'Troupe',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Returns the otpauth URL for the QR code (RFC 6238, 30 seconds, 6 digits). */
export const appAddress = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * Returns the secret of an app being set up, unchanged until its first correct code, so reloading
 * the page keeps it valid.
 * @returns base32, or undefined if an app is already set up
 */
export async function pendingSecret(
  db: Queryable,
  vault: Vault,
  accountId: string,
): Promise<string | undefined> {
  const fresh = new Secret({ size: SECRET_BYTES }).base32;
  const before = await readApp(db, accountId);
  const unusable = before !== undefined && secretOf(vault, accountId, before) === undefined;
  await db.query(
    `insert into authenticator_app as a (account_id, sealed_secret) values ($1, $2)
     on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
     where a.confirmed_at is null and ($3 or a.created_at < now() - interval '1 day')`,
    [accountId, vault.seal(accountId, fresh), unusable],
  );
  const row = await readApp(db, accountId);
  return row && !row.confirmed ? secretOf(vault, accountId, row) : undefined;
}

/**
 * Confirms a new app with its first code. @returns false if it is wrong or an app is already set up
 */
export async function confirmApp(
  db: Queryable,
  vault: Vault,
  accountId: string,
  code: string,
): Promise<boolean> {
  const row = await readApp(db, accountId);
  const step = row && stepOf(secretOf(vault, accountId, row), code);
  if (!step) return false;
  const { rowCount } = await db.query(
    `update authenticator_app set confirmed_at = now(), last_step = $2
     where account_id = $1 and confirmed_at is null and sealed_secret = $3`,
    [accountId, step, row.sealedSecret],
  );
  return rowCount === 1;
}

/** Verifies a code. Each is accepted once, and none older than one accepted before. */
export async function takeAppCode(
  db: Queryable,
  vault: Vault,
  accountId: string,
  code: string,
): Promise<boolean> {
  const row = await readApp(db, accountId);
  const step = row?.confirmed ? stepOf(secretOf(vault, accountId, row), code) : undefined;
  if (!step) return false;
  const { rowCount } = await db.query(
    'update authenticator_app set last_step = $2 where account_id = $1 and last_step < $2',
    [accountId, step],
  );
  return rowCount === 1;
}

/** @returns whether an app was set up */
export async function removeApp(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ confirmed: boolean }>(
    'delete from authenticator_app where account_id = $1 returning confirmed_at is not null as confirmed',
    [accountId],
  );
  return rows[0]?.confirmed ?? false;
}

/** Returns the time step of a code (30 seconds since 1970); undefined if it is wrong. */
function stepOf(secret: string | undefined, code: string): number | undefined {
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined;
  const timestamp = Date.now();
  const off = totpOf(secret).validate({ token: code, window: STEPS_OFF, timestamp });
  return off === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + off;
}

/** Undefined if it was encrypted with another `SECRET_KEY`: no code matches then. */
function secretOf(
  vault: Vault,
  accountId: string,
  { sealedSecret }: { sealedSecret: string },
): string | undefined {
  try {
    return vault.open(accountId, sealedSecret);
  } catch {
    return undefined;
  }
}

async function readApp(db: Queryable, accountId: string) {
  const { rows } = await db.query<{ sealedSecret: string; confirmed: boolean }>(
    `select sealed_secret as "sealedSecret", confirmed_at is not null as confirmed
     from authenticator_app where account_id = $1`,
    [accountId],
  );
  return rows[0];
}
