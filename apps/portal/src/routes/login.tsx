import { useNavigate } from '@tanstack/react-router';
import { localPath } from '@troupe/browser/session';
import { useEffect, useRef, useState } from 'react';
import { t } from '../modules/account/messages/messages.gen.ts';
import { Landing } from '../modules/account/user/landing.tsx';
import { clearDrafts } from '../shared/draft.ts';
import { finishLogin, leaveForLogin, readSessionAgain, sessionState, signOut } from '../shared/session.ts';
import { DocumentTitle, Shell, Waiting } from '../shared/shell.tsx';

/**
 * Finishes a login that the login host sent back, or starts one.
 * @returns the path to continue at, or why the login failed; neither while leaving the page
 */
async function logIn(address: URLSearchParams): Promise<{ path?: string; failure?: string }> {
  const sentBack = address.has('code') && address.has('state');
  try {
    if (sentBack) return { path: localPath((await finishLogin()).returnTo) };
  } catch (error) {
    // Coming back here by the Back button, with a session at hand: nothing is wrong.
    if (readSessionAgain().status === 'open') return { path: '/' };
    return { failure: error instanceof TypeError ? t('login.unreachable') : t('login.stale') };
  }
  if (sessionState().status === 'open') return { path: '/' };
  if (address.has('error')) return { failure: t('login.refused') };
  try {
    await leaveForLogin(false);
    return {};
  } catch {
    return { failure: t('login.unreachable') };
  }
}

/** `/login`: where the login host sends people back; opened by hand it starts the login. */
export function LoginRoute() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | undefined>();
  const started = useRef(false);
  useEffect(() => {
    // A login works only once, however often React mounts this.
    if (started.current) return;
    started.current = true;
    void logIn(new URLSearchParams(location.search)).then(({ path, failure }) => {
      if (path) void navigate({ href: path, replace: true });
      setFailure(failure);
    });
  }, [navigate]);

  if (failure) return <Landing failure={failure} />;
  return (
    <Shell>
      <DocumentTitle>{t('login.title')}</DocumentTitle>
      <Waiting label={t('login.busy')} />
    </Shell>
  );
}

/** `/logout`: ends the session here and at the login host. */
export function LogoutRoute() {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    clearDrafts();
    void signOut('/');
  }, []);
  return (
    <Shell>
      <DocumentTitle>{t('logout.action')}</DocumentTitle>
      <Waiting label={t('logout.busy')} />
    </Shell>
  );
}
