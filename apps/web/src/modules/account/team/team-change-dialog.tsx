import type { TeamMember } from '@troupe/domain/account/team';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
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
        title={`Transfer ownership to ${name}?`}
        text={`${name} becomes an owner and you become a member. They will manage billing, team and email domain.`}
        confirm="Transfer"
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
        title="Leave the team?"
        text="You lose access to this brand immediately. Your work is kept; an owner can invite you again."
        confirm="Leave"
        busy={writes.leave.isPending}
        onConfirm={() => !writes.leave.isPending && writes.leave.mutate(undefined, done)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      danger
      title={`Remove ${name}?`}
      text={removalText(member)}
      confirm="Remove"
      busy={writes.remove.isPending}
      onConfirm={() => !writes.remove.isPending && writes.remove.mutate(member, done)}
      onClose={onClose}
    />
  );
}
