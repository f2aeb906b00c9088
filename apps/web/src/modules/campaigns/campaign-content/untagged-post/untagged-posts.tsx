import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addUntaggedPost,
  changeUntaggedPost,
  listUntaggedPosts,
} from '@troupe/contract/campaigns/untagged-post';
import type { UntaggedPost } from '@troupe/domain/campaigns/untagged-post';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Segmented } from '@troupe/ui/field/segmented';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, exactNumber } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { PageNav } from '../../../../shared/list/list-pages.tsx';
import { SafetyQuote } from '../../../../shared/safety-flag/safety-quote.tsx';
import { t as campaigns } from '../../messages/messages.gen.ts';
import { safeHref } from '../content-labels.ts';
import { ContentCreator } from '../content-page.tsx';
import { t } from './messages/messages.gen.ts';
import './untagged-post.css';

type State = 'offered' | 'dismissed';

/** Posts that creators of a campaign published about the brand without submitting them; nothing without any. */
export default function UntaggedPosts({ campaignId }: { campaignId: string }) {
  const brandId = useBrandId();
  const [state, setState] = useState<State>('offered');
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...callOptions(listUntaggedPosts, { params: { brandId, campaignId }, query: { state, page } }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, refetch } = query;
  if (!data)
    return error ? (
      <ErrorState
        title={t('failed.load')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : null;
  const { untaggedPosts, counts } = data;
  if (counts.offered + counts.dismissed === 0) return null;
  const last = Math.max(1, data.pages);
  return (
    <Section
      title={t('title')}
      subtitle={t('text')}
      actions={
        <Segmented
          label={t('state')}
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
          options={(['offered', 'dismissed'] as const).map((value) => ({
            value,
            label: `${t(`state.${value}`)} ${exactNumber(counts[value])}`,
          }))}
        />
      }
    >
      {untaggedPosts.length > 0 ? (
        <ul className="untagged-posts">
          {untaggedPosts.map((post) => (
            <Post key={post.id} post={post} campaignId={campaignId} />
          ))}
        </ul>
      ) : (
        <p className="t-ink2 untagged-posts-none">{t(`none.${state}`)}</p>
      )}
      {(data.pages > 1 || page > last) && <PageNav label={t('pages')} of={data} onPage={setPage} />}
    </Section>
  );
}

/** Writes about one post; the lists follow when it is settled. */
function usePostWrites(campaignId: string, untaggedPostId: string) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const params = { brandId, campaignId, untaggedPostId };
  const refetch = () =>
    Promise.all(
      ['campaign-content', 'campaign'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })),
    );
  const add = useMutation({
    mutationFn: () => client.call(addUntaggedPost, { params }),
    onSuccess: () => notify.success(t('added')),
    onError: (error) => notify.failure(t('failed.add'), { id: untaggedPostId, detail: errorText(error) }),
    onSettled: refetch,
  });
  const change = useMutation({
    mutationFn: (dismissed: boolean) => client.call(changeUntaggedPost, { params, body: { dismissed } }),
    onSuccess: (_, dismissed) => {
      const undo = { label: t('undo'), onClick: () => change.mutate(false) };
      if (dismissed) notify.success(t('dismissed'), { id: untaggedPostId, action: undo });
      else notify.success(t('restored'), { id: untaggedPostId });
    },
    onError: (error, dismissed) =>
      notify.failure(t(dismissed ? 'failed.dismiss' : 'failed.restore'), {
        id: untaggedPostId,
        detail: errorText(error),
      }),
    onSettled: refetch,
  });
  return { add, change };
}

const FIGURES = ['views', 'likes', 'comments', 'shares'] as const;

function Post({ post, campaignId }: { post: UntaggedPost; campaignId: string }) {
  const { creator, quote, published, monitors, window, dismissed, url } = post;
  const { add, change } = usePostWrites(campaignId, post.id);
  const isBusy = add.isPending || change.isPending;
  const name = creator.fullname || creator.username;
  const href = safeHref(url);
  return (
    <li className="untagged-post">
      <div className="t-row untagged-post-head">
        <ContentCreator creator={creator} campaignId={campaignId} />
        <span className="t-12 t-ink2">
          <Ago at={published} />
        </span>
      </div>
      <SafetyQuote parts={quote} />
      <Figures post={post} />
      <p className="t-12 t-ink2">
        {t('found', { monitors: joined(monitors.map((one) => `“${one}”`)), date: dayText(window.from) })}
        {dismissed && (
          <>
            {' '}
            {dismissed.by === null
              ? t.rich('dismissedAt', { ago: () => <Ago key="ago" at={dismissed.at} /> })
              : t.rich('dismissedBy', { name: dismissed.by, ago: () => <Ago key="ago" at={dismissed.at} /> })}
          </>
        )}
      </p>
      <div className="t-row untagged-post-actions">
        {dismissed ? (
          <Button
            size="row"
            busy={change.isPending}
            aria-label={t('restoreOf', { name })}
            onClick={() => isBusy || change.mutate(false)}
          >
            {t('restore')}
          </Button>
        ) : (
          <>
            <Button
              size="row"
              busy={add.isPending}
              aria-label={t('addOf', { name })}
              onClick={() => isBusy || add.mutate()}
            >
              {t('add')}
            </Button>
            <Button
              size="row"
              kind="quiet"
              busy={change.isPending}
              aria-label={t('dismissOf', { name })}
              onClick={() => isBusy || change.mutate(true)}
            >
              {t('dismiss')}
            </Button>
          </>
        )}
        {href && (
          <a
            className="t-link"
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={t('openOf', { name })}
          >
            {t('open')}
          </a>
        )}
      </div>
    </li>
  );
}

/** The metrics that the source told, with their age. */
function Figures({ post: { figures, figuresAt } }: { post: UntaggedPost }) {
  const known = FIGURES.filter((name) => figures[name] !== null);
  if (known.length === 0) return <p className="t-12 t-ink2">{t('unknown')}</p>;
  return (
    <p className="t-12 untagged-post-figures">
      {known.map((name) => (
        <span key={name} title={exactNumber(figures[name])}>
          {campaigns(`figure.${name}`)} <span className="t-figure">{compactCount(figures[name])}</span>
        </span>
      ))}
      {figuresAt && (
        <span className="t-ink2">{t.rich('asOf', { ago: () => <Ago key="ago" at={figuresAt} /> })}</span>
      )}
    </p>
  );
}
