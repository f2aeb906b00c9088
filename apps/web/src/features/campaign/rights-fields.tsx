import type { UsageRights } from '@troupe/domain/campaign-brief';
import { SelectField, TextField } from '@troupe/ui/field';
import { useBriefField, useEditor } from './brief-field.tsx';
import { termText } from './campaign-words.ts';
import { CheckRow } from './check-row.tsx';

const TERMS = [30, 60, 90, 180, 365, 730] as const;
const CHANNELS = [
  { value: 'organic', label: 'Organic posts' },
  { value: 'paid', label: 'Paid ads' },
  { value: 'website', label: 'Website' },
  { value: 'email', label: 'Email' },
  { value: 'print', label: 'Print' },
] as const;
const START: UsageRights = { termDays: 180, channels: ['organic'], territory: '' };
const FOR_GOOD = 'good';

/** What the brand may do with the content: how long, in which way, where. */
export function RightsFields() {
  const { brief, change } = useEditor();
  const words = useBriefField('usageRights', 'You may use the content for');
  const rights = brief.usageRights;
  const put = (part: Partial<UsageRights>) => change({ usageRights: { ...(rights ?? START), ...part } });
  const term = rights ? (rights.termDays === null ? FOR_GOOD : String(rights.termDays)) : '';
  const days = [...new Set([...TERMS, ...(rights?.termDays ? [rights.termDays] : [])])].sort((a, b) => a - b);
  return (
    <>
      <div className="builder-pair">
        <SelectField
          {...words}
          size="form"
          placeholder="Choose how long"
          value={term}
          options={[
            ...days.map((one) => ({ value: String(one), label: `${termText(one)} from going live` })),
            { value: FOR_GOOD, label: 'Good' },
          ]}
          onChange={({ target: { value } }) =>
            value === ''
              ? change({ usageRights: null })
              : put({ termDays: value === FOR_GOOD ? null : Number(value) })
          }
        />
        <TextField
          label="Territory"
          size="form"
          maxLength={200}
          placeholder="EU and UK"
          value={rights?.territory ?? ''}
          onBlur={words.onBlur}
          onChange={(event) => put({ territory: event.target.value })}
        />
      </div>
      <CheckRow
        label="In which way"
        options={CHANNELS}
        value={rights?.channels ?? []}
        onChange={(channels) => put({ channels })}
      />
    </>
  );
}
