import { INVITE_STATUS_NAMES, type InviteStatus } from '@troupe/domain/campaigns/invite';
import type { PillTone } from '@troupe/ui/content/pill';

const TONES: Record<InviteStatus, PillTone> = {
  scheduled: 'neutral',
  queued: 'neutral',
  sent: 'iris',
  deferred: 'tangerine',
  bounced: 'red',
  failed: 'red',
  uncertain: 'tangerine',
  replied: 'green',
  unsubscribed: 'red',
  cancelled: 'neutral',
  opted_in: 'green',
  approved: 'green',
  collaborating: 'green',
  posted: 'green',
  completed: 'green',
  declined: 'red',
  withdrawn: 'neutral',
};

/** A status of an invite as people read it, and its colour. */
export const inviteLook = (status: InviteStatus): { label: string; tone: PillTone } => ({
  label: INVITE_STATUS_NAMES[status],
  tone: TONES[status],
});
