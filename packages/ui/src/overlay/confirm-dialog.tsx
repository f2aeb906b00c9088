import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import { t } from '../messages/messages.gen.ts';
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
  /** Cost or effect: '5 credits'. */
  foot?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms an action that is costly or hard to undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirm,
    cancel = t('action.cancel'),
    danger,
    busy,
    foot,
    onConfirm,
    onClose,
  } = props;
  // A double click is meant as one: `busy` may come only after its second.
  const confirmOnce = (event: MouseEvent) => {
    if (!busy && event.detail < 2) onConfirm();
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
