import {
  Commission,
  CommissionByHand,
  CommissionKind,
  CommissionSum,
} from '@troupe/domain/affiliate/commission';
import { Day, Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const filter = {
  affiliateId: Id.optional(),
  kind: several(CommissionKind),
  from: Day.optional(),
  to: Day.optional(),
};

export const listCommissions = defineCall({
  name: 'listCommissions',
  noun: 'commission',
  method: 'GET',
  path: '/brand/:brandId/affiliates/commissions',
  access: 'brand',
  summary:
    "Lists the commission ledger, newest first. `sums` holds totals by currency across all pages. `from` and `to` are days in the program's time zone. Amounts are in minor units.",
  params,
  query: z.object({ page: PageNumber.default(1), ...filter }),
  output: z.object({ commissions: z.array(Commission), sums: z.array(CommissionSum), ...paging }),
});

export const exportCommissions = defineCall({
  name: 'exportCommissions',
  noun: 'commission',
  method: 'GET',
  path: '/brand/:brandId/affiliates/commissions/csv',
  access: 'brand',
  summary: 'Downloads the commission ledger as CSV, oldest first.',
  params,
  query: z.object(filter),
  file: 'text/csv',
});

export const addCommission = defineCall({
  name: 'addCommission',
  noun: 'commission',
  method: 'POST',
  path: '/brand/:brandId/affiliates/commissions',
  access: 'brand',
  peopleOnly: true,
  summary:
    "Adds a bonus, a correction or a write-off to the ledger, payable with the next statement. Entries can't be changed; correct one by adding another.",
  params,
  body: CommissionByHand,
  output: z.object({ commission: Commission }),
  problems: ['not_found'],
});
