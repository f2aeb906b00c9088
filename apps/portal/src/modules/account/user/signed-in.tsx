import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { chooseLanguage } from '@troupe/browser/language';
import { getMe } from '@troupe/contract/account/user';
import type { User } from '@troupe/domain/account/user';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { type ReactNode, useEffect } from 'react';
import { callOptions, errorText } from '../../../shared/api.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { config, useSession } from '../../../shared/session.ts';
import { DocumentTitle, Shell, Waiting } from '../../../shared/shell.tsx';
import { t } from '../messages/messages.gen.ts';
import { Landing } from './landing.tsx';
import { nameOf, placeOf } from './user-place.ts';

function Person({ user }: { user?: User }) {
  return (
    <div className="t-row">
      {user && (
        <Link href="/account" className="shell-person" aria-label={t('account.of', { name: nameOf(user) })}>
          <Avatar name={nameOf(user)} size={32} />
        </Link>
      )}
      <Button kind="quiet" href="/logout">
        {t('logout.action')}
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
  // What the profile says goes before what this browser remembers.
  const chosen = user?.language;
  useEffect(() => {
    if (chosen) void chooseLanguage(chosen);
  }, [chosen]);

  if (error && !user) {
    return (
      <Shell person={<Person />}>
        <DocumentTitle>{t('home.title')}</DocumentTitle>
        <h1 className="t-hidden">{t('home.title')}</h1>
        <ErrorState
          title={t('load.failed')}
          text={error.status === 404 ? t('load.logInAgain') : errorText(error)}
          onRetry={() => void refetch()}
        />
      </Shell>
    );
  }
  if (!user || leaves) {
    return (
      <Shell>
        <Waiting label={leaves ? t('dashboard.opening') : shared('loading')} />
      </Shell>
    );
  }
  if (user.role === 'administrator') {
    return (
      <Shell person={<Person user={user} />}>
        <DocumentTitle>{t('home.title')}</DocumentTitle>
        <h1 className="t-28">{t('greeting', { name: user.firstName || nameOf(user) })}</h1>
        <EmptyState
          title={t('admin.title')}
          text={t('admin.text')}
          actions={
            <Button kind="main" href={config.webOrigin}>
              {t('admin.open')}
            </Button>
          }
        />
      </Shell>
    );
  }
  return <Shell person={<Person user={user} />}>{children(user)}</Shell>;
}

/**
 * A screen for signed-in creators. Others can log in and return to this URL; people who belong to a brand are sent to
 * the dashboard.
 */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const session = useSession();
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  if (session.status !== 'open') return <Landing returnTo={address} />;
  return <Known key={session.session.subject}>{children}</Known>;
}
