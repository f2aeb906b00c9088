import type { PreviewCell } from '@troupe/domain/discovery/creator-import/creator-import';
import { type ImportColumn, isFigure, SURE } from '@troupe/domain/discovery/creator-import/field';
import { Button } from '@troupe/ui/action/button';
import { SelectField } from '@troupe/ui/field/field';
import { fieldName } from '../import-labels.ts';
import { reasonText } from '../reason-text.ts';
import './column-reading.css';
import { cellText } from '../import-labels.ts';
import { t } from '../messages/messages.gen.ts';
import type { ImportChange } from '../use-import-changes.ts';

const DECIMALS = ['point', 'comma'] as const;
const SCALES = ['percent', 'fraction'] as const;

const optionsOf = (values: readonly ('point' | 'comma' | 'percent' | 'fraction')[]) =>
  values.map((value) => ({ value, label: t(`reading.${value}`) }));

/** The reason of a column's field, a few cells as written and as read, and the format of its numbers. */
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
      <p className="t-name">{fieldName(field)}</p>
      <p className="t-ink2">{t('need.sentence', { need: reasonText(column.reason) })}</p>
      {samples.length > 0 && (
        <table className="column-samples">
          <thead>
            <tr>
              <th scope="col">{t('reading.inFile')}</th>
              <th scope="col">{t('reading.readAs')}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map((cell) => (
              <tr key={cell.raw}>
                <td>{cell.raw}</td>
                <td>{cell.problem === null ? cellText(field, cell) : reasonText(cell.problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isFigure(field) && (
        <SelectField
          label={t('reading.decimals')}
          options={optionsOf(DECIMALS)}
          value={decimal ?? 'point'}
          onChange={(event) => set({ decimal: event.target.value as 'point' | 'comma' })}
        />
      )}
      {field === 'engagement' && (
        <SelectField
          label={t('reading.rates')}
          options={optionsOf(SCALES)}
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
          {t('reading.confirm')}
        </Button>
      )}
    </div>
  );
}
