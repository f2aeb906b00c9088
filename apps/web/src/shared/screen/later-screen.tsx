import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { t } from '../messages/messages.gen.ts';
import { useSession } from '../session/session.ts';
import { DocumentTitle } from './screen.tsx';

interface LaterScreenProps {
  title: string;
  /** One sentence: that it is not available. */
  children: string;
  /** What it will do, and what that means for the brand today. */
  text?: string;
  /** Replaces `Title | Troupe`. */
  documentTitle?: string;
  back?: { href: string; label: string };
}

/** Placeholder for a planned feature, with a link back. */
export function LaterScreen({ title, children, text, documentTitle, back }: LaterScreenProps) {
  const signedIn = useSession().status !== 'none';
  const home = signedIn
    ? { href: '/campaigns', label: t('later.back') }
    : { href: '/login', label: t('action.logIn') };
  const { href, label } = back ?? home;
  return (
    <div className="t-page">
      {documentTitle ? (
        <DocumentTitle whole>{documentTitle}</DocumentTitle>
      ) : (
        <DocumentTitle>{title}</DocumentTitle>
      )}
      <PageHeader title={title} />
      <EmptyState
        title={children}
        text={text}
        drawing="none"
        actions={<Button href={href}>{label}</Button>}
      />
    </div>
  );
}
