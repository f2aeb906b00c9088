import { usageTermText } from '@troupe/domain/billing/usage-rights-text';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';

const TERMS = [30, 60, 90, 180, 365, 730] as const;
const CHANNELS = [
  { value: 'organic', label: 'Organic posts' },
  { value: 'paid', label: 'Paid ads' },
  { value: 'website', label: 'Website' },
  { value: 'email', label: 'Email' },
  { value: 'print', label: 'Print' },
] as const;
const PERPETUAL = 'perpetual';

interface RightsFieldProps {
  rights: UsageRights | null;
  onChange: (rights: UsageRights | null) => void;
}

/** What the brand may do with the content: how long, where, in which way. */
export function RightsField({ rights, onChange }: RightsFieldProps) {
  const put = (part: Partial<UsageRights>) =>
    onChange({ termDays: null, channels: [], territory: '', ...rights, ...part });
  const days = [...new Set([...TERMS, ...(rights?.termDays ? [rights.termDays] : [])])].sort((a, b) => a - b);
  return (
    <fieldset className="opt-in-makes">
      <legend className="t-12 t-ink2">Usage rights</legend>
      <SelectField
        label="Term"
        value={rights ? String(rights.termDays ?? PERPETUAL) : ''}
        options={[
          { value: '', label: 'None' },
          ...days.map((one) => ({ value: String(one), label: `${usageTermText(one)} from going live` })),
          { value: PERPETUAL, label: 'In perpetuity' },
        ]}
        onChange={({ target: { value } }) =>
          value === '' ? onChange(null) : put({ termDays: value === PERPETUAL ? null : Number(value) })
        }
      />
      {rights && (
        <>
          <div className="opt-in-rights">
            {CHANNELS.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={rights.channels.includes(value)}
                onChange={(event) =>
                  put({
                    channels: CHANNELS.map((one) => one.value).filter((one) =>
                      one === value ? event.target.checked : rights.channels.includes(one),
                    ),
                  })
                }
              />
            ))}
          </div>
          <TextField
            label="Territory"
            maxLength={200}
            value={rights.territory}
            onChange={(event) => put({ territory: event.target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
