import type { PreviewCell } from '@troupe/domain/discovery/creator-import/creator-import';
import {
  IMPORT_FIELD_LABELS,
  type ImportColumn,
  isFigure,
  SURE,
} from '@troupe/domain/discovery/creator-import/field';
import { Button } from '@troupe/ui/action/button';
import { SelectField } from '@troupe/ui/field/field';
import './column-reading.css';
import { cellText } from '../import-labels.ts';
import type { ImportChange } from '../use-import-changes.ts';

const DECIMALS = [
  { value: 'point', label: 'A point: 1,234.5' },
  { value: 'comma', label: 'A comma: 1.234,5' },
];
const SCALES = [
  { value: 'percent', label: 'Percent: 3.9 is 3.9%' },
  { value: 'fraction', label: 'Fractions: 0.039 is 3.9%' },
];

/** Why a column means what it means, a few cells as written and as read, and how its numbers are written. */
export function ColumnReading(props: {
  column: ImportColumn;
  samples: readonly PreviewCell[];
  onChange: (change: ImportChange) => void;
  onDone: () => void;
}) {
  const { column, samples, onChange, onDone } = props;
  const { index, field, decimal, scale } = column;
  const set = (part: Partial<Pick<ImportColumn, 'decimal' | 'scale'>>) =>
    onChange({ columns: [{ index, field, ...part }] });
  return (
    <div className="column-reading">
      <p className="t-name">{IMPORT_FIELD_LABELS[field]}</p>
      <p className="t-ink2">{column.reason}.</p>
      {samples.length > 0 && (
        <table className="column-samples">
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">Read as</th>
            </tr>
          </thead>
          <tbody>
            {samples.map((cell) => (
              <tr key={cell.raw}>
                <td>{cell.raw}</td>
                <td>{cell.problem ?? cellText(field, cell)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isFigure(field) && (
        <SelectField
          label="Decimals start with"
          options={DECIMALS}
          value={decimal ?? 'point'}
          onChange={(event) => set({ decimal: event.target.value as 'point' | 'comma' })}
        />
      )}
      {field === 'engagement' && (
        <SelectField
          label="Rates are written as"
          options={SCALES}
          value={scale ?? 'percent'}
          onChange={(event) => set({ scale: event.target.value as 'percent' | 'fraction' })}
        />
      )}
      {column.confidence < SURE && (
        <Button
          onClick={() => {
            set({});
            onDone();
          }}
        >
          Looks right
        </Button>
      )}
    </div>
  );
}
