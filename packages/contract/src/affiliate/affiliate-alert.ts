import { AffiliateAlert, AlertAction, AlertKind, AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import {
  DoubleCommissionResult,
  ExternalProgramFile,
  MAX_EXTERNAL_CHARACTERS,
} from '@troupe/domain/affiliate/double-commission';
import { Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listAlerts = defineCall({
  name: 'listAlerts',
  noun: 'affiliate-alert',
  method: 'GET',
  path: '/brand/:brandId/affiliates/alerts',
  access: 'brand',
  summary:
    "Lists the affiliate program's alerts, newest first. Each alert includes the metrics that triggered it.",
  params,
  query: z.object({
    page: PageNumber.default(1),
    state: several(AlertState),
    kind: several(AlertKind),
    affiliateId: Id.optional(),
  }),
  output: z.object({ alerts: z.array(AffiliateAlert), open: z.int(), ...paging }),
});

export const settleAlert = defineCall({
  name: 'settleAlert',
  noun: 'affiliate-alert',
  method: 'POST',
  path: '/brand/:brandId/affiliates/alerts/:alertId/act',
  access: 'brand',
  audit: 'Resolved alert',
  summary:
    "Dismisses an alert with a reason, or marks it as resolved. The same issue isn't reported again within a week.",
  params: params.extend({ alertId: Id }),
  body: AlertAction,
  output: z.object({ alert: AffiliateAlert }),
  problems: ['not_found', 'invalid_transition'],
});

export const exportAlerts = defineCall({
  name: 'exportAlerts',
  noun: 'affiliate-alert',
  method: 'GET',
  path: '/brand/:brandId/affiliates/alerts/csv',
  access: 'brand',
  summary: 'Downloads up to 10,000 alerts with their metrics as CSV, newest first.',
  params,
  query: z.object({ state: several(AlertState), kind: several(AlertKind), affiliateId: Id.optional() }),
  file: 'text/csv',
});

export const checkExternalProgram = defineCall({
  name: 'checkExternalProgram',
  noun: 'affiliate-alert',
  method: 'POST',
  path: '/brand/:brandId/affiliates/claims/import',
  access: 'brand',
  audit: 'Checked for duplicate commissions',
  summary:
    "Finds orders that another program also pays a commission for. `csv` is that program's export: a header row and up to 50,000 data rows, each with the order number, or the order's time and amount. Columns are recognized by the names that affiliate networks use; times without an offset are read as UTC. Each order paid twice raises an alert with both amounts, up to 1,000 at a time, largest amounts first. `alertsLeft` counts the rest; check the file again to add them. Nothing else is stored.",
  params,
  body: ExternalProgramFile,
  // A character takes up to three bytes, and JSON escapes quotation marks and line breaks.
  bodyLimit: 4 * MAX_EXTERNAL_CHARACTERS,
  output: z.object({ result: DoubleCommissionResult }),
  problems: ['add_on_required', 'unreadable_file', 'rate_limited'],
});
