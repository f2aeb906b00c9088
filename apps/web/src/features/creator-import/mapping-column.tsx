import type { PreviewCell } from '@troupe/domain/creator-import';
import {
  IMPORT_FIELD_LABELS,
  type ImportColumn,
  type ImportField,
  SURE,
} from '@troupe/domain/creator-import/field';
import { Button } from '@troupe/ui/button';
import { SelectField } from '@troupe/ui/field';
import { percent } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/popover';
import { cellWords, NUMBER_FIELDS } from './import-words.ts';
import { columnName, isUnsure } from './mapping.ts';
import type { ImportChange } from './use-import-changes.ts';

const MEANINGS = (Object.keys(IMPORT_FIELD_LABELS) as ImportField[]).map((value) => ({
  value,
  label: IMPORT_FIELD_LABELS[value],
}));

interface MappingColumnProps {
  column: ImportColumn;
  /** A few of its cells, as written and as read. */
  samples: readonly PreviewCell[];
  onField: (field: ImportField) => void;
  onChange: (change: ImportChange) => void;
}

/** The head of a column: its header, what it means, and how sure that is. */
export function MappingColumn({ column, samples, onField, onChange }: MappingColumnProps) {
  const { field } = column;
  const name = columnName(column);
  return (
    <th scope="col" data-field={field} data-unsure={isUnsure(column) || undefined}>
      <span className="mapping-header" title={name}>
        {name}
      </span>
      <SelectField
        label={`Meaning of ${name}`}
        hideLabel
        options={MEANINGS}
        value={field}
        onChange={(event) => onField(event.target.value as ImportField)}
      />
      {field === 'skip' ? (
        <span className="mapping-left-out">Left out</span>
      ) : (
        <Popover
          label={`How ${name} is read`}
          width={300}
          trigger={
            <button
              type="button"
              className="mapping-confidence"
              aria-label={`How ${name} is read: ${column.confidence === 1 ? 'chosen by you' : `${percent(column.confidence)} sure`}`}
              onClick={() => {}}
            >
              <span className="mapping-track">
                <span style={{ width: percent(column.confidence) }} />
              </span>
              {column.confidence === 1 ? 'Set' : percent(column.confidence)}
            </button>
          }
        >
          {(close) => <Reading column={column} samples={samples} onChange={onChange} onDone={close} />}
        </Popover>
      )}
    </th>
  );
}

const DECIMALS = [
  { value: 'point', label: 'A point: 1,234.5' },
  { value: 'comma', label: 'A comma: 1.234,5' },
];
const SCALES = [
  { value: 'percent', label: 'Percent: 3.9 is 3.9%' },
  { value: 'fraction', label: 'Fractions: 0.039 is 3.9%' },
];

/** Why a column means what it means, a few cells as written and as read, and how its numbers are written. */
function Reading(props: {
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
    <div className="mapping-reading">
      <p className="t-name">{IMPORT_FIELD_LABELS[field]}</p>
      <p className="t-ink2">{column.reason}.</p>
      {samples.length > 0 && (
        <table className="mapping-samples">
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
                <td>{cell.problem ?? cellWords(field, cell)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {NUMBER_FIELDS.includes(field) && (
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
          This is right
        </Button>
      )}
    </div>
  );
}
