import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import type { Creator } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { InsightsDrawer } from '../../modules/discovery/audience-report/insights-drawer.tsx';
import { creatorOptions } from '../../modules/discovery/creator/creator-queries.ts';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';

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
            title="We can't find this creator."
            text="The profile may have been removed, or belongs to another brand."
            actions={<Button onClick={drawer.onClose}>Close</Button>}
          />
        ) : error ? (
          <ErrorState
            title="Couldn't load the creator."
            text={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label="Loading the creator">
            <Skeleton height={104} />
          </Loading>
        )
      }
    />
  );
}
