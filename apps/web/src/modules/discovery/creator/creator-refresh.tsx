import { IconRefresh } from '@tabler/icons-react';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { refreshCreator } from '@troupe/contract/discovery/creator';
import { type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime, relativeTime } from '@troupe/ui/lib/date';
import { Children, useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorOptions } from './creator-queries.ts';
import { t } from './messages/messages.gen.ts';

/** The response to the last refresh. */
type Answer = CallOutput<typeof refreshCreator> & {
  /** The age of the figures before the refresh. */
  before: string | null;
};

/** Polling interval, and the number of polls before it gives up. */
const EVERY_MS = 2000;
const LOOKS = 15;

/** Refreshes a creator's metrics from the platform; says why it can't and when it can again. */
export function CreatorRefresh({ creator }: { creator: Creator }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const answerKey = [refreshCreator.noun, refreshCreator.name, brandId, creator.id];
  // In the query cache, so that it's still there when the drawer returns to this creator.
  const { data: answer } = useQuery<Answer>({ queryKey: answerKey, queryFn: skipToken, staleTime: Infinity });
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(refreshCreator, { params: { brandId, profileId: creator.id } }),
    onSuccess: (next) =>
      void queryClient.setQueryData<Answer>(answerKey, { ...next, before: creator.updated }),
    onError: (error) => void notify.failure(errorText(error)),
  });
  const reading = useReading(creator, answer);
  const platform = PLATFORM_NAMES[creator.platform];
  const held = answer?.next && Date.parse(answer.next) > Date.now() ? answer.next : null;
  return (
    <>
      <Button
        size="row"
        icon={<IconRefresh size={16} />}
        busy={isPending || reading}
        disabledReason={held ? t('refresh.again', { time: relativeTime(held) }) : undefined}
        onClick={() => mutate()}
      >
        {t('refresh.action')}
      </Button>
      <span role="status" className="creator-refresh-words t-12 t-ink2">
        {reading && t('refresh.running', { platform })}
        {!reading && answer && !answer.started && (answer.reason ?? t('refresh.unavailable', { platform }))}
        {!reading &&
          answer?.started &&
          (creator.updated === answer.before ? t('refresh.nothingNewer') : t('refresh.done'))}
        {!reading && held && (
          <>
            {' '}
            {Children.toArray(
              t.rich('refresh.againAt', {
                time: () => (
                  <time dateTime={held} title={exactTime(held)}>
                    {relativeTime(held)}
                  </time>
                ),
              }),
            )}
          </>
        )}
      </span>
    </>
  );
}

/** Polls for new metrics for up to half a minute, then refetches the lists. */
function useReading(creator: Creator, answer: Answer | undefined): boolean {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [given, setGiven] = useState<Answer>();
  const reading = Boolean(answer?.started) && given !== answer && creator.updated === answer?.before;
  useEffect(() => {
    if (!reading || !answer) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks > LOOKS) setGiven(answer);
      else void queryClient.invalidateQueries({ queryKey: creatorOptions(brandId, creator.id).queryKey });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [reading, answer, queryClient, brandId, creator.id]);
  const arrived = answer?.started === true && creator.updated !== answer.before;
  useEffect(() => {
    if (!arrived) return;
    void queryClient.invalidateQueries({ queryKey: ['creator', 'searchCreators'] });
    void queryClient.invalidateQueries({ queryKey: ['creator-list'] });
  }, [arrived, queryClient]);
  return reading;
}
