import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { here, logOut } from '../../../shared/session/leave.ts';
import { leaveForLogin } from '../../../shared/session/session.ts';
import { t } from '../messages/messages.gen.ts';

const NOTICE = 'session-ended';

/**
 * Shown when the login host no longer renews the session. After logging in, people return to this URL, with their
 * drafts restored. Logging in in another tab keeps this page as it is, with its uploads and pending calls.
 */
export default function SessionEndedDialog() {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const [aside, setAside] = useState(false);
  useEffect(() => () => notify.close(NOTICE), []);
  /** Shows the page behind; the login button stays visible. */
  const putAside = () => {
    setAside(true);
    notify.failure(t('session.endedNotice'), {
      id: NOTICE,
      detail: t('session.endedDetail'),
      action: { label: shared('action.logIn'), onClick: () => setAside(false) },
    });
  };
  const logIn = async () => {
    setLeaving(true);
    setFailed(false);
    try {
      await leaveForLogin(() => ({ returnTo: here() }));
    } catch {
      setFailed(true);
    }
    // Also reached when the browser shows this page again from its cache.
    setLeaving(false);
  };
  return (
    <Dialog
      open={!aside}
      width={560}
      title={t('session.ended')}
      onClose={putAside}
      actions={
        <>
          <Button onClick={() => void logOut(true)}>{shared('action.signOut')}</Button>
          <Button href="/login?forOtherTab=1" target="_blank" rel="opener">
            {t('session.newTab')}
          </Button>
          <Button kind="main" data-autofocus busy={leaving} onClick={() => void logIn()}>
            {shared('action.logIn')}
          </Button>
        </>
      }
    >
      {failed && <ErrorState title={t('login.notLoggedIn')} text={t('login.failed.unreachable')} />}
      <p>{t('session.endedText')}</p>
    </Dialog>
  );
}
