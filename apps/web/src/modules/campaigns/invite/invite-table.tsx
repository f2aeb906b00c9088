import { IconMailForward, IconMessageCircle, IconX } from '@tabler/icons-react';
import type { Invite, InviteStatus } from '@troupe/domain/campaigns/invite';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { type ArrowRowProps, useArrowList } from '@troupe/ui/hooks';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, memo, Suspense, useMemo, useRef, useState } from 'react';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { WindowedRows } from '../../../shared/list/windowed-rows.tsx';
import { conversationHref, InviteReply } from './invite-reply.tsx';
import { InviteStatusTag } from './invite-status.tsx';
import './invite-table.css';
import { t } from '../messages/messages.gen.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { useCancelling } from './use-sending.ts';

interface InviteTableProps {
  invites: readonly Invite[];
  /** The creator in the drawer. */
  openId: string | undefined;
  onOpen: (invite: Invite) => void;
}

const WAITING: readonly InviteStatus[] = ['scheduled', 'queued', 'deferred'];
const UNSETTLED: readonly InviteStatus[] = ['uncertain', 'failed'];

const FollowUpDialog = lazy(() => import('./follow-up/follow-up-dialog.tsx'));

/** Statuses in which follow-ups can be added. */
const FOLLOWABLE: readonly InviteStatus[] = ['scheduled', 'queued', 'deferred', 'sent', 'uncertain'];

/** Whether an invite can get follow-ups. */
export const canFollow = ({ followUp, status }: Invite): boolean =>
  followUp === null && FOLLOWABLE.includes(status);

/** Whether the email of an invite is still to be sent. */
export const isWaiting = ({ status }: Invite): boolean => WAITING.includes(status);

/** Invites as rows, of which only the visible ones are rendered. Arrow keys move, Enter opens the creator. */
export function InviteTable({ invites, openId, onOpen }: InviteTableProps) {
  const [settling, setSettling] = useState<Invite | null>(null);
  const [followedId, setFollowedId] = useState<string | null>(null);
  const { mutate: cancel } = useCancelling();
  const byId = useMemo(() => new Map(invites.map((invite) => [invite.id, invite])), [invites]);
  const followed = followedId === null ? undefined : byId.get(followedId);
  const reach = useRef<((key: string) => void) | null>(null);
  const list = useArrowList({
    keys: useMemo(() => [...byId.keys()], [byId]),
    onOpen: (id) => {
      const invite = byId.get(id);
      if (invite) onOpen(invite);
    },
    onReach: (id) => reach.current?.(id),
  });
  return (
    <>
      <Table label={t('invites.label')} bleed className="invite-table" aria-rowcount={invites.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <Th className="invite-table-who">{t('invites.creator')}</Th>
            <Th className="invite-table-campaign">{t('invite.campaign')}</Th>
            <Th className="invite-table-status">{t('invites.status')}</Th>
            <Th className="invite-table-sent">{t('invites.sent')}</Th>
            <Th className="invite-table-visited">{t('invites.visited')}</Th>
            <Th className="invite-table-follow">{t('invites.followUps')}</Th>
            <Th className="invite-table-reply">{t('invite.reply')}</Th>
            <Th className="invite-table-actions">
              <span className="t-hidden">{t('invites.actions')}</span>
            </Th>
          </tr>
        </thead>
        <WindowedRows entries={invites} reach={reach} keep={[list.active]}>
          {(invite, rowIndex) => (
            <InviteRow
              invite={invite}
              open={openId === invite.socialProfileId}
              onOpen={onOpen}
              onCancel={cancel}
              onSettle={setSettling}
              onFollow={setFollowedId}
              aria-rowindex={rowIndex}
              {...list.rowProps(invite.id)}
            />
          )}
        </WindowedRows>
      </Table>
      {settling && <SettleDialog invite={settling} onClose={() => setSettling(null)} />}
      {followed && (
        <Suspense>
          <FollowUpDialog invite={followed} onClose={() => setFollowedId(null)} />
        </Suspense>
      )}
    </>
  );
}

interface InviteRowProps extends ArrowRowProps {
  invite: Invite;
  open: boolean;
  onOpen: (invite: Invite) => void;
  onCancel: (invite: Invite) => void;
  onSettle: (invite: Invite) => void;
  /** Shows the follow-ups of an invite. */
  onFollow: (inviteId: string) => void;
  'aria-rowindex': number;
}

const InviteRow = memo(function InviteRow(props: InviteRowProps) {
  const { invite, open, onOpen, onCancel, onSettle, onFollow, ...row } = props;
  const { profile, campaignTitle } = invite.metaData;
  const name = creatorName(profile);
  const href = conversationHref(invite);
  return (
    <Tr {...row} current={open} onOpen={() => onOpen(invite)}>
      <Td className="invite-table-who">
        <div className="invite-who">
          <Avatar name={name} src={profile.profilePicUrl} size={28} />
          <div className="invite-who-text">
            <span className="t-name t-ellipsis" dir="auto">
              {name}
            </span>
            <span className="invite-who-handle t-12 t-ink2">
              <PlatformIcon platform={profile.platform} label={PLATFORM_NAMES[profile.platform]} />
              <span className="t-ellipsis">@{profile.username}</span>
            </span>
            <span className="invite-who-campaign t-12 t-ink2 t-ellipsis" dir="auto">
              {campaignTitle}
            </span>
          </div>
        </div>
      </Td>
      <Td className="invite-table-campaign">
        <span className="t-ellipsis" dir="auto" title={campaignTitle}>
          {campaignTitle}
        </span>
      </Td>
      <Td className="invite-table-status">
        <InviteStatusTag invite={invite} />
      </Td>
      <Td className="invite-table-sent t-ink2">
        {invite.sentDate ? (
          <time dateTime={invite.sentDate}>{exactTime(invite.sentDate)}</time>
        ) : (
          <span className="t-ink3">–</span>
        )}
      </Td>
      <Td className="invite-table-visited t-ink2">
        {invite.visitedDate ? <Ago at={invite.visitedDate} /> : <span className="t-ink3">–</span>}
      </Td>
      <Td className="invite-table-follow">
        <FollowUpCell invite={invite} onFollow={onFollow} />
      </Td>
      <Td className="invite-table-reply">
        <InviteReply invite={invite} />
      </Td>
      <Td className="invite-table-actions">
        {(invite.followUp || canFollow(invite)) && (
          <span className="invite-follow-narrow">
            <IconButton
              size="row"
              label={t('invites.followUpsOf', { name })}
              icon={<IconMailForward size={18} />}
              onClick={() => onFollow(invite.id)}
            />
          </span>
        )}
        {href && (
          <IconButton
            size="row"
            label={t('invites.openConversation', { name })}
            icon={<IconMessageCircle size={18} />}
            href={href}
          />
        )}
        {isWaiting(invite) && (
          <IconButton
            size="row"
            label={t('invites.cancel', { name })}
            icon={<IconX size={18} />}
            onClick={() => onCancel(invite)}
          />
        )}
        {UNSETTLED.includes(invite.status) && (
          <Button size="row" aria-label={t('invites.settleOf', { name })} onClick={() => onSettle(invite)}>
            {t('invites.settle')}
          </Button>
        )}
      </Td>
    </Tr>
  );
});

/** The state of an invite's follow-ups; opens them. */
function FollowUpCell({ invite, onFollow }: { invite: Invite; onFollow: (inviteId: string) => void }) {
  const { followUp } = invite;
  const name = creatorName(invite.metaData.profile);
  if (!followUp && !canFollow(invite)) return <span className="t-ink3">–</span>;
  return (
    <button
      type="button"
      className="invite-follow"
      aria-label={followUp ? undefined : `${t('follow.add')}: ${name}`}
      onClick={() => onFollow(invite.id)}
    >
      {followUp ? (
        <>
          {followText(followUp)}
          <span className="t-hidden">: {t('invites.followUpsOf', { name })}</span>
        </>
      ) : (
        t('follow.add')
      )}
    </button>
  );
}

function followText({ state, sent, next }: NonNullable<Invite['followUp']>): string {
  const count = exactNumber(sent);
  if (state === 'running' && next) return t('follow.next', { count, time: dayText(next) });
  return state === 'finished' ? t('follow.finished', { count: sent }) : t(`follow.${state}`, { count });
}
