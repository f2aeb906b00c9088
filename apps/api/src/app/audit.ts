import { auditObjectOf, auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import type { Call } from '@troupe/contract/call';
import { Problem } from '@troupe/domain/problem';
import type { Logger } from '@troupe/server/log';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import {
  type AuditBeginning,
  type AuditEnd,
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

const MOST_AGENT = 200;

/** A call that was let in. */
export interface AuditedCall {
  call: Call;
  request: FastifyRequest;
  context: AuthContext;
}

/** The one place where the audit log is written. */
export interface Audit {
  /**
   * Runs the work of a call that commits several times or acts outside of the database. Its line is there before the
   * work begins and gets the outcome after it: an action of a process that is killed in between is not missing, but of
   * unknown outcome.
   */
  around<T>(audited: AuditedCall, work: () => Promise<T>): Promise<T>;
  /**
   * Runs the work of a call whose change is one transaction, which has the line: neither is ever there without the
   * other. The line of a call that fails or has nothing to change is written after it.
   */
  within<T>(audited: AuditedCall, work: (commit: Commit) => Promise<T>): Promise<T>;
}

const objects = new WeakMap<Call, ReturnType<typeof auditObjectOf>>();

/** What a call is about, found out once for each. */
function objectOf(call: Call): ReturnType<typeof auditObjectOf> {
  const known = objects.get(call) ?? auditObjectOf(call);
  objects.set(call, known);
  return known;
}

function entryOf({ call, request }: AuditedCall, caller: Caller, brandId: string, now: Date): AuditBeginning {
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

/** Keeps the audit log. */
export function auditor({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Logger }): Audit {
  /** The work is done, or not, whatever becomes of its line. */
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
    // Without such a brand there is no line.
    const begun = entry && (await writeAudit(pool, entry)) ? entry : null;
    try {
      const answer = await work();
      if (begun) await orLog(endAudit(pool, begun.id, done(call, answer)), call);
      // A brand that was made just now begins its log with that.
      else if (!named) await orLog(writeMade(audited, caller, answer), call);
      return answer;
    } catch (error) {
      if (begun) await orLog(endAudit(pool, begun.id, failed(error)), call);
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
      if (commits !== 'not yet') throw new Error(`${call.name} is one transaction, and has committed it`);
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
    const writeAfter = async (end: AuditEnd) => {
      // What was committed has its line already, and was done even where its answer failed.
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

/** The brand that a call is about; undefined where none is named. */
const brandOf = (request: FastifyRequest, { brandId }: AuthContext): unknown =>
  brandId ?? (request.params as Record<string, unknown>).brandId;

const done = (call: Call, answer: unknown): AuditEnd => ({
  outcome: 'done',
  problem: null,
  objectId: madeId(call, answer),
});

function failed(error: unknown): AuditEnd {
  const known = error instanceof Problem ? error : null;
  const outcome = known && known.status < 500 ? 'refused' : 'failed';
  return { outcome, problem: known?.code ?? 'internal', objectId: null };
}

function actorKind({ apiKeyId, administrator, memberships, acting }: Caller, brandId: string) {
  if (acting) return 'administrator';
  if (apiKeyId) return 'api-key';
  return administrator && !memberships.has(brandId) ? 'administrator' : 'person';
}

/** The id of what a call made: its answer or the result of its change, or in the noun's part of them. */
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
    .slice(0, MOST_AGENT);
