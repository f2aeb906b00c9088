import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { lazy, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { fullReason, placesText } from './team-labels.ts';
import { teamOptions, useTeamWrites } from './team-queries.ts';
import { TeamTable } from './team-table.tsx';
import './team.css';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

/** The people of the brand, and who is invited. `plan` is the name of the brand's plan. */
export function AccountTeam({ plan }: { plan: string | null }) {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const query = useQuery(teamOptions(brandId));
  const { data: team } = query;
  const writes = useTeamWrites();
  const [inviting, setInviting] = useState(false);
  const manage = brand?.abilities.manageTeam;
  const full = team && fullReason(team.places);
  return (
    <Section
      id="team"
      title={t('team.title')}
      subtitle={team && placesText(team.places, plan)}
      actions={
        manage?.allowed &&
        team && (
          <Button icon={<IconUserPlus size={16} />} disabledReason={full} onClick={() => setInviting(true)}>
            {t('team.inviteMember')}
          </Button>
        )
      }
    >
      <LoadState what={t('team.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {full && manage?.allowed && (
        <div className="team-note t-row t-wrap">
          <span>{full}</span>
          <Link href="/pricing" className="t-link">
            {shared('plans.see')}
          </Link>
        </div>
      )}
      {manage && !manage.allowed && team && <p className="team-note">{t('team.ownersText')}</p>}
      {team && <TeamTable team={team} writes={writes} mayManage={manage?.allowed === true} />}
      {inviting && (
        <Suspense>
          <InviteDialog invite={writes.invite} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Section>
  );
}
