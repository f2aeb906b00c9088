import { IconRefresh } from '@tabler/icons-react';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { refreshCreator } from '@troupe/contract/discovery/creator';
import { type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime, relativeTime } from '@troupe/ui/lib/date';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorOptions } from './creator-queries.ts';

/** What the last wish for new figures was answered. */
type Answer = CallOutput<typeof refreshCreator> & {
  /** When the figures were from as it was asked. */
  before: string | null;
};

/** New figures are looked for this often, and so many times. */
const EVERY_MS = 2000;
const LOOKS = 15;

/** Refreshes a creator's metrics from the platform; says why it can't and when it can again. */
export function CreatorRefresh({ creator }: { creator: Creator }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const answerKey = [refreshCreator.noun, refreshCreator.name, brandId, creator.id];
  // Kept with the answers, so that it is still known when the drawer comes back to this creator.
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
        disabledReason={held ? `You can refresh again ${relativeTime(held)}` : undefined}
        onClick={() => mutate()}
      >
        Refresh
      </Button>
      <span role="status" className="creator-refresh-words t-12 t-ink2">
        {reading && `Getting new figures from ${platform}.`}
        {!reading &&
          answer &&
          !answer.started &&
          (answer.reason ?? `${platform} isn't available for this creator.`)}
        {!reading &&
          answer?.started &&
          (creator.updated === answer.before ? 'No newer figures yet.' : 'Figures updated.')}
        {!reading && held && (
          <>
            {' '}
            You can refresh again{' '}
            <time dateTime={held} title={exactTime(held)}>
              {relativeTime(held)}
            </time>
            .
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
