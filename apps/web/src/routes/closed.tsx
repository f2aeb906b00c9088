import { createFileRoute } from '@tanstack/react-router';
import { ClosedScreen } from '../modules/account/brand-closing/closed-screen.tsx';

/** Until when closing can be undone, `YYYY-MM-DD`. */
const readAddress = ({ until }: Record<string, unknown>): { until?: string | undefined } => ({
  until: typeof until === 'string' && /^\d{4}-\d\d-\d\d$/.test(until) ? until : undefined,
});

/** What somebody sees who has just closed the account: they may have no brand left. */
export const Route = createFileRoute('/closed')({ validateSearch: readAddress, component: ClosedRoute });

function ClosedRoute() {
  return <ClosedScreen until={Route.useSearch().until} />;
}
