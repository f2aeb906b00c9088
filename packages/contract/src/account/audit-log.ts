import { AuditEntry } from '@troupe/domain/account/audit-log';
import { Day, Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

/** Which lines: of one person or key, of one action, from a day on and up to a day (UTC, both included). */
const filter = z.object({
  person: Id.optional(),
  action: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/, 'There is no such action')
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
    'Who did what to what in a brand, when and from where, newest first. `next` leads to what is older.',
  params,
  query: filter.extend({ before: Id.optional() }),
  output: z.object({ entries: z.array(AuditEntry), next: Id.nullable() }),
});

export const listAuditFilters = defineCall({
  name: 'listAuditFilters',
  noun: 'audit-log',
  method: 'GET',
  path: '/brand/:brandId/audit-log/filters',
  access: 'owner',
  summary: 'Whom and what the audit log can be narrowed to.',
  params,
  output: z.object({
    people: z.array(z.object({ id: Id, name: z.string() })),
    actions: z.array(z.object({ name: z.string(), title: z.string() })),
    /** How many days a line is kept. */
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
  summary: 'The audit log as CSV, newest first.',
  params,
  query: filter,
  file: 'text/csv',
});
