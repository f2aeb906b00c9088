import { type CsvCell, toCsv } from '@troupe/domain/csv';

/** Saves rows as a CSV file on the person's device. */
export function downloadCsv(fileName: string, rows: readonly (readonly CsvCell[])[]) {
  const address = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName.endsWith('.csv') ? fileName : `${fileName}.csv`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
