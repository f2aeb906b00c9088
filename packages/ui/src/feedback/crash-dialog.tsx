import { IconHome, IconRefresh } from '@tabler/icons-react';
import { Button } from '../action/button.tsx';
import { t } from '../messages/messages.gen.ts';
import { Dialog } from '../overlay/dialog.tsx';

/** Tells the user that the app crashed; `text` says what to do. */
export default function CrashDialog({ text }: { text: string }) {
  return (
    <Dialog
      open
      title={t('crash.title')}
      onClose={() => location.assign('/')}
      foot={t('crash.kept')}
      actions={
        <>
          <Button icon={<IconHome size={16} />} onClick={() => location.assign('/')}>
            {t('action.goHome')}
          </Button>
          <Button kind="main" icon={<IconRefresh size={16} />} onClick={() => location.reload()}>
            {t('action.refresh')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
