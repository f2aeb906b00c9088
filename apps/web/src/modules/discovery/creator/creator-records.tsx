import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import type { ReactNode } from 'react';
import { CreatorInsightsSection } from './creator-insights-section.tsx';
import { CreatorInvitesSection } from './creator-invites-section.tsx';
import { CreatorListsSection } from './creator-lists-section.tsx';

interface CreatorRecordsProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
  insights: (creator: CreatorDetails) => ReactNode;
  onInsights: (creator: CreatorDetails) => void;
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** What the brand did with the creator: deep insights, lists and campaign invites. */
export function CreatorRecords({ creator, onInvite, insights, onInsights, saveButton }: CreatorRecordsProps) {
  return (
    <>
      <CreatorInsightsSection creator={creator} insights={insights} onInsights={onInsights} />
      <CreatorListsSection creator={creator} saveButton={saveButton} />
      <CreatorInvitesSection creator={creator} onInvite={onInvite} />
    </>
  );
}
