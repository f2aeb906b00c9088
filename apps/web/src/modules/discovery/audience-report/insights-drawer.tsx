import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Avatar } from '@troupe/ui/content/avatar';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';
import { CreditBalance } from '../../../shared/brand/credit-balance.tsx';
import { creatorName, handleWord } from '../../../shared/creator/creator-words.ts';
import type { ReportCreator } from './audience-report-queries.ts';
import { DeepInsights } from './deep-insights.tsx';

interface InsightsDrawerProps {
  /** Undefined while it is not known who is meant. */
  creator: (ReportCreator & { profilePicUrl: string | null }) | undefined;
  /** What stands there instead of the report while there is no creator. */
  without?: ReactNode;
  /** Beside the list (`details`), or over the creator's details (`breakdown`). */
  kind: 'details' | 'breakdown';
  onBack?: (() => void) | undefined;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onClose: () => void;
}

/** The deep insights of a creator on their own. */
export function InsightsDrawer({ creator, without, ...drawer }: InsightsDrawerProps) {
  return (
    <Drawer
      {...drawer}
      title={creator ? `Deep insights of ${creatorName(creator)}` : 'Deep insights'}
      subtitle={creator && `${handleWord(creator.username)} on ${PLATFORM_NAMES[creator.platform]}`}
      media={creator && <Avatar name={creatorName(creator)} src={creator.profilePicUrl} size={32} />}
    >
      <DrawerSection title="Audience" aside={<CreditBalance />}>
        {creator ? <DeepInsights key={creator.id} creator={creator} /> : without}
      </DrawerSection>
    </Drawer>
  );
}
