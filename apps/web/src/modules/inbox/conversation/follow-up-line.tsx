import { IconMailForward } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFollowUps, takeOver } from '@troupe/contract/campaigns/follow-up';
import type { Message } from '@troupe/domain/inbox/conversation';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** Says that automatic follow-ups run in this conversation, and lets the reader take over. */
export function FollowUpLine({ optInId, messages }: { optInId: string; messages: readonly Message[] }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const inviteId = messages.findLast(({ email }) => email?.inviteId)?.email?.inviteId ?? '';
  const asked = callOptions(getFollowUps, { params: { brandId, inviteId } });
  const { data } = useQuery({ ...asked, enabled: inviteId !== '' });
  const take = useMutation({
    mutationFn: () => client.call(takeOver, { params: { brandId, optInId } }),
    onSuccess: () => void notify.success(t('follow.took')),
    onError: (error) => void notify.failure(t('thread.updateFailed'), { detail: errorText(error) }),
    onSettled: () =>
      Promise.all(
        [['follow-up'], ['invite'], ['conversation']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const followUp = data?.followUp;
  if (!followUp || (followUp.state !== 'running' && followUp.state !== 'paused')) return null;
  const next = followUp.timeline.entries.find(({ state }) => state === 'planned')?.at;
  return (
    <div className="thread-follow">
      <IconMailForward size={16} aria-hidden="true" />
      <p className="t-grow">
        {followUp.state === 'paused'
          ? t('follow.paused')
          : next
            ? t('follow.next', { time: exactTime(next) })
            : t('follow.running')}
      </p>
      <Button size="row" busy={take.isPending} onClick={() => take.mutate()}>
        {t('follow.takeOver')}
      </Button>
    </div>
  );
}
