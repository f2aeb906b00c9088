import type { ContentStatus } from '@troupe/domain/campaigns/campaign-content';
import type { PillTone } from '@troupe/ui/content/pill';

/** Where handed-in content stands, as creators read it. */
export const CONTENT_LOOKS: Record<ContentStatus, { label: string; tone: PillTone }> = {
  preview: { label: 'Waiting for the brand', tone: 'neutral' },
  change_requested: { label: 'Changes requested', tone: 'tangerine' },
  approved: { label: 'Approved', tone: 'green' },
  live: { label: 'Live', tone: 'iris' },
};
