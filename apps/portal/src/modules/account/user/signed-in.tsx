import { getMe } from '@troupe/contract/account/user';
import type { User } from '@troupe/domain/account/user';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { type ReactNode, useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import { DocumentTitle } from '../../../shared/document-title.tsx';
import { config } from '../../../shared/page-config.ts';
import { useAddress } from '../../../shared/screen.ts';
import { Shell } from '../../../shared/shell.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Waiting } from '../../../shared/waiting.tsx';
import { Landing } from './landing.tsx';
import { nameOf } from './name-of.ts';
import { placeOf } from './place-of.ts';

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
  const { loaded, retry } = useCall(getMe, {});
  const leaves = loaded.state === 'known' && placeOf(loaded.value.role) === 'dashboard';

  useEffect(() => {
    if (leaves) location.replace(config.webOrigin);
  }, [leaves]);

  if (loaded.state === 'failed' || loaded.state === 'missing') {
    return (
      <Shell person={<Person />}>
        <DocumentTitle>Home</DocumentTitle>
        <h1 className="t-hidden">Home</h1>
        <ErrorState
          title="Couldn't load your account."
          text={loaded.state === 'failed' ? loaded.text : 'Log out and in again.'}
          onRetry={retry}
        />
      </Shell>
    );
  }
  if (loaded.state === 'loading' || leaves) {
    return (
      <Shell>
        <Waiting label={leaves ? 'Opening the dashboard' : 'Loading'} />
      </Shell>
    );
  }
  const user = loaded.value;
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
  const { isLoading, user } = useAuth();
  const address = useAddress();
  if (user) return <Known key={user.profile.sub}>{children}</Known>;
  if (!isLoading) return <Landing returnTo={address} />;
  return (
    <Shell>
      <Waiting label="Loading" />
    </Shell>
  );
}
