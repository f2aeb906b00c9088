import { useNavigate } from '@tanstack/react-router';
import { localPath } from '@troupe/browser/session';
import { Button } from '@troupe/ui/action/button';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { DocumentTitle, PageLoading } from '../../../shared/screen/screen.tsx';
import { takeReturnPath } from '../../../shared/session/leave.ts';
import {
  finishLogin,
  leaveForLogin,
  readSessionAgain,
  sessionAtStart,
} from '../../../shared/session/session.ts';
import { t } from '../messages/messages.gen.ts';
import './member-gate.css';

/** What the address of the login can carry. */
export interface LoginAddress {
  /** Where to go after the login. */
  returnTo?: string;
  /** The address to log in with, filled in at the login host. */
  email?: string;
  /** The login is for another tab, which waits. */
  forOtherTab?: string;
  /** What the login host sends back. */
  code?: string;
  state?: string;
  error?: string;
}

type Step = { name: 'working' } | { name: 'failed'; text: string } | { name: 'back-to-tab' };

/** An account younger than this has just been created. */
const NEW_FOR_SECONDS = 15 * 60;

/** Where visits come from: needed by logins alone. */
const sources = () => import('../../../shared/visitor/marketing-source.ts');

/**
 * Without a token, redirects to the login host or processes its response; with a token, continues.
 * @param signUp start with creating an account
 */
export function LoginScreen({ address, signUp = false }: { address: LoginAddress; signUp?: boolean }) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: 'working' });
  const started = useRef(false);

  const leave = async () => {
    setStep({ name: 'working' });
    try {
      await leaveForLogin(
        async () => {
          const path = localPath(address.returnTo ?? takeReturnPath());
          return {
            returnTo: signUp ? (await sources()).withMarketingSource(path) : path,
            ...(address.forOtherTab ? { forOtherTab: true } : {}),
          };
        },
        { signUp, email: address.email },
      );
    } catch {
      setStep({ name: 'failed', text: t('login.failed.unreachable') });
    }
  };

  const goOn = async (returnTo: string | undefined, forOtherTab: boolean) => {
    if (!forOtherTab) return navigate({ href: localPath(returnTo), replace: true });
    setStep({ name: 'back-to-tab' });
    window.close();
  };

  const begin = async () => {
    if (address.error) {
      const text = address.error === 'only_here' ? t('login.failed.only_here') : t('login.failed.refused');
      return setStep({ name: 'failed', text });
    }
    if (address.code && address.state) {
      try {
        const { returnTo, forOtherTab, signedUpAt } = await finishLogin();
        sources().then(
          ({ sendMarketingSource }) => sendMarketingSource(),
          () => {},
        );
        const isNew = Date.now() / 1000 - signedUpAt < NEW_FOR_SECONDS;
        // A new account that asked for no page starts at Welcome.
        const first = isNew ? returnTo.replace(/^\/(?=$|[?#])/, '/welcome') : returnTo;
        return goOn(first, forOtherTab === true);
      } catch (error) {
        // Coming back here by the Back button, with a session at hand: nothing is wrong.
        if (readSessionAgain().status === 'open') return goOn('/', false);
        const unreachable = error instanceof TypeError;
        return setStep({
          name: 'failed',
          text: unreachable ? t('login.failed.unreachable') : t('login.failed.stale'),
        });
      }
    }
    // Another tab waits because its session was refused: the token at hand is that one.
    if (address.forOtherTab) return leave();
    const session = await sessionAtStart();
    if (session === 'unreachable') return setStep({ name: 'failed', text: t('login.failed.unreachable') });
    if (session === 'open') return goOn(address.returnTo, false);
    return leave();
  };

  const onVisit = useEffectEvent(() => void begin());
  useEffect(() => {
    // React may mount it more than once; there is one login per visit.
    if (started.current) return;
    started.current = true;
    onVisit();
  }, []);

  if (step.name === 'working') return <PageLoading whole label={t('login.working')} />;
  return (
    <main className="gate">
      <DocumentTitle>{t('login.title')}</DocumentTitle>
      <TroupeDrawing />
      {step.name === 'failed' ? (
        <>
          <h1 className="t-hidden">{t('login.title')}</h1>
          <ErrorState title={t('login.notLoggedIn')} text={step.text} />
          <Button kind="main" onClick={leave}>
            {shared('action.logIn')}
          </Button>
        </>
      ) : (
        <div className="gate-text">
          <h1 className="t-20">{t('login.done')}</h1>
          <p className="t-ink2">{t('login.doneText')}</p>
        </div>
      )}
    </main>
  );
}
