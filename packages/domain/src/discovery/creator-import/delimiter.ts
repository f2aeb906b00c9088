/** Supported cell delimiters. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * Counts the cells of the first records, respecting quotes. Skips the last record, which may be
 * truncated.
 */
function widths(sample: string, delimiter: string, atMost: number): number[] {
  const counts: number[] = [];
  let cells = 1;
  let quotedNow = false;
  let atStart = true;
  let empty = true;
  for (const sign of sample) {
    if (quotedNow) {
      if (sign === '"') {
        quotedNow = false;
        // A doubled quote is an escaped quote.
        atStart = true;
      }
      continue;
    }
    if (sign === '"' && atStart) quotedNow = true;
    else if (sign === delimiter) cells++;
    else if (sign === '\n') {
      if (!empty) counts.push(cells);
      if (counts.length >= atMost) return counts;
      cells = 1;
      empty = true;
      atStart = true;
      continue;
    }
    if (sign !== '\r') empty = false;
    atStart = sign === delimiter;
  }
  if (!empty && (counts.length === 0 || !quotedNow)) counts.push(cells);
  return counts;
}

/**
 * Detects the delimiter from the start of a text file: the one with which most records have the
 * same number of cells, more than one. Defaults to `,` for a single column.
 */
export function detectDelimiter(sample: string): {
  delimiter: Delimiter;
  columns: number;
  confidence: number;
} {
  let best = { delimiter: ',' as Delimiter, columns: 1, confidence: 0.5, score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = widths(sample, delimiter, 200);
    const tally = new Map<number, number>();
    for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
    const [columns, times] = [...tally].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [
      1, 0,
    ] as [number, number]);
    if (columns < 2) continue;
    const share = times / counts.length;
    const score = share * share * (1 + Math.log2(columns) / 8);
    if (score > best.score) best = { delimiter, columns, confidence: share, score };
  }
  const { score: _, ...found } = best;
  return found;
}
