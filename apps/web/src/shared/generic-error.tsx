import { Button } from '@troupe/ui/button';
import { errorText, shownStatus } from './error-text.ts';

/** The generic error page. */
export function GenericError({ error }: { error: unknown }) {
  return (
    <div role="alert" data-status={shownStatus(error)} className="t-page t-stack">
      <h1 className="t-20">An error occurred</h1>
      <p>{errorText(error)}</p>
      <div className="t-row">
        <Button kind="main" href="/">
          Go Home
        </Button>
        <Button onClick={() => location.reload()}>Refresh</Button>
      </div>
    </div>
  );
}
