import {
  OwnPayable,
  Payable,
  PayableEvent,
  PayableMove,
  PayableState,
  PayableSum,
} from '@troupe/domain/campaigns/payable';
import { Id, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const filter = z.object({ state: PayableState.optional(), search: text({ max: 120 }).optional() });

export const listPayables = defineCall({
  name: 'listPayables',
  noun: 'payable',
  method: 'GET',
  path: '/brand/:brandId/payables',
  access: 'brand',
  summary:
    'Lists payments to creators, newest first. `sums` holds totals by state and currency across all pages. Amounts are in minor units.',
  params,
  query: filter.extend({ page: PageNumber.default(1) }),
  output: z.object({ payables: z.array(Payable), sums: z.array(PayableSum), ...paging }),
});

export const getPayable = defineCall({
  name: 'getPayable',
  noun: 'payable',
  method: 'GET',
  path: '/brand/:brandId/payables/:payableId',
  access: 'brand',
  summary: 'Retrieves a payment with its history, oldest first.',
  params: params.extend({ payableId: Id }),
  output: z.object({ payable: Payable, history: z.array(PayableEvent) }),
  problems: ['not_found'],
});

const STATE_TITLES: Record<PayableState, (payments: string) => string> = {
  due: (payments) => `Revoked approval of ${payments}`,
  approved: (payments) => `Approved ${payments}`,
  paid: (payments) => `Marked ${payments} as paid`,
  failed: (payments) => `Marked ${payments} as failed`,
};

export const movePayables = defineCall({
  name: 'movePayables',
  noun: 'payable',
  method: 'POST',
  path: '/brand/:brandId/payables/move',
  access: 'brand',
  peopleOnly: true,
  auditDefault: 'Changed payment status',
  audit: ({ payables, state }: { payables: unknown[]; state: PayableState }) =>
    STATE_TITLES[state](
      payables.length === 1 ? 'payment to creator' : `${payables.length} payments to creators`,
    ),
  summary:
    "Approves payments, or marks them as paid or failed. `refused` lists the payments that weren't changed, with the reason. If the request names a single payment that can't be changed, returns 409.",
  params,
  body: PayableMove,
  output: z.object({
    changed: z.array(Payable),
    refused: z.array(z.object({ id: Id, code: z.string(), message: z.string() })),
  }),
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const exportPayables = defineCall({
  name: 'exportPayables',
  noun: 'payable',
  method: 'GET',
  path: '/brand/:brandId/payables/csv',
  access: 'brand',
  audit: 'Exported payments to creators',
  summary: 'Downloads payments to creators as CSV, newest first.',
  params,
  query: filter,
  file: 'text/csv',
});

export const listOwnPayables = defineCall({
  name: 'listOwnPayables',
  noun: 'payable',
  method: 'GET',
  path: '/creator/payables',
  access: 'creator',
  summary: 'Lists payments to the logged-in creator, newest first.',
  output: z.object({ payables: z.array(OwnPayable) }),
});
