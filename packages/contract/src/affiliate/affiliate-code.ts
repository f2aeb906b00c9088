import {
  AdoptedCode,
  AffiliateCode,
  CodeChange,
  CodeRotation,
  CodeState,
  MAX_CODE_FILE,
  NewCode,
  OwnCode,
  RefusedCodeRow,
} from '@troupe/domain/affiliate/affiliate-code';
import { Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ codeId: Id });
const filter = z.object({
  affiliateId: Id.optional(),
  state: several(CodeState),
  search: text({ max: 120 }).optional(),
});
const output = z.object({ code: AffiliateCode });

export const listAffiliateCodes = defineCall({
  name: 'listAffiliateCodes',
  noun: 'affiliate-code',
  method: 'GET',
  path: '/brand/:brandId/affiliates/codes',
  access: 'brand',
  summary: "Lists creators' discount codes, newest first.",
  params,
  query: filter.extend({ page: PageNumber.default(1) }),
  output: z.object({ codes: z.array(AffiliateCode), ...paging }),
});

export const createAffiliateCode = defineCall({
  name: 'createAffiliateCode',
  noun: 'affiliate-code',
  method: 'POST',
  path: '/brand/:brandId/affiliates/codes',
  access: 'brand',
  summary:
    "Creates a discount code for a creator in the brand's store. If the store rejects it, `state` is `failed` and `error` says why; while the store doesn't respond, it stays `creating` and is retried for an hour.",
  params,
  body: NewCode,
  output,
  problems: ['add_on_required', 'invalid_transition', 'too_many', 'store_refused'],
});

export const adoptAffiliateCode = defineCall({
  name: 'adoptAffiliateCode',
  noun: 'affiliate-code',
  method: 'POST',
  path: '/brand/:brandId/affiliates/codes/adopt',
  access: 'brand',
  audit: 'Added existing affiliate code',
  summary: 'Assigns an existing store discount code to a creator. Orders that use it count from now on.',
  params,
  body: AdoptedCode,
  output,
  problems: ['add_on_required', 'invalid_transition', 'too_many', 'store_refused', 'unavailable'],
});

export const importAffiliateCodes = defineCall({
  name: 'importAffiliateCodes',
  noun: 'affiliate-code',
  method: 'POST',
  path: '/brand/:brandId/affiliates/codes/bulk',
  access: 'brand',
  summary:
    "Creates discount codes from CSV text. The CSV has a header row, up to 500 data rows, and the columns `creator` (username), `code`, `percent` or `amount`, and optionally `ends` (ISO 8601), `limit` and `once per buyer` (yes or no). `refused` lists the rows that weren't accepted; codes from the other rows are created in the store within minutes.",
  params,
  body: z.object({
    csv: text({ max: MAX_CODE_FILE, min: 1 }),
    storeId: Id.optional(),
  }),
  bodyLimit: 1024 * 1024,
  output: z.object({ accepted: z.int(), refused: z.array(RefusedCodeRow) }),
  problems: ['add_on_required', 'invalid_transition', 'unreadable_file', 'store_refused'],
});

export const exportAffiliateCodes = defineCall({
  name: 'exportAffiliateCodes',
  noun: 'affiliate-code',
  method: 'GET',
  path: '/brand/:brandId/affiliates/codes/csv',
  access: 'brand',
  summary: 'Downloads up to 10,000 creator discount codes as CSV, newest first.',
  params,
  query: filter,
  file: 'text/csv',
});

export const changeAffiliateCode = defineCall({
  name: 'changeAffiliateCode',
  noun: 'affiliate-code',
  method: 'PUT',
  path: '/brand/:brandId/affiliates/codes/:codeId',
  access: 'brand',
  summary:
    "Pauses, resumes or ends a discount code, both in Troupe and in the store. A code that already existed in the store stays there after it ends in Troupe. If the store can't be reached, you can only end codes.",
  params: one,
  body: CodeChange,
  output,
  problems: ['not_found', 'invalid_transition', 'store_refused', 'unavailable'],
});

export const rotateAffiliateCode = defineCall({
  name: 'rotateAffiliateCode',
  noun: 'affiliate-code',
  method: 'POST',
  path: '/brand/:brandId/affiliates/codes/:codeId/rotate',
  access: 'brand',
  audit: 'Replaced affiliate code',
  summary:
    'Replaces a discount code, such as one that leaked. Buyers can use the old code for another `overlapHours` hours. If `leaked` is true, orders that use the old code are no longer credited. If the old code is paused, it ends immediately. Links that used the old code switch to the new one. If the store rejects the new code, the old one is kept.',
  params: one,
  body: CodeRotation,
  output: z.object({ code: AffiliateCode, replaced: AffiliateCode }),
  problems: [
    'not_found',
    'add_on_required',
    'invalid_transition',
    'too_many',
    'store_refused',
    'unavailable',
  ],
});

export const retryAffiliateCode = defineCall({
  name: 'retryAffiliateCode',
  noun: 'affiliate-code',
  method: 'POST',
  path: '/brand/:brandId/affiliates/codes/:codeId/retry',
  access: 'brand',
  audit: 'Retried creating affiliate code',
  summary: 'Retries creating a discount code that the store rejected.',
  params: one,
  output,
  problems: ['not_found', 'add_on_required', 'invalid_transition'],
});

export const listOwnAffiliateCodes = defineCall({
  name: 'listOwnAffiliateCodes',
  noun: 'affiliate-code',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/codes',
  access: { own: 'affiliate', param: 'affiliateId' },
  summary: "Lists the creator's discount codes that buyers can currently use, newest first.",
  params: z.object({ affiliateId: Id }),
  output: z.object({ codes: z.array(OwnCode) }),
  problems: ['not_found'],
});
