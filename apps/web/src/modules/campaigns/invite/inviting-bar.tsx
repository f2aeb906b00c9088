import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { activeCampaignsOptions } from './invite-queries.ts';
import './inviting-bar.css';
import { Children, type ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';

interface InvitingBarProps {
  campaignId: string;
  onClose: () => void;
}

/** Names the campaign that creators are being invited to, with a link to it. */
export default function InvitingBar({ campaignId, onClose }: InvitingBarProps) {
  const { data } = useQuery(activeCampaignsOptions(useBrandId()));
  const campaign = data?.campaigns.find(({ id }) => id === campaignId);
  if (!campaign) return null;
  return (
    <div className="t-row inviting-bar">
      <p className="t-grow">
        {Children.toArray(
          t.rich('inviting.to', {
            campaign: campaign.title,
            link: (words: ReactNode[]) => (
              <Link href={`/campaigns/${campaign.id}`} className="t-link">
                {words}
              </Link>
            ),
          }),
        )}
      </p>
      <IconButton size="row" label={t('inviting.exclude')} icon={<IconX size={16} />} onClick={onClose} />
    </div>
  );
}
