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
const importOnly = z.object({ import: CreatorImport });

export const createImport = defineCall({
  name: 'createImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/imports',
  access: 'brand',
  summary:
    "Uploads a file of creators and suggests a mapping for its columns. Accepts CSV, TSV, semicolon-separated files, JSON, JSON Lines and XLSX up to 200 MB in the `file` field. Nothing is imported until you start the import. Each person can have up to 20 imports that haven't started, and each brand up to 50.",
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
  summary: "Lists the brand's creator imports, newest first.",
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
  summary: 'Retrieves an import with its progress. Before the import starts, includes a preview of 20 rows.',
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
    "Updates an import's settings before it starts. Changing `headerRow` suggests a new column mapping. Columns you omit keep their settings.",
  params: one,
  body: z.object({
    columns: z.array(ImportColumnChange).max(500).optional(),
    platform: Platform.nullable().optional(),
    /** One-based; 0 if the file has no header row. */
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
  summary: 'Starts an import in the background. A canceled or failed import resumes where it stopped.',
  params: one,
  output: importOnly,
  problems: ['not_found', 'invalid_transition'],
});

export const cancelImport = defineCall({
  name: 'cancelImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/cancel',
  access: 'brand',
  summary:
    'Stops an import once the current batch is finished. Rows already imported are kept until you undo the import.',
  params: one,
  output: importOnly,
  problems: ['not_found', 'invalid_transition'],
});

export const undoImport = defineCall({
  name: 'undoImport',
  noun: 'creator-import',
  method: 'POST',
  path: '/brand/:brandId/import/:importId/undo',
  access: 'brand',
  summary:
    "Undoes an import. Removes creators it added to Troupe unless they are used elsewhere, and list items it added unless they were edited. Also deletes the contact info it added and restores profile data it changed, if it hasn't changed since. `undo` reports what was kept.",
  params: one,
  output: importOnly,
  problems: ['not_found', 'invalid_transition'],
});

export const deleteImport = defineCall({
  name: 'deleteImport',
  noun: 'creator-import',
  method: 'DELETE',
  path: '/brand/:brandId/import/:importId',
  access: 'brand',
  summary: "Deletes an uploaded file whose import hasn't started.",
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
    "Lists an import's rows and their outcomes, in file order. Set `remarked` to list imported rows with values that were skipped.",
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
  summary: 'Imports a rejected row with corrected values. Set `dismissed` to dismiss the row instead.',
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
  summary:
    "Downloads the rows that weren't imported as CSV. Each row starts with its row number, line and reason, followed by the original cells.",
  params: one,
  problems: ['not_found'],
  file: 'text/csv; charset=utf-8',
});
