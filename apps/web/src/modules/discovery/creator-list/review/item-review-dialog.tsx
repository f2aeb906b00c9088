import { IconHelp, IconThumbDown, IconThumbUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  commentOnListItem,
  deleteListComment,
  getItemReview,
  voteOnListItem,
} from '@troupe/contract/discovery/list-review';
import { REVIEW_VOTES } from '@troupe/domain/discovery/list-field-limits';
import type { ItemReview, ReviewVote } from '@troupe/domain/discovery/list-review';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { patchItems } from '../creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';
import './review.css';

const ICONS = {
  approve: <IconThumbUp size={16} />,
  reject: <IconThumbDown size={16} />,
  unsure: <IconHelp size={16} />,
} as const;

interface ItemReviewDialogProps {
  itemId: string;
  /** Name of the creator. */
  name: string;
  onClose: () => void;
}

/** The votes and comments on a creator of a list, and one's own. */
export default function ItemReviewDialog({ itemId, name, onClose }: ItemReviewDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const params = { brandId, itemId };
  const options = callOptions(getItemReview, { params });
  const query = useQuery(options);
  const review = query.data;
  const onSuccess = (next: ItemReview) => {
    queryClient.setQueryData(options.queryKey, next);
    patchItems(queryClient, (item) =>
      item.id === itemId ? Object.assign({}, item, { review: next.counts }) : item,
    );
    void queryClient.invalidateQueries({ queryKey: ['creator-list', 'getListBoard'] });
  };
  const onError = (error: Error) => void notify.failure(t('notSaved'), { detail: errorText(error) });
  const vote = useMutation({
    mutationFn: (next: ReviewVote | null) => client.call(voteOnListItem, { params, body: { vote: next } }),
    onSuccess,
    onError,
  });
  const remove = useMutation({
    mutationFn: (commentId: string) =>
      client.call(deleteListComment, { params: Object.assign({ commentId }, params) }),
    onSuccess,
    onError,
  });
  const draft = useDraft(`creator-list-item.${itemId}.comment`, '');
  // The same ID for another attempt, so that a comment whose answer got lost isn't added twice.
  const commentId = useRef(crypto.randomUUID());
  const comment = useMutation({
    mutationFn: (text: string) =>
      client.call(commentOnListItem, { params, body: { id: commentId.current, text } }),
    onSuccess: (next) => {
      commentId.current = crypto.randomUUID();
      draft.discard();
      onSuccess(next);
    },
    onError,
  });
  return (
    <Dialog open title={t('title', { name })} width={560} onClose={onClose}>
      {query.error && !review && (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonText lines={4} />}
      {review && (
        <>
          <Segmented
            label={t('yourVote')}
            value={review.myVote ?? 'none'}
            options={[
              ...REVIEW_VOTES.map((one) => ({
                value: one as string,
                label: t(`vote.${one}`),
                icon: ICONS[one],
              })),
              { value: 'none', label: t('vote.none') },
            ]}
            onChange={(next) => vote.mutate(next === 'none' ? null : (next as ReviewVote))}
          />
          {review.votes.length > 0 && (
            <ul className="review-votes" aria-label={t('votes')}>
              {review.votes.map((one) => (
                <li key={`${one.by} ${one.at}`} className="review-line">
                  {ICONS[one.vote]} <span>{t(`vote.${one.vote}`)}</span>
                  <Who {...one} />
                </li>
              ))}
            </ul>
          )}
          <ul className="review-comments" aria-label={t('comments')}>
            {review.comments.map((one) => (
              <li key={one.id}>
                <div className="review-line">
                  <Who {...one} />
                  <span className="t-grow" />
                  {(one.mine || one.outside) && (
                    <IconButton
                      size="row"
                      label={t('deleteComment', { name: one.by ?? t('former') })}
                      icon={<IconTrash size={16} />}
                      onClick={() => remove.mutate(one.id)}
                    />
                  )}
                </div>
                <p dir="auto">{one.text}</p>
              </li>
            ))}
          </ul>
          <form
            className="review-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (draft.text.trim() !== '' && !comment.isPending) comment.mutate(draft.text);
            }}
          >
            <TextArea
              label={t('addComment')}
              dir="auto"
              rows={2}
              maxLength={4000}
              value={draft.text}
              onChange={({ target }) => draft.change(target.value)}
            />
            <div>
              <Button
                type="submit"
                kind="main"
                busy={comment.isPending}
                disabledReason={draft.text.trim() === '' ? t('emptyComment') : undefined}
              >
                {t('send')}
              </Button>
            </div>
          </form>
        </>
      )}
    </Dialog>
  );
}

function Who({ by, outside, at }: { by: string | null; outside: boolean; at: string }) {
  return (
    <span className="t-12 t-ink2">
      <bdi className="t-medium">{by ?? t('former')}</bdi>
      {outside && ` · ${t('outside')}`} · <Ago at={at} />
    </span>
  );
}
