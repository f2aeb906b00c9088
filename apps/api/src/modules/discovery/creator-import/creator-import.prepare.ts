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
 * Reads an uploaded file in a thread of its own, one file at a time in this process, so that memory stays
 * bounded. What cannot be taken is the failure `unreadable_file` with the reason.
 */
export function prepareUpload(task: PrepareTask): Promise<PreparedFile> {
  const mine = running.then(() => inThread(task));
  running = mine.catch(() => {});
  return mine;
}

const refusal = (message: string, detail?: unknown) => problem('unreadable_file', { message, detail });

/** The thread ends some seconds after its last file, and never keeps the process alive. */
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
  // Not all listeners: the thread's own among them keep its messages coming.
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
      else reject(new Error(`an upload could not be read: ${answer.failed}`));
    });
    worker.once('error', (error: Error & { code?: string }) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      fail(full ? refusal('This file cannot be read in parts. Save it as CSV, or split it.', error) : error);
    });
    worker.once('exit', () => fail(new Error('the reading thread ended without an answer')));
    worker.postMessage(task);
  });
}
