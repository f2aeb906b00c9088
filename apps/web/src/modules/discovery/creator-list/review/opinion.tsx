import { IconHelp, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { REVIEW_VOTES } from '@troupe/domain/discovery/list-field-limits';
import type { ReviewVote } from '@troupe/domain/discovery/list-review';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { useRef } from 'react';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';
import './review.css';

/** An icon for each vote. */
export const VOTE_ICONS = {
  approve: <IconThumbUp size={16} />,
  reject: <IconThumbDown size={16} />,
  unsure: <IconHelp size={16} />,
} as const;

/** Tells that a vote or comment wasn't saved. */
export const notSaved = (error: Error) => void notify.failure(t('notSaved'), { detail: errorText(error) });

interface VoteChoiceProps {
  label: string;
  value: ReviewVote | null;
  onChange: (vote: ReviewVote | null) => void;
}

/** One's own vote on a creator. */
export function VoteChoice({ label, value, onChange }: VoteChoiceProps) {
  return (
    <div className="vote-choice">
      <Segmented
        label={label}
        value={value ?? 'none'}
        options={[
          ...REVIEW_VOTES.map((one) => ({
            value: one as string,
            label: t(`vote.${one}`),
            icon: VOTE_ICONS[one],
          })),
          { value: 'none', label: t('vote.none') },
        ]}
        onChange={(next) => onChange(next === 'none' ? null : (next as ReviewVote))}
      />
    </div>
  );
}

interface CommentFormProps<Answer> {
  label: string;
  /** Key of the draft. */
  draftKey: string;
  /** Whether sending is the main action. */
  main?: boolean;
  send: (comment: { id: string; text: string }) => Promise<Answer>;
  onSent?: (answer: Answer) => void;
  onSettled?: () => unknown;
}

/** Writes a comment on a creator. */
export function CommentForm<Answer>(props: CommentFormProps<Answer>) {
  const { label, draftKey, main, send, onSent, onSettled } = props;
  const draft = useDraft(draftKey, '');
  // The same ID for another attempt, so that a comment whose answer got lost isn't added twice.
  const commentId = useRef(crypto.randomUUID());
  const comment = useMutation({
    mutationFn: (text: string) => send({ id: commentId.current, text }),
    onSuccess: (answer) => {
      commentId.current = crypto.randomUUID();
      draft.discard();
      onSent?.(answer);
    },
    onError: notSaved,
    onSettled: () => onSettled?.(),
  });
  const isEmpty = draft.text.trim() === '';
  return (
    <form
      className="review-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !comment.isPending) comment.mutate(draft.text);
      }}
    >
      <TextArea
        label={label}
        dir="auto"
        rows={2}
        maxLength={4000}
        value={draft.text}
        onChange={({ target }) => draft.change(target.value)}
      />
      <div>
        <Button
          type="submit"
          kind={main ? 'main' : 'second'}
          busy={comment.isPending}
          disabledReason={isEmpty ? t('emptyComment') : undefined}
        >
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
