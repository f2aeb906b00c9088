import { auditObjectOf, auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import type { Call } from '@troupe/contract/call';
import { Problem } from '@troupe/domain/problem';
import type { Logger } from '@troupe/server/log';
import type { FastifyRequest } from 'fastify';
import { beginAudit, endAudit } from '../modules/account/audit-log/audit-log.queries.ts';
import type { AuthContext, Caller } from '../platform/api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/id.ts';

const MOST_AGENT = 200;

/** Runs the work of a call, with a line in the audit log of its brand around it. */
export type Audit = <T>(
  call: Call,
  request: FastifyRequest,
  context: AuthContext,
  work: () => Promise<T>,
) => Promise<T>;

/**
 * The one place where the audit log is written. The line is there before the work begins and is told the outcome
 * after, so that an action of a process that is killed in between is not missing, but of unknown outcome.
 */
export function auditor({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Audit {
  async function begin(call: Call, request: FastifyRequest, caller: Caller, brandId: string) {
    const { kind, param } = auditObjectOf(call);
    const id = param ? (request.params as Record<string, unknown>)[param] : null;
    return beginAudit(
      db,
      {
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
      },
      clock.now(),
    );
  }

  async function end(id: string | null, ...[outcome, problem, objectId]: Outcome): Promise<void> {
    if (!id) return;
    // The work is done, or not: what is missing here shows as an unknown outcome.
    await endAudit(db, id, { outcome, problem, objectId }).catch((error: unknown) =>
      log.error({ err: error, audit: id }, 'the outcome of an action could not be written'),
    );
  }

  return async (call, request, { caller, brandId }, work) => {
    if (!caller || !isAudited(call)) return work();
    const named = brandId ?? (request.params as Record<string, unknown>).brandId;
    const id = isId(named) ? await begin(call, request, caller, named) : null;
    try {
      const answer = await work();
      if (id) await end(id, 'done', null, madeId(call, answer));
      // A brand that was made just now begins its log with that.
      else if (!named)
        // It was made, whatever becomes of its line.
        await beginLate(call, request, caller, answer).catch((error: unknown) =>
          log.error({ err: error, call: call.name }, 'an action could not be written down'),
        );
      return answer;
    } catch (error) {
      const known = error instanceof Problem ? error : null;
      await end(id, known && known.status < 500 ? 'refused' : 'failed', known?.code ?? 'internal', null);
      throw error;
    }
  };

  async function beginLate(call: Call, request: FastifyRequest, caller: Caller, answer: unknown) {
    const made = (answer as { brandId?: unknown } | undefined)?.brandId;
    if (isId(made)) await end(await begin(call, request, caller, made), 'done', null, made);
  }
}

type Outcome = [outcome: 'done' | 'refused' | 'failed', problem: string | null, objectId: string | null];

function actorKind({ apiKeyId, administrator, memberships, acting }: Caller, brandId: string) {
  if (acting) return 'administrator';
  if (apiKeyId) return 'api-key';
  return administrator && !memberships.has(brandId) ? 'administrator' : 'person';
}

/** The id of what a call made: in its answer, or in the noun's part of it. */
function madeId({ noun }: Call, answer: unknown): string | null {
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
