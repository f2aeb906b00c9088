import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { activeCampaignsOptions } from './invite-queries.ts';
import './inviting-bar.css';

interface InvitingBarProps {
  campaignId: string;
  onClose: () => void;
}

/** To which campaign creators are invited from here, and the way back to it. */
export default function InvitingBar({ campaignId, onClose }: InvitingBarProps) {
  const { data } = useQuery(activeCampaignsOptions(useBrandId()));
  const campaign = data?.campaigns.find(({ id }) => id === campaignId);
  if (!campaign) return null;
  return (
    <div className="t-row inviting-bar">
      <p className="t-grow">
        Inviting to{' '}
        <Link href={`/campaigns/${campaign.id}`} className="t-link">
          {campaign.title}
        </Link>
      </p>
      <IconButton size="row" label="Exclude this campaign" icon={<IconX size={16} />} onClick={onClose} />
    </div>
  );
}
