import type { PreviewCell } from '@troupe/domain/discovery/creator-import/creator-import';
import {
  IMPORT_FIELD_LABELS,
  type ImportColumn,
  type ImportField,
} from '@troupe/domain/discovery/creator-import/field';
import { SelectField } from '@troupe/ui/field/field';
import { percent } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/overlay/popover';
import { fieldName } from '../import-labels.ts';
import { t } from '../messages/messages.gen.ts';
import type { ImportChange } from '../use-import-changes.ts';
import { ColumnReading } from './column-reading.tsx';
import { columnName, isUnsure } from './mapping.ts';

const FIELDS = Object.keys(IMPORT_FIELD_LABELS) as ImportField[];

interface MappingColumnProps {
  column: ImportColumn;
  /** A few of its cells, as written and as read. */
  samples: readonly PreviewCell[];
  onField: (field: ImportField) => void;
  onChange: (change: ImportChange) => void;
}

/** The head of a column: its header, its field, and the confidence. */
export function MappingColumn({ column, samples, onField, onChange }: MappingColumnProps) {
  const { field } = column;
  const name = columnName(column);
  return (
    <th scope="col" data-field={field} data-unsure={isUnsure(column) || undefined}>
      <span className="mapping-header" title={name}>
        {name}
      </span>
      <SelectField
        label={t('column.meaning', { column: name })}
        hideLabel
        options={FIELDS.map((value) => ({ value, label: fieldName(value) }))}
        value={field}
        onChange={(event) => onField(event.target.value as ImportField)}
      />
      {field === 'skip' ? (
        <span className="mapping-skipped">{t('column.skipped')}</span>
      ) : (
        <Popover
          label={t('column.reading', { column: name })}
          width={300}
          trigger={
            <button
              type="button"
              className="mapping-confidence"
              aria-label={
                column.confidence === 1
                  ? t('column.readingChosen', { column: name })
                  : t('column.readingSure', { column: name, percent: percent(column.confidence) })
              }
              onClick={() => {}}
            >
              <span className="mapping-track">
                <span style={{ width: percent(column.confidence) }} />
              </span>
              {column.confidence === 1 ? t('column.set') : percent(column.confidence)}
            </button>
          }
        >
          {(close) => <ColumnReading column={column} samples={samples} onChange={onChange} onDone={close} />}
        </Popover>
      )}
    </th>
  );
}
