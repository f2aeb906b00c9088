import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Avatar } from '@troupe/ui/content/avatar';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';
import type { ReportCreator } from '../../modules/discovery/audience-report/audience-report-queries.ts';
import { DeepInsights } from '../../modules/discovery/audience-report/deep-insights.tsx';
import { creatorOptions } from '../../modules/discovery/creator/creator-queries.ts';
import { CreditBalance } from '../../shared/brand/credit.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { creatorName, handleWord } from '../../shared/creator/creator-labels.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { t } from '../-screens/messages/messages.gen.ts';

interface InsightsPanelProps {
  creatorId: string;
  /** What the list already knows of the creator. */
  known?: Creator | undefined;
  kind: 'details' | 'breakdown';
  onBack?: (() => void) | undefined;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onClose: () => void;
}

/** The deep insights of the creator in the address. */
export default function InsightsPanel({ creatorId, known, ...drawer }: InsightsPanelProps) {
  const listed = known?.id === creatorId ? known : undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...creatorOptions(useBrandId(), creatorId),
    enabled: !listed,
  });
  const gone = error instanceof CallError && [400, 404, 422].includes(error.status);
  return (
    <InsightsDrawer
      {...drawer}
      creator={listed ?? data}
      without={
        gone ? (
          <ErrorState
            title={t('insights.notFound')}
            text={t('insights.notFoundText')}
            actions={<Button onClick={drawer.onClose}>{shared('action.close')}</Button>}
          />
        ) : error ? (
          <ErrorState
            title={t('insights.failed')}
            text={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label={t('insights.loadingCreator')}>
            <Skeleton height={104} />
          </Loading>
        )
      }
    />
  );
}

interface InsightsDrawerProps {
  /** Undefined while it is not known who is meant. */
  creator: (ReportCreator & { profilePicUrl: string | null }) | undefined;
  /** Shown instead of the report while there is no creator. */
  without?: ReactNode;
  /** Beside the list (`details`), or over the creator's details (`breakdown`). */
  kind: 'details' | 'breakdown';
  onBack?: (() => void) | undefined;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onClose: () => void;
}

/** The deep insights of a creator on their own. */
function InsightsDrawer({ creator, without, ...drawer }: InsightsDrawerProps) {
  return (
    <Drawer
      {...drawer}
      title={creator ? t('insights.titleOf', { name: creatorName(creator) }) : t('insights.title')}
      subtitle={
        creator &&
        t('insights.handle', {
          handle: handleWord(creator.username),
          platform: PLATFORM_NAMES[creator.platform],
        })
      }
      media={creator && <Avatar name={creatorName(creator)} src={creator.profilePicUrl} size={32} />}
    >
      <DrawerSection title={t('insights.audience')} aside={<CreditBalance />}>
        {creator ? <DeepInsights key={creator.id} creator={creator} /> : without}
      </DrawerSection>
    </Drawer>
  );
}
