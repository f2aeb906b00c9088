import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { CurtainDrawing } from '@troupe/ui/content/drawings';
import { invitationPath, myTeamInvitesOptions } from '../../../shared/brand/team-invites.ts';
import { DocumentTitle } from '../../../shared/screen/screen.tsx';
import './member-gate.css';

/** Shown instead of everything to a person who belongs to no brand. */
export default function NotABrandMember({ email }: { email: string }) {
  const invites = useQuery(myTeamInvitesOptions).data?.invites ?? [];
  return (
    <main className="gate">
      <DocumentTitle>Not a Brand Member</DocumentTitle>
      <CurtainDrawing />
      <div className="gate-text">
        <h1 className="t-20">Not a Brand Member</h1>
        <p className="t-ink2">
          {email} does not belong to a brand. Ask a member of your brand for an invitation, or sign out and
          use another account.
        </p>
      </div>
      {invites.map(({ token, brandName }) => (
        <Button key={token} kind="main" href={invitationPath(token)}>
          Open the invitation of {brandName}
        </Button>
      ))}
      <Link href="/logout" className="t-link">
        Sign Out
      </Link>
    </main>
  );
}
