import { Button } from '@troupe/ui/action/button';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { useState } from 'react';
import { leaveForLogin, sessionState } from '../../../shared/session.ts';
import { DocumentTitle, Shell } from '../../../shared/shell.tsx';
import './landing.css';
import { t } from '../messages/messages.gen.ts';

type Way = 'login' | 'create';

interface LandingProps {
  /** Why a login was not finished. */
  failure?: string;
  /** Where to come back to once logged in. */
  returnTo?: string;
}

/** Why a person who was logged in, or tried to, is here. */
function Ended({ failure }: { failure: string | undefined }) {
  if (failure) return <ErrorState title={t('landing.notLoggedIn')} text={failure} />;
  if (sessionState().status !== 'ended') return null;
  return <ErrorState title={t('landing.ended')} text={t('landing.endedText')} />;
}

/** The page for signed-out visitors. */
export function Landing({ failure, returnTo = '/' }: LandingProps) {
  const [leaving, setLeaving] = useState<Way | null>(null);
  const [unreachable, setUnreachable] = useState<Way | null>(null);

  const leave = async (way: Way) => {
    setLeaving(way);
    setUnreachable(null);
    try {
      await leaveForLogin(way === 'create', returnTo);
    } catch {
      setUnreachable(way);
    }
    // Also reached when the browser shows this page again from its cache.
    setLeaving(null);
  };

  return (
    <Shell>
      <DocumentTitle>{t('landing.documentTitle')}</DocumentTitle>
      <div className="landing">
        <div className="landing-drawing">
          <TroupeDrawing />
        </div>
        <div className="landing-text">
          <h1 className="t-28">{t('landing.title')}</h1>
          <p className="t-ink2">{t('landing.text')}</p>
          {unreachable ? (
            <ErrorState
              title={t('landing.notLoggedIn')}
              text={t('login.unreachable')}
              onRetry={() => leave(unreachable)}
            />
          ) : (
            <Ended failure={failure} />
          )}
        </div>
        <div className="landing-actions">
          <Button kind="main" size="form" full busy={leaving === 'login'} onClick={() => leave('login')}>
            {t('landing.logIn')}
          </Button>
          <Button size="form" full busy={leaving === 'create'} onClick={() => leave('create')}>
            {t('landing.createAccount')}
          </Button>
        </div>
      </div>
    </Shell>
  );
}
