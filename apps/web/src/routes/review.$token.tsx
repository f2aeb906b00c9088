import { createFileRoute } from '@tanstack/react-router';
import { SharedReviewScreen } from '../modules/discovery/creator-list/review/shared-review-screen.tsx';

/** A creator list under review; works signed in or out. */
export const Route = createFileRoute('/review/$token')({ component: ReviewRoute });

function ReviewRoute() {
  const { token } = Route.useParams();
  return <SharedReviewScreen key={token} token={token} />;
}
