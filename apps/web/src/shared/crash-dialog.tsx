import { IconHome, IconRefresh } from '@tabler/icons-react';
import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';
import { FALLBACK_ERROR_TEXT } from './error-text.ts';

const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module|module script/i.test(error.message);

/** Says that the dashboard broke, in front of what is left of it. */
export default function CrashDialog({ error }: { error: unknown }) {
  const text = isMissingPart(error)
    ? 'A part of this page could not be loaded. Check your connection and refresh the page.'
    : FALLBACK_ERROR_TEXT;
  return (
    <Dialog
      open
      title="An error occurred"
      onClose={() => location.assign('/')}
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
