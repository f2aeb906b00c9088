import { readFileSync } from 'node:fs';

/** The source of each line of a bundle, which the build writes to a file next to it. */
interface BundleLines {
  /** Paths relative to the bundle. */
  sources: string[];
  /** For each line of the bundle, an index into `sources`, or -1. */
  source: number[];
  /** For each line of the bundle, its line in that source, starting at 1. */
  line: number[];
}

const read = new Map<string, BundleLines | null>();

/**
 * Replaces locations in a bundle with files and lines of its sources. Node's own source maps take 20 MB of memory from
 * the start, and 150 MB more from the first stack trace.
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

/** Names the sources in uncaught errors too, which Node prints itself. */
export function nameSourcesInCrashes(): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error instanceof Error && error.stack) error.stack = namingSources(error.stack);
  });
}
