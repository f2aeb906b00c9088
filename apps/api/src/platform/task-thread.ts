import { Worker } from 'node:worker_threads';

/** The thread ends after this time without tasks. */
const IDLE_MS = 10_000;

/** A task without a result: it took too long, took too much memory, or the thread ended. */
export class TaskThreadFailure extends Error {
  readonly reason: 'time' | 'memory' | 'ended';

  constructor(reason: TaskThreadFailure['reason'], cause?: unknown) {
    super(`a worker thread gave no result: ${reason}`, { cause });
    this.reason = reason;
  }
}

/**
 * Runs tasks in a worker thread with its own memory limit, so that they don't delay requests. One task at a time per
 * process, to bound memory. The worker answers each message with one message.
 */
export class TaskThread<Task, Answer> {
  readonly #file: URL;
  readonly #heapMb: number;
  readonly #longestMs: number;
  #running: Promise<unknown> = Promise.resolve();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param file the worker's module
   * @param heapMb limit of its heap in MB
   * @param longestMs time limit of a task in milliseconds
   */
  constructor(file: URL, { heapMb, longestMs }: { heapMb: number; longestMs: number }) {
    this.#file = file;
    this.#heapMb = heapMb;
    this.#longestMs = longestMs;
  }

  /** Runs a task after those before it. Rejects with `TaskThreadFailure` if the worker doesn't answer. */
  run(task: Task): Promise<Answer> {
    const mine = this.#running.then(() => this.#ask(task));
    this.#running = mine.catch(() => {});
    return mine;
  }

  /** An idle thread doesn't keep the process alive. */
  #borrow(): Worker {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    worker.ref();
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#heapMb,
        maxYoungGenerationSizeMb: Math.ceil(this.#heapMb / 8),
      },
      execArgv: [],
    });
    // One that fails while idle must not end the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }

  #keep(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    void worker.terminate();
  }

  #ask(task: Task): Promise<Answer> {
    const worker = this.#borrow();
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        worker.off('message', succeed).off('error', failWith).off('exit', failEnded);
      };
      const fail = (reason: TaskThreadFailure['reason'], cause?: unknown) => {
        settle();
        this.#end(worker);
        reject(new TaskThreadFailure(reason, cause));
      };
      const succeed = (answer: Answer) => {
        settle();
        this.#keep(worker);
        resolve(answer);
      };
      const failWith = (error: Error & { code?: string }) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', error);
      const failEnded = () => fail('ended');
      const timer = setTimeout(() => fail('time'), this.#longestMs);
      worker.on('message', succeed).on('error', failWith).on('exit', failEnded);
      worker.postMessage(task);
    });
  }
}
