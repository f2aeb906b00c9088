import { IconAlertTriangle } from '@tabler/icons-react';
import type { Platform } from '@troupe/domain/discovery/creator';
import type {
  CreatorImport,
  PreviewCell,
  PreviewRow,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { type ImportColumn, type ImportField, isFigure } from '@troupe/domain/discovery/creator-import/field';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { cellText } from '../import-labels.ts';
import { reasonText } from '../reason-text.ts';
import { isUnsure } from './mapping.ts';
import { MappingColumn } from './mapping-column.tsx';
import './mapping-table.css';
import { t } from '../messages/messages.gen.ts';
import type { ImportChange } from '../use-import-changes.ts';

interface MappingTableProps {
  one: CreatorImport;
  /** The shown columns of the import. */
  columns: readonly ImportColumn[];
  preview: readonly PreviewRow[];
  onField: (index: number, field: ImportField) => void;
  onChange: (change: ImportChange) => void;
}

/** The columns with their fields above the first rows as they will be read. */
export function MappingTable({ one, columns, preview, onField, onChange }: MappingTableProps) {
  // Preview cells are in the order of the import's columns, some of which may be hidden.
  const places = columns.map((column) => one.columns.findIndex(({ index }) => index === column.index));
  return (
    <Scrollable as="section" className="mapping-place" aria-label={t('mapping.place')}>
      <table className="mapping" aria-label={t('mapping.table')}>
        <thead>
          <tr>
            <th scope="col" className="mapping-row-number">
              {t('column.row')}
            </th>
            {columns.map((column) => (
              <MappingColumn
                key={column.index}
                column={column}
                samples={samplesOf(one, preview, column)}
                onField={(field) => onField(column.index, field)}
                onChange={onChange}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row) => (
            <tr key={row.row}>
              <th scope="row" className="mapping-row-number">
                <RowNumber row={row} columns={columns} />
              </th>
              {columns.map((column, at) => (
                <Cell
                  key={column.index}
                  column={column}
                  cell={row.cells[places[at] ?? -1]}
                  problem={row.problem?.field === column.field ? row.problem.reason : null}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

/** Returns the first three different cells of a column, as written and as read. */
function samplesOf(one: CreatorImport, preview: readonly PreviewRow[], column: ImportColumn) {
  const at = one.columns.findIndex(({ index }) => index === column.index);
  const seen = new Map<string, PreviewCell>();
  for (const { cells } of preview) {
    const cell = cells[at];
    if (cell && cell.raw.trim() !== '' && !seen.has(cell.raw)) seen.set(cell.raw, cell);
    if (seen.size === 3) break;
  }
  return [...seen.values()];
}

/** A row-level problem has no cell. */
function RowNumber({ row, columns }: { row: PreviewRow; columns: readonly ImportColumn[] }) {
  const { problem } = row;
  const inCell =
    columns.some(({ field }) => field === problem?.field) ||
    row.cells.some((cell) => cell.problem === problem?.reason);
  if (!problem || inCell) return row.row;
  return (
    <span
      className="mapping-row-problem"
      title={t('mapping.rowProblem', { problem: reasonText(problem.reason) })}
    >
      <IconAlertTriangle size={14} />
      {row.row}
      <span className="t-hidden">: {reasonText(problem.reason)}</span>
    </span>
  );
}

interface CellProps {
  column: ImportColumn;
  cell: PreviewCell | undefined;
  /** Problem with the row in a column of this meaning. */
  problem: string | null;
}

function Cell({ column, cell, problem }: CellProps) {
  const { field } = column;
  if (!cell) return <td data-field={field} />;
  const refused = cell.problem ?? problem;
  if (refused && field !== 'skip')
    return (
      <td
        data-field={field}
        data-refused
        title={cell.raw ? t('mapping.inFile', { text: cell.raw }) : undefined}
      >
        <span className="mapping-refused">
          <IconAlertTriangle size={14} />
          {reasonText(refused)}
        </span>
      </td>
    );
  const words = cellText(field, cell);
  const changed = isUnsure(column) && cell.value !== null && words !== cell.raw.trim();
  return (
    <td
      data-field={field}
      data-numeric={isFigure(field) || undefined}
      data-changed={changed || undefined}
      data-missing={words === '–' || undefined}
      title={
        words === cell.raw
          ? undefined
          : cell.raw
            ? t('mapping.inFile', { text: cell.raw })
            : t('mapping.inFileNothing')
      }
    >
      {field === 'platform' && typeof cell.value === 'string' ? (
        <span className="mapping-platform">
          <PlatformIcon platform={cell.value as Platform} />
          {words}
        </span>
      ) : (
        words
      )}
    </td>
  );
}
