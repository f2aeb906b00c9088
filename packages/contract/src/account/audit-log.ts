import { AuditEntry } from '@troupe/domain/account/audit-log';
import { Day, Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

/** `person` is a user or API key. `from` and `to` are inclusive UTC days. */
const filters = z.object({
  person: Id.optional(),
  action: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/, 'Unknown action')
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
});

export const listAuditLog = defineCall({
  name: 'listAuditLog',
  noun: 'audit-log',
  method: 'GET',
  path: '/brand/:brandId/audit-log',
  access: 'owner',
  summary:
    "Lists the brand's audit log, newest first. Each entry shows who did what, when and from where. Pass `next` as `before` to get older entries.",
  params,
  query: filters.extend({ before: Id.optional() }),
  output: z.object({ entries: z.array(AuditEntry), next: Id.nullable() }),
});

export const listAuditFilters = defineCall({
  name: 'listAuditFilters',
  noun: 'audit-log',
  method: 'GET',
  path: '/brand/:brandId/audit-log/filters',
  access: 'owner',
  summary: 'Lists the people and actions you can filter the audit log by.',
  params,
  output: z.object({
    people: z.array(z.object({ id: Id, name: z.string() })),
    actions: z.array(z.object({ name: z.string(), title: z.string() })),
    /** Retention period in days. */
    days: z.int(),
  }),
});

export const exportAuditLog = defineCall({
  name: 'exportAuditLog',
  noun: 'audit-log',
  method: 'GET',
  path: '/brand/:brandId/audit-log/csv',
  access: 'owner',
  audit: false,
  summary: 'Downloads the audit log as CSV, newest first.',
  params,
  query: filters,
  file: 'text/csv',
});
