import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ContentKind, type Deliverable } from '@troupe/domain/campaigns/campaign-brief';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { SelectField, TextField } from '@troupe/ui/field/field';

/** A row as it is typed: the number may be half written. */
export interface DeliverableRow {
  kind: ContentKind;
  count: string;
}

const MOST = 20;
const kinds = ContentKind.options;

/** Agreed deliverables as editable rows. */
export const rowsOf = (deliverables: readonly Deliverable[]): DeliverableRow[] =>
  deliverables.map(({ kind, count }) => ({ kind, count: String(count) }));

/** What the rows say; an Error where one is no number from 1 to 50. */
export function readRows(rows: readonly DeliverableRow[]): Deliverable[] | Error {
  const read = rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
  const wrong = read.some(({ count }) => !Number.isInteger(count) || count < 1 || count > 50);
  return wrong ? new Error('Enter a quantity from 1 to 50.') : read;
}

interface DeliverablesFieldProps {
  rows: readonly DeliverableRow[];
  error: string | undefined;
  onChange: (rows: DeliverableRow[]) => void;
}

/** What a creator makes, kind by kind. */
export function DeliverablesField({ rows, error, onChange }: DeliverablesFieldProps) {
  const put = (index: number, part: Partial<DeliverableRow>) =>
    onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const free = kinds.find((kind) => !rows.some((one) => one.kind === kind)) ?? 'post';
  return (
    <fieldset className="opt-in-makes">
      <legend className="t-12 t-ink2">Deliverables</legend>
      {rows.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index and keep no state
        <div key={index} className="t-row">
          <TextField
            label={`How many of row ${index + 1}`}
            hideLabel
            inputMode="numeric"
            maxLength={2}
            value={one.count}
            onChange={(event) => put(index, { count: event.target.value })}
          />
          <SelectField
            label={`Kind of row ${index + 1}`}
            hideLabel
            value={one.kind}
            options={kinds.map((kind) => ({ value: kind, label: contentKindTitle(kind) }))}
            onChange={(event) => put(index, { kind: ContentKind.parse(event.target.value) })}
          />
          <IconButton
            label={`Remove row ${index + 1}`}
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
            Add content
          </Button>
        </div>
      )}
    </fieldset>
  );
}
