import { createFileRoute } from '@tanstack/react-router';
import { ReopenScreen } from '../modules/account/brand-closing/reopen-screen.tsx';
import { sessionAtStart } from '../shared/session/session.ts';

/** The link of the mail that owners get when the account is closed; whoever follows it may have no brand left. */
export const Route = createFileRoute('/reopen/$token')({
  beforeLoad: async () => void (await sessionAtStart()),
  component: ReopenRoute,
});

function ReopenRoute() {
  return <ReopenScreen token={Route.useParams().token} />;
}
