import type { Creator } from '@troupe/domain/creator';
import { CreatorDrawer } from '../../features/creator/creator-drawer.tsx';
import { EngagementBreakdownDrawer } from '../../features/creator/engagement-breakdown.tsx';
import { SaveToList } from '../../features/creator-list/save-to-list.tsx';
import type { NextStepAction } from './-next-step.tsx';

interface CreatorPanelsProps {
  creatorId: string;
  /** What the list already knows of the creator. */
  known?: Creator | undefined;
  /** Whether the engagement breakdown lies over the details. */
  breakdown: boolean;
  onChange: (part: { creator?: string | undefined; breakdown?: 'open' | undefined }) => void;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onInvite: (creator: Creator) => void;
  onNextStep: (action: NextStepAction, creator: Creator) => void;
}

/** The details of a creator and, over them, the engagement breakdown; what is open stands in the address. */
export default function CreatorPanels(props: CreatorPanelsProps) {
  const { creatorId, known, breakdown, onChange, onPrevious, onNext, onInvite, onNextStep } = props;
  const close = () => onChange({ creator: undefined, breakdown: undefined });
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
        onInsights={(creator) => onNextStep('insights', creator)}
        saveButton={(creator) => (
          <SaveToList
            creatorIds={[creator.id]}
            on={creator.creatorListItems.map(({ creatorList }) => creatorList.id)}
            label="Add to list"
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
    </>
  );
}
