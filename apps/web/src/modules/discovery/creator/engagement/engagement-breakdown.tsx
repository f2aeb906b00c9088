import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { type CreatorDetails, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { EngagementBreakdown } from '@troupe/domain/discovery/engagement';
import { Button } from '@troupe/ui/action/button';
import { Avatar } from '@troupe/ui/content/avatar';
import { SourceMark } from '@troupe/ui/content/source-mark';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton, SkeletonRows, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { dayText } from '@troupe/ui/lib/date';
import { counted } from '@troupe/ui/lib/format';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { creatorName, handleWord, sourceOf, sourceWord } from '../../../../shared/creator/creator-labels.ts';
import { downloadCsv } from '../../../../shared/download.tsx';
import { creatorOptions } from '../creator-queries.ts';
import { ContentItems } from './engagement-content.tsx';
import { EngagementFormula } from './engagement-formula.tsx';
import { contentRows, ReactionTable } from './engagement-table.tsx';
import { EngagementWindow, lengthOf, reachText } from './engagement-window.tsx';
import './engagement-breakdown.css';

interface EngagementBreakdownDrawerProps {
  creatorId: string;
  onBack: () => void;
  onClose: () => void;
}

/** How the engagement rate came about: formula, window, totals and averages, and every post behind it. */
export function EngagementBreakdownDrawer({ creatorId, onBack, onClose }: EngagementBreakdownDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(creatorOptions(useBrandId(), creatorId));
  const breakdown = data?.extraData.engagementBreakdown;
  const gone = error instanceof CallError && [400, 404, 422].includes(error.status);
  return (
    <Drawer
      kind="breakdown"
      title="Engagement breakdown"
      subtitle={
        data && `${creatorName(data)}, ${handleWord(data.username)} on ${PLATFORM_NAMES[data.platform]}`
      }
      media={data && <Avatar name={creatorName(data)} src={data.profilePicUrl} size={32} />}
      onBack={onBack}
      onClose={onClose}
      actions={
        data && breakdown ? (
          <Button
            size="row"
            icon={<IconDownload size={16} />}
            onClick={() => downloadCsv(`engagement-${data.username}`, contentRows(breakdown))}
          >
            CSV
          </Button>
        ) : undefined
      }
    >
      {data && breakdown && <Breakdown creator={data} breakdown={breakdown} />}
      {data && !breakdown && (
        <DrawerSection>
          <p className="t-name">Breakdown not available.</p>
          <p className="t-ink2">
            The rate is calculated from posts of the past year, without the last 30 days. We have no such
            posts for this creator.
          </p>
        </DrawerSection>
      )}
      {error && !data && (
        <DrawerSection>
          {gone ? (
            <ErrorState
              title="We can't find this creator."
              text="The profile may have been removed, or belongs to another brand."
              actions={<Button onClick={onClose}>Close</Button>}
            />
          ) : (
            <ErrorState
              title="Couldn't load the breakdown."
              text={errorText(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </DrawerSection>
      )}
      {!data && !error && (
        <DrawerSection>
          <Loading label="Loading the breakdown">
            <span className="engagement-waiting">
              <SkeletonText lines={2} />
              <Skeleton height={104} />
              <Skeleton height={26} />
              <SkeletonRows rows={8} />
            </span>
          </Loading>
        </DrawerSection>
      )}
    </Drawer>
  );
}

function Breakdown({ creator, breakdown }: { creator: CreatorDetails; breakdown: EngagementBreakdown }) {
  const found = sourceOf(creator, 'engagement') ?? sourceOf(creator, 'followerCount');
  const source = found && { ...found, name: sourceWord(creator, found.kind) };
  return (
    <>
      <DrawerSection>
        <EngagementFormula creator={creator} breakdown={breakdown} source={source} />
      </DrawerSection>
      <DrawerSection
        title="Window"
        aside={<span className="t-12 t-ink2">{lengthOf(breakdown)}, without the last 30 days</span>}
      >
        {!breakdown.complete && (
          <p className="engagement-reach">
            Based on {reachText(breakdown)}. {PLATFORM_NAMES[creator.platform]} hasn't been read further back
            yet, so earlier posts don't count.
          </p>
        )}
        <EngagementWindow breakdown={breakdown} />
        <div className="engagement-facts t-12 t-ink2">
          <span className="engagement-key">
            <span className="engagement-key-counted" />
            {counted(breakdown.contentCount, 'post')} counted, size is likes
          </span>
          {breakdown.tooRecentCount > 0 && (
            <span className="engagement-key">
              <span className="engagement-key-recent" />
              {counted(breakdown.tooRecentCount, 'post')} too recent
            </span>
          )}
          {source && (
            <SourceMark
              kind={source.kind}
              name={`${source.name}, read ${source.readAt ? dayText(source.readAt) : 'N/A'}`}
            />
          )}
        </div>
      </DrawerSection>
      <DrawerSection title="Totals and averages">
        <ReactionTable creator={creator} breakdown={breakdown} />
      </DrawerSection>
      <ContentItems breakdown={breakdown} />
    </>
  );
}
