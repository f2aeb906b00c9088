import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as calls from '@troupe/contract/discovery/creator-import';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { asOfFileName, MAX_DRAFT_IMPORTS } from '@troupe/domain/discovery/creator-import/creator-import';
import { rowReader } from '@troupe/domain/discovery/creator-import/row';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, Caller } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { fileOf, plainName, saveUpload } from '../../../platform/table/source.ts';
import { corrected, withValues } from './creator-import.correct.ts';
import { detectTable } from './creator-import.detect.ts';
import { IMPORT_JOB, type ImportParts, startProblems } from './creator-import.jobs.ts';
import { prepareUpload } from './creator-import.prepare.ts';
import { firstRows, previewOf } from './creator-import.preview.ts';
import {
  changeImport,
  countDrafts,
  deleteRow,
  deleteStoredImport,
  insertImport,
  lockDrafts,
  lockImport,
  readImport,
  readImportPage,
  readRejected,
  readRow,
  readRowPage,
  type StoredImport,
  setRowDismissed,
  tableKey,
  toImport,
} from './creator-import.queries.ts';
import { importRows } from './creator-import-rows.queries.ts';

/** Dependencies of the routes in addition to the job's. */
export interface ImportRouteParts extends ImportParts {
  api: Api;
  /** Checks that a brand's list exists and accepts creators; throws otherwise. */
  requireList(db: Database, brandId: string, listId: string): Promise<void>;
}

const tooMany = (message: string) => problem('too_many', { message });
const notNow = (message: string) => problem('invalid_transition', { message });
const STARTED = 'This import has already started.';

/** Registers the import routes: upload, edit, start, progress, cancel and undo. */
export function creatorImportRoutes(parts: ImportRouteParts): void {
  const { implement } = parts.api;
  implement(calls.createImport, (context) => createImport(parts, context));
  implement(calls.listImports, (context) => listImports(parts, context));
  implement(calls.getImport, (context) => getImport(parts, context));
  implement(calls.updateImport, (context) => updateImport(parts, context));
  implement(calls.startImport, (context) => startImport(parts, context));
  implement(calls.cancelImport, (context) => cancelImport(parts, context));
  implement(calls.undoImport, (context) => undoImport(parts, context));
  implement(calls.deleteImport, (context) => deleteImport(parts, context));
  implement(calls.listImportRows, (context) => listImportRows(parts, context));
  implement(calls.correctImportRow, (context) => correctImportRow(parts, context));
  implement(calls.downloadRejectedRows, (context) => downloadRejectedRows(parts, context));
}

async function found({ api }: ImportRouteParts, brandId: string, id: string) {
  const stored = await readImport(api.db, brandId, id);
  if (!stored) throw problem('not_found');
  return stored;
}

/** Locks an import for a change. Imports for all brands are for administrators only. */
async function lockFor(tx: Database, caller: Caller, brandId: string, id: string) {
  const stored = await lockImport(tx, id, brandId);
  if (!stored) throw problem('not_found');
  if (stored.forEveryone && !caller.administrator) throw problem('forbidden');
  return stored;
}

const answer = async (parts: ImportRouteParts, brandId: string, id: string) => ({
  import: toImport(await found(parts, brandId, id)),
});

async function withPreview(parts: ImportRouteParts, brandId: string, id: string) {
  const stored = await found(parts, brandId, id);
  return {
    import: toImport(stored),
    preview: stored.state === 'draft' ? await previewOf(parts.files, stored) : [],
  };
}

async function requireRoom(db: Database, brandId: string, userId: string) {
  const drafts = await countDrafts(db, brandId, userId);
  if (drafts.person >= MAX_DRAFT_IMPORTS.person)
    throw tooMany(`You have ${drafts.person} imports that haven't been started. Start or delete one first.`);
  if (drafts.brand >= MAX_DRAFT_IMPORTS.brand)
    throw tooMany(
      `Your brand has ${drafts.brand} imports that haven't been started. Start or delete one first.`,
    );
}

async function detectAgain(
  files: ImportRouteParts['files'],
  stored: StoredImport,
  headerRow: number,
): Promise<Partial<StoredImport>> {
  if (stored.facts.format.startsWith('json')) return {};
  const sample = await firstRows(files, stored.id);
  const { platform, columns, above } = detectTable(stored.fileName, sample, headerRow);
  if (stored.records - above < 1)
    throw problem('invalid', { fields: { headerRow: 'There are no rows below this one' } });
  return {
    headerRow,
    columns,
    rows: stored.records - above,
    platform: platform.platform,
    platformPerRow: platform.perRow,
    platformReason: platform.reason,
  };
}

async function createImport(
  parts: ImportRouteParts,
  { brandId, caller, request }: CallContext<typeof calls.createImport>,
) {
  const { api, files } = parts;
  // Checked before receiving the file; and again below, because uploads can be concurrent.
  await requireRoom(api.db, brandId, caller.userId);
  const file = await fileOf(() => request.file());
  const path = await files.draft();
  const tablePath = `${path}.rows`;
  try {
    const bytes = await saveUpload(file, path);
    const fileName = plainName(file.filename);
    const prepared = await prepareUpload({ path, tablePath, fileName, bytes });
    const id = newId();
    const { facts, headerRow, records, above, platform, columns } = prepared;
    await withTransaction(api.pool, async (tx) => {
      await lockDrafts(tx, brandId);
      await requireRoom(tx, brandId, caller.userId);
      await insertImport(tx, {
        id,
        brandId,
        createdBy: caller.userId,
        fileName,
        facts,
        headerRow,
        records,
        rows: records - above,
        columns,
        platform: platform.platform,
        platformPerRow: platform.perRow,
        platformReason: platform.reason,
        asOf: (asOfFileName(fileName, api.clock.now()) ?? api.clock.now()).toISOString(),
        createdAt: api.clock.now().toISOString(),
      });
      await files.store(tablePath, tableKey(id));
    });
    return await withPreview(parts, brandId, id);
  } finally {
    await Promise.all([path, tablePath].map((draft) => rm(draft, { force: true })));
  }
}

async function listImports(
  parts: ImportRouteParts,
  { brandId, query }: CallContext<typeof calls.listImports>,
) {
  const { api } = parts;
  const { imports, total } = await readImportPage(api.db, brandId, query.page);
  return { imports, ...pagesOf(query.page, total) };
}

async function getImport(parts: ImportRouteParts, { brandId, params }: CallContext<typeof calls.getImport>) {
  return withPreview(parts, brandId, params.importId);
}

async function updateImport(
  parts: ImportRouteParts,
  { brandId, params, body, caller }: CallContext<typeof calls.updateImport>,
) {
  const { api } = parts;
  const before = await found(parts, brandId, params.importId);
  if (before.state !== 'draft') throw notNow(STARTED);
  if (body.forEveryone && !caller.administrator) throw problem('forbidden');
  if (body.listId) await parts.requireList(api.db, brandId, body.listId);
  const again =
    body.headerRow === undefined || body.headerRow === before.headerRow
      ? {}
      : await detectAgain(parts.files, before, body.headerRow);
  await api.db.transaction(async (tx) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    if (stored.state !== 'draft') throw notNow(STARTED);
    await changeImport(tx, stored.id, {
      ...again,
      ...(body.columns ? { columns: corrected(again.columns ?? stored.columns, body.columns) } : {}),
      ...(body.platform !== undefined ? { platform: body.platform, platformReason: 'Chosen by you' } : {}),
      ...(body.asOf !== undefined ? { asOf: body.asOf } : {}),
      ...(body.listId !== undefined ? { listId: body.listId } : {}),
      ...(body.forEveryone !== undefined ? { forEveryone: body.forEveryone } : {}),
    });
  });
  return withPreview(parts, brandId, params.importId);
}

async function startImport(
  parts: ImportRouteParts,
  { brandId, params, caller }: CallContext<typeof calls.startImport>,
) {
  const { api } = parts;
  await withTransaction(api.pool, async (tx, connection) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    if (!['draft', 'cancelled', 'failed'].includes(stored.state)) throw notNow(STARTED);
    if (stored.undo) throw notNow('This import is being undone.');
    const fields = startProblems(stored);
    if (fields) throw problem('invalid', { fields, message: Object.values(fields).join('. ') });
    if (stored.listId) await parts.requireList(tx, brandId, stored.listId);
    await changeImport(tx, stored.id, {
      state: 'waiting',
      error: null,
      startedAt: stored.startedAt ?? api.clock.now().toISOString(),
      finishedAt: null,
    });
    await api.jobs.send(IMPORT_JOB, { importId: stored.id }, { transaction: connection });
  });
  return answer(parts, brandId, params.importId);
}

async function cancelImport(
  parts: ImportRouteParts,
  { brandId, params, caller }: CallContext<typeof calls.cancelImport>,
) {
  const { api } = parts;
  await api.db.transaction(async (tx) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    if (stored.state === 'waiting')
      await changeImport(tx, stored.id, { state: 'cancelled', finishedAt: api.clock.now().toISOString() });
    else if (stored.state === 'running') await changeImport(tx, stored.id, { state: 'cancelling' });
    else if (stored.state !== 'cancelling' && stored.state !== 'cancelled')
      throw notNow("This import isn't running.");
  });
  return answer(parts, brandId, params.importId);
}

async function undoImport(
  parts: ImportRouteParts,
  { brandId, params, caller }: CallContext<typeof calls.undoImport>,
) {
  const { api } = parts;
  await withTransaction(api.pool, async (tx, connection) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    if (!['done', 'cancelled', 'failed'].includes(stored.state))
      throw notNow(
        stored.state === 'draft' ? "This import hasn't been started." : 'Cancel this import first.',
      );
    await changeImport(tx, stored.id, {
      state: 'undoing',
      error: null,
      finishedAt: null,
      undo: stored.undo ?? { removed: 0, unlisted: 0, kept: 0 },
    });
    await api.jobs.send(IMPORT_JOB, { importId: stored.id }, { transaction: connection });
  });
  return answer(parts, brandId, params.importId);
}

async function deleteImport(
  parts: ImportRouteParts,
  { brandId, params, caller }: CallContext<typeof calls.deleteImport>,
) {
  const { api, files } = parts;
  const id = await api.db.transaction(async (tx) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    if (stored.state !== 'draft') throw notNow(STARTED);
    await deleteStoredImport(tx, stored.id);
    return stored.id;
  });
  await files.remove(tableKey(id));
  return { success: true };
}

async function listImportRows(
  parts: ImportRouteParts,
  { brandId, params, query }: CallContext<typeof calls.listImportRows>,
) {
  const { api } = parts;
  await found(parts, brandId, params.importId);
  const { rows, total } = await readRowPage(api.db, params.importId, query);
  return { rows, ...pagesOf(query.page, total) };
}

async function correctImportRow(
  parts: ImportRouteParts,
  { brandId, params, body, caller }: CallContext<typeof calls.correctImportRow>,
) {
  const { api } = parts;
  await withTransaction(api.pool, async (tx, connection) => {
    const stored = await lockFor(tx, caller, brandId, params.importId);
    const row = await readRow(tx, stored.id, params.row);
    if (!row) throw problem('not_found');
    if (stored.state !== 'done' && stored.state !== 'cancelled')
      throw notNow('Wait for the import to finish, then correct its rows.');
    if (row.outcome !== 'rejected') throw notNow('This row has already been imported.');
    if (body.dismissed !== undefined) await setRowDismissed(tx, stored.id, row.row, body.dismissed);
    if (!body.values) return;
    const { cells, columns } = withValues(stored.columns, row.cells ?? [], body.values);
    const reading = rowReader({ platform: stored.platform, columns })(cells);
    if (reading.kind === 'rejected') {
      const { field, reason } = reading.problem;
      throw problem('invalid', {
        message: `${reason}.`,
        fields: { [`values.${field ?? 'username'}`]: reason },
      });
    }
    await deleteRow(tx, stored.id, row.row);
    const { tally, followersChanged } = await importRows(
      tx,
      parts.lists,
      stored,
      [{ row: row.row, line: row.line, cells, reading }],
      api.clock.now().toISOString(),
    );
    await changeImport(tx, stored.id, {
      added: stored.added + tally.added,
      linked: stored.linked + tally.linked,
      already: stored.already + tally.already,
      repeated: stored.repeated + tally.repeated,
      rejected: stored.rejected - 1,
    });
    await parts.followersChanged(followersChanged, connection);
    if (reading.draft.profilePicUrl) await parts.copyPictures(stored.id, connection);
  });
  const row = await readRow(api.db, params.importId, params.row);
  if (!row) throw problem('not_found');
  const { cells: _, ...shown } = row;
  return { row: shown, import: toImport(await found(parts, brandId, params.importId)) };
}

async function downloadRejectedRows(
  parts: ImportRouteParts,
  { brandId, params, reply }: CallContext<typeof calls.downloadRejectedRows>,
) {
  const { api } = parts;
  const stored = await found(parts, brandId, params.importId);
  const name = stored.fileName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  async function* lines() {
    yield CSV_BOM + csvLine(['Row', 'Line', 'Reason', ...stored.columns.map(({ header }) => header.trim())]);
    let after = 0;
    for (;;) {
      const rows = await readRejected(api.db, stored.id, after, 500);
      if (rows.length === 0) return;
      yield rows.map((row) => csvLine([row.row, row.line, row.reason, ...(row.cells ?? [])])).join('');
      after = rows.at(-1)?.row ?? after;
    }
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="not-imported.csv"; filename*=UTF-8''${encodeURIComponent(`${name}-not-imported.csv`)}`,
    )
    .send(Readable.from(lines()));
}
