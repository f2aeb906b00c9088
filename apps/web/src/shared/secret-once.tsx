import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { t } from './messages/messages.gen.ts';
import './secret-once.css';

interface SecretOnceProps {
  title: string;
  /** What it is: 'key'. */
  what: string;
  secret: string;
  /** How it is used. */
  use: string;
  onClose: () => void;
}

/** Shows a secret the only time it can be seen. */
export function SecretOnce({ title, what, secret, use, onClose }: SecretOnceProps) {
  return (
    <Dialog
      open
      title={title}
      width={560}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          {t('action.done')}
        </Button>
      }
    >
      <p className="t-ink2">{t('secret.copyNow', { what })}</p>
      <div className="secret-once">
        <code data-autofocus tabIndex={-1}>
          {secret}
        </code>
        <CopyButton wide text={secret} label={t('secret.copy', { what })} />
      </div>
      <p className="t-12 t-ink3">{use}</p>
    </Dialog>
  );
}
