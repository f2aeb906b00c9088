import type { PreviewCell } from '@troupe/domain/discovery/creator-import/creator-import';
import {
  IMPORT_FIELD_LABELS,
  type ImportColumn,
  type ImportField,
} from '@troupe/domain/discovery/creator-import/field';
import { SelectField } from '@troupe/ui/field/field';
import { percent } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/overlay/popover';
import type { ImportChange } from '../use-import-changes.ts';
import { ColumnReading } from './column-reading.tsx';
import { columnName, isUnsure } from './mapping.ts';

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
          {(close) => <ColumnReading column={column} samples={samples} onChange={onChange} onDone={close} />}
        </Popover>
      )}
    </th>
  );
}
