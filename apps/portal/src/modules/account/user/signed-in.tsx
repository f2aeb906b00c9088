import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { getMe } from '@troupe/contract/account/user';
import type { User } from '@troupe/domain/account/user';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { type ReactNode, useEffect } from 'react';
import { callOptions, errorText } from '../../../shared/api.ts';
import { config, useSession } from '../../../shared/session.ts';
import { DocumentTitle, Shell, Waiting } from '../../../shared/shell.tsx';
import { Landing } from './landing.tsx';
import { nameOf, placeOf } from './user-place.ts';

function Person({ user }: { user?: User }) {
  return (
    <div className="t-row">
      {user && (
        <Link href="/account" className="shell-person" aria-label={`Account of ${nameOf(user)}`}>
          <Avatar name={nameOf(user)} size={32} />
        </Link>
      )}
      <Button kind="quiet" href="/logout">
        Log out
      </Button>
    </div>
  );
}

function Known({ children }: { children: (user: User) => ReactNode }) {
  const { data: user, error, refetch } = useQuery(callOptions(getMe, {}));
  const leaves = user !== undefined && placeOf(user.role) === 'dashboard';

  useEffect(() => {
    if (leaves) location.replace(config.webOrigin);
  }, [leaves]);

  if (error && !user) {
    return (
      <Shell person={<Person />}>
        <DocumentTitle>Home</DocumentTitle>
        <h1 className="t-hidden">Home</h1>
        <ErrorState
          title="Couldn't load your account."
          text={error.status === 404 ? 'Log out and in again.' : errorText(error)}
          onRetry={() => void refetch()}
        />
      </Shell>
    );
  }
  if (!user || leaves) {
    return (
      <Shell>
        <Waiting label={leaves ? 'Opening the dashboard' : 'Loading'} />
      </Shell>
    );
  }
  if (user.role === 'administrator') {
    return (
      <Shell person={<Person user={user} />}>
        <DocumentTitle>Home</DocumentTitle>
        <h1 className="t-28">Hello {user.firstName || nameOf(user)}</h1>
        <EmptyState
          title="This is the creator app."
          text="You're an administrator. Brands and campaigns are in the dashboard."
          actions={
            <Button kind="main" href={config.webOrigin}>
              Open Dashboard
            </Button>
          }
        />
      </Shell>
    );
  }
  return <Shell person={<Person user={user} />}>{children(user)}</Shell>;
}

/**
 * A screen for signed-in creators. Whoever is not signed in can log in and comes back to this address; whoever
 * belongs to a brand goes on to the dashboard.
 */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  if (session.status !== 'open') return <Landing returnTo={address} />;
  return <Known key={session.session.subject}>{children}</Known>;
}
