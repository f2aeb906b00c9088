import { Readable } from 'node:stream';
import { auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import * as contract from '@troupe/contract/account/audit-log';
import { calls } from '@troupe/contract/calls';
import type { AuditActorKind, AuditEntry, AuditOutcome } from '@troupe/domain/account/audit-log';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type { Api, CallContext } from '../../../platform/api.ts';
import { eachAuditEntry, readAuditPage, readAuditPeople, sweepAudit } from './audit-log.queries.ts';

const DAY_MS = 86_400_000;

const ACTOR_NAMES: Record<AuditActorKind, string> = {
  person: 'Person',
  'api-key': 'API key',
  administrator: 'Administrator',
};

const OUTCOME_NAMES: Record<AuditOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** Registers the calls with which owners read the audit log. `app/audit.ts` writes it. */
export function auditLogRoutes(api: Api, days: number): void {
  const actions = calls
    .filter(isAudited)
    .map((call) => ({ name: call.name, title: auditTitle(call) }))
    .sort((one, other) => one.title.localeCompare(other.title, 'en'));

  api.implement(contract.listAuditLog, (context) => listEntries(api, context));
  api.implement(contract.listAuditFilters, async ({ brandId }) => ({
    people: await readAuditPeople(api.db, brandId),
    actions,
    days,
  }));
  api.implement(contract.exportAuditLog, (context) => exportEntries(api, context));
}

async function listEntries(
  { db }: Api,
  { brandId, query: { before, ...filter } }: CallContext<typeof contract.listAuditLog>,
) {
  const found = await readAuditPage(db, brandId, filter, { before, limit: PAGE_SIZE + 1 });
  const entries = found.slice(0, PAGE_SIZE);
  return { entries, next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

async function exportEntries(
  { db }: Api,
  { brandId, query, reply }: CallContext<typeof contract.exportAuditLog>,
) {
  async function* lines() {
    yield CSV_BOM +
      csvLine([
        'Time',
        'Actor',
        'Actor type',
        'Action',
        'Object',
        'Object ID',
        'Outcome',
        'Reason',
        'IP address',
        'User agent',
      ]);
    for await (const entries of eachAuditEntry(db, brandId, query)) yield entries.map(csvLineOf).join('');
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="audit-log.csv"')
    .send(Readable.from(lines()));
}

const csvLineOf = ({ created, actor, title, object, outcome, problem, ip, agent }: AuditEntry): string =>
  csvLine([
    created,
    actor.as ? `${actor.name} as ${actor.as}` : actor.name,
    ACTOR_NAMES[actor.kind],
    title,
    object?.name,
    object?.id,
    OUTCOME_NAMES[outcome],
    problem,
    ip,
    agent,
  ]);

/** Deletes audit log entries older than `days`, every night. */
export function auditLogJobs({ jobs, pool, clock, log }: Api, days: number): void {
  jobs.every('40 3 * * *', 'audit-log.sweep', async () => {
    const removed = await sweepAudit(pool, new Date(clock.now().getTime() - days * DAY_MS));
    if (removed > 0) log.info({ removed }, 'removed old audit log entries');
  });
}
