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
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { creatorName, handleWord, sourceOf, sourceWord } from '../../../../shared/creator/creator-labels.ts';
import { downloadCsv } from '../../../../shared/download.tsx';
import { creatorOptions } from '../creator-queries.ts';
import { t } from '../messages/messages.gen.ts';
import { ContentItems } from './engagement-content.tsx';
import { EngagementFormula } from './engagement-formula.tsx';
import { contentRows, ReactionTable } from './engagement-table.tsx';
import { EngagementWindow, lengthText } from './engagement-window.tsx';
import './engagement-breakdown.css';

interface EngagementBreakdownDrawerProps {
  creatorId: string;
  onBack: () => void;
  onClose: () => void;
}

/** How the engagement rate is calculated: formula, window, totals and averages, and every post behind it. */
export function EngagementBreakdownDrawer({ creatorId, onBack, onClose }: EngagementBreakdownDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(creatorOptions(useBrandId(), creatorId));
  const breakdown = data?.extraData.engagementBreakdown;
  const gone = error instanceof CallError && [400, 404, 422].includes(error.status);
  return (
    <Drawer
      kind="breakdown"
      title={t('breakdown.title')}
      subtitle={
        data &&
        t('breakdown.of', {
          name: creatorName(data),
          handle: handleWord(data.username),
          platform: PLATFORM_NAMES[data.platform],
        })
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
            {t('breakdown.csv')}
          </Button>
        ) : undefined
      }
    >
      {data && breakdown && <Breakdown creator={data} breakdown={breakdown} />}
      {data && !breakdown && (
        <DrawerSection>
          <p className="t-name">{t('breakdown.none')}</p>
          <p className="t-ink2">{t('breakdown.noneText')}</p>
        </DrawerSection>
      )}
      {error && !data && (
        <DrawerSection>
          {gone ? (
            <ErrorState
              title={t('drawer.missing')}
              text={t('drawer.missingText')}
              actions={<Button onClick={onClose}>{t('action.close')}</Button>}
            />
          ) : (
            <ErrorState
              title={t('breakdown.loadFailed')}
              text={errorText(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </DrawerSection>
      )}
      {!data && !error && (
        <DrawerSection>
          <Loading label={t('breakdown.loading')}>
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
        title={t('window.title')}
        aside={<span className="t-12 t-ink2">{lengthText(breakdown)}</span>}
      >
        {!breakdown.complete && (
          <p className="engagement-reach">
            {t('window.reach', {
              count: breakdown.contentCount + breakdown.tooRecentCount,
              date: dayText(breakdown.contentFromDate),
              platform: PLATFORM_NAMES[creator.platform],
            })}
          </p>
        )}
        <EngagementWindow breakdown={breakdown} />
        <div className="engagement-facts t-12 t-ink2">
          <span className="engagement-key">
            <span className="engagement-key-counted" />
            {t('window.counted', { count: breakdown.contentCount })}
          </span>
          {breakdown.tooRecentCount > 0 && (
            <span className="engagement-key">
              <span className="engagement-key-recent" />
              {t('window.tooRecent', { count: breakdown.tooRecentCount })}
            </span>
          )}
          {source && (
            <SourceMark
              kind={source.kind}
              name={t('window.source', {
                source: source.name,
                date: source.readAt ? dayText(source.readAt) : t('unknown'),
              })}
            />
          )}
        </div>
      </DrawerSection>
      <DrawerSection title={t('reactions.title')}>
        <ReactionTable creator={creator} breakdown={breakdown} />
      </DrawerSection>
      <ContentItems breakdown={breakdown} />
    </>
  );
}
