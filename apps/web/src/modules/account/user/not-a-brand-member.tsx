import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { CurtainDrawing } from '@troupe/ui/content/drawings';
import { invitationPath, myTeamInvitesOptions } from '../../../shared/brand/team-invites.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import './member-gate.css';

/** Shown instead of everything to a person who belongs to no brand. */
export default function NotABrandMember({ email }: { email: string }) {
  const invites = useQuery(myTeamInvitesOptions).data?.invites ?? [];
  return (
    <main className="gate">
      <DocumentTitle>{t('noBrand.title')}</DocumentTitle>
      <CurtainDrawing />
      <div className="gate-text">
        <h1 className="t-20">{t('noBrand.title')}</h1>
        <p className="t-ink2">{t('noBrand.text', { email })}</p>
      </div>
      {invites.map(({ token, brandName }) => (
        <Button key={token} kind="main" href={invitationPath(token)}>
          {t('noBrand.openInvitation', { brand: brandName })}
        </Button>
      ))}
      <Link href="/logout" className="t-link">
        {shared('action.signOut')}
      </Link>
    </main>
  );
}
