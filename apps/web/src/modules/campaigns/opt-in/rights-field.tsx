import {
  usageChannels,
  usageTermDays,
  usageTermOptions,
  usageTermValue,
  withUsageChannel,
} from '@troupe/browser/usage-rights';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { t } from '../messages/messages.gen.ts';

interface RightsFieldProps {
  rights: UsageRights | null;
  onChange: (rights: UsageRights | null) => void;
}

/** Edits the usage rights of the content: term, channels and territory. */
export function RightsField({ rights, onChange }: RightsFieldProps) {
  const put = (part: Partial<UsageRights>) =>
    onChange({ termDays: null, channels: [], territory: '', ...rights, ...part });
  return (
    <fieldset className="opt-in-makes">
      <legend className="t-12 t-ink2">{t('terms.usageRights')}</legend>
      <SelectField
        label={t('rights.term')}
        value={usageTermValue(rights ? (rights.termDays ?? null) : undefined)}
        options={[{ value: '', label: t('terms.none') }, ...usageTermOptions(rights?.termDays)]}
        onChange={({ target: { value } }) =>
          value === '' ? onChange(null) : put({ termDays: usageTermDays(value) })
        }
      />
      {rights && (
        <>
          <div className="opt-in-rights">
            {usageChannels().map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={rights.channels.includes(value)}
                onChange={(event) => put({ channels: withUsageChannel(rights, value, event.target.checked) })}
              />
            ))}
          </div>
          <TextField
            label={t('rights.territory')}
            maxLength={200}
            value={rights.territory}
            onChange={(event) => put({ territory: event.target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
