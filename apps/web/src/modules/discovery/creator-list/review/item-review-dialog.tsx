import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  commentOnListItem,
  deleteListComment,
  getItemReview,
  voteOnListItem,
} from '@troupe/contract/discovery/list-review';
import type { ItemReview, ReviewVote } from '@troupe/domain/discovery/list-review';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { patchItems } from '../creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';
import { CommentForm, notSaved, VOTE_ICONS, VoteChoice } from './opinion.tsx';
import './review.css';

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
  const vote = useMutation({
    mutationFn: (next: ReviewVote | null) => client.call(voteOnListItem, { params, body: { vote: next } }),
    onSuccess,
    onError: notSaved,
  });
  const remove = useMutation({
    mutationFn: (commentId: string) =>
      client.call(deleteListComment, { params: Object.assign({ commentId }, params) }),
    onSuccess,
    onError: notSaved,
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
          <VoteChoice label={t('yourVote')} value={review.myVote} onChange={(next) => vote.mutate(next)} />
          {review.votes.length > 0 && (
            <ul className="review-votes" aria-label={t('votes')}>
              {review.votes.map((one) => (
                <li key={`${one.by} ${one.at}`} className="review-line">
                  {VOTE_ICONS[one.vote]} <span>{t(`vote.${one.vote}`)}</span>
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
          <CommentForm
            label={t('addComment')}
            draftKey={`creator-list-item.${itemId}.comment`}
            main
            send={(body) => client.call(commentOnListItem, { params, body })}
            onSent={onSuccess}
          />
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
