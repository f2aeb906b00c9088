import { Platform } from '@troupe/domain/discovery/creator';
import {
  CreatorImport,
  ImportColumnChange,
  ImportOutcome,
  ImportRow,
  PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { ImportField } from '@troupe/domain/discovery/creator-import/field';
import { Id, Instant, PageNumber, paging, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ importId: Id });
const withPreview = z.object({ import: CreatorImport, preview: z.array(PreviewRow) });
const alone = z.object({ import: CreatorImport });

export const createImport = defineCall({
  name: 'createImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/imports',
  access: 'brand',
  summary:
    'Takes a file of creators (CSV, TSV, semicolons, JSON, JSON lines or XLSX, up to 200 MB, field `file`) and proposes what its columns mean. Nothing is imported before it is started. At most 20 imports of a person and 50 of a brand may wait to be started.',
  params,
  multipart: true,
  output: withPreview,
  problems: ['unreadable_file', 'too_large', 'too_many'],
});

export const listImports = defineCall({
  name: 'listImports',
  noun: 'creator-import',
  method: 'GET',
  path: '/brand/:brandId/imports',
  access: 'brand',
  summary: 'One page of the imports of a brand, newest first.',
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ imports: z.array(CreatorImport), ...paging }),
});

export const getImport = defineCall({
  name: 'getImport',
  noun: 'creator-import',
  method: 'GET',
  path: '/brand/:brandId/import/:importId',
  access: 'brand',
  summary: 'An import with its progress; before the start also with 20 rows as they will be read.',
  params: one,
  output: withPreview,
  problems: ['not_found'],
});

export const updateImport = defineCall({
  name: 'updateImport',
  noun: 'creator-import',
  method: 'PUT',
  path: '/brand/:brandId/import/:importId',
  access: 'brand',
  summary:
    'Corrects what was detected, before the start. Another `headerRow` has the columns proposed anew; columns not named stay as they are.',
  params: one,
  body: z.object({
    columns: z.array(ImportColumnChange).max(500).optional(),
    platform: Platform.nullable().optional(),
    /** Counted from 1; 0 when the file has no headers. */
    headerRow: z.int().min(0).max(50).optional(),
    asOf: Instant.optional(),
    listId: Id.nullable().optional(),
    forEveryone: z.boolean().optional(),
  }),
  bodyLimit: 256 * 1024,
  output: withPreview,
  problems: ['not_found', 'invalid_transition', 'forbidden'],
});

export const startImport = defineCall({
  name: 'startImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/start',
  access: 'brand',
  summary: 'Starts an import in the background; a cancelled or failed one goes on where it stopped.',
  params: one,
  output: alone,
  problems: ['not_found', 'invalid_transition'],
});

export const cancelImport = defineCall({
  name: 'cancelImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/cancel',
  access: 'brand',
  summary: 'Stops an import after the rows in hand. What was taken over stays until it is undone.',
  params: one,
  output: alone,
  problems: ['not_found', 'invalid_transition'],
});

export const undoImport = defineCall({
  name: 'undoImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/undo',
  access: 'brand',
  summary:
    'Takes an import back: removes the creators that it made and that nothing else uses, and takes the others off the list again. `undo` says what was kept.',
  params: one,
  output: alone,
  problems: ['not_found', 'invalid_transition'],
});

export const deleteImport = defineCall({
  name: 'deleteImport',
  noun: 'creator-import',
  method: 'DELETE',
  path: '/brand/:brandId/import/:importId',
  access: 'brand',
  summary: 'Throws away an uploaded file that was not started.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});

export const listImportRows = defineCall({
  name: 'listImportRows',
  noun: 'creator-import',
  method: 'GET',
  path: '/brand/:brandId/import/:importId/rows',
  access: 'brand',
  summary:
    'One page of the rows of an import with what became of each, in the order of the file; `remarked` gives the imported ones of which a value was left out.',
  params: one,
  query: z.object({
    outcome: ImportOutcome.optional(),
    remarked: z.stringbool().optional(),
    page: PageNumber.default(1),
  }),
  output: z.object({ rows: z.array(ImportRow), ...paging }),
  problems: ['not_found'],
});

export const correctImportRow = defineCall({
  name: 'correctImportRow',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/rows/:row',
  access: 'brand',
  summary: 'Takes over a rejected row with corrected values, or marks it as left out (`dismissed`).',
  params: one.extend({ row: z.coerce.number().int().min(1).max(1e9) }),
  body: z.object({
    values: z.partialRecord(ImportField.exclude(['skip']), text({ max: 5000 })).optional(),
    dismissed: z.boolean().optional(),
  }),
  bodyLimit: 512 * 1024,
  output: z.object({ row: ImportRow, import: CreatorImport }),
  problems: ['not_found', 'invalid_transition'],
});

export const downloadRejectedRows = defineCall({
  name: 'downloadRejectedRows',
  noun: 'creator-import',
  method: 'GET',
  path: '/brand/:brandId/import/:importId/rejected',
  access: 'brand',
  summary: 'The rows that were not imported as CSV: row, line and reason before the cells of the file.',
  params: one,
  problems: ['not_found'],
  file: 'text/csv; charset=utf-8',
});
