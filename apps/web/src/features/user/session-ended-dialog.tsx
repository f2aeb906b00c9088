import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';
import { logOut } from '../../shared/session/leave.ts';

/**
 * The login host no longer renews the session. Logging in happens in another tab, so that this page and what is
 * typed in it stay as they are; it notices the new session and goes on, with the calls that waited.
 */
export default function SessionEndedDialog() {
  return (
    <Dialog
      open
      title="Your session has ended"
      onClose={() => {}}
      foot="Nothing you typed is lost."
      actions={
        <>
          <Button onClick={() => void logOut(true)}>Sign Out</Button>
          <Button kind="main" href="/login?forOtherTab=1" target="_blank" rel="opener">
            Log In
          </Button>
        </>
      }
    >
      <p>Log in again in a new tab, then go on here.</p>
    </Dialog>
  );
}
