import { useNavigate } from '@tanstack/react-router';
import type { CampaignSummary } from '@troupe/domain/campaigns/campaign';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Count, Pill } from '@troupe/ui/content/pill';
import { type ArrowRowProps, useArrowList } from '@troupe/ui/hooks';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { memo, useRef } from 'react';
import { WindowedRows } from '../../../shared/list/windowed-rows.tsx';
import { t } from '../messages/messages.gen.ts';
import type { CampaignSort, CampaignsAddress } from './campaign-address.ts';
import type { CampaignAction } from './campaign-dialogs.tsx';
import { offerText, statusLook, titleOf } from './campaign-fields.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignChannels, CampaignCover } from './campaign-parts.tsx';

interface CampaignTableProps {
  campaigns: readonly CampaignSummary[];
  address: CampaignsAddress;
  onSort: (sort: CampaignSort) => void;
  onAction: (action: CampaignAction) => void;
}

/** Campaigns as rows; arrow keys move, Enter opens. */
export function CampaignTable({ campaigns, address, onSort, onAction }: CampaignTableProps) {
  const navigate = useNavigate();
  const open = (campaignId: string) =>
    void navigate({ to: '/campaigns/$campaignId', params: { campaignId } });
  const reach = useRef<((key: string) => void) | null>(null);
  const list = useArrowList({
    keys: campaigns.map(({ id }) => id),
    onOpen: open,
    onReach: (key) => reach.current?.(key),
  });
  const { sort = 'created' } = address;
  const sorted = (column: CampaignSort, way: 'asc' | 'desc') => ({
    sort: sort === column ? way : undefined,
    onSort: () => onSort(column),
  });
  return (
    <Table label={t('campaigns.title')} bleed className="campaign-table" aria-rowcount={campaigns.length + 1}>
      <thead>
        <tr>
          <Th {...sorted('title', 'asc')}>{t('invite.campaign')}</Th>
          <Th>{t('invites.status')}</Th>
          <Th data-wide="2">{t('field.socialChannels')}</Th>
          <Th data-wide="2" numeric>
            {t('campaigns.offer')}
          </Th>
          <Th data-wide numeric {...sorted('opt-ins', 'desc')}>
            {t('campaigns.optIns')}
          </Th>
          <Th data-wide numeric>
            {t('campaigns.toReview')}
          </Th>
          <Th numeric>{t('campaigns.unread')}</Th>
          <Th data-wide numeric {...sorted('due', 'asc')}>
            {t('campaigns.due')}
          </Th>
          <Th data-wide="2" numeric {...sorted('created', 'desc')}>
            {t('campaigns.created')}
          </Th>
          <Th>
            <span className="t-hidden">{t('invites.actions')}</span>
          </Th>
        </tr>
      </thead>
      <WindowedRows entries={campaigns} reach={reach} keep={[list.active]}>
        {(campaign, rowIndex) => (
          <CampaignRow
            campaign={campaign}
            onOpen={open}
            onAction={onAction}
            aria-rowindex={rowIndex}
            {...list.rowProps(campaign.id)}
          />
        )}
      </WindowedRows>
    </Table>
  );
}

interface CampaignRowProps extends ArrowRowProps {
  campaign: CampaignSummary;
  onOpen: (campaignId: string) => void;
  onAction: (action: CampaignAction) => void;
  'aria-rowindex': number;
}

const CampaignRow = memo(
  function CampaignRow({ campaign, onOpen, onAction, ...row }: CampaignRowProps) {
    const look = statusLook(campaign.status);
    return (
      <Tr {...row} onOpen={() => onOpen(campaign.id)}>
        <Td>
          <span className="campaign-who">
            <CampaignCover src={campaign.coverUrl} seed={campaign.title} size="row" />
            <Link href={`/campaigns/${campaign.id}`} tabIndex={-1} className="t-name campaign-title">
              {titleOf(campaign)}
            </Link>
          </span>
        </Td>
        <Td>
          <Pill tone={look.tone} dot={campaign.status === 'publish'}>
            {look.label}
          </Pill>
        </Td>
        <Td data-wide="2">
          <CampaignChannels channels={campaign.socialChannels} />
        </Td>
        <Td data-wide="2" numeric>
          {offerText(campaign)}
        </Td>
        <Td data-wide numeric>
          {campaign.optInCount > 0 ? exactNumber(campaign.optInCount) : <Zero />}
        </Td>
        <Td data-wide numeric>
          {campaign.pendingCount > 0 ? (
            <Count
              attention={campaign.unseenCount > 0}
              label={t('campaigns.notSeen', { count: campaign.unseenCount })}
            >
              {exactNumber(campaign.pendingCount)}
            </Count>
          ) : (
            <Zero />
          )}
        </Td>
        <Td numeric>
          {campaign.unreadMessageCount > 0 ? (
            <Count attention label={t('campaigns.unreadMessages', { count: campaign.unreadMessageCount })}>
              {compactCount(campaign.unreadMessageCount)}
            </Count>
          ) : (
            <Zero />
          )}
        </Td>
        <Td data-wide numeric>
          {campaign.liveDue ? dayText(campaign.liveDue) : <None />}
        </Td>
        <Td data-wide="2" numeric>
          <Ago at={campaign.created} />
        </Td>
        <Td numeric>
          <RowActions>
            <CampaignMenu campaign={campaign} onAction={onAction} />
          </RowActions>
        </Td>
      </Tr>
    );
  },
  // Handlers are ignored: a new one does the same.
  (one, other) =>
    one.campaign === other.campaign &&
    one.tabIndex === other.tabIndex &&
    one['aria-rowindex'] === other['aria-rowindex'],
);

/** A dash is for what has no value; nothing to do is 0. */
const Zero = () => <span className="t-ink3">{exactNumber(0)}</span>;

function None() {
  return <span className="t-ink3">–</span>;
}
