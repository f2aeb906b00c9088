import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import type { startFollowUps } from '@troupe/contract/campaigns/follow-up';
import { MAX_FOLLOW_UPS } from '@troupe/domain/campaigns/follow-up';
import type { Invite } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { contactText, sequencesOptions, useFollowUpWrites } from './follow-up-queries.ts';
import { t } from './messages/messages.gen.ts';
import { SequenceField } from './sequence-field.tsx';
import './follow-up.css';

type Skipped = CallOutput<typeof startFollowUps>['skipped'];

interface StartFollowUpsProps {
  /** Invites without follow-ups. */
  invites: readonly Invite[];
  onClose: () => void;
}

/** Adds follow-ups to invites that were sent. */
export function StartFollowUps({ invites, onClose }: StartFollowUpsProps) {
  const [sequenceId, setSequenceId] = useState('');
  const [contacted, setContacted] = useState<Skipped>([]);
  const [anyway, setAnyway] = useState(false);
  const { data } = useQuery(sequencesOptions(useBrandId()));
  const { start } = useFollowUpWrites();
  const running = useRef(false);
  const chosen = invites.slice(0, MAX_FOLLOW_UPS);
  const submit = () => {
    if (!sequenceId || running.current) return;
    running.current = true;
    const inviteIds =
      contacted.length > 0 ? contacted.map(({ inviteId }) => inviteId) : chosen.map(({ id }) => id);
    start.mutate(
      { sequenceId, inviteIds, contactAnyway: anyway },
      {
        onSuccess: ({ started, skipped }) => {
          const blocked = skipped.filter(({ reason }) => reason === 'contacted');
          const rest = skipped.length - blocked.length;
          if (started > 0 || blocked.length === 0)
            notify.success(t('startedCount', { count: started }), {
              ...(rest > 0 ? { detail: t('skippedCount', { count: rest }) } : {}),
            });
          if (blocked.length > 0) setContacted(blocked);
          else onClose();
        },
        onSettled: () => {
          running.current = false;
        },
      },
    );
  };
  const isConfirming = contacted.length > 0;
  return (
    <Dialog
      open
      title={t('startTitle')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="main"
            type="submit"
            busy={start.isPending}
            disabledReason={
              !sequenceId ? t('chooseSequence') : isConfirming && !anyway ? t('confirmFirst') : undefined
            }
          >
            {t('startAction', { count: isConfirming ? contacted.length : chosen.length })}
          </Button>
        </>
      }
    >
      {start.error && <ErrorState title={t('changeFailed')} text={errorText(start.error)} />}
      <p className="t-ink2">{t('startText', { count: chosen.length })}</p>
      {isConfirming ? (
        <div className="follow-warning" role="alert">
          <ul>
            {contacted.slice(0, 20).map(({ inviteId, username, contact }) => (
              <li key={inviteId}>
                @{username}: {contact && contactText(contact)}
              </li>
            ))}
          </ul>
          <Checkbox
            label={t('contact.confirm')}
            checked={anyway}
            onChange={(event) => setAnyway(event.target.checked)}
          />
        </div>
      ) : (
        <SequenceField value={sequenceId} onChange={setSequenceId} sequences={data?.sequences} required />
      )}
    </Dialog>
  );
}
