import { auditTitle, isAudited } from '@troupe/contract/account/audit-action';
import * as contract from '@troupe/contract/account/audit-log';
import { calls } from '@troupe/contract/calls';
import { translateTitle } from '@troupe/domain/account/audit/audit-titles';
import type { AuditActorKind, AuditEntry, AuditOutcome } from '@troupe/domain/account/audit-log';
import type { CsvCell } from '@troupe/domain/csv';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { language } from '@troupe/i18n/language';
import type { Api, CallContext } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { csvWord } from '../../../platform/csv/csv-words.ts';
import { eachAuditEntry, readAuditPage, readAuditPeople, sweepAudit } from './audit-log.queries.ts';

const DAY_MS = 86_400_000;

const ACTOR_NAMES: Record<AuditActorKind, string> = {
  person: 'Person',
  'api-key': 'API key',
  administrator: 'Administrator',
};

const OUTCOME_NAMES: Record<AuditOutcome, string> = {
  done: 'Done',
  refused: 'Rejected',
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
  const usual = new Map(actions.map(({ name, title }) => [name, title]));
  api.implement(contract.exportAuditLog, async (context) =>
    sendCsv(context, {
      name: 'audit-log.csv',
      head: HEADINGS,
      rows: eachAuditEntry(api.db, context.brandId, context.query),
      cells: (entry) => cellsOf(entry, usual.get(entry.action) ?? null),
    }),
  );
}

async function listEntries(
  { db }: Api,
  { brandId, query: { before, ...filter } }: CallContext<typeof contract.listAuditLog>,
) {
  const found = await readAuditPage(db, brandId, filter, { before, limit: PAGE_SIZE + 1 });
  const entries = found.slice(0, PAGE_SIZE);
  return { entries, next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
}

const HEADINGS = [
  ...['Time', 'Actor', 'Actor type', 'Action', 'Object', 'Object ID', 'Outcome', 'Reason', 'IP address'],
  'User agent',
];

/** @param usual the title of the action today */
const cellsOf = (
  { created, actor, title, object, outcome, problem, ip, agent }: AuditEntry,
  usual: string | null,
): CsvCell[] => [
  created,
  actor.as ? csvWord(`${actor.name} as ${actor.as}`) : actor.name,
  csvWord(ACTOR_NAMES[actor.kind]),
  language() === 'en' ? title : translateTitle(title, usual),
  ...[object?.name, object?.id, csvWord(OUTCOME_NAMES[outcome]), problem, ip, agent],
];

/** Deletes audit log entries older than `days`, every night. */
export function auditLogJobs({ jobs, pool, clock, log }: Api, days: number): void {
  jobs.every('40 3 * * *', 'audit-log.sweep', async () => {
    const removed = await sweepAudit(pool, new Date(clock.now().getTime() - days * DAY_MS));
    if (removed > 0) log.info({ removed }, 'removed old audit log entries');
  });
}
