import { createFileRoute } from '@tanstack/react-router';
import { TeamInviteScreen } from '../modules/account/team/team-invite-screen.tsx';
import { sessionAtStart } from '../shared/session/session.ts';

/** The personal link of an invitation to a team, for whoever holds it, signed in or not. */
export const Route = createFileRoute('/team-invite/$token')({
  beforeLoad: async () => void (await sessionAtStart()),
  component: TeamInviteRoute,
});

function TeamInviteRoute() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <TeamInviteScreen token={token} onJoined={() => void navigate({ to: '/campaigns', replace: true })} />
  );
}
