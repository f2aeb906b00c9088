import { IconArrowsMaximize } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import { IconButton } from '@troupe/ui/action/icon-button';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';
import { CreditBalance } from '../../../shared/brand/credit-balance.tsx';

interface CreatorInsightsSectionProps {
  creator: CreatorDetails;
  /** The audience report, or the way to one. */
  insights: (creator: CreatorDetails) => ReactNode;
  /** Shows it on its own. */
  onInsights: (creator: CreatorDetails) => void;
}

/** The audience report of the creator. */
export function CreatorInsightsSection({ creator, insights, onInsights }: CreatorInsightsSectionProps) {
  return (
    <DrawerSection
      title="Deep insights"
      aside={
        <span className="t-row">
          <CreditBalance />
          <IconButton
            size="row"
            label="Show deep insights larger"
            icon={<IconArrowsMaximize size={16} />}
            onClick={() => onInsights(creator)}
          />
        </span>
      }
    >
      {insights(creator)}
    </DrawerSection>
  );
}
