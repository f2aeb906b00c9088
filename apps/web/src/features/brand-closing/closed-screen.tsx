import { CurtainDrawing } from '@troupe/ui/drawings';
import { dayText } from '@troupe/ui/lib/date';
import { Link } from '@troupe/ui/link';
import { DocumentTitle } from '../../shared/document-title.tsx';
import './brand-closing.css';

/** The account is closed, and how that can be undone. @param until the last day, `YYYY-MM-DD` */
export function ClosedScreen({ until }: { until: string | undefined }) {
  return (
    <main className="reopen">
      <DocumentTitle>The account is closed</DocumentTitle>
      <CurtainDrawing />
      <h1 className="t-20">The account is closed</h1>
      <p className="t-ink2">
        We have written to its owners. The link in that mail opens the account again
        {until ? ` until ${dayText(until)}` : ''}; after that its data is deleted.
      </p>
      <Link href="/" className="t-link">
        Go to Troupe
      </Link>
    </main>
  );
}
