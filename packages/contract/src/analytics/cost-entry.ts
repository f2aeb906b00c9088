import {
  CostEntry,
  CostImport,
  CostKind,
  CostSource,
  CostSum,
  NewCostEntry,
} from '@troupe/domain/analytics/cost-entry';
import { Day, Id, PageNumber, paging, text, Version } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const filter = z.object({
  from: Day.optional(),
  to: Day.optional(),
  kind: CostKind.or(z.literal('commission')).optional(),
  source: CostSource.optional(),
  campaignId: Id.optional(),
  creatorId: Id.optional(),
});

export const listCosts = defineCall({
  name: 'listCosts',
  noun: 'cost-entry',
  method: 'GET',
  path: '/brand/:brandId/costs',
  access: 'brand',
  summary:
    'Lists costs, newest first: those entered or imported, and payments to creators. `sums` holds totals by kind and currency across all pages. Amounts are in minor units.',
  params,
  query: filter.extend({ page: PageNumber.default(1) }),
  output: z.object({ costs: z.array(CostEntry), sums: z.array(CostSum), ...paging }),
});

export const addCost = defineCall({
  name: 'addCost',
  noun: 'cost-entry',
  method: 'POST',
  path: '/brand/:brandId/costs',
  access: 'brand',
  audit: 'Added cost',
  summary:
    "Adds a cost that Troupe doesn't track, such as product samples or ads. Each `reference` is accepted only once per brand; using it again returns 409.",
  params,
  body: NewCostEntry,
  output: z.object({ cost: CostEntry }),
  problems: ['not_found', 'conflict'],
});

export const changeCost = defineCall({
  name: 'changeCost',
  noun: 'cost-entry',
  method: 'PUT',
  path: '/brand/:brandId/costs/:costId',
  access: 'brand',
  audit: 'Changed cost',
  summary: 'Updates a cost that was entered or imported. Returns 409 if `version` is outdated.',
  params: params.extend({ costId: Id }),
  body: NewCostEntry.extend({ version: Version }),
  output: z.object({ cost: CostEntry }),
  problems: ['not_found', 'conflict'],
});

export const deleteCost = defineCall({
  name: 'deleteCost',
  noun: 'cost-entry',
  method: 'DELETE',
  path: '/brand/:brandId/costs/:costId',
  access: 'brand',
  audit: 'Deleted cost',
  summary: 'Deletes a cost that was entered or imported.',
  params: params.extend({ costId: Id }),
  output: z.object({}),
  problems: ['not_found'],
});

export const importCosts = defineCall({
  name: 'importCosts',
  noun: 'cost-entry',
  method: 'POST',
  path: '/brand/:brandId/costs/import',
  access: 'brand',
  audit: 'Imported costs',
  bodyLimit: 2 * 1024 * 1024,
  summary:
    "Imports costs from CSV text. Up to 5,000 rows with the columns `day`, `kind`, `amount` (such as 12.50), `currency`, and optionally `campaign` (title), `creator` (username), `note` and `reference`. Rows with a known reference are skipped, so it's safe to import a file twice.",
  params,
  body: z.object({ csv: text({ min: 1, max: 600_000 }) }),
  output: z.object({ imported: CostImport }),
  problems: ['unreadable_file'],
});

export const exportCosts = defineCall({
  name: 'exportCosts',
  noun: 'cost-entry',
  method: 'GET',
  path: '/brand/:brandId/costs/csv',
  access: 'brand',
  summary: 'Downloads costs as CSV, newest first.',
  params,
  query: filter,
  file: 'text/csv',
});
