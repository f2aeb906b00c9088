import {
  OwnPayable,
  PAYABLE_STATE_NAMES,
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
    'One page of what is paid to creators, newest first, with sums of all of them by state and currency. Amounts in minor units.',
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
  summary: 'A payment with its history, oldest first.',
  params: params.extend({ payableId: Id }),
  output: z.object({ payable: Payable, history: z.array(PayableEvent) }),
  problems: ['not_found'],
});

export const movePayables = defineCall({
  name: 'movePayables',
  noun: 'payable',
  method: 'POST',
  path: '/brand/:brandId/payables/move',
  access: 'brand',
  peopleOnly: true,
  audit: ({ payables, state }: { payables: unknown[]; state: PayableState }) =>
    `${PAYABLE_STATE_NAMES[state]}: ${payables.length === 1 ? 'payment' : `${payables.length} payments`} to creators`,
  summary:
    'Approves payments, or notes that they were paid or failed. Of several, `refused` says which were left as they were and why; a single one that cannot be moved is refused as a whole (409).',
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
  summary: 'What is paid to creators as CSV, newest first.',
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
  summary: 'What the signed-in creator is paid, newest first.',
  output: z.object({ payables: z.array(OwnPayable) }),
});
