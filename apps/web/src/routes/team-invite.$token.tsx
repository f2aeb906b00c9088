import { createFileRoute } from '@tanstack/react-router';
import { TeamInviteScreen } from '../modules/account/team/team-invite-screen.tsx';
import { sessionAtStart } from '../shared/session/session.ts';

/** A team invitation's personal link; works signed in or out. */
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
