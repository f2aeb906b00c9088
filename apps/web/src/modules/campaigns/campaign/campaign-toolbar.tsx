import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { Segmented } from '@troupe/ui/field/segmented';
import { FindField } from '../../../shared/list/find-field.tsx';
import { SortMenu } from '../../../shared/list/sort-menu.tsx';
import { CAMPAIGN_SORTS, type CampaignsAddress } from './campaign-address.ts';

interface CampaignToolbarProps {
  address: CampaignsAddress;
  busy: boolean;
  onChange: (part: Partial<CampaignsAddress>) => void;
}

/** Find, sorting and the way campaigns are shown. */
export function CampaignToolbar({ address, busy, onChange }: CampaignToolbarProps) {
  return (
    <div className="campaign-tools">
      <div className="campaign-find">
        <FindField label="Find a campaign" value={address.q} busy={busy} onChange={(q) => onChange({ q })} />
      </div>
      <span className="t-grow" />
      <SortMenu
        names={CAMPAIGN_SORTS}
        value={address.sort ?? 'created'}
        onChange={(sort) => onChange({ sort: sort === 'created' ? undefined : sort })}
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
