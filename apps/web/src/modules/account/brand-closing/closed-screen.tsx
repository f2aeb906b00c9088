import { Link } from '@troupe/ui/action/link';
import { dayText } from '@troupe/ui/lib/date';
import { LoneScreen } from '../../../shared/screen/lone-screen.tsx';

/** The account is closed, and how that can be undone. @param until the last day, `YYYY-MM-DD` */
export function ClosedScreen({ until }: { until: string | undefined }) {
  return (
    <LoneScreen title="The account is closed">
      <p className="t-ink2">
        We've emailed the owners. The link in that email reopens the account.
        {until ? ` until ${dayText(until)}` : ''}; after that its data is deleted.
      </p>
      <Link href="/" className="t-link">
        Go to Troupe
      </Link>
    </LoneScreen>
  );
}
