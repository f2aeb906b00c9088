import { createFileRoute } from '@tanstack/react-router';
import { SharedScreen } from '../modules/analytics/report/shared-screen.tsx';

/** A shared report; works signed in or out. */
export const Route = createFileRoute('/shared/$token')({ component: SharedRoute });

function SharedRoute() {
  const { token } = Route.useParams();
  return <SharedScreen key={token} token={token} />;
}
