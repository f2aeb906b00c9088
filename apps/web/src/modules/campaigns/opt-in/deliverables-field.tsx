import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ContentKind, type Deliverable } from '@troupe/domain/campaigns/campaign-brief';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { t } from '../messages/messages.gen.ts';

/** A row as it is typed; the count may be incomplete. */
export interface DeliverableRow {
  kind: ContentKind;
  count: string;
}

const MOST = 20;
const kinds = ContentKind.options;

/** Agreed deliverables as editable rows. */
export const rowsOf = (deliverables: readonly Deliverable[]): DeliverableRow[] =>
  deliverables.map(({ kind, count }) => ({ kind, count: String(count) }));

/** Parses the rows; an Error if a count isn't a number from 1 to 50. */
export function readRows(rows: readonly DeliverableRow[]): Deliverable[] | Error {
  const read = rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
  const wrong = read.some(({ count }) => !Number.isInteger(count) || count < 1 || count > 50);
  return wrong ? new Error(t('deliverables.countInvalid')) : read;
}

interface DeliverablesFieldProps {
  rows: readonly DeliverableRow[];
  error: string | undefined;
  onChange: (rows: DeliverableRow[]) => void;
}

/** Edits the deliverables of a creator, one row per kind. */
export function DeliverablesField({ rows, error, onChange }: DeliverablesFieldProps) {
  const put = (index: number, part: Partial<DeliverableRow>) =>
    onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const free = kinds.find((kind) => !rows.some((one) => one.kind === kind)) ?? 'post';
  return (
    <fieldset className="opt-in-makes">
      <legend className="t-12 t-ink2">{t('terms.deliverables')}</legend>
      {rows.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index and keep no state
        <div key={index} className="t-row">
          <TextField
            label={t('deliverables.count', { row: index + 1 })}
            hideLabel
            inputMode="numeric"
            maxLength={2}
            value={one.count}
            onChange={(event) => put(index, { count: event.target.value })}
          />
          <SelectField
            label={t('deliverables.kind', { row: index + 1 })}
            hideLabel
            value={one.kind}
            options={kinds.map((kind) => ({ value: kind, label: contentKindTitle(kind) }))}
            onChange={(event) => put(index, { kind: ContentKind.parse(event.target.value) })}
          />
          <IconButton
            label={t('deliverables.remove', { row: index + 1 })}
            icon={<IconTrash size={16} />}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error && (
        <div className="t-field-note" data-error role="alert">
          <span>{error}</span>
        </div>
      )}
      {rows.length < MOST && (
        <div>
          <Button
            size="row"
            icon={<IconPlus size={16} />}
            onClick={() => onChange([...rows, { kind: free, count: '1' }])}
          >
            {t('deliverables.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
