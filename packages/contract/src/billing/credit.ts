import { CreditAdjustment, CreditBalance, CreditEntry } from '@troupe/domain/billing/credit';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listCredits = defineCall({
  name: 'listCredits',
  noun: 'credit',
  method: 'GET',
  path: '/brand/:brandId/credits',
  access: 'brand',
  summary:
    "Returns the brand's credit balance and history. Includes available and reserved credits, and every transaction with its reason, newest first.",
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: CreditBalance.extend({ entries: z.array(CreditEntry), ...paging }),
});

export const exportCredits = defineCall({
  name: 'exportCredits',
  noun: 'credit',
  method: 'GET',
  path: '/brand/:brandId/credits/csv',
  access: 'brand',
  audit: 'Exported credit history',
  summary: 'Downloads the credit history as CSV.',
  params,
  file: 'text/csv',
});

export const adjustCredits = defineCall({
  name: 'adjustCredits',
  noun: 'credit',
  method: 'POST',
  path: '/admin/brands/:brandId/credits',
  access: 'administrator',
  summary: "Grants or removes credits, with a reason. The balance can't go below 0.",
  params,
  body: CreditAdjustment,
  output: CreditBalance.extend({ entry: CreditEntry }),
  problems: ['not_found', 'insufficient_credits'],
});
