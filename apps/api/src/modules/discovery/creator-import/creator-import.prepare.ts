import { Worker } from 'node:worker_threads';
import { problem } from '@troupe/domain/problem';
import type { PreparedFile } from './creator-import.detect.ts';
import type { PrepareAnswer, PrepareTask } from './creator-import.worker.ts';

const LONGEST_MS = 110_000;
const IDLE_MS = 10_000;
const HEAP_MB = 160;

let running: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Parses an uploaded file in a worker thread, one file at a time per process to bound memory.
 * Throws `unreadable_file` with the reason if it can't be read.
 */
export function prepareUpload(task: PrepareTask): Promise<PreparedFile> {
  const mine = running.then(() => inThread(task));
  running = mine.catch(() => {});
  return mine;
}

const refusal = (message: string, detail?: unknown) => problem('unreadable_file', { message, detail });

/** The thread ends some seconds after its last file and doesn't keep the process alive. */
function borrowThread(): Worker {
  clearTimeout(idle);
  thread ??= new Worker(new URL('./creator-import.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
    execArgv: [],
  });
  thread.ref();
  return thread;
}

function giveBack(worker: Worker, usable: boolean): void {
  // Remove only these listeners: the worker's own must stay.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (!usable) {
    worker.on('error', () => {});
    void worker.terminate();
    if (thread === worker) thread = null;
    return;
  }
  worker.unref();
  idle = setTimeout(() => giveBack(worker, false), IDLE_MS).unref();
}

function inThread(task: PrepareTask): Promise<PreparedFile> {
  const worker = borrowThread();
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      giveBack(worker, false);
      reject(error);
    };
    const timer = setTimeout(
      () => fail(refusal('Reading this file takes too long. Split it into smaller ones.')),
      LONGEST_MS,
    );
    worker.once('message', (answer: PrepareAnswer) => {
      clearTimeout(timer);
      giveBack(worker, true);
      if ('prepared' in answer) resolve(answer.prepared);
      else if ('refused' in answer) reject(refusal(answer.refused));
      else reject(new Error(`failed to parse an upload: ${answer.failed}`));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(full ? refusal('This file is too large to read. Save it as CSV, or split it.', error) : error);
    });
    worker.once('exit', () => fail(new Error('the parser thread exited without a result')));
    worker.postMessage(task);
  });
}
