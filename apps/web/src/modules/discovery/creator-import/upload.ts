import type { QueryClient } from '@tanstack/react-query';
import { createImport, updateImport } from '@troupe/contract/discovery/creator-import';
import { useSyncExternalStore } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { uploadClient } from '../../../shared/call/upload-client.ts';
import { type ImportAnswer, importOptions, importsOptions } from './creator-import-queries.ts';
import { refusalOf } from './import-labels.ts';
import { setUploading } from './watched-imports.ts';

/**
 * An upload. It continues on other screens of this tab.
 * - `sending`: `sent` of `bytes` are uploaded
 * - `reading`: the server reads the file
 * - `refused`: `message` says why and what to do
 * - `ready`: the import is `importId`
 */
export interface Upload {
  brandId: string;
  fileName: string;
  bytes: number;
  sent: number;
  state: 'sending' | 'reading' | 'refused' | 'ready';
  message: string | null;
  importId: string | null;
}

let upload: Upload | null = null;
let aborter: AbortController | null = null;
const listeners = new Set<() => void>();

function change(next: Upload | null): void {
  upload = next;
  for (const listener of listeners) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function busy(now: boolean): void {
  if (now) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Clears the upload: it is finished or canceled. */
export function closeUpload(): void {
  aborter?.abort();
  aborter = null;
  busy(false);
  change(null);
  setUploading(false);
}

interface Start {
  queryClient: QueryClient;
  brandId: string;
  file: File;
  /** The list of its creators. */
  listId?: string | undefined;
}

/** Uploads a file, one at a time. */
export async function startUpload({ queryClient, brandId, file, listId }: Start): Promise<void> {
  closeUpload();
  const own = new AbortController();
  aborter = own;
  const start: Upload = {
    brandId,
    fileName: file.name,
    bytes: file.size,
    sent: 0,
    state: 'sending',
    message: null,
    importId: null,
  };
  const refusal = refusalOf(file);
  if (refusal) {
    change({ ...start, state: 'refused', message: refusal });
    return;
  }
  change(start);
  setUploading(true);
  busy(true);
  const sending = uploadClient((sent, total) => {
    // `total` includes the form around the file; people know the size of the file.
    if (aborter !== own) return;
    const share = total > 0 ? Math.min(1, sent / total) : 0;
    change({ ...start, sent: Math.round(share * file.size), state: share < 1 ? 'sending' : 'reading' });
  });
  try {
    const options = { params: { brandId } };
    const signal = { signal: own.signal };
    let answer: ImportAnswer = await sending.upload(createImport, options, file, file.name, signal);
    const importId = answer.import.id;
    if (listId) answer = await withList(answer, brandId, listId);
    if (aborter !== own) return;
    queryClient.setQueryData(importOptions(brandId, importId).queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: importsOptions(brandId).queryKey });
    busy(false);
    change({ ...start, sent: file.size, state: 'ready', importId });
  } catch (error) {
    if (aborter !== own) return;
    busy(false);
    change({ ...start, state: 'refused', message: errorText(error) });
  }
}

/** Keep the upload even if its list was deleted. */
async function withList(answer: ImportAnswer, brandId: string, listId: string): Promise<ImportAnswer> {
  const params = { brandId, importId: answer.import.id };
  return client.call(updateImport, { params, body: { listId } }).catch(() => answer);
}

/** Shows why a file was refused before the upload. */
export function refuseFile(brandId: string, fileName: string, message: string): void {
  closeUpload();
  change({ brandId, fileName, bytes: 0, sent: 0, state: 'refused', message, importId: null });
}

/** The upload of this tab. */
export function useUpload(): Upload | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => upload,
  );
}
