import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text?: ReactNode;
  /** The verb on the button. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** What it costs or sends: '5 credits'. */
  foot?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** A second click so soon is meant as one with the first: `busy` may come only after it. */
const DOUBLE_CLICK_MS = 600;

/** Asks before something costly or hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, cancel = 'Cancel', danger, busy, foot, onConfirm, onClose } = props;
  const confirmed = useRef(Number.NEGATIVE_INFINITY);
  const confirmOnce = () => {
    const now = performance.now();
    if (busy || now - confirmed.current < DOUBLE_CLICK_MS) return;
    confirmed.current = now;
    onConfirm();
  };
  const actions = (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      <Button kind={danger ? 'danger' : 'main'} busy={busy} onClick={confirmOnce}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} foot={foot} actions={actions}>
      {text && <p className="t-ink2">{text}</p>}
    </Dialog>
  );
}
