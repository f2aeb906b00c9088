import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CreatorDetails, followersLabel, PLATFORM_NAMES } from '@troupe/domain/creator';
import type { ContentItem, EngagementBreakdown } from '@troupe/domain/engagement';
import { Avatar } from '@troupe/ui/avatar';
import { Button } from '@troupe/ui/button';
import { Table, Td, Th } from '@troupe/ui/data-table';
import { Drawer, DrawerSection } from '@troupe/ui/drawer';
import { ErrorState } from '@troupe/ui/error-state';
import { downloadCsv } from '@troupe/ui/lib/csv';
import { dayText } from '@troupe/ui/lib/date';
import { counted, engagementRate, exactNumber, percent } from '@troupe/ui/lib/format';
import { Loading, SkeletonText } from '@troupe/ui/skeleton';
import { SourceMark } from '@troupe/ui/source-mark';
import { useState } from 'react';
import { sourceOf } from '../../shared/creator/creator-words.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { Thumbnail } from './creator-card.tsx';
import { creatorOptions } from './creator-queries.ts';
import './engagement-breakdown.css';
import { EngagementWindow } from './engagement-window.tsx';

interface EngagementBreakdownDrawerProps {
  creatorId: string;
  onBack: () => void;
  onClose: () => void;
}

/** How the engagement rate came about: formula, window, totals and averages, and every post behind it. */
export function EngagementBreakdownDrawer({ creatorId, onBack, onClose }: EngagementBreakdownDrawerProps) {
  const { data, error, refetch } = useQuery(creatorOptions(useBrandId(), creatorId));
  const breakdown = data?.extraData.engagementBreakdown;
  return (
    <Drawer
      kind="breakdown"
      title="Engagement breakdown"
      subtitle={
        data && `${data.fullname || data.username}, @${data.username} on ${PLATFORM_NAMES[data.platform]}`
      }
      media={data && <Avatar name={data.fullname || data.username} src={data.profilePicUrl} size={32} />}
      onBack={onBack}
      onClose={onClose}
      actions={
        data && breakdown ? (
          <Button
            size="row"
            icon={<IconDownload size={16} />}
            onClick={() => downloadCsv(`engagement-${data.username}`, csvRows(breakdown))}
          >
            CSV
          </Button>
        ) : undefined
      }
    >
      {data && breakdown && <Breakdown creator={data} breakdown={breakdown} />}
      {data && !breakdown && (
        <DrawerSection>
          <p>Breakdown not available.</p>
          <p className="t-ink2">
            The rate is worked out from posts between 30 days and one year old. None of these are known for
            this creator.
          </p>
        </DrawerSection>
      )}
      {error && !data && (
        <DrawerSection>
          <ErrorState
            title="The breakdown could not be loaded."
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        </DrawerSection>
      )}
      {!data && !error && (
        <DrawerSection>
          <Loading label="Loading the breakdown">
            <SkeletonText lines={6} />
          </Loading>
        </DrawerSection>
      )}
    </Drawer>
  );
}

/** The reactions, whether each counts, and how it is called. */
const REACTIONS = [
  { name: 'Likes', total: 'totalLikes', average: 'avgLikes', count: 'like_count', counts: true },
  { name: 'Comments', total: 'totalComments', average: 'avgComments', count: 'comment_count', counts: true },
  { name: 'Saves', total: 'totalSaves', average: 'avgSaves', count: 'save_count', counts: true },
  { name: 'Shares', total: 'totalShares', average: 'avgShares', count: 'share_count', counts: true },
  { name: 'Dislikes', total: 'totalDislikes', average: 'avgDislikes', count: 'dislike_count', counts: false },
] as const;

const interactionsOf = ({ engagement }: ContentItem) =>
  (engagement.like_count ?? 0) +
  (engagement.comment_count ?? 0) +
  (engagement.save_count ?? 0) +
  (engagement.share_count ?? 0);

const rounded = (value: number) => exactNumber(Math.round(value * 10) / 10);

function Breakdown({ creator, breakdown }: { creator: CreatorDetails; breakdown: EngagementBreakdown }) {
  const source = sourceOf(creator, 'engagement') ?? sourceOf(creator, 'followerCount');
  const followers = followersLabel(creator.platform).toLowerCase();
  const sum = REACTIONS.filter(({ counts }) => counts).reduce(
    (total, { average }) => total + breakdown[average],
    0,
  );
  return (
    <>
      <DrawerSection>
        <p className="t-ink2">
          Average likes, comments, saves and shares per post, divided by {followers}. Dislikes are listed and
          never added.
        </p>
        <div className="engagement-formula">
          <div className="engagement-fraction">
            <div className="engagement-terms">
              {REACTIONS.filter(({ counts }) => counts).map(({ name, average }, index) => (
                <span key={name} className="engagement-term">
                  {index > 0 && <span className="t-ink2">+</span>}
                  <span>
                    <b className="t-num">{rounded(breakdown[average])}</b>
                    <span className="t-12 t-ink2">avg {name.toLowerCase()}</span>
                  </span>
                </span>
              ))}
            </div>
            <div className="engagement-below">
              <b className="t-num">{exactNumber(breakdown.followerCount)}</b>{' '}
              <span className="t-12 t-ink2">{followers}</span>
            </div>
          </div>
          <span className="t-ink2">× 100</span>
          <span className="t-ink2">=</span>
          <span className="t-20 t-num engagement-rate">{engagementRate(breakdown.engagement)}</span>
        </div>
      </DrawerSection>
      <DrawerSection title="Window" aside={<span className="t-12 t-ink2">Without the last 30 days</span>}>
        <EngagementWindow breakdown={breakdown} />
        <p className="t-12 t-ink2 engagement-window-facts">
          <span>
            {dayText(breakdown.fromDate)} to {dayText(breakdown.toDate)},{' '}
            {counted(breakdown.contentCount, 'post')} counted, {breakdown.tooRecentCount} too recent
          </span>
          {source && (
            <SourceMark
              kind={source.kind}
              name={`${PLATFORM_NAMES[creator.platform]}, read ${source.readAt ? dayText(source.readAt) : 'N/A'}`}
            />
          )}
        </p>
      </DrawerSection>
      <DrawerSection>
        <Table label="Totals and averages" density="ledger">
          <thead>
            <tr>
              <Th>{counted(breakdown.contentCount, 'post')}</Th>
              <Th numeric>Total</Th>
              <Th numeric>Average</Th>
              <Th>Part of the rate</Th>
            </tr>
          </thead>
          <tbody>
            {REACTIONS.map(({ name, total, average, count, counts }) => {
              const given = breakdown.content.some(({ engagement }) => engagement[count] !== null);
              const share = counts && sum > 0 ? breakdown[average] / sum : 0;
              return (
                <tr key={name}>
                  <Td>{name}</Td>
                  <Td numeric>{given ? exactNumber(breakdown[total]) : '–'}</Td>
                  <Td numeric>{given ? rounded(breakdown[average]) : '–'}</Td>
                  <Td>
                    {!given ? (
                      <span className="t-12 t-ink2">Not given by {PLATFORM_NAMES[creator.platform]}</span>
                    ) : counts ? (
                      <span className="engagement-part">
                        <meter min={0} max={1} value={share} aria-label={`${name}, part of the rate`} />
                        <span className="t-12 t-ink2 t-num">{percent(share, 1)}</span>
                      </span>
                    ) : (
                      <span className="t-12 t-ink2">Never added</span>
                    )}
                  </Td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </DrawerSection>
      <Content breakdown={breakdown} />
    </>
  );
}

type Sort = 'rate' | 'date';

function Content({ breakdown }: { breakdown: EngagementBreakdown }) {
  const [sort, setSort] = useState<Sort>('rate');
  const items = breakdown.content.toSorted((one, other) =>
    sort === 'rate'
      ? interactionsOf(other) - interactionsOf(one)
      : other.published_at.localeCompare(one.published_at),
  );
  return (
    <DrawerSection title={`Content items ${breakdown.contentCount}`}>
      <Table label="Content items">
        <thead>
          <tr>
            <Th sort={sort === 'date' ? 'desc' : undefined} onSort={() => setSort('date')}>
              Post
            </Th>
            {REACTIONS.filter(({ counts }) => counts).map(({ name }) => (
              <Th key={name} numeric>
                {name}
              </Th>
            ))}
            <Th numeric sort={sort === 'rate' ? 'desc' : undefined} onSort={() => setSort('rate')}>
              Rate
            </Th>
            <Th>
              <span className="t-hidden">Open</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.url}>
              <Td>
                <div className="engagement-post">
                  <span className="engagement-thumbnail">
                    <Thumbnail src={item.persistent_thumbnail_url} title="" />
                  </span>
                  <span className="t-grow">
                    <span className="t-ellipsis engagement-post-title" dir="auto">
                      {item.title || 'Untitled'}
                    </span>
                    <span className="t-12 t-ink2">
                      {item.type}, {dayText(item.published_at)}
                    </span>
                  </span>
                </div>
              </Td>
              {REACTIONS.filter(({ counts }) => counts).map(({ name, count }) => (
                <Td key={name} numeric>
                  {item.engagement[count] === null ? '–' : exactNumber(item.engagement[count])}
                </Td>
              ))}
              <Td numeric>{engagementRate((interactionsOf(item) / breakdown.followerCount) * 100)}</Td>
              <Td>
                <a
                  href={item.url}
                  target="_blank"
                  rel="noreferrer noopener"
                  aria-label={`Open ${item.title || 'the post'}`}
                >
                  <IconExternalLink size={16} />
                </a>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </DrawerSection>
  );
}

function csvRows(breakdown: EngagementBreakdown) {
  return [
    ['Post', 'Address', 'Type', 'Published', 'Likes', 'Dislikes', 'Comments', 'Saves', 'Shares', 'Rate %'],
    ...breakdown.content.map((item) => [
      item.title,
      item.url,
      item.type,
      item.published_at,
      item.engagement.like_count,
      item.engagement.dislike_count,
      item.engagement.comment_count,
      item.engagement.save_count,
      item.engagement.share_count,
      (interactionsOf(item) / breakdown.followerCount) * 100,
    ]),
  ];
}
