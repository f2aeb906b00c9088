import { usageTermText } from '@troupe/domain/billing/usage-rights-text';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { CheckRow } from '../builder/check-row.tsx';
import { useBriefField, useEditor } from './brief-field.tsx';

const TERMS = [30, 60, 90, 180, 365, 730] as const;
const CHANNELS = [
  { value: 'organic', label: 'Organic posts' },
  { value: 'paid', label: 'Paid ads' },
  { value: 'website', label: 'Website' },
  { value: 'email', label: 'Email' },
  { value: 'print', label: 'Print' },
] as const;
// Nothing is chosen before a person chooses it.
const START: UsageRights = { channels: [], territory: '' };
const PERPETUAL = 'good';

/** What is left of rights when no term is chosen; null when that is nothing. */
const withoutTerm = ({ channels, territory }: UsageRights): UsageRights | null =>
  channels.length > 0 || territory.trim() ? { channels, territory } : null;

/** What the brand may do with the content: how long, in which way, where. */
export function RightsFields() {
  const { brief, change } = useEditor();
  const words = useBriefField('usageRights', 'Usage rights');
  const rights = brief.usageRights;
  const put = (part: Partial<UsageRights>) => change({ usageRights: { ...(rights ?? START), ...part } });
  const { termDays } = rights ?? {};
  const term = termDays === undefined ? '' : String(termDays ?? PERPETUAL);
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
            ...days.map((one) => ({ value: String(one), label: `${usageTermText(one)} from going live` })),
            { value: PERPETUAL, label: 'In perpetuity' },
          ]}
          onChange={({ target: { value } }) =>
            value === ''
              ? change({ usageRights: rights && withoutTerm(rights) })
              : put({ termDays: value === PERPETUAL ? null : Number(value) })
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
        label="Where you may use it"
        options={CHANNELS}
        value={rights?.channels ?? []}
        onChange={(channels) => put({ channels })}
      />
    </>
  );
}
