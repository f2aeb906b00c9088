import type { Logger } from '@troupe/server/log';
import pg from 'pg';

/** Delay before reconnecting. */
const RETRY_MS = 500;

/** Startup fails after this; a busy server may take seconds to respond. */
const CONNECT_MS = 10_000;

type OnNotification = (payload: string) => void;

/**
 * Receives announcements of other processes (LISTEN). Needs its own connection, never through a transaction-mode
 * pooler; reconnects when lost.
 */
export class Listener {
  readonly #connectionString: string;
  readonly #log: Logger;
  readonly #channels = new Map<string, OnNotification[]>();
  #client: pg.Client | null = null;
  #connected: pg.Client | null = null;
  #stopped = false;

  constructor(connectionString: string, log: Logger) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** Registers a callback for announcements on a channel; also called with an empty text after each reconnect. */
  on(channel: string, heard: OnNotification): void {
    const others = this.#channels.get(channel);
    this.#channels.set(channel, [...(others ?? []), heard]);
    // A failed connection is reopened and then listens on all channels.
    if (!others && this.#connected) this.#listen(this.#connected, channel).catch(() => {});
  }

  async #listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    for (const each of this.#channels.get(channel) ?? []) each('');
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'troupe-listen',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const retry = () => {
      if (this.#stopped || this.#client !== client) return;
      this.#client = null;
      this.#connected = null;
      setTimeout(
        () => void this.start().catch((error) => this.#log.warn({ err: error }, 'listen')),
        RETRY_MS,
      ).unref();
    };
    this.#client = client;
    client.on('error', retry);
    client.on('end', retry);
    client.on('notification', ({ channel, payload }) => {
      for (const heard of this.#channels.get(channel) ?? []) heard(payload ?? '');
    });
    try {
      await client.connect();
      this.#connected = client;
      for (const channel of [...this.#channels.keys()]) await this.#listen(client, channel);
    } catch (error) {
      retry();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#client?.end().catch(() => {});
  }
}
