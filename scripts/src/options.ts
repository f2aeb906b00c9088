import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from './failure.ts';
import { root } from './folders.ts';
import { defaultPortBase, highestBase, refusedPort } from './processes/ports.ts';

/** The instance a command applies to. */
export type InstanceOptions = {
  /** First port; hosts have fixed offsets from it (ports.ts). */
  portBase: number;
  /** Absolute folder with the instance's database, files, logs and run record. */
  dataDir: string;
};

/** `--port-base` and `--data-dir`, for the `options` of `parseArgs`. */
export const instanceOptions = {
  'port-base': { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

/**
 * Validates the values of `instanceOptions`.
 * @throws Failure with a one-line instruction
 */
export function toInstance(values: { 'port-base'?: string; 'data-dir'?: string }): InstanceOptions {
  return { portBase: toPortBase(values['port-base']), dataDir: toDataDir(values['data-dir']) };
}

/**
 * Reads a command's options; positional arguments are rejected unless allowed.
 * @param args arguments without node and the script
 * @throws Failure for an unknown option or invalid value
 */
export function parseStartOptions(args: string[]): InstanceOptions & { empty: boolean } {
  const { values } = parse(() =>
    parseArgs({ args, options: { ...instanceOptions, empty: { type: 'boolean' } }, strict: true }),
  );
  return { ...toInstance(values), empty: values.empty ?? false };
}

/**
 * Reads `--port-base` and `--data-dir`.
 * @returns the instance and the positional words in order
 */
export function parseInstanceOptions(args: string[]): InstanceOptions & { words: string[] } {
  const { values, positionals } = parse(() =>
    parseArgs({ args, options: instanceOptions, strict: true, allowPositionals: true }),
  );
  return { ...toInstance(values), words: positionals };
}

/** Runs `parseArgs` with one-line errors. */
export function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Failure(`${text?.replace(/\.$/, '')}. Options: --port-base N, --data-dir DIR.`);
  }
}

function toPortBase(text: string | undefined): number {
  if (text === undefined) return defaultPortBase;
  const base = Number(text);
  if (!/^\d+$/.test(text) || base < 1024 || base > highestBase) {
    throw new Failure(
      `--port-base takes a whole number from 1024 to ${highestBase}, not "${text}". Higher ports are used by outgoing connections.`,
    );
  }
  const refused = refusedPort(base);
  if (refused !== undefined)
    throw new Failure(`--port-base ${base} needs port ${refused}, which browsers refuse. Choose another.`);
  return base;
}

function toDataDir(text: string | undefined): string {
  if (text === undefined) return path.join(root, '.troupe');
  if (text.trim() === '') throw new Failure('--data-dir takes the path of a folder, not an empty text.');
  // npm runs scripts in the clone; INIT_CWD is the person's working directory.
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), text);
}
