import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSavedReply, saveReply } from '@troupe/contract/inbox/conversation';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { savedRepliesOptions } from './conversation-queries.ts';

interface Edited {
  /** Null for a new one. */
  id: string | null;
  label: string;
  text: string;
}

interface SavedRepliesDialogProps {
  /** The text in the composer, which a new reply starts with. */
  draft: string;
  onClose: () => void;
}

/** Adds, edits and removes the team's saved replies. */
export default function SavedRepliesDialog({ draft, onClose }: SavedRepliesDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const options = savedRepliesOptions(brandId);
  const { data, error, refetch, isFetching } = useQuery(options);
  const form = useDraftForm<{ edited: Edited | null }>({
    draft: `saved-reply.${brandId}`,
    saved: { edited: null },
    validate: ({ edited: typed }) => ({
      ...(typed?.label.trim() ? {} : { label: t('replies.nameMissing') }),
      ...(typed?.text.trim() ? {} : { text: t('replies.textMissing') }),
    }),
  });
  const { edited } = form.values;
  const setEdited = (next: Edited | null) => (next ? form.change({ edited: next }) : form.discard());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const replies = data?.savedReplies ?? [];

  const edit = (next: Edited | null) => {
    setEdited(next);
    form.setErrors({});
    setFailure(null);
  };
  const write = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      edit(null);
    } catch (problem) {
      if (!form.refused(problem)) setFailure(errorText(problem));
    }
    await queryClient.invalidateQueries({ queryKey: options.queryKey });
    setBusy(false);
  };
  const save = form.submit(({ edited: typed }) => {
    if (!typed) return;
    const { id: savedReplyId, label, text } = typed;
    const body = { label: label.trim(), text, ...(savedReplyId ? { savedReplyId } : {}) };
    void write(() => client.call(saveReply, { params: { brandId }, body }));
  });
  if (edited)
    return (
      <Dialog
        open
        width={560}
        title={edited.id ? t('replies.edit') : t('replies.new')}
        onClose={onClose}
        onSubmit={save}
        actions={
          <>
            <Button onClick={() => edit(null)}>{t('action.back')}</Button>
            <Button kind="main" type="submit" busy={busy}>
              {t('action.save')}
            </Button>
          </>
        }
      >
        {failure && <ErrorState title={t('replies.saveFailed')} text={failure} />}
        <TextField
          label={t('replies.name')}
          size="form"
          autoFocus
          maxLength={120}
          value={edited.label}
          error={form.errors.label}
          onChange={(event) => setEdited({ ...edited, label: event.target.value })}
        />
        <TextArea
          label={t('replies.text')}
          size="form"
          rows={6}
          maxLength={5000}
          value={edited.text}
          error={form.errors.text}
          onChange={(event) => setEdited({ ...edited, text: event.target.value })}
        />
      </Dialog>
    );
  return (
    <Dialog
      open
      width={560}
      title={t('replies.title')}
      onClose={onClose}
      foot={t('replies.shared')}
      actions={
        <Button kind="main" onClick={() => edit({ id: null, label: '', text: draft.slice(0, 5000) })}>
          {t('replies.add')}
        </Button>
      }
    >
      {(error || failure) && (
        <ErrorState
          title={failure ? t('replies.removeFailed') : t('replies.loadFailed')}
          text={failure ?? errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label={t('replies.loading')}>
          <SkeletonText lines={4} />
        </Loading>
      )}
      {data && replies.length === 0 && <p className="t-ink2">{t('replies.none')}</p>}
      {replies.length > 0 && (
        <ul className="saved-replies" aria-label={t('replies.title')}>
          {replies.map((reply) => (
            <li key={reply.id} className="t-row">
              <span className="t-grow saved-reply-words">
                <span className="t-name t-ellipsis">{reply.label}</span>
                <span className="t-ink2 t-ellipsis">{reply.text}</span>
              </span>
              <Button
                size="row"
                kind="quiet"
                aria-label={t('replies.changeOf', { label: reply.label })}
                onClick={() => edit({ ...reply })}
              >
                {t('action.change')}
              </Button>
              <Button
                size="row"
                kind="quiet"
                busy={busy}
                aria-label={t('replies.removeOf', { label: reply.label })}
                onClick={() =>
                  void write(() =>
                    client.call(deleteSavedReply, { params: { brandId, savedReplyId: reply.id } }),
                  )
                }
              >
                {t('action.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
