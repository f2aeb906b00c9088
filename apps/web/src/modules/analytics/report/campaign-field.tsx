import { useQuery } from '@tanstack/react-query';
import { SelectField } from '@troupe/ui/field/field';
import { t } from './messages/messages.gen.ts';
import { campaignsOptions } from './report-queries.ts';

interface CampaignFieldProps {
  brandId: string;
  /** Empty without one. */
  value: string;
  /** What choosing none means. */
  none: string;
  error?: string | undefined;
  onChange: (campaignId: string) => void;
}

/** Chooses one of the brand's campaigns. */
export function CampaignField({ brandId, value, none, error, onChange }: CampaignFieldProps) {
  const campaigns = (useQuery(campaignsOptions(brandId)).data?.campaigns ?? []).map(({ id, title }) => ({
    value: id,
    label: title || t('campaign.untitled'),
  }));
  return (
    <SelectField
      label={t('campaign.label')}
      size="form"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: none },
        ...campaigns,
        // Until the list is loaded, or if the campaign was archived.
        ...(value && !campaigns.some((one) => one.value === value)
          ? [{ value, label: t('field.oneCampaign') }]
          : []),
      ]}
    />
  );
}
