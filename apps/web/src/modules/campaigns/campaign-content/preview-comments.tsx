import type { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { Ago } from '@troupe/ui/content/ago';
import { Children } from 'react';
import { t } from '../messages/messages.gen.ts';

/** What brand and creator wrote about a piece of content. */
export function Comments({ comments, name }: { comments: ContentPreview['comments']; name: string }) {
  if (comments.length === 0) return null;
  return (
    <ol className="content-comments" aria-label={t('content.reviewHistory', { name })}>
      {comments.map((comment) => (
        <li key={comment.id}>
          <span className="t-12 t-ink2">
            {Children.toArray(
              t.rich(comment.side === 'creator' ? 'content.creatorComment' : 'optIn.by', {
                name: comment.by,
                ago: () => <Ago at={comment.created} />,
              }),
            )}
          </span>
          <span className="content-caption" dir="auto">
            {comment.text}
          </span>
        </li>
      ))}
    </ol>
  );
}
