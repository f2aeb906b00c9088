import { auditObjectOf, auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import type { Call } from '@troupe/contract/call';
import { Problem } from '@troupe/domain/problem';
import type { Logger } from '@troupe/server/log';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type AuditResult,
  type AuditStart,
  auditPart,
  commitAudit,
  endAudit,
  writeAudit,
} from '../modules/account/audit-log/audit-log.queries.ts';
import type { AuthContext, Caller, Commit } from '../platform/api.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type Change,
  type Database,
  isUniqueViolation,
  runChange,
  withTransaction,
} from '../platform/database.ts';
import { isId, newId } from '../platform/id.ts';

const MAX_AGENT_LENGTH = 200;

/** An authorized call. */
export interface AuditedCall {
  call: Call;
  request: FastifyRequest;
  context: AuthContext;
}

/** The single place that writes the audit log. */
export interface Audit {
  /**
   * Wraps a call that commits several times or has effects outside the database. Its entry is written before the work
   * and gets the outcome afterwards, so an interrupted action shows with an unknown outcome.
   */
  around<T>(audited: AuditedCall, work: () => Promise<T>): Promise<T>;
  /**
   * Wraps a call whose change is one transaction that includes the entry: both commit together. If the call fails or
   * changes nothing, the entry is written afterwards.
   */
  within<T>(audited: AuditedCall, work: (commit: Commit) => Promise<T>): Promise<T>;
}

const objects = new WeakMap<Call, ReturnType<typeof auditObjectOf>>();

/** Returns the object of a call, cached per call. */
function objectOf(call: Call): ReturnType<typeof auditObjectOf> {
  const known = objects.get(call) ?? auditObjectOf(call);
  objects.set(call, known);
  return known;
}

function entryOf({ call, request }: AuditedCall, caller: Caller, brandId: string, now: Date): AuditStart {
  const { kind, param } = objectOf(call);
  const id = param ? (request.params as Record<string, unknown>)[param] : null;
  return {
    id: newId(),
    brandId,
    userId: caller.acting?.by ?? caller.userId,
    actorKind: actorKind(caller, brandId),
    asUserId: caller.acting ? caller.userId : null,
    action: call.name,
    title: auditTitle(call, request.body),
    objectKind: kind,
    objectId: isId(id) ? id : null,
    ip: request.ip,
    agent: plain(request.headers['user-agent']),
    createdAt: now.toISOString(),
  };
}

/** Creates the audit log writer. */
export function auditor({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Logger }): Audit {
  /** The work is done or not, whatever happens to its entry. */
  const orLog = (writing: Promise<unknown>, call: Call) =>
    writing.catch((error: unknown) =>
      log.error({ err: error, call: call.name }, 'failed to write the audit log'),
    );

  async function around<T>(audited: AuditedCall, work: () => Promise<T>): Promise<T> {
    const { call, request, context } = audited;
    const { caller } = context;
    if (!caller || !isAudited(call)) return work();
    const named = brandOf(request, context);
    const entry = isId(named) ? entryOf(audited, caller, named, clock.now()) : null;
    // Null if the brand doesn't exist.
    const started = entry && (await writeAudit(pool, entry)) ? entry : null;
    try {
      const answer = await work();
      if (started) await orLog(endAudit(pool, started.id, done(call, answer)), call);
      // A new brand's log starts with its creation.
      else if (!named) await orLog(writeMade(audited, caller, answer), call);
      return answer;
    } catch (error) {
      if (started) await orLog(endAudit(pool, started.id, failed(error)), call);
      throw error;
    }
  }

  async function writeMade(audited: AuditedCall, caller: Caller, answer: unknown) {
    const made = (answer as { brandId?: unknown } | undefined)?.brandId;
    if (isId(made))
      await writeAudit(pool, entryOf(audited, caller, made, clock.now()), done(audited.call, made));
  }

  async function within<T>(audited: AuditedCall, work: (commit: Commit) => Promise<T>): Promise<T> {
    const { call, request, context } = audited;
    const { caller } = context;
    const named = brandOf(request, context);
    const entry =
      caller && isAudited(call) && isId(named) ? entryOf(audited, caller, named, clock.now()) : null;
    let commits: 'not yet' | 'tried' | 'done' = 'not yet';
    const begin = () => {
      if (commits !== 'not yet') throw new Error(`${call.name} has already committed its transaction`);
      commits = 'tried';
    };
    const transaction = async <T>(change: (tx: Database, connection: pg.PoolClient) => Promise<T>) => {
      begin();
      const result = await withTransaction(pool, async (tx, connection) => {
        const changed = await change(tx, connection);
        if (entry) await commitAudit(tx, entry, done(call, changed));
        return changed;
      });
      commits = 'done';
      return result;
    };
    const commit: Commit = Object.assign(transaction, {
      async statement<Row extends pg.QueryResultRow>(
        change: Change,
        publishing: (tx: Database) => Promise<void>,
      ) {
        begin();
        const line = entry ? [auditPart(entry, done(call, null))] : [];
        const rows = await runChange<Row>(pool, change, publishing, line).catch((error: unknown) => {
          if (isUniqueViolation(error)) commits = 'not yet';
          throw error;
        });
        commits = rows.length > 0 ? 'done' : 'not yet';
        return rows;
      },
    });
    const writeAfter = async (end: AuditResult) => {
      // A committed change already has its entry, and happened even if its response failed.
      if (entry && commits !== 'done') await orLog(writeAudit(pool, entry, end), call);
    };
    try {
      const answer = await work(commit);
      await writeAfter(done(call, answer));
      return answer;
    } catch (error) {
      await writeAfter(failed(error));
      throw error;
    }
  }

  return { around, within };
}

/** Returns the brand of a call; undefined if there is none. */
const brandOf = (request: FastifyRequest, { brandId }: AuthContext): unknown =>
  brandId ?? (request.params as Record<string, unknown>).brandId;

const done = (call: Call, answer: unknown): AuditResult => ({
  outcome: 'done',
  problem: null,
  objectId: madeId(call, answer),
});

function failed(error: unknown): AuditResult {
  const known = error instanceof Problem ? error : null;
  const outcome = known && known.status < 500 ? 'refused' : 'failed';
  return { outcome, problem: known?.code ?? 'internal', objectId: null };
}

function actorKind({ apiKeyId, administrator, memberships, acting }: Caller, brandId: string) {
  if (acting) return 'administrator';
  if (apiKeyId) return 'api-key';
  return administrator && !memberships.has(brandId) ? 'administrator' : 'person';
}

/** Returns the ID of a created object from the response or the result of the change. */
function madeId({ noun }: Call, answer: unknown): string | null {
  if (isId(answer)) return answer;
  const fields = answer as Record<string, unknown> | null | undefined;
  if (typeof fields !== 'object' || fields === null || 'raw' in fields) return null;
  const name = noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const part = fields[name] as { id?: unknown } | undefined;
  return [fields.id, part?.id, fields[`${name}Id`]].find(isId) ?? null;
}

const plain = (agent: string | undefined): string =>
  (agent ?? '')
    .replace(/[\p{Cc}]+/gu, ' ')
    .toWellFormed()
    .slice(0, MAX_AGENT_LENGTH);
