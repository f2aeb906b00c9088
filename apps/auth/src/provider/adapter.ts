import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Database, inTransaction } from '../database.ts';

/** Models whose id is a secret, stored only as a hash. */
const secretIds = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'Session']);
const revocable = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];

/**
 * Seconds after its first use during which a refresh token still works for tabs that sent it
 * concurrently.
 */
const graceSeconds = 60;

const hash = (id: string) => createHash('sha256').update(id).digest();

/**
 * Creates the storage adapter of the OpenID Connect library, with all models in the table
 * `oidc_model`.
 */
export function createAdapter(db: Database): (model: string) => Adapter {
  return (model) => new PostgresAdapter(db, model);
}

/** Whether a refresh token can be used, also again: no successor has been used. */
const reusable = `(m.model = 'RefreshToken' and m.chain is not null and not m.superseded and not exists (
  select from oidc_model n where n.chain = m.chain and n.rotations > m.rotations
    and n.consumed_at is not null and not n.superseded))`;

/**
 * Whether a refresh token is outdated: a later response to its parent started a newer chain, and
 * the grace period for both has ended.
 */
const outdated = `(m.model = 'RefreshToken' and m.chain is not null
  and m.created_at < now() - make_interval(secs => ${graceSeconds}) and exists (
    select from oidc_model n where n.chain = m.chain and (n.created_at, n.key) > (m.created_at, m.key)
      and (m.consumed_at is null or n.rotations <= m.rotations)))`;

class PostgresAdapter implements Adapter {
  readonly #db: Database;
  readonly #model: string;

  constructor(db: Database, model: string) {
    this.#db = db;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti, ...rest } = payload;
    const kept = secretIds.has(this.#model) ? rest : { jti, ...rest };
    await this.#db.query(
      `insert into oidc_model (model, key, payload, grant_id, account_id, uid, expires_at, chain, rotations)
       values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, $9)
       on conflict (model, key) do update set payload = excluded.payload, grant_id = excluded.grant_id,
         account_id = excluded.account_id, uid = excluded.uid, expires_at = excluded.expires_at,
         updated_at = now()`,
      [
        this.#model,
        hash(id),
        JSON.stringify(kept),
        payload.grantId ?? (this.#model === 'Grant' ? id : null),
        payload.accountId ?? null,
        this.#model === 'Session' ? (payload.uid ?? null) : null,
        expiresIn ?? null,
        ...this.#chainOf(payload),
      ],
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.#select('key = $2', hash(id));
    return found && { jti: id, ...found };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return await this.#select('uid = $2', uid);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Marks a code or refresh token as used. Two requests with one code are a replay: the second ends
   * the grant. A refresh token can be reused until a successor is used, because the response was
   * lost or several tabs refreshed at once. After the grace period only the latest response counts,
   * so a thief and the owner can't both continue: using a superseded or outdated token ends the
   * grant.
   */
  async consume(id: string): Promise<void> {
    const { rowCount } = await this.#db.query(
      `update oidc_model set consumed_at = now() where model = $1 and key = $2 and consumed_at is null`,
      [this.#model, hash(id)],
    );
    if (rowCount === 1 || (await this.#useAgain(id))) return;
    await this.#db.query(
      `delete from oidc_model where grant_id = (select grant_id from oidc_model where model = $1 and key = $2)`,
      [this.#model, hash(id)],
    );
    throw new errors.InvalidGrant('already used');
  }

  async #useAgain(id: string): Promise<boolean> {
    if (this.#model !== 'RefreshToken') return false;
    return await inTransaction(this.#db, async (client) => {
      const { rows } = await client.query<{ late: boolean; chain: string; rotations: number }>(
        `select consumed_at < now() - make_interval(secs => $2) as late, chain, rotations
         from oidc_model m where model = 'RefreshToken' and key = $1 and ${reusable} for update`,
        [hash(id), graceSeconds],
      );
      const [token] = rows;
      if (!token?.late) return Boolean(token);
      await client.query(
        `update oidc_model set superseded = true where model = 'RefreshToken' and chain = $1 and rotations > $2`,
        [token.chain, token.rotations],
      );
      await client.query(
        `update oidc_model set consumed_at = now() where model = 'RefreshToken' and key = $1`,
        [hash(id)],
      );
      return true;
    });
  }

  #chainOf({ grantId, iiat, rotations }: AdapterPayload): [string | null, number | null] {
    if (this.#model !== 'RefreshToken') return [null, null];
    return [`${grantId}:${iiat}`, typeof rotations === 'number' ? rotations : 0];
  }

  async destroy(id: string): Promise<void> {
    await this.#db.query('delete from oidc_model where model = $1 and key = $2', [this.#model, hash(id)]);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.query('delete from oidc_model where grant_id = $1 and model = any($2)', [
      grantId,
      revocable,
    ]);
  }

  async #select(where: string, value: Buffer | string): Promise<AdapterPayload | undefined> {
    const { rows } = await this.#db.query<{ payload: string; consumed: number | null }>(
      `select payload,
         case when superseded or ${outdated} then extract(epoch from updated_at) when ${reusable} then null
           else extract(epoch from consumed_at) end::int as consumed
       from oidc_model m where model = $1 and ${where} and (expires_at is null or expires_at > now())`,
      [this.#model, value],
    );
    const row = rows[0];
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
  }
}

/**
 * Ends all logins of an account: sessions, grants, refresh tokens and codes. The revocation list
 * makes the API reject access tokens already issued.
 */
export async function endAllSessions(db: Pick<Database, 'query'>, accountId: string): Promise<void> {
  await db.query('delete from oidc_model where account_id = $1', [accountId]);
}

/** Ends all sessions of an account except one. Codes and refresh tokens depend on their session. */
export async function endOtherSessions(
  db: Pick<Database, 'query'>,
  accountId: string,
  keep: string,
): Promise<void> {
  await db.query(
    `delete from oidc_model where account_id = $1 and model = 'Session' and uid is distinct from $2`,
    [accountId, keep],
  );
}

/** Ends a session of an account with its tokens. */
export async function endSession(db: Pick<Database, 'query'>, accountId: string, uid: string): Promise<void> {
  await db.query(`delete from oidc_model where account_id = $1 and model = 'Session' and uid = $2`, [
    accountId,
    uid,
  ]);
}

/** An active session of an account. */
export interface ActiveSession {
  uid: string;
  startedAt: Date;
  lastUsedAt: Date;
  userAgent: string;
}

/** Returns an account's active sessions, newest first. */
export async function listSessions(db: Pick<Database, 'query'>, accountId: string): Promise<ActiveSession[]> {
  const { rows } = await db.query<{ uid: string; payload: string; used: Date; userAgent: string | null }>(
    `select m.uid, m.payload, m.updated_at as used, n.user_agent as "userAgent"
     from oidc_model m left join session_note n on n.session_uid = m.uid
     where m.account_id = $1 and m.model = 'Session' and m.expires_at > now()
     order by m.updated_at desc limit 100`,
    [accountId],
  );
  return rows.map(({ uid, payload, used, userAgent }) => {
    const { loginTs } = JSON.parse(payload) as { loginTs?: number };
    return {
      uid,
      startedAt: loginTs ? new Date(loginTs * 1000) : used,
      lastUsedAt: used,
      userAgent: userAgent ?? '',
    };
  });
}
