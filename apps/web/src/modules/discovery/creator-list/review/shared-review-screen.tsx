import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import {
  commentInSharedReview,
  getSharedReview,
  joinSharedReview,
  openSharedReview,
  voteInSharedReview,
} from '@troupe/contract/discovery/list-review';
import { REVIEWER_HEADER, SHARE_ACCESS_HEADER } from '@troupe/contract/headers';
import type { ListField } from '@troupe/domain/discovery/list-field';
import type { ReviewColumn, ReviewedItem, ReviewVote } from '@troupe/domain/discovery/list-review';
import { compactFollowers, compactViews, engagementRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { TextField } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { listed } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { countryName, languageName } from '../../../../shared/creator/creator-labels.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { DocumentTitle, PageLoading } from '../../../../shared/screen/screen.tsx';
import { StandaloneScreen } from '../../../../shared/screen/standalone-screen.tsx';
import { SharePasswordScreen, useHiddenPage } from '../../../../shared/share-link/share-link.tsx';
import { valueText } from '../custom/custom-cell.tsx';
import { t as list } from '../messages/messages.gen.ts';
import { t } from './messages/messages.gen.ts';
import { CommentForm, notSaved, VoteChoice } from './opinion.tsx';
import './review.css';
import './shared-review-screen.css';

/** What a browser keeps of a link: the entered password for an hour, and who reviews. */
interface Kept {
  access: string | null;
  reviewer: string | null;
}

function readKept(token: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(`review.${token}`) ?? '') as Kept;
    return { access: kept.access, reviewer: kept.reviewer };
  } catch {
    return { access: null, reviewer: null };
  }
}

function writeKept(token: string, kept: Kept): void {
  try {
    localStorage.setItem(`review.${token}`, JSON.stringify(kept));
  } catch {
    // Then it lasts as long as the page.
  }
}

function headersOf({ access, reviewer }: Kept): Record<string, string> {
  const headers: Record<string, string> = {};
  if (access) headers[SHARE_ACCESS_HEADER] = access;
  if (reviewer) headers[REVIEWER_HEADER] = reviewer;
  return headers;
}

const keyOf = (token: string, kept: Kept) => ['list-review', 'shared', token, kept];

/** A creator list, for people who review it with a link. */
export function SharedReviewScreen({ token }: { token: string }) {
  useHiddenPage();
  const [kept, setKept] = useState(() => readKept(token));
  const change = (part: Partial<Kept>) => {
    const next = Object.assign({}, kept, part);
    writeKept(token, next);
    setKept(next);
  };
  const query = useInfiniteQuery({
    queryKey: keyOf(token, kept),
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      client.call(getSharedReview, { params: { token, page } }, { signal, headers: headersOf(kept) }),
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: (before) => before,
    retry: false,
  });
  const { data, error } = query;
  if (error instanceof CallError && (error.status === 404 || error.status === 422))
    return (
      <StandaloneScreen title={t('shared.notFound')}>
        <p className="t-ink2">{t('shared.notFoundText')}</p>
      </StandaloneScreen>
    );
  if (error && !data)
    return (
      <StandaloneScreen title={t('shared.failed')}>
        <ErrorState
          title={t('shared.failed')}
          text={errorText(error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </StandaloneScreen>
    );
  if (!data) return <PageLoading whole />;
  const shared = data.pages[0]?.list;
  if (!shared)
    return (
      <SharePasswordScreen
        title={t('shared.locked')}
        action={t('shared.open')}
        check={(password) => client.call(openSharedReview, { params: { token }, body: { password } })}
        onOpen={(access) => change({ access })}
      />
    );
  const { title, brand, expires, reviewer, shows, fields } = shared;
  const items = data.pages.flatMap((page) => page.items);
  return (
    <main className="shared-review">
      <DocumentTitle>{title}</DocumentTitle>
      <header>
        <h1 className="t-20" dir="auto">
          {title}
        </h1>
        <p className="t-ink2">{t('shared.about', { brand, moment: exactTime(expires) })}</p>
        {reviewer ? (
          <p className="t-medium">{t('shared.as', { name: reviewer })}</p>
        ) : (
          <NameForm token={token} kept={kept} onJoin={(next) => change({ reviewer: next })} />
        )}
      </header>
      {items.length === 0 && <EmptyState title={t('shared.empty')} drawing="seats" />}
      <ul className="shared-review-items">
        {items.map((item) => (
          <li key={item.id} className="t-card shared-review-item">
            <Facts item={item} shows={shows} fields={fields} />
            {reviewer && <Opinion token={token} kept={kept} item={item} />}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('shared.more')}
        </Button>
      )}
    </main>
  );
}

interface NameFormProps {
  token: string;
  kept: Kept;
  onJoin: (reviewer: string) => void;
}

function NameForm({ token, kept, onJoin }: NameFormProps) {
  const { text: name, change, discard } = useDraft(`review.${token}.name`, '');
  const join = useMutation({
    mutationFn: () =>
      client.call(joinSharedReview, { params: { token }, body: { name } }, { headers: headersOf(kept) }),
    onSuccess: ({ reviewer }) => {
      discard();
      onJoin(reviewer);
    },
  });
  const { error } = join;
  const refused = error instanceof CallError ? error.body.fields?.name : undefined;
  return (
    <form
      className="shared-review-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (!join.isPending) join.mutate();
      }}
    >
      <TextField
        label={t('shared.name')}
        help={t('shared.enterName')}
        size="form"
        dir="auto"
        autoComplete="name"
        maxLength={80}
        required
        value={name}
        error={refused ?? (error ? errorText(error) : undefined)}
        onChange={({ target }) => change(target.value)}
      />
      <Button kind="main" size="form" type="submit" busy={join.isPending}>
        {t('shared.start')}
      </Button>
    </form>
  );
}

/** What each column of a link shows; null leaves it out. */
const COLUMNS: Record<string, (item: ReviewedItem) => string | null> = {
  followers: ({ followers }) => (followers === null ? null : compactFollowers(followers)),
  engagement: ({ engagement }) => (engagement === null ? null : engagementRate(engagement)),
  views: ({ views }) => (views === null ? null : compactViews(views)),
  country: ({ country }) => country && countryName(country),
  language: ({ language }) => language && languageName(language),
  categories: ({ categories }) => (categories.length > 0 ? categories.join(', ') : null),
  status: ({ status }) => (status.length > 0 ? listed(status.map((tag) => list(`tag.${tag}`))) : null),
  note: ({ note }) => note || null,
};

interface FactsProps {
  item: ReviewedItem;
  shows: readonly ReviewColumn[];
  fields: readonly ListField[];
}

function Facts({ item, shows, fields }: FactsProps) {
  const facts = shows.flatMap((column) => {
    const field = fields.find(({ id }) => id === column);
    const text = field ? valueText(field, item.custom[field.id]) : COLUMNS[column]?.(item);
    const label = field?.name ?? list(`column.${column as 'note'}`);
    return text ? [{ column, label, text }] : [];
  });
  return (
    <div className="shared-review-facts">
      <div className="review-line">
        <Avatar name={item.name} src={item.profilePicUrl} size={40} />
        <div>
          <a className="t-link t-medium" href={item.profileUrl} target="_blank" rel="noreferrer noopener">
            <bdi>{item.name}</bdi>
          </a>
          <p className="t-12 t-ink2 review-line">
            <PlatformIcon platform={item.platform} /> <bdi>@{item.username}</bdi>
          </p>
        </div>
      </div>
      <dl>
        {facts.map(({ column, label, text }) => (
          <div key={column}>
            <dt className="t-12 t-ink3" dir="auto">
              {label}
            </dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface OpinionProps {
  token: string;
  kept: Kept;
  item: ReviewedItem;
}

/** A reviewer's vote and comments on one creator. */
function Opinion({ token, kept, item }: OpinionProps) {
  const queryClient = useQueryClient();
  const params = { token, itemId: item.id };
  const headers = headersOf(kept);
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(token, kept) });
  const vote = useMutation({
    mutationFn: (next: ReviewVote | null) =>
      client.call(voteInSharedReview, { params, body: { vote: next } }, { headers }),
    onError: notSaved,
    onSettled: refresh,
  });
  const shown = vote.isPending ? vote.variables : item.vote;
  return (
    <div className="review-form">
      <VoteChoice
        label={t('shared.voteOn', { name: item.name })}
        value={shown}
        onChange={(next) => vote.mutate(next)}
      />
      {item.comments.length > 0 && (
        <ul className="review-comments" aria-label={t('comments')}>
          {item.comments.map(({ id, text, at }) => (
            <li key={id}>
              <span className="t-12 t-ink3">
                <Ago at={at} />
              </span>
              <p dir="auto">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <CommentForm
        label={t('shared.commentOn', { name: item.name })}
        draftKey={`review.${token}.${item.id}`}
        send={(body) => client.call(commentInSharedReview, { params, body }, { headers })}
        onSettled={refresh}
      />
    </div>
  );
}
