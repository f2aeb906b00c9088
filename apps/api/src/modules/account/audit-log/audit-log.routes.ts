import { Readable } from 'node:stream';
import { auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import * as contract from '@troupe/contract/account/audit-log';
import { calls } from '@troupe/contract/calls';
import type { AuditActorKind, AuditOutcome } from '@troupe/domain/account/audit-log';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import { CSV_BOM, csvLine } from '../../../platform/csv.ts';
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

/** The audit log as owners read it. It is written in `app/audit.ts`. */
export function auditLogRoutes({ implement, db }: Api, days: number): void {
  const actions = calls
    .filter(isAudited)
    .map((call) => ({ name: call.name, title: auditTitle(call) }))
    .sort((one, other) => one.title.localeCompare(other.title, 'en'));

  implement(contract.listAuditLog, async ({ brandId, query: { before, ...filter } }) => {
    const found = await readAuditPage(db, brandId, filter, { before, limit: PAGE_SIZE + 1 });
    const entries = found.slice(0, PAGE_SIZE);
    return { entries, next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
  });

  implement(contract.listAuditFilters, async ({ brandId }) => ({
    people: await readAuditPeople(db, brandId),
    actions,
    days,
  }));

  implement(contract.exportAuditLog, async ({ brandId, query, reply }) => {
    async function* lines() {
      yield CSV_BOM +
        csvLine(['When', 'Who', 'As', 'What', 'Object', 'Object id', 'Outcome', 'Reason', 'IP', 'Program']);
      for await (const entries of eachAuditEntry(db, brandId, query))
        yield entries
          .map(({ created, actor, title, object, outcome, problem, ip, agent }) =>
            csvLine([
              ...[
                created,
                actor.as ? `${actor.name} as ${actor.as}` : actor.name,
                ACTOR_NAMES[actor.kind],
                title,
              ],
              ...[object?.name, object?.id, OUTCOME_NAMES[outcome], problem, ip, agent],
            ]),
          )
          .join('');
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .send(Readable.from(lines()));
  });
}

/** Lines that are older than the installation keeps go, every night. */
export function auditLogJobs({ jobs, pool, clock, log }: Api, days: number): void {
  jobs.every('40 3 * * *', 'audit-log.sweep', async () => {
    const removed = await sweepAudit(pool, new Date(clock.now().getTime() - days * DAY_MS));
    if (removed > 0) log.info({ removed }, 'old lines of the audit log removed');
  });
}
