import { useQuery } from '@tanstack/react-query';
import { AddChip, Chip } from '@troupe/ui/action/chip';
import { PickList } from '@troupe/ui/field/pick-list';
import { Popover } from '@troupe/ui/overlay/popover';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t } from '../messages/messages.gen.ts';

interface CampaignChoiceProps {
  value: readonly string[];
  onChange: (campaigns: string[]) => void;
}

/** Chooses the campaigns whose invites start with this template. */
export function CampaignChoice({ value, onChange }: CampaignChoiceProps) {
  const { data: brand } = useQuery(brandOptions(useBrandId()));
  const campaigns = brand?.campaigns ?? [];
  const open = campaigns.filter(
    ({ id, status }) => value.includes(id) || !/^(archived|completed)$/.test(status),
  );
  const chosen = campaigns.filter(({ id }) => value.includes(id));
  return (
    <fieldset className="template-campaigns">
      <legend>{t('template.campaigns')}</legend>
      <div className="t-row t-wrap">
        {chosen.map(({ id, title }) => (
          <Chip
            key={id}
            value={title}
            removeLabel={title}
            onRemove={() => onChange(value.filter((other) => other !== id))}
          />
        ))}
        <Popover
          label={t('template.campaigns')}
          width={300}
          trigger={<AddChip>{t('template.campaign')}</AddChip>}
        >
          <PickList
            label={t('template.campaigns')}
            multiple
            searchable
            placeholder={t('template.findCampaign')}
            value={value}
            options={open.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={onChange}
          />
        </Popover>
      </div>
      <p className="t-12 t-ink3">{t('template.campaignsHelp')}</p>
    </fieldset>
  );
}
