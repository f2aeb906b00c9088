import { createFileRoute } from '@tanstack/react-router';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { StandaloneScreen } from '../shared/screen/standalone-screen.tsx';

/** Until when closing can be undone, `YYYY-MM-DD`. */
const readAddress = ({ until }: Record<string, unknown>): { until?: string | undefined } => ({
  until: typeof until === 'string' && /^\d{4}-\d\d-\d\d$/.test(until) ? until : undefined,
});

/** Shown after closing the account; the user may have no brand left. */
export const Route = createFileRoute('/closed')({ validateSearch: readAddress, component: ClosedRoute });

function ClosedRoute() {
  return <ClosedScreen until={Route.useSearch().until} />;
}

/** The account is closed, and how that can be undone. @param until the last day, `YYYY-MM-DD` */
function ClosedScreen({ until }: { until: string | undefined }) {
  return (
    <StandaloneScreen title="The account is closed">
      <p className="t-ink2">
        We've emailed the owners. The link in that email reopens the account.
        {until ? ` until ${dayText(until)}` : ''}; after that its data is deleted.
      </p>
      <Link href="/" className="t-link">
        Go to Troupe
      </Link>
    </StandaloneScreen>
  );
}
