import { IconHome, IconRefresh } from '@tabler/icons-react';
import { Button } from '../action/button.tsx';
import { Dialog } from '../overlay/dialog.tsx';

/** Says that the app broke, in front of what is left of it; `text` says what to do. */
export default function CrashDialog({ text }: { text: string }) {
  return (
    <Dialog
      open
      title="An error occurred"
      onClose={() => location.assign('/')}
      foot="What you typed is kept."
      actions={
        <>
          <Button icon={<IconHome size={16} />} onClick={() => location.assign('/')}>
            Go Home
          </Button>
          <Button kind="main" icon={<IconRefresh size={16} />} onClick={() => location.reload()}>
            Refresh
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
