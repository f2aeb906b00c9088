import { usageChannels, usageTermDays, usageTermOptions, usageTermValue } from '@troupe/browser/usage-rights';
import type { UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { t } from '../../messages/messages.gen.ts';
import { CheckRow } from '../builder/check-row.tsx';
import { useBriefField, useEditor } from './brief-field.tsx';

// No right is preselected.
const START: UsageRights = { channels: [], territory: '' };

/** The rights without a term; null if nothing else is set. */
const withoutTerm = ({ channels, territory }: UsageRights): UsageRights | null =>
  channels.length > 0 || territory.trim() ? { channels, territory } : null;

/** Edits the usage rights: term, territory and channels. */
export function RightsFields() {
  const { brief, change } = useEditor();
  const words = useBriefField('usageRights', t('field.usageRights'));
  const rights = brief.usageRights;
  const put = (part: Partial<UsageRights>) => change({ usageRights: { ...(rights ?? START), ...part } });
  return (
    <>
      <div className="builder-pair">
        <SelectField
          {...words}
          size="form"
          placeholder={t('rights.chooseTerm')}
          value={usageTermValue(rights?.termDays)}
          options={usageTermOptions(rights?.termDays)}
          onChange={({ target: { value } }) =>
            value === ''
              ? change({ usageRights: rights && withoutTerm(rights) })
              : put({ termDays: usageTermDays(value) })
          }
        />
        <TextField
          label={t('rights.territory')}
          size="form"
          maxLength={200}
          placeholder={t('rights.territoryExample')}
          value={rights?.territory ?? ''}
          onBlur={words.onBlur}
          onChange={(event) => put({ territory: event.target.value })}
        />
      </div>
      <CheckRow
        label={t('rights.where')}
        options={usageChannels()}
        value={rights?.channels ?? []}
        onChange={(channels) => put({ channels })}
      />
    </>
  );
}
