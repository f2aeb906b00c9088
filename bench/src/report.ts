/** One measured figure beside what it has to keep. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  ok: boolean;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** A table as Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The figures with their targets. */
export const resultTable = (rows: readonly Row[]): string =>
  table(
    ['what', 'measured', 'target', ''],
    rows.map(({ what, measured, target, ok }) => [what, measured, target, ok ? 'kept' : 'missed']),
  );
