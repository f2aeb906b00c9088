import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '@troupe/domain/campaigns/follow-up';
import type { Invite } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { creatorName } from '../../../../shared/creator/creator-labels.ts';
import { t as campaigns } from '../../messages/messages.gen.ts';
import { followUpOptions, useFollowUpWrites } from './follow-up-queries.ts';
import { t } from './messages/messages.gen.ts';
import { StartFollowUps } from './start-follow-ups.tsx';
import { Timeline } from './timeline.tsx';
import './follow-up.css';

interface FollowUpDialogProps {
  invite: Invite;
  onClose: () => void;
}

/** The follow-ups of an invite: what was sent and what comes next, with pause, resume and stop. */
export default function FollowUpDialog({ invite, onClose }: FollowUpDialogProps) {
  const query = useQuery({
    ...followUpOptions(useBrandId(), invite.id),
    staleTime: 0,
    refetchInterval: 15_000,
  });
  const { data, error, isFetching, refetch } = query;
  const { change } = useFollowUpWrites();
  const [stops, setStops] = useState(false);
  const followUp = data?.followUp;
  const name = creatorName(invite.metaData.profile);
  if (data && !followUp) return <StartFollowUps invites={[invite]} onClose={onClose} />;
  const act = (action: 'pause' | 'resume' | 'stop') => change.mutate({ inviteId: invite.id, action });
  return (
    <Dialog
      open
      title={t('of', { name })}
      width={560}
      onClose={onClose}
      actions={
        <>
          {followUp?.state === 'running' && (
            <Button icon={<IconPlayerPause size={16} />} busy={change.isPending} onClick={() => act('pause')}>
              {t('action.pause')}
            </Button>
          )}
          {followUp?.state === 'paused' && (
            <Button icon={<IconPlayerPlay size={16} />} busy={change.isPending} onClick={() => act('resume')}>
              {t('action.resume')}
            </Button>
          )}
          {(followUp?.state === 'running' || followUp?.state === 'paused') && (
            <Button
              kind="danger"
              icon={<IconPlayerStop size={16} />}
              busy={change.isPending}
              onClick={() => setStops(true)}
            >
              {t('action.stop')}
            </Button>
          )}
          <Button onClick={onClose}>{t('action.close')}</Button>
        </>
      }
    >
      {error && !data && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <Loading label={t('loading')}>
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {followUp && (
        <>
          <Standing followUp={followUp} />
          <Timeline timeline={followUp.timeline} />
        </>
      )}
      <ConfirmDialog
        open={stops}
        title={t('stopTitle', { name })}
        text={campaigns('invites.stopAllText')}
        confirm={t('action.stop')}
        danger
        onConfirm={() => {
          setStops(false);
          act('stop');
        }}
        onClose={() => setStops(false)}
      />
    </Dialog>
  );
}

const TONES = { running: 'green', paused: 'tangerine', stopped: 'neutral', finished: 'neutral' } as const;

/** The state of follow-ups, why they stopped, and whether the creator opened the link. */
function Standing({ followUp }: { followUp: FollowUp }) {
  const { state, stop, sequenceName, changedBy, opened } = followUp;
  return (
    <div className="t-stack">
      <p className="t-row t-wrap">
        <Pill tone={TONES[state]}>{t(`follow.${state}`)}</Pill>
        <span className="t-medium" dir="auto">
          {sequenceName}
        </span>
      </p>
      {stop && (
        <p className="t-ink2">
          {stop === 'person' || stop === 'taken-over'
            ? changedBy
              ? t(`stopBy.${stop}`, { name: changedBy })
              : t(`stop.${stop}`)
            : t(`stop.${stop}`)}
        </p>
      )}
      <p className="t-12 t-ink2">{opened ? t('opened', { time: exactTime(opened) }) : t('unopened')}</p>
    </div>
  );
}
