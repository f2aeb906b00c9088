import { IconArrowsSort, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { Button } from '@troupe/ui/button';
import { Menu } from '@troupe/ui/menu';
import { Segmented } from '@troupe/ui/segmented';
import { FindField } from '../../shared/find-field.tsx';
import { CAMPAIGN_SORTS, type CampaignSort, type CampaignsAddress } from './campaign-address.ts';

interface CampaignToolbarProps {
  address: CampaignsAddress;
  busy: boolean;
  onChange: (part: Partial<CampaignsAddress>) => void;
}

/** Find, sorting and the way campaigns are shown. */
export function CampaignToolbar({ address, busy, onChange }: CampaignToolbarProps) {
  const sort = address.sort ?? 'created';
  return (
    <div className="campaign-tools">
      <div className="campaign-find">
        <FindField
          label="Find a campaign"
          value={address.q ?? ''}
          busy={busy}
          onChange={(q) => onChange({ q: q.trim() || undefined })}
        />
      </div>
      <span className="t-grow" />
      <Menu
        label="Sort by"
        align="end"
        trigger={
          <Button
            kind="quiet"
            icon={<IconArrowsSort size={16} />}
            aria-label={`Sorted by ${CAMPAIGN_SORTS[sort]}`}
          >
            {CAMPAIGN_SORTS[sort]}
          </Button>
        }
        items={(Object.keys(CAMPAIGN_SORTS) as CampaignSort[]).map((one) => ({
          label: CAMPAIGN_SORTS[one],
          checked: one === sort,
          onClick: () => onChange({ sort: one === 'created' ? undefined : one }),
        }))}
      />
      <Segmented
        label="Show as"
        iconsOnly
        value={address.view ?? 'table'}
        onChange={(view) => onChange({ view: view === 'cards' ? 'cards' : undefined })}
        options={[
          { value: 'table', label: 'Table', icon: <IconTable size={16} /> },
          { value: 'cards', label: 'Cards', icon: <IconLayoutGrid size={16} /> },
        ]}
      />
    </div>
  );
}
