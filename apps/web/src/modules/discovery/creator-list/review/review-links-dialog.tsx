import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { closeListReview, createListReview, listListReviews } from '@troupe/contract/discovery/list-review';
import type { ListField } from '@troupe/domain/discovery/list-field';
import { REVIEW_COLUMNS } from '@troupe/domain/discovery/list-field-limits';
import type { ListReview, ReviewColumn } from '@troupe/domain/discovery/list-review';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { exactTime } from '@troupe/ui/lib/date';
import { listed } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { useDraftForm } from '../../../../shared/form.ts';
import { ShareLinkDialog } from '../../../../shared/share-link/share-link-dialog.tsx';
import { t as list } from '../messages/messages.gen.ts';
import { t } from './messages/messages.gen.ts';
import './review.css';

interface ReviewLinksDialogProps {
  list: { id: string; title: string };
  fields: readonly ListField[];
  onClose: () => void;
}

/** The review links of a list: copy, close, and create another one. */
export default function ReviewLinksDialog({ list, fields, onClose }: ReviewLinksDialogProps) {
  const brandId = useBrandId();
  const options = callOptions(listListReviews, { params: { brandId, id: list.id } });
  const query = useQuery(options);
  const [adding, setAdding] = useState(false);
  const reviews = query.data?.reviews;
  if (adding)
    return <NewReview listId={list.id} fields={fields} onClose={onClose} onDone={() => setAdding(false)} />;
  return (
    <Dialog
      open
      title={t('links.title')}
      width={560}
      onClose={onClose}
      actions={
        <Button kind="main" icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('links.new')}
        </Button>
      }
    >
      <p className="t-ink2">{t('links.text')}</p>
      {query.error && !reviews && (
        <ErrorState
          title={t('links.loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <SkeletonRows rows={2} />}
      {reviews?.length === 0 && <p>{t('links.none')}</p>}
      {reviews && reviews.length > 0 && (
        <ul className="review-links">
          {reviews.map((review) => (
            <ReviewLink key={review.id} review={review} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const TONES = { open: 'green', expired: 'neutral', closed: 'neutral' } as const;

function ReviewLink({ review }: { review: ListReview }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const close = useMutation({
    mutationFn: () => client.call(closeListReview, { params: { brandId, reviewId: review.id } }),
    onError: (error) => void notify.failure(t('links.notClosed'), { detail: errorText(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['list-review'] }),
  });
  const { label, state, expires, hasPassword, reviewers, url } = review;
  return (
    <li>
      <div className="review-line">
        <span className="t-medium" dir="auto">
          {label || t('links.unnamed')}
        </span>
        <Pill tone={TONES[state]}>{t(`state.${state}`)}</Pill>
        <span className="t-grow" />
        {url && <CopyButton text={url} label={t('links.copy')} wide />}
        {state === 'open' && (
          <Button size="row" kind="danger" busy={close.isPending} onClick={() => close.mutate()}>
            {t('links.close')}
          </Button>
        )}
      </div>
      <p className="t-12 t-ink2">
        {t('links.expires', { moment: exactTime(expires) })}
        {hasPassword && ` · ${t('links.hasPassword')}`}
      </p>
      {reviewers.length > 0 && (
        <p className="t-12 t-ink2" dir="auto">
          {t('links.reviewers', { names: listed(reviewers) })}
        </p>
      )}
    </li>
  );
}

interface NewReviewProps {
  listId: string;
  fields: readonly ListField[];
  onClose: () => void;
  onDone: () => void;
}

const DAYS = [3, 7, 14, 30, 90];

function NewReview({ listId, fields, onClose, onDone }: NewReviewProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const saved: { label: string; days: string; shows: ReviewColumn[] } = {
    label: '',
    days: '14',
    shows: ['followers', 'engagement', 'country'],
  };
  const form = useDraftForm({ draft: `creator-list.${listId}.review`, saved });
  const { values, errors, change } = form;
  const submit = form.submit(async (typed) => {
    try {
      await client.call(createListReview, {
        params: { brandId, id: listId },
        body: {
          label: typed.label,
          password: password || null,
          days: Number(typed.days),
          shows: typed.shows,
        },
      });
      form.discard();
      await queryClient.invalidateQueries({ queryKey: ['list-review'] });
      onDone();
    } catch (error) {
      if (!form.refused(error)) notify.failure(t('links.notCreated'), { detail: errorText(error) });
    }
  });
  const columns: { id: ReviewColumn; label: string }[] = [
    ...REVIEW_COLUMNS.map((id) => ({ id, label: list(`column.${id}`) })),
    ...fields.map(({ id, name }) => ({ id, label: name })),
  ];
  const toggle = (id: ReviewColumn, shown: boolean) =>
    change({ shows: shown ? [...values.shows, id] : values.shows.filter((one) => one !== id) });
  return (
    <ShareLinkDialog
      title={t('links.new')}
      label={t('links.label')}
      values={values}
      errors={errors}
      onChange={change}
      password={password}
      onPassword={setPassword}
      days={DAYS}
      busy={form.busy}
      onCancel={onDone}
      onClose={onClose}
      onSubmit={submit}
      more={
        <fieldset className="review-columns">
          <legend>{t('links.shows')}</legend>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={values.shows.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
          ))}
        </fieldset>
      }
    />
  );
}
