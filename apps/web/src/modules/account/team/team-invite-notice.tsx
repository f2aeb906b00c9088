import { useQuery } from '@tanstack/react-query';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { useState } from 'react';
import { invitationPath, myTeamInvitesOptions } from '../../../shared/brand/team-invites.ts';
import { t } from '../messages/messages.gen.ts';
import './team-invite-notice.css';

const KEY = 'troupe.team-invites-closed';
const closedBefore = (): string[] => (sessionStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/** Says that another team invites the signed-in person; closed it stays closed in this tab. */
export default function TeamInviteNotice() {
  const { data } = useQuery(myTeamInvitesOptions);
  const [closed, setClosed] = useState(closedBefore);
  const invite = data?.invites.find(({ token }) => !closed.includes(token));
  if (!invite) return null;
  const { token, brandName, invitedBy } = invite;
  const close = () => {
    const next = [...closed, token];
    sessionStorage.setItem(KEY, next.join(' '));
    setClosed(next);
  };
  return (
    <aside className="team-invite-notice" aria-label={t('invitation.label')}>
      <p className="t-grow">
        {t('invitation.notice', {
          hasInviter: invitedBy ? 'yes' : 'no',
          inviter: invitedBy ?? '',
          brand: brandName,
        })}
      </p>
      <Link href={invitationPath(token)} className="t-link">
        {t('invitation.open')}
      </Link>
      <CloseButton label={t('invitation.close')} onClick={close} />
    </aside>
  );
}
