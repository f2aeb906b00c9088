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
  summary: 'The last archives of a brand, newest first, with how far one is and where it can be downloaded.',
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
  audit: 'Requested an archive',
  summary:
    'Begins an archive of all data of a brand: CSV and JSON lines of each noun, a manifest, and the files if wanted. One at a time.',
  params,
  body: z.object({ withFiles: z.boolean().default(false) }),
  output: z.object({ brandExport: BrandExport }),
  problems: ['invalid_transition'],
});
