/** One row as a file holds it; `row` and `line` count from 1, `line` is null where there are no lines. */
export interface SourceRow {
  row: number;
  line: number | null;
  cells: string[];
  /** Why the row cannot be read at all, in place of its cells. */
  error?: string;
}

/** The rows of a file, one after the other. Column names of JSON come first, as row 0. */
export type SourceRows = AsyncIterable<SourceRow>;
