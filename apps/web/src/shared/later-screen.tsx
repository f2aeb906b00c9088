import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { PageHeader } from '@troupe/ui/page-header';
import { DocumentTitle } from './document-title.tsx';
import { useSession } from './session/session.ts';

interface LaterScreenProps {
  title: string;
  /** One sentence: what will be here. */
  children: string;
  /** Replaces `Title | Troupe`. */
  documentTitle?: string;
  back?: { href: string; label: string };
}

/** Stands where a screen comes later: says what it will do, and leads back. */
export function LaterScreen({ title, children, documentTitle, back }: LaterScreenProps) {
  const signedIn = useSession().status !== 'none';
  const home = signedIn
    ? { href: '/campaigns', label: 'Back to Campaigns' }
    : { href: '/login', label: 'Log In' };
  const { href, label } = back ?? home;
  return (
    <div className="t-page">
      {documentTitle ? (
        <DocumentTitle whole>{documentTitle}</DocumentTitle>
      ) : (
        <DocumentTitle>{title}</DocumentTitle>
      )}
      <PageHeader title={title} />
      <EmptyState title={children} actions={<Button href={href}>{label}</Button>} />
    </div>
  );
}
