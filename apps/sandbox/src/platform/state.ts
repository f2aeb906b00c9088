import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FORMAT = 2;

/** Replaces a file atomically. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, text);
  await rename(part, file);
}

/** JSON doesn't support maps. */
const write = (_key: string, value: unknown) => (value instanceof Map ? { $map: [...value] } : value);
const read = (_key: string, value: unknown) =>
  value !== null && typeof value === 'object' && '$map' in value
    ? new Map(value.$map as [unknown, unknown][])
    : value;

/** A provider's persistent state: plain values and maps in one file that is replaced atomically. */
export class KeptState<State extends object> {
  state: State;
  readonly #folder: string;
  readonly #fresh: () => State;
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  /** @param fresh the initial state */
  constructor(folder: string, fresh: () => State) {
    this.#folder = folder;
    this.#fresh = fresh;
    this.state = fresh();
  }

  /** Loads the state; an unreadable file is set aside. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, 'state.json');
    const text = await readFile(file, 'utf8').catch(() => null);
    try {
      if (text !== null) {
        const { format, state } = JSON.parse(text, read) as { format: number; state: State };
        if (format !== FORMAT) throw new Error('of another version');
        this.state = { ...this.#fresh(), ...state };
      }
    } catch {
      await rename(file, `${file}.unreadable`);
    }
    await this.save();
  }

  /** Resets the state; `kept` values are preserved. */
  reset(kept: Partial<State> = {}): void {
    this.state = { ...this.#fresh(), ...kept };
  }

  /** Saves the current state. Callers share the next write while one is in progress. */
  save = (): Promise<void> => {
    this.#waiting ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        const text = JSON.stringify({ format: FORMAT, state: this.state }, write);
        this.#writing = replaceFile(join(this.#folder, 'state.json'), text);
        return this.#writing;
      });
    return this.#waiting;
  };
}

/** Removes the oldest entries of a map over its limit. */
export function trim(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

const CALLS_KEPT = 1000;

/** Received calls, newest first, in memory. */
export class CallLog<Call extends object> {
  list: (Call & { at: string })[] = [];

  add(call: Call): void {
    this.list = [{ at: new Date().toISOString(), ...call }, ...this.list].slice(0, CALLS_KEPT);
  }

  clear(): void {
    this.list = [];
  }
}
