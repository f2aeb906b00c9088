import type { TeamMember } from '@troupe/domain/account/team';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { nameOf, removalText } from './team-labels.ts';
import type { TeamWrites } from './team-queries.ts';

/** A change that is asked about before it is done. */
export interface TeamChange {
  what: 'remove' | 'hand-over' | 'leave';
  member: TeamMember;
}

interface TeamChangeDialogProps {
  change: TeamChange;
  writes: TeamWrites;
  onClose: () => void;
}

/** Says what removing, handing over and leaving do, before they do it. */
export default function TeamChangeDialog({ change, writes, onClose }: TeamChangeDialogProps) {
  const { what, member } = change;
  const name = nameOf(member);
  const done = { onSettled: onClose };
  if (what === 'hand-over')
    return (
      <ConfirmDialog
        open
        title={t('team.transferAsk', { name })}
        text={t('team.transferText', { name })}
        confirm={t('team.transfer.action')}
        busy={writes.handOver.isPending}
        onConfirm={() => !writes.handOver.isPending && writes.handOver.mutate(member, done)}
        onClose={onClose}
      />
    );
  if (what === 'leave')
    return (
      <ConfirmDialog
        open
        danger
        title={t('team.leaveAsk')}
        text={t('team.leaveText')}
        confirm={t('team.leave.action')}
        busy={writes.leave.isPending}
        onConfirm={() => !writes.leave.isPending && writes.leave.mutate(undefined, done)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      danger
      title={t('team.removeAsk', { name })}
      text={removalText(member)}
      confirm={shared('action.remove')}
      busy={writes.remove.isPending}
      onConfirm={() => !writes.remove.isPending && writes.remove.mutate(member, done)}
      onClose={onClose}
    />
  );
}
