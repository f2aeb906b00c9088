import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from './event-log.ts';

/** Replaces a file as a whole: whoever reads it finds the old text or the new one, never a part. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, text);
  await rename(part, file);
}

/** What there is to keep, and who goes on from it. */
export interface Memory<State extends object, Event> {
  /** All of it as it stands now; it must survive JSON. */
  state(): State;
  /** Goes on from what was kept. */
  take(state: State): void;
  /** Nothing was kept, or nothing that can be read. */
  begin(): void;
  /** Too many to be written with every change. */
  events?: EventLog<Event>;
}

/**
 * Keeps what a vendor remembers over restarts: `state.json` is replaced as a whole with every change, and events are
 * added to `events.ndjson`. Events of a change that was never written are left out when it is read.
 */
export class KeptState<State extends object, Event = never> {
  readonly #folder: string;
  readonly #memory: Memory<State, Event>;
  #writing: Promise<void> | null = null;
  #waiting: Promise<void> | null = null;

  constructor(folder: string, memory: Memory<State, Event>) {
    this.#folder = folder;
    this.#memory = memory;
  }

  /** Reads what is there; a file that cannot be read is set aside, and is a new beginning. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(this.#file('state.json'), 'utf8').catch(() => null);
    let lastEvent: string | null = null;
    try {
      if (text === null) this.#memory.begin();
      else {
        const state = JSON.parse(text) as State & { lastEvent?: string | null };
        this.#memory.take(state);
        lastEvent = state.lastEvent ?? null;
      }
    } catch {
      await rename(this.#file('state.json'), this.#file('state.json.unreadable'));
      this.#memory.begin();
    }
    this.#memory.events?.read(await readFile(this.#file('events.ndjson'), 'utf8').catch(() => ''), lastEvent);
    await this.save();
  }

  /** Writes the present state. Those who ask while a file is being written share the next one. */
  save(): Promise<void> {
    if (!this.#writing) {
      this.#writing = this.#write().finally(() => {
        this.#writing = null;
      });
      return this.#writing;
    }
    this.#waiting ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        return this.save();
      });
    return this.#waiting;
  }

  async #write(): Promise<void> {
    const { events } = this.#memory;
    // Both are taken before the first wait, so that they are of one moment.
    const state = JSON.stringify({
      ...this.#memory.state(),
      ...(events && { lastEvent: events.lastKey }),
    });
    const unwritten = events?.takeUnwritten();
    if (unwritten?.anew) await writeFile(this.#file('events.ndjson'), unwritten.lines);
    else if (unwritten?.lines) await appendFile(this.#file('events.ndjson'), unwritten.lines);
    await replaceFile(this.#file('state.json'), state);
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}
