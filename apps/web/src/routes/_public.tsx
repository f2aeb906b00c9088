import { createFileRoute, Outlet } from '@tanstack/react-router';
import { sessionAtStart } from '../shared/session/session.ts';
import { PastDueGate } from './-shell/past-due.tsx';
import { Shell } from './-shell/shell.tsx';
import { SiteFooter } from './-shell/site-footer.tsx';

export const Route = createFileRoute('/_public')({
  codeSplitGroupings: [],
  // The header shows whether a user is signed in.
  beforeLoad: async () => void (await sessionAtStart()),
  component: Public,
});

function Public() {
  return (
    <PastDueGate>
      <Shell footer={<SiteFooter />}>
        <Outlet />
      </Shell>
    </PastDueGate>
  );
}
