import { BrandExport } from '@troupe/domain/operations/brand-export';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listBrandExports = defineCall({
  name: 'listBrandExports',
  noun: 'brand-export',
  method: 'GET',
  path: '/brand/:brandId/exports',
  access: 'owner',
  whilePastDue: true,
  summary:
    "Lists the brand's recent data exports, newest first. Each export includes its progress and download link.",
  params,
  output: z.object({ brandExports: z.array(BrandExport) }),
});

export const requestBrandExport = defineCall({
  name: 'requestBrandExport',
  noun: 'brand-export',
  method: 'POST',
  path: '/brand/:brandId/exports',
  access: 'owner',
  whilePastDue: true,
  audit: 'Started data export',
  summary:
    "Starts an export of all the brand's data. The archive holds CSV and JSON Lines files for each resource, a manifest and, if requested, uploaded files. Only one export can run at a time.",
  params,
  body: z.object({ withFiles: z.boolean().default(false) }),
  output: z.object({ brandExport: BrandExport }),
  problems: ['invalid_transition'],
});
