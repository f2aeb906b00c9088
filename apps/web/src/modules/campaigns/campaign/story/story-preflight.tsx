import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askForStories, getStoryPreflight } from '@troupe/contract/campaigns/campaign';
import type { StoryRisk } from '@troupe/domain/campaigns/story-preflight';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import './story-preflight.css';
import { t } from './messages/messages.gen.ts';

const SHOWN = 5;

interface StoryPreflightProps {
  campaignId: string;
  /** In the builder, also says that nothing would be lost. */
  always?: boolean;
}

/** Names creators whose stories would be lost, with the reason, and asks them to fix it. */
export default function StoryPreflightBlock({ campaignId, always = false }: StoryPreflightProps) {
  const brandId = useBrandId();
  const cache = useQueryClient();
  const options = callOptions(getStoryPreflight, { params: { brandId, campaignId } });
  const { data, error, isFetching, refetch } = useQuery(options);
  const [all, setAll] = useState(false);
  const ask = useMutation({
    mutationFn: () => client.call(askForStories, { params: { brandId, campaignId } }),
    onSuccess: ({ asked, preflight }) => {
      cache.setQueryData(options.queryKey, preflight);
      notify.success(t('asked', { count: asked }));
    },
    onError: (failure) => notify.failure(t('askFailed'), { detail: errorText(failure) }),
  });
  if (error && !data)
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.checked === 0) return null;
  const { checked, lost, creators } = data;
  if (lost === 0)
    return always ? (
      <p className="story-preflight-fine t-ink2">
        <IconCircleCheck size={16} /> {t('fine', { count: checked })}
      </p>
    ) : null;
  const shown = all ? creators : creators.slice(0, SHOWN);
  return (
    <section className="story-preflight" aria-labelledby="story-preflight">
      <h3 id="story-preflight" className="t-row">
        <IconAlertTriangle size={16} /> {t('title', { count: lost, checked })}
      </h3>
      <p className="t-12 t-ink2">{t('text')}</p>
      <ul>
        {shown.map((risk) => (
          <Risk key={`${risk.source} ${risk.creatorId}`} risk={risk} campaignId={campaignId} />
        ))}
      </ul>
      <div className="t-row t-wrap">
        {creators.some(({ mayAsk }) => mayAsk) && (
          <Button size="row" busy={ask.isPending} onClick={() => ask.mutate()}>
            {t('ask')}
          </Button>
        )}
        {creators.length > shown.length && (
          <Button size="row" kind="quiet" onClick={() => setAll(true)}>
            {t('showAll', { count: creators.length })}
          </Button>
        )}
        {all && lost > creators.length && (
          <span className="t-12 t-ink3">{t('more', { count: lost - creators.length })}</span>
        )}
      </div>
    </section>
  );
}

function Risk({ risk, campaignId }: { risk: StoryRisk; campaignId: string }) {
  const { username, fullname, profilePicUrl, reason, until, due, asked, optInId, source, creatorId, mayAsk } =
    risk;
  const name = fullname || username;
  return (
    <li>
      <Avatar name={name} src={profilePicUrl} size={28} />
      <span className="story-preflight-who">
        <Link
          className="t-link"
          href={
            optInId
              ? `/campaigns/${campaignId}/opt-ins?optIn=${optInId}`
              : `/creator-search?creator=${creatorId}`
          }
        >
          {name}
        </Link>
        <span className="t-12 t-ink2">
          {reason === 'token-ends'
            ? t('reason.token-ends', { until: until ? dayText(until) : '', due: due ? dayText(due) : '' })
            : t(`reason.${reason}`)}{' '}
          {asked
            ? t('askedOn', { day: dayText(asked) })
            : source === 'opt-in'
              ? !mayAsk && reason === 'token-ends' && t('askedLater')
              : t(`source.${source}`)}
        </span>
      </span>
    </li>
  );
}
