import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import * as calls from '@troupe/contract/commerce/order-import';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from '@troupe/domain/commerce/order-import';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { codeOf } from '@troupe/server/error-code';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import { FileRefusal, fileOf, plainName, saveUpload } from '../../platform/table/source.ts';
import { applyEntries, type RowResult } from './order/order-import.apply.queries.ts';
import type { ImportEntry, OrderFile } from './order/order-import.entry.ts';
import {
  changeBusyOrderImport,
  changeOrderImport,
  insertOrderImport,
  insertRowResults,
  lockOrderImport,
  orderFileKey,
  readBusyOrderImports,
  readOrderImport,
  readOrderImportPage,
  readRowResults,
  type StoredOrderImport,
  toOrderImport,
} from './order/order-import.queries.ts';
import { inspectOrderFile, readOrderFile } from './order/order-import.read.ts';
import { readStores } from './order/order-store.queries.ts';
import { readStore } from './store/store.queries.ts';
import { publishOrders, type StoreParts } from './store-access.ts';

const JOB = 'order-import';
/** Rows per transaction; an order's rows stay together. */
const BATCH_SIZE = 500;

/**
 * Imports orders from files. Returns a function that resumes imports left by a killed process; call
 * it once jobs are running.
 */
export function importOrders(parts: StoreParts, files: Files): () => Promise<void> {
  const { api } = parts;
  const { implement, db, clock, jobs } = api;

  async function storeOf(brandId: string, storeId: string | undefined) {
    if (!storeId || storeId === NO_STORE) return null;
    const store = await readStore(db, brandId, storeId);
    if (!store) throw problem('not_found');
    return store;
  }

  implement(calls.createOrderImport, async ({ brandId, query, caller, request }) => {
    const store = await storeOf(brandId, query.storeId);
    const file = await fileOf(() => request.file());
    const path = await files.draft();
    try {
      if ((await saveUpload(file, path)) > MAX_ORDER_IMPORT_BYTES)
        throw problem('too_large', {
          message: 'This file is larger than 50 MB. Split it into smaller files.',
        });
      const { kind, rows, needsCurrency, needsStore } = await inspect(path);
      if (!store && (await readStores(db, brandId, [])).length > 0) {
        if (needsStore)
          throw problem('invalid', {
            message: 'This file has no order IDs. Choose the store these orders belong to.',
            fields: { storeId: 'Choose a store' },
          });
        // Orders are never assigned to a store, or to none, without an explicit choice.
        if (!query.storeId)
          throw problem('invalid', {
            message: 'Choose the store these orders belong to, or “No store”.',
            fields: { storeId: `Choose the store, or use ${NO_STORE}` },
          });
      }
      if (needsCurrency && !query.currency)
        throw problem('invalid', {
          message: "This file doesn't specify a currency. Choose one.",
          fields: { currency: 'Choose a currency' },
        });
      const id = newId();
      await files.store(path, orderFileKey(id));
      const stored = await insertOrderImport(db, {
        id,
        brandId,
        storeId: store?.id ?? null,
        createdBy: caller.userId,
        fileName: plainName(file.filename),
        kind,
        currency: query.currency ?? null,
        state: 'waiting',
        rows,
        createdAt: clock.now().toISOString(),
      });
      await jobs.send(JOB, { importId: id });
      return { orderImport: toOrderImport(stored, store?.name ?? null) };
    } finally {
      await rm(path, { force: true });
    }
  });

  implement(calls.listOrderImports, async ({ brandId, query: { page } }) => {
    const { orderImports, total } = await readOrderImportPage(db, brandId, page);
    return { orderImports, ...pagesOf(page, total) };
  });

  implement(calls.getOrderImport, async ({ brandId, params, query: { page, outcome } }) => {
    const orderImport = await readOrderImport(db, brandId, params.orderImportId);
    if (!orderImport) throw problem('not_found');
    const { rows, total } = await readRowResults(db, orderImport.id, page, outcome);
    return { orderImport, rows, ...pagesOf(page, total) };
  });

  jobs.define<{ importId: string }>(JOB, ({ importId }, signal) => run(parts, files, importId, signal), {
    expireInSeconds: 3600,
    heartbeatSeconds: 60,
  });
  return async () => {
    for (const importId of await readBusyOrderImports(db)) await jobs.send(JOB, { importId });
  };
}

async function inspect(path: string): Promise<OrderFile> {
  return inspectOrderFile(path).catch((error: unknown) => {
    if (error instanceof FileRefusal) throw problem('unreadable_file', { message: error.message });
    throw error;
  });
}

async function run(parts: StoreParts, files: Files, importId: string, signal: AbortSignal): Promise<void> {
  const { api } = parts;
  const path = await files.draft();
  try {
    if (!(await changeBusyOrderImport(api.db, importId, { state: 'running' }))) return;
    await pipeline(files.read(orderFileKey(importId)), createWriteStream(path));
    if (!(await importRows(parts, importId, path, signal))) return;
    await files.remove(orderFileKey(importId));
  } catch (error) {
    // Database error messages contain row data, so they must not be logged.
    const code = codeOf(error) ?? 'unknown';
    api.log.error({ importId, code, name: (error as Error)?.name }, 'failed to import orders');
    await changeBusyOrderImport(api.db, importId, {
      state: 'failed',
      error:
        'The import stopped because of an unexpected error. Upload the file again; rows already imported are skipped.',
      finishedAt: api.clock.now().toISOString(),
    });
    // The file contains personal data and is no longer needed.
    await files.remove(orderFileKey(importId));
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns whether the import completed */
async function importRows(
  parts: StoreParts,
  importId: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { api, platform } = parts;
  const first = await withTransaction(api.pool, (tx) => lockOrderImport(tx, importId));
  if (first?.state !== 'running') return false;
  let batch: ImportEntry[] = [];
  let rows = 0;
  const store = first.storeId ? await readStore(api.db, first.brandId, first.storeId) : null;
  const currency = first.currency ?? store?.currency ?? '';
  for await (const entry of readOrderFile(path, platform, currency)) {
    const last = entry.places.at(-1)?.row ?? 0;
    if (last <= first.position) continue;
    batch.push(entry);
    rows += entry.places.length;
    if (rows < BATCH_SIZE) continue;
    if (signal.aborted) return false;
    await importBatch(parts, first, batch);
    [batch, rows] = [[], 0];
  }
  if (batch.length > 0) await importBatch(parts, first, batch);
  await changeOrderImport(api.db, importId, { state: 'done', finishedAt: api.clock.now().toISOString() });
  return true;
}

/** Rows and progress are saved together, so a killed process repeats nothing. */
async function importBatch(
  { api }: StoreParts,
  current: StoredOrderImport,
  batch: readonly ImportEntry[],
): Promise<void> {
  const { brandId, storeId } = current;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    const stored = await lockOrderImport(tx, current.id);
    const last = Math.max(...batch.flatMap(({ places }) => places.map(({ row }) => row)));
    if (!stored || stored.position >= last) return;
    const target = { brandId, storeId, secretKey: api.config.SECRET_KEY };
    const { ends, placed, changed } = await applyEntries(tx, target, batch, now);
    await insertRowResults(tx, current.id, ends);
    await publishOrders(tx, brandId, storeId, { placed, changed }, now);
    const counted = (outcome: RowResult['outcome']) => ends.filter((end) => end.outcome === outcome).length;
    await changeOrderImport(tx, current.id, {
      position: last,
      imported: stored.imported + counted('imported'),
      merged: stored.merged + counted('merged'),
      skipped: stored.skipped + counted('skipped'),
      rejected: stored.rejected + counted('rejected'),
    });
  });
}
