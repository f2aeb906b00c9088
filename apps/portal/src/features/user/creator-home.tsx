import type { User } from '@troupe/domain/user';
import { Avatar } from '@troupe/ui/avatar';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { ErrorState } from '@troupe/ui/error-state';
import { useEffect } from 'react';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { config } from '../../shared/page-config.ts';
import { Shell } from '../../shared/shell.tsx';
import { Waiting } from '../../shared/waiting.tsx';
import { placeOf } from './place-of.ts';
import { useMe } from './use-me.ts';
import './creator-home.css';

function nameOf(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.email;
}

function Person({ user }: { user?: User }) {
  return (
    <div className="t-row">
      {user && <Avatar name={nameOf(user)} size={32} />}
      <Button kind="quiet" href="/logout">
        Log Out
      </Button>
    </div>
  );
}

function Greeting({ user }: { user: User }) {
  return (
    <div className="creator-home">
      <div>
        <h1 className="t-28">Hello {user.firstName || nameOf(user)}</h1>
        <p className="t-ink2 creator-home-person">
          You are logged in as {nameOf(user)}
          {nameOf(user) === user.email ? '.' : `, ${user.email}.`}
        </p>
      </div>
      <div className="t-panel">
        {user.role === 'administrator' ? (
          <EmptyState
            title="This is the app of the creators."
            text="You are an administrator: brands and their campaigns are in the dashboard."
            actions={
              <Button kind="main" href={config.webOrigin}>
                Open Dashboard
              </Button>
            }
          />
        ) : (
          <EmptyState title="Your invitations and campaigns from brands will be here." />
        )}
      </div>
    </div>
  );
}

/** The first screen of a signed-in person; whoever belongs to a brand goes on to the dashboard. */
export function CreatorHome({ subject }: { subject: string }) {
  const { me, retry } = useMe(subject);
  const leaves = me.state === 'known' && placeOf(me.user.role) === 'dashboard';

  useEffect(() => {
    if (leaves) location.replace(config.webOrigin);
  }, [leaves]);

  if (me.state === 'failed') {
    return (
      <Shell person={<Person />}>
        <DocumentTitle>Home</DocumentTitle>
        <h1 className="t-hidden">Home</h1>
        <ErrorState title="Your account could not be loaded." text={me.text} onRetry={retry} />
      </Shell>
    );
  }
  if (me.state === 'loading' || leaves) {
    return (
      <Shell>
        <Waiting label={leaves ? 'Opening the dashboard' : 'Loading'} />
      </Shell>
    );
  }
  return (
    <Shell person={<Person user={me.user} />}>
      <DocumentTitle>Home</DocumentTitle>
      <Greeting user={me.user} />
    </Shell>
  );
}
