import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server';
import pg from 'pg';
import type { Listener } from '../../../platform/listen.ts';
import { lockUpload, requestUploadLock, UPLOAD_LOCK_CHANNEL, unlockUpload } from './upload.queries.ts';

/** How often to retry a lock that another process holds. */
const RETRY_MS = 150;
const MAX_WAIT_MS = 30_000;

/**
 * Upload locks that work across processes. Resuming an upload makes the previous holder release it, as after a lost
 * connection. Each process keeps its locks on one dedicated connection, never through a transaction-mode pooler; the
 * database releases them when the process dies.
 */
export class UploadLocker implements Locker {
  readonly #connectionString: string;
  readonly #within = new MemoryLocker({ acquireLockTimeout: MAX_WAIT_MS });
  /** Callbacks that ask holders in this process to release a lock. */
  readonly #held = new Map<string, RequestRelease>();
  #connection: Promise<pg.Client> | null = null;

  constructor(connectionString: string, listener: Listener) {
    this.#connectionString = connectionString;
    listener.on(UPLOAD_LOCK_CHANNEL, (id) => void this.#held.get(id)?.());
  }

  newLock(id: string): Lock {
    const within = this.#within.newLock(id);
    return {
      lock: async (signal, requestRelease) => {
        await within.lock(signal, requestRelease);
        try {
          await this.#take(id, signal);
        } catch (error) {
          await within.unlock();
          throw error;
        }
        this.#held.set(id, requestRelease);
      },
      unlock: async () => {
        this.#held.delete(id);
        try {
          await unlockUpload(await this.#connect(), id);
        } finally {
          await within.unlock();
        }
      },
    };
  }

  /** Runs work while holding the lock. */
  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const lock = this.newLock(id);
    await lock.lock(AbortSignal.timeout(MAX_WAIT_MS), () => {});
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  async stop(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.then((client) => client.end()).catch(() => {});
  }

  async #take(id: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const client = await this.#connect();
      if (await lockUpload(client, id)) return;
      if (signal.aborted || Date.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
      await requestUploadLock(client, id);
      await sleep(RETRY_MS);
    }
  }

  #connect(): Promise<pg.Client> {
    if (this.#connection) return this.#connection;
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'troupe-upload-lock',
    });
    const lost = () => {
      if (this.#connection !== connection) return;
      this.#connection = null;
      // The locks were lost with the connection: writers stop and clients resume.
      for (const release of this.#held.values()) void release();
    };
    client.on('error', lost);
    client.on('end', lost);
    const connection = client.connect().then(() => client);
    this.#connection = connection;
    connection.catch(lost);
    return connection;
  }
}
