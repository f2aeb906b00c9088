import { randomInt } from 'node:crypto';
import pg from 'pg';
import { lockSender, otherSenders, settleSender } from './mail-sending.queries.ts';

/**
 * Proves to other processes that this one is alive: holds an advisory lock with a unique number, which the database
 * releases when the process dies. Needs its own connection, never through a transaction-mode pooler.
 */
export class SenderLock {
  readonly #connectionString: string;
  #held: Promise<{ client: pg.Client; number: number }> | null = null;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** Returns this process's sender number; it changes after a lost connection. */
  async number(): Promise<number> {
    return (await this.#hold()).number;
  }

  /** Marks emails that dead processes were sending as uncertain. Returns how many. */
  async settleDeadSenders(): Promise<number> {
    const { client, number } = await this.#hold();
    let settled = 0;
    for (const sender of await otherSenders(client, number)) settled += await settleSender(client, sender);
    return settled;
  }

  async release(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await held?.then(({ client }) => client.end()).catch(() => {});
  }

  #hold(): Promise<{ client: pg.Client; number: number }> {
    if (this.#held) return this.#held;
    const forget = () => {
      if (this.#held === held) this.#held = null;
    };
    const held = this.#connect(forget);
    this.#held = held;
    held.catch(forget);
    return held;
  }

  async #connect(lost: () => void): Promise<{ client: pg.Client; number: number }> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'troupe-sender',
    });
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    for (;;) {
      const number = randomInt(1, 2 ** 31 - 1);
      if (await lockSender(client, number)) return { client, number };
    }
  }
}
