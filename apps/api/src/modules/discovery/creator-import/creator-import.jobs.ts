import type { Readable } from 'node:stream';
import { importNeeds } from '@troupe/domain/discovery/creator-import/creator-import';
import { rowReader } from '@troupe/domain/discovery/creator-import/row';
import { codeOf } from '@troupe/server/error-code';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import {
  analyzeNewRows,
  changeImport,
  commitLazily,
  deleteOldDrafts,
  hasQueuedImports,
  lockImport,
  readBusyImports,
  readState,
  refreshStatistics,
  type StoredImport,
  tableKey,
} from './creator-import.queries.ts';
import { readTable } from './creator-import.table-file.ts';
import type { ReadRow } from './creator-import-row.queries.ts';
import { type ImportLists, importRows } from './creator-import-rows.queries.ts';
import { undoRows } from './creator-import-undo.queries.ts';

/** Job name. */
export const IMPORT_JOB = 'creator-import';

/** Rows per transaction. */
const BATCH = 1000;

/** Length of a turn while other imports are queued, so small files don't wait for large ones. */
const TURN_MS = 2000;

/** Dependencies of the import job. */
export interface ImportParts {
  api: Pick<Api, 'db' | 'pool' | 'jobs' | 'clock' | 'log'>;
  files: Files;
  lists: ImportLists;
  /**
   * Called in the transaction that changes followers, because other features derive values from
   * them.
   */
  followersChanged(creatorIds: readonly string[], transaction: Queryable): Promise<void>;
  /** Starts copying the pictures named by rows so far, in the background. */
  copyPictures(importId: string, transaction?: Queryable): Promise<void>;
}

/** Days after which unstarted uploads are deleted. */
const DRAFT_RETENTION_DAYS = 30;

type Job = { importId: string };

/** Registers the import job. Call {@link resumeImports} once jobs are running. */
export function defineImportJob(parts: ImportParts): void {
  parts.api.jobs.define<Job>(IMPORT_JOB, ({ importId }, signal) => runImport(parts, importId, signal), {
    expireInSeconds: 6 * 3600,
    retryLimit: 20,
    retryDelayMax: 60,
    // Other processes detect a killed one within about two minutes.
    heartbeatSeconds: 60,
  });
}

/** Queues an import, in the caller's transaction if given. */
async function sendImport({ api }: ImportParts, importId: string): Promise<void> {
  await api.jobs.send(IMPORT_JOB, { importId } satisfies Job);
}

/**
 * Resumes imports whose process was killed. Safe if another process is still working: the slower
 * one finds the position moved and stops.
 */
export async function resumeImports(parts: ImportParts): Promise<void> {
  const { api, files } = parts;
  for (const { id } of await readBusyImports(api.db)) await sendImport(parts, id);
  const longAgo = new Date(api.clock.now().getTime() - DRAFT_RETENTION_DAYS * 86_400_000).toISOString();
  for (const id of await deleteOldDrafts(api.db, longAgo)) await files.remove(tableKey(id));
  await files.sweep();
}

/**
 * Processes an import according to its state until it is finished, cancelled or taken over by
 * another process.
 */
async function runImport(parts: ImportParts, importId: string, signal: AbortSignal): Promise<void> {
  try {
    const stored = await parts.api.db.transaction((tx) => begin(tx, parts, importId));
    if (stored?.state === 'undoing') await undo(parts, stored, signal);
    else if (stored) await takeOverRows(parts, stored, signal);
  } catch (error) {
    // Database error messages contain row data, so log only their codes.
    const code = codeOf(error) ?? 'unknown';
    const stack = error instanceof Error ? error.stack?.match(/\n {4}at .*/g)?.slice(0, 6) : undefined;
    if (TRANSIENT_CODES.test(code)) throw new Error(`import interrupted (${code}), will be retried`);
    parts.api.log.error({ importId, code, stack }, 'import failed');
    await changeImport(parts.api.db, importId, {
      state: 'failed',
      error: 'The import stopped because of an unexpected problem. Resume or undo it.',
      finishedAt: nowOf(parts),
    });
  }
}

const nowOf = ({ api }: ImportParts) => api.clock.now().toISOString();

/** Transient errors (lost connection, restart, deadlock): the next attempt resumes here. */
const TRANSIENT_CODES = /^(?:08|40|53|57|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

async function begin(tx: Database, parts: ImportParts, importId: string): Promise<StoredImport | null> {
  const stored = await lockImport(tx, importId);
  if (!stored) return null;
  if (stored.state === 'undoing' || stored.state === 'running') return stored;
  if (stored.state === 'cancelling') {
    await changeImport(tx, importId, { state: 'cancelled', finishedAt: nowOf(parts) });
    return null;
  }
  if (stored.state !== 'waiting') return null;
  await changeImport(tx, importId, { state: 'running' });
  return { ...stored, state: 'running' };
}

async function takeOverRows(parts: ImportParts, current: StoredImport, signal: AbortSignal): Promise<void> {
  const turnEnds = performance.now() + TURN_MS;
  const source = parts.files.read(tableKey(current.id), current.position);
  const batches = readBatches(source, current);
  try {
    let position = current.position;
    let taken = 0;
    // Read the next rows while the database processes these.
    let following = batches.next();
    for (;;) {
      const { value: batch } = await following;
      following = batch ? batches.next() : following;
      following.catch(() => {});
      if (signal.aborted) return;
      if (!batch) await refreshStatistics(parts.api.pool, current.rows);
      const next = batch?.next ?? position;
      const goOn = await withTransaction(parts.api.pool, async (tx, connection) => {
        // Rows and position are committed together: after a power failure some batches are
        // repeated, but none is half done.
        if (batch) await commitLazily(connection);
        const step = await commitBatch(tx, parts, current.id, position, next, batch?.rows ?? [], !batch);
        await parts.followersChanged(step.followersChanged, connection);
        if (batch?.rows.some(namesPicture)) await parts.copyPictures(current.id, connection);
        return step.goOn;
      });
      if (!batch && !goOn) await finish(parts, current.id);
      if (!goOn) return;
      taken += 1;
      if (taken === 2 && current.position === 0) await analyzeNewRows(parts.api.pool);
      if (performance.now() > turnEnds && (await hasQueuedImports(parts.api.db, current.id)))
        return await sendImport(parts, current.id);
      position = next;
    }
  } finally {
    source.destroy();
  }
}

/** A finished import's table is no longer needed; rejected rows keep their cells. */
async function finish({ api, files }: ImportParts, importId: string): Promise<void> {
  if ((await readState(api.db, importId)) !== 'done') return;
  await files.remove(tableKey(importId));
}

/** Yields batches of parsed rows with the byte offset of the next batch. */
async function* readBatches(
  source: Readable,
  { position, headerRow, platform, columns }: StoredImport,
): AsyncGenerator<{ rows: ReadRow[]; next: number }, undefined> {
  const read = rowReader({ platform, columns });
  let rows: ReadRow[] = [];
  let next = position;
  for await (const kept of readTable(source, position)) {
    next = kept.next;
    const { row, line, cells, error } = kept;
    if (row <= headerRow) continue;
    const reading = error ? unreadable(error) : read(cells);
    rows.push({ row, line, cells, reading });
    if (rows.length < BATCH) continue;
    yield { rows, next };
    rows = [];
  }
  if (rows.length > 0) yield { rows, next };
}

const namesPicture = ({ reading }: ReadRow): boolean =>
  reading.kind === 'creator' && reading.draft.profilePicUrl !== null;

const unreadable = (reason: string): ReadRow['reading'] => ({
  kind: 'rejected',
  problem: { field: null, reason, suggestion: null, name: '' },
});

/** Imports a batch and moves the position in one transaction; `goOn` is false when done. */
async function commitBatch(
  tx: Database,
  parts: ImportParts,
  importId: string,
  position: number,
  next: number,
  rows: readonly ReadRow[],
  last: boolean,
): Promise<{ goOn: boolean; followersChanged: string[] }> {
  const end = { goOn: false, followersChanged: [] };
  const stored = await lockImport(tx, importId);
  if (!stored || stored.position !== position) return end;
  const now = nowOf(parts);
  if (stored.state === 'cancelling') {
    await changeImport(tx, importId, { state: 'cancelled', finishedAt: now });
    return end;
  }
  if (stored.state !== 'running') return end;
  const { tally, followersChanged } = await importRows(tx, parts.lists, stored, rows, now);
  await changeImport(tx, importId, {
    position: next,
    done: stored.done + rows.length,
    added: stored.added + tally.added,
    linked: stored.linked + tally.linked,
    already: stored.already + tally.already,
    repeated: stored.repeated + tally.repeated,
    rejected: stored.rejected + tally.rejected,
    ...(last ? { state: 'done' as const, finishedAt: now } : {}),
  });
  return { goOn: !last, followersChanged };
}

async function undo(parts: ImportParts, current: StoredImport, signal: AbortSignal): Promise<void> {
  const turnEnds = performance.now() + TURN_MS;
  while (await undoBatch(parts, current.id)) {
    if (signal.aborted) return;
    if (performance.now() > turnEnds && (await hasQueuedImports(parts.api.db, current.id)))
      return await sendImport(parts, current.id);
  }
  // Don't yield in between: two undos whose ANALYZE takes longer than a turn would never finish.
  await refreshStatistics(parts.api.pool, current.rows);
  await withTransaction(parts.api.pool, async (tx) => {
    const stored = await lockImport(tx, current.id);
    if (stored?.state === 'undoing')
      await changeImport(tx, current.id, { state: 'undone', finishedAt: nowOf(parts) });
  });
}

/** Undoes the next rows of an import; false if none are left. */
const undoBatch = (parts: ImportParts, importId: string): Promise<boolean> =>
  withTransaction(parts.api.pool, async (tx, connection) => {
    const stored = await lockImport(tx, importId);
    if (stored?.state !== 'undoing') return false;
    const step = await undoRows(tx, parts.lists, stored, BATCH, nowOf(parts));
    await parts.followersChanged(step.restored, connection);
    const sum = stored.undo ?? { removed: 0, unlisted: 0, kept: 0 };
    await changeImport(tx, importId, {
      undo: {
        removed: sum.removed + step.removed,
        unlisted: sum.unlisted + step.unlisted,
        kept: sum.kept + step.kept,
      },
    });
    return step.rows > 0;
  });

/** Returns the problems by field that prevent an import from starting, or null. */
export function startProblems(stored: StoredImport): Record<string, string> | null {
  const needs = importNeeds({
    platform: stored.platform,
    platformPerRow: stored.platformPerRow,
    columns: stored.columns,
    hasList: stored.listId !== null,
  });
  return needs.length ? Object.fromEntries(needs.map(({ field, message }) => [field, message])) : null;
}
