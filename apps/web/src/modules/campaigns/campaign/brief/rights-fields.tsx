import { usageChannels, usageTermDays, usageTermOptions, usageTermValue } from '@troupe/browser/usage-rights';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { CheckRow } from '../builder/check-row.tsx';
import { useBriefField, useEditor } from './brief-field.tsx';

// Nothing is chosen before a person chooses it.
const START: UsageRights = { channels: [], territory: '' };

/** What is left of rights when no term is chosen; null when that is nothing. */
const withoutTerm = ({ channels, territory }: UsageRights): UsageRights | null =>
  channels.length > 0 || territory.trim() ? { channels, territory } : null;

/** What the brand may do with the content: how long, in which way, where. */
export function RightsFields() {
  const { brief, change } = useEditor();
  const words = useBriefField('usageRights', 'Usage rights');
  const rights = brief.usageRights;
  const put = (part: Partial<UsageRights>) => change({ usageRights: { ...(rights ?? START), ...part } });
  return (
    <>
      <div className="builder-pair">
        <SelectField
          {...words}
          size="form"
          placeholder="Choose how long"
          value={usageTermValue(rights?.termDays)}
          options={usageTermOptions(rights?.termDays)}
          onChange={({ target: { value } }) =>
            value === ''
              ? change({ usageRights: rights && withoutTerm(rights) })
              : put({ termDays: usageTermDays(value) })
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
        options={usageChannels()}
        value={rights?.channels ?? []}
        onChange={(channels) => put({ channels })}
      />
    </>
  );
}
