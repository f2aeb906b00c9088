import type { Creator } from '@troupe/domain/discovery/creator';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { lazy, Suspense } from 'react';
import { CreatorDrawer } from '../../modules/discovery/creator/creator-drawer.tsx';
import { EngagementBreakdownDrawer } from '../../modules/discovery/creator/engagement/engagement-breakdown.tsx';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

// Charts are for those who look at them.
const DeepInsights = lazy(async () => ({
  default: (await import('../../modules/discovery/audience-report/deep-insights.tsx')).DeepInsights,
}));
const CreatorSales = lazy(() => import('../../modules/affiliate/sales/creator-sales.tsx'));
const CreatorSafety = lazy(() => import('../../modules/listening/safety-rule/checked-creator.tsx'));
const PriceEstimate = lazy(() => import('../../modules/campaigns/opt-in/price/price-estimate.tsx'));
const InsightsPanel = lazy(() => import('./-insights-panel.tsx'));

interface CreatorPanelsProps {
  creatorId: string;
  /** What the list already knows of the creator. */
  known?: Creator | undefined;
  /** Whether the engagement breakdown lies over the details. */
  breakdown: boolean;
  /** Whether deep insights lie over the details. */
  insights: boolean;
  onChange: (part: {
    creator?: string | undefined;
    breakdown?: 'open' | undefined;
    insights?: 'open' | undefined;
  }) => void;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onInvite: (creator: Creator) => void;
}

/** The creator drawer and the engagement breakdown over it; the URL says what is open. */
export default function CreatorPanels(props: CreatorPanelsProps) {
  const { creatorId, known, breakdown, insights, onChange, onPrevious, onNext, onInvite } = props;
  const close = () => onChange({ creator: undefined, breakdown: undefined, insights: undefined });
  return (
    <>
      <CreatorDrawer
        creatorId={creatorId}
        known={known}
        onClose={close}
        onPrevious={onPrevious}
        onNext={onNext}
        onShowBreakdown={() => onChange({ breakdown: 'open' })}
        onInvite={onInvite}
        onInsights={() => onChange({ insights: 'open' })}
        insights={(creator) => (
          <Suspense
            fallback={
              <Loading label={t('insights.loading')}>
                <Skeleton height={104} />
              </Loading>
            }
          >
            <DeepInsights key={creator.id} creator={creator} />
          </Suspense>
        )}
        sales={(creator) => (
          <Suspense>
            <CreatorSales key={creator.id} creatorId={creator.id} />
          </Suspense>
        )}
        price={(creator) => (
          <Suspense>
            <PriceEstimate key={creator.id} creatorId={creator.id} />
          </Suspense>
        )}
        safety={(creator) => (
          <Suspense>
            <CreatorSafety key={creator.id} creatorId={creator.id} />
          </Suspense>
        )}
        saveButton={(creator) => (
          <SaveToList
            creatorIds={[creator.id]}
            on={creator.creatorListItems.map(({ creatorList }) => creatorList.id)}
            label={t('creators.addToList')}
            size="row"
          />
        )}
      />
      {breakdown && (
        <EngagementBreakdownDrawer
          creatorId={creatorId}
          onBack={() => onChange({ breakdown: undefined })}
          onClose={close}
        />
      )}
      {insights && (
        <Suspense>
          <InsightsPanel
            creatorId={creatorId}
            known={known}
            kind="breakdown"
            onBack={() => onChange({ insights: undefined })}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
