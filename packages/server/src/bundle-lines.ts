import { readFileSync } from 'node:fs';

/** Written beside a bundle by its build: where each of its lines is from. */
interface BundleLines {
  /** Paths relative to the bundle. */
  sources: string[];
  /** For each line of the bundle an index of `sources`, or -1. */
  source: number[];
  /** For each line of the bundle the line there, from 1. */
  line: number[];
}

const read = new Map<string, BundleLines | null>();

/**
 * Replaces places in a bundle by files and lines of the sources. Node's own source maps take 20 MB of memory from the
 * start and 150 MB more from the first stack trace.
 */
export function namingSources(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+\.mjs):(\d+):\d+/g, (place, bundle: string, number: string) => {
    const lines = linesOf(bundle);
    const source = lines?.sources[lines.source[Number(number) - 1] ?? -1];
    return lines && source ? `${new URL(source, bundle).href}:${lines.line[Number(number) - 1]}` : place;
  });
}

function linesOf(bundle: string): BundleLines | null {
  let lines = read.get(bundle);
  if (lines === undefined) {
    try {
      lines = JSON.parse(readFileSync(new URL(`${bundle}.lines.json`), 'utf8')) as BundleLines;
    } catch {
      lines = null;
    }
    read.set(bundle, lines);
  }
  return lines;
}

/** Names the sources in the message of an uncaught error too, which Node writes itself. */
export function nameSourcesInCrashes(): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error instanceof Error && error.stack) error.stack = namingSources(error.stack);
  });
}
