import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { PageHeader } from '@troupe/ui/page-header';
import { DocumentTitle } from './document-title.tsx';

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
  const { href, label } = back ?? { href: '/campaigns', label: 'Back to Campaigns' };
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
