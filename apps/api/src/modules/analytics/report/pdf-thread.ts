import { Worker } from 'node:worker_threads';
import { problem } from '@troupe/domain/problem';
import type { Language } from '@troupe/i18n/language';
import type { PdfAnswer, PdfTask } from './pdf-thread.worker.ts';
import type { ReportFile } from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';

/** Time limit for a PDF; the longest reports take a few seconds. */
const LONGEST_MS = 60_000;
const IDLE_MS = 10_000;
const HEAP_MB = 256;

let running: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Renders a run as PDF in a worker thread, so that it doesn't delay other requests. One PDF at a time per process,
 * to bound memory. Throws `unavailable` if it takes too long or too much memory.
 */
export function renderPdf(
  { runId, sha256, snapshot }: ReportFile,
  { logo, language }: { logo: ReportLogo | null; language: Language },
): Promise<Buffer> {
  const task: PdfTask = { file: { runId, sha256, snapshot }, logo, language };
  const mine = running.then(() => inThread(task));
  running = mine.catch(() => {});
  return mine;
}

/** The thread ends some seconds after its last PDF and doesn't keep the process alive. */
function borrowThread(): Worker {
  clearTimeout(idle);
  thread ??= new Worker(new URL('./pdf-thread.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
  });
  thread.ref();
  return thread;
}

function giveBack(worker: Worker, usable: boolean): void {
  // Remove only these listeners: the worker's own must stay.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (usable) {
    worker.unref();
    idle = setTimeout(() => giveBack(worker, false), IDLE_MS).unref();
    return;
  }
  worker.on('error', () => {});
  void worker.terminate();
  if (thread === worker) thread = null;
}

function inThread(task: PdfTask): Promise<Buffer> {
  const worker = borrowThread();
  return new Promise((resolve, reject) => {
    const fail = (detail: unknown) => {
      clearTimeout(timer);
      giveBack(worker, false);
      reject(problem('unavailable', { message: "Couldn't create the PDF. Try again in a moment.", detail }));
    };
    const timer = setTimeout(() => fail('a PDF took too long'), LONGEST_MS);
    worker.once('message', (answer: PdfAnswer) => {
      if ('failed' in answer) return fail(answer.failed);
      clearTimeout(timer);
      giveBack(worker, true);
      resolve(Buffer.from(answer.pdf));
    });
    // Such as out of memory.
    worker.once('error', fail);
    worker.once('exit', () => fail('the PDF thread exited without a result'));
    worker.postMessage(task);
  });
}
