import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../messages/messages.gen.ts';

interface LeaveGuardOptions {
  unsaved: boolean;
  /** Where the draft stays. */
  text: string;
  onClose: () => void;
}

interface LeaveGuard {
  /** Closes without asking, for example after saving. */
  close: () => void;
  askOrClose: () => void;
  dialog: ReactNode;
}

/** Asks before an editor closes, or its page is left, with unsaved changes. */
export function useLeaveGuard({ unsaved, text, onClose }: LeaveGuardOptions): LeaveGuard {
  const leaving = useRef(false);
  const [asks, setAsks] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved && !leaving.current,
    enableBeforeUnload: () => unsaved && !leaving.current,
    withResolver: true,
  });
  const close = () => {
    leaving.current = true;
    onClose();
  };
  const dialog = (
    <ConfirmDialog
      open={asks || blocker.status === 'blocked'}
      title={t('leave.title')}
      text={text}
      confirm={t('leave.confirm')}
      cancel={t('leave.keepEditing')}
      onConfirm={() => {
        setAsks(false);
        if (blocker.status === 'blocked') {
          leaving.current = true;
          blocker.proceed();
        } else close();
      }}
      onClose={() => {
        setAsks(false);
        if (blocker.status === 'blocked') blocker.reset();
      }}
    />
  );
  return { close, askOrClose: () => (unsaved ? setAsks(true) : close()), dialog };
}
