import { createFileRoute } from '@tanstack/react-router';
import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { StandaloneScreen } from '../shared/screen/standalone-screen.tsx';
import { t } from './-screens/messages/messages.gen.ts';

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
    <StandaloneScreen title={t('closed.title')}>
      <p className="t-ink2">
        {t('closed.text', { hasDay: until ? 'yes' : 'no', day: until ? dayText(until) : '' })}
      </p>
      <Link href="/" className="t-link">
        {t('goToTroupe')}
      </Link>
    </StandaloneScreen>
  );
}
