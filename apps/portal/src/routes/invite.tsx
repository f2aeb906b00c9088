import { InvitePage } from '../modules/campaigns/invite/invite-page.tsx';
import { inviteTokenOf } from '../shared/screen.ts';

/** `/invite/TOKEN`: the personal link of an invite, for whoever holds it, signed in or not. */
export function InviteRoute() {
  return <InvitePage token={inviteTokenOf(location.pathname) ?? ''} />;
}
