import { IconHelpCircle, IconHome, IconRefresh } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { exactTime } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { errorText, shownStatus } from '../call/error-text.ts';
import { linkTarget } from '../links.ts';
import { DocumentTitle } from './document-title.tsx';

/** The generic error page. */
export function GenericError({ error, full = false }: { error: unknown; full?: boolean }) {
  const [at] = useState(() => new Date());
  const status = shownStatus(error);
  return (
    <div role="alert">
      <DocumentTitle>An error occurred</DocumentTitle>
      <ErrorPage
        status={status}
        title="An error occurred"
        subtitle={errorText(error)}
        full={full}
        actions={
          <>
            <Button kind="main" icon={<IconHome size={16} />} href="/">
              Go Home
            </Button>
            <Button icon={<IconRefresh size={16} />} onClick={() => location.reload()}>
              Refresh
            </Button>
            <Button icon={<IconHelpCircle size={16} />} href={linkTarget('helpCenter')}>
              Need Help
            </Button>
          </>
        }
        detail={`Status ${status}, ${exactTime(at)}`}
      />
    </div>
  );
}
