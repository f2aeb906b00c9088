import { IconChartDonut3 } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/creator';
import { Button } from '@troupe/ui/button';
import { DrawerSection } from '@troupe/ui/drawer';

interface CreatorInsightsSectionProps {
  creator: CreatorDetails;
  onInsights: (creator: CreatorDetails) => void;
}

/** The audience report of the creator. */
export function CreatorInsightsSection({ creator, onInsights }: CreatorInsightsSectionProps) {
  return (
    <DrawerSection
      title="Deep insights"
      aside={
        <Button size="row" icon={<IconChartDonut3 size={16} />} onClick={() => onInsights(creator)}>
          Get deep insights
        </Button>
      }
    >
      <p className="t-ink2">No data yet.</p>
    </DrawerSection>
  );
}
