import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@troupe/domain/campaign';
import { PLATFORM_NAMES } from '@troupe/domain/creator';
import { Ago } from '@troupe/ui/ago';
import { Table, Td, Th, Tr } from '@troupe/ui/data-table';
import { useArrowList } from '@troupe/ui/hooks';
import { compactCount } from '@troupe/ui/lib/format';
import { Link } from '@troupe/ui/link';
import { Count, Pill } from '@troupe/ui/pill';
import { PlatformIcon } from '@troupe/ui/platform-icon';
import { offerText, statusLooks } from './campaign-fields.ts';

/** Campaigns as rows; arrow keys move, Enter opens. */
export function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const navigate = useNavigate();
  const open = (campaignId: string) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
  const { rowProps } = useArrowList({ keys: campaigns.map(({ id }) => id), onOpen: open });
  return (
    <Table label="Campaigns" bleed className="campaign-table">
      <thead>
        <tr>
          <Th>Campaign</Th>
          <Th>Status</Th>
          <Th data-wide>Channels</Th>
          <Th data-wide numeric>
            Offer
          </Th>
          <Th numeric>Unread</Th>
          <Th data-wide numeric>
            Changed
          </Th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <Tr key={campaign.id} {...rowProps(campaign.id)} onOpen={() => open(campaign.id)}>
            <Td>
              <Link href={`/campaigns/${campaign.id}`} tabIndex={-1} className="t-name">
                {campaign.title}
              </Link>
            </Td>
            <Td>
              <Pill tone={statusLooks[campaign.status].tone} dot={campaign.status === 'publish'}>
                {statusLooks[campaign.status].label}
              </Pill>
            </Td>
            <Td data-wide>
              <span className="t-row campaign-channels">
                {campaign.socialChannels.map((platform) => (
                  <PlatformIcon key={platform} platform={platform} label={PLATFORM_NAMES[platform]} />
                ))}
              </span>
            </Td>
            <Td data-wide numeric>
              {offerText(campaign)}
            </Td>
            <Td numeric>
              {campaign.unreadMessageCount > 0 ? (
                <Count attention label="unread messages">
                  {compactCount(campaign.unreadMessageCount)}
                </Count>
              ) : (
                <span className="t-ink3">–</span>
              )}
            </Td>
            <Td data-wide numeric>
              <Ago at={campaign.updated} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
