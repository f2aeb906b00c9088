import {
  IconArrowsExchange,
  IconLogout,
  IconMailOff,
  IconSend,
  IconShield,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import type { Team, TeamInvite, TeamMember } from '@troupe/domain/account/team';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill } from '@troupe/ui/content/pill';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import type { TeamChange } from './team-change-dialog.tsx';
import { nameOf } from './team-labels.ts';
import type { TeamWrites } from './team-queries.ts';

const TeamChangeDialog = lazy(() => import('./team-change-dialog.tsx'));

interface TeamTableProps {
  team: Team;
  writes: TeamWrites;
  mayManage: boolean;
}

/** Members, then open invitations. */
export function TeamTable({ team, writes, mayManage }: TeamTableProps) {
  const me = useMe();
  const [change, setChange] = useState<TeamChange | null>(null);
  const owners = team.members.filter(({ role }) => role === 'owner').length;
  const iOwn = team.members.some(({ userId, role }) => userId === me?.id && role === 'owner');

  function memberItems(member: TeamMember): MenuItem[] {
    const mine = member.userId === me?.id;
    const lastOwner = member.role === 'owner' && owners < 2 ? t('team.needsOwner') : undefined;
    const leave = {
      label: t('team.leave'),
      icon: <IconLogout size={18} />,
      danger: true,
      disabledReason: lastOwner,
      onClick: () => setChange({ what: 'leave', member }),
    };
    if (!mayManage) return mine ? [leave] : [];
    const other = member.role === 'owner' ? 'member' : 'owner';
    return [
      {
        label: other === 'owner' ? t('team.makeOwner') : t('team.makeMember'),
        icon: other === 'owner' ? <IconShield size={18} /> : <IconUser size={18} />,
        disabledReason: lastOwner,
        onClick: () => writes.setRole.mutate({ member, role: other }),
      },
      ...(iOwn && !mine
        ? [
            {
              label: t('team.transfer'),
              icon: <IconArrowsExchange size={18} />,
              onClick: () => setChange({ what: 'hand-over', member }),
            },
          ]
        : []),
      'divider',
      mine
        ? leave
        : {
            label: t('team.remove'),
            icon: <IconTrash size={18} />,
            danger: true,
            disabledReason: lastOwner,
            onClick: () => setChange({ what: 'remove', member }),
          },
    ];
  }

  const inviteItems = (invite: TeamInvite): MenuItem[] => [
    {
      label: t('team.sendAgain'),
      icon: <IconSend size={18} />,
      onClick: () => writes.resend.mutate(invite),
    },
    {
      label: t('team.withdraw'),
      icon: <IconMailOff size={18} />,
      danger: true,
      onClick: () => writes.withdraw.mutate(invite),
    },
  ];

  return (
    <>
      <Table label={t('team.title')} bleed className="team-table">
        <thead>
          <tr>
            <Th>{shared('name')}</Th>
            <Th data-wide>{shared('email')}</Th>
            <Th>{t('team.role')}</Th>
            <Th>
              <span className="t-hidden">{shared('actions')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {team.members.map((member) => (
            <Tr key={member.userId}>
              <Td className="team-name">
                <Person name={nameOf(member)} email={member.email}>
                  {member.userId === me?.id && <span className="t-12 t-ink3">{t('team.you')}</span>}
                </Person>
              </Td>
              <Td data-wide className="t-ink2 team-email">
                {member.email}
              </Td>
              <Td>{t(`role.${member.role}`)}</Td>
              <Td>
                <Actions label={nameOf(member)} items={memberItems(member)} />
              </Td>
            </Tr>
          ))}
          {team.invites.map((invite) => (
            <Tr key={invite.id}>
              <Td className="team-name">
                <Person name={invite.email} email={invite.email} invited>
                  <InvitePill invite={invite} />
                </Person>
              </Td>
              <Td data-wide className="t-ink2 team-email">
                {invite.trouble ??
                  (invite.invitedBy ? t('team.invitedBy', { name: invite.invitedBy }) : t('team.invited'))}
              </Td>
              <Td className="t-ink2">{t(`role.${invite.role}`)}</Td>
              <Td>
                <Actions label={invite.email} items={mayManage ? inviteItems(invite) : []} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {change && (
        <Suspense>
          <TeamChangeDialog change={change} writes={writes} onClose={() => setChange(null)} />
        </Suspense>
      )}
    </>
  );
}

function Person(props: { name: string; email: string; invited?: boolean; children?: ReactNode }) {
  const { name, email, invited, children } = props;
  return (
    <span className="team-person">
      <Avatar name={name} size={28} />
      <span className="team-words">
        <span className={invited ? 't-ellipsis t-ink2' : 't-ellipsis t-name'} dir="auto">
          {name}
        </span>
        {!invited && (
          <span className="t-12 t-ink3 t-ellipsis" data-narrow>
            {email}
          </span>
        )}
      </span>
      {children}
    </span>
  );
}

function InvitePill({ invite }: { invite: TeamInvite }) {
  if (invite.trouble)
    return (
      <Pill tone="red" title={invite.trouble}>
        {t('team.notDelivered')}
      </Pill>
    );
  if (invite.expired) return <Pill tone="tangerine">{t('team.expired')}</Pill>;
  return <Pill>{t.rich('team.invitedAgo', { ago: () => <Ago key="ago" at={invite.sent} /> })}</Pill>;
}

function Actions({ label, items }: { label: string; items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <RowActions>
      <MoreMenu label={shared('actions.more', { name: label })} items={items} />
    </RowActions>
  );
}
