import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { here, logOut } from '../../../shared/session/leave.ts';
import { leaveForLogin } from '../../../shared/session/session.ts';

const NOTICE = 'session-ended';

/**
 * The login host no longer renews the session. Who logs in comes back to this address, where what they typed stands as
 * a draft. Logging in in another tab keeps this page as it is, with files on their way and the calls that wait.
 */
export default function SessionEndedDialog() {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const [aside, setAside] = useState(false);
  useEffect(() => () => notify.close(NOTICE), []);
  /** Shows the page behind; the login button stays visible. */
  const putAside = () => {
    setAside(true);
    notify.failure('Your session has ended.', {
      id: NOTICE,
      detail: "Changes aren't saved until you log in again.",
      action: { label: 'Log In', onClick: () => setAside(false) },
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
      title="Your session has ended"
      onClose={putAside}
      actions={
        <>
          <Button onClick={() => void logOut(true)}>Sign Out</Button>
          <Button href="/login?forOtherTab=1" target="_blank" rel="opener">
            Use a New Tab
          </Button>
          <Button kind="main" data-autofocus busy={leaving} onClick={() => void logIn()}>
            Log In
          </Button>
        </>
      }
    >
      {failed && (
        <ErrorState
          title="You are not logged in."
          text="We can't reach the login host. Check your connection and try again."
        />
      )}
      <p>Log in to continue where you left off. Uploads keep running if you log in in a new tab.</p>
    </Dialog>
  );
}
