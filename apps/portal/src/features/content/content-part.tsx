import type { ContentPreview } from '@troupe/domain/campaign-content';
import { CONTENT_KIND_NAMES } from '@troupe/domain/content-kind-name';
import { Button } from '@troupe/ui/button';
import { dayText } from '@troupe/ui/lib/date';
import { compactViews } from '@troupe/ui/lib/format';
import { Pill } from '@troupe/ui/pill';
import { Section } from '@troupe/ui/section';
import { useState } from 'react';
import type { OwnOptInDetail } from '../../shared/creator-nouns.ts';
import { CONTENT_LOOKS } from './content-words.ts';
import { HandInForm } from './hand-in-form.tsx';
import { LivePostForm } from './live-post-form.tsx';
import './content-part.css';

type ContentPartProps = OwnOptInDetail & { subject: string; onChange: () => void };

function Preview({ preview, onAnswer }: { preview: ContentPreview; onAnswer?: () => void }) {
  const { kind, caption, status, uploads, comments, liveUrl } = preview;
  const look = CONTENT_LOOKS[status];
  const shown = uploads.filter(({ thumbnailUrl }) => thumbnailUrl);
  return (
    <li className="content-preview">
      <div className="t-row">
        <span className="t-name t-grow content-kind">{CONTENT_KIND_NAMES[kind][0]}</span>
        <Pill tone={look.tone}>{look.label}</Pill>
      </div>
      {caption && <p className="content-caption">{caption}</p>}
      {shown.length > 0 && (
        <div className="content-pictures">
          {shown.map(({ id, name, thumbnailUrl }) => (
            <img key={id} src={thumbnailUrl ?? ''} alt={name} width={96} height={96} loading="lazy" />
          ))}
        </div>
      )}
      <p className="t-12 t-ink2">{uploads.map(({ name }) => name).join(', ')}</p>
      {comments.map((comment) => (
        <p key={comment.id} className="content-comment">
          <span className="t-name">{comment.by || 'The brand'}</span> {comment.text}
        </p>
      ))}
      {liveUrl && (
        <a className="t-link content-link" href={liveUrl} target="_blank" rel="noopener noreferrer">
          See it live
        </a>
      )}
      {onAnswer && <Button onClick={onAnswer}>Hand In a New Version</Button>}
    </li>
  );
}

/** Content handed in and live, and the forms for more of both. */
export function ContentPart({ optIn, contentPreviews, shoutouts, subject, onChange }: ContentPartProps) {
  const [open, setOpen] = useState<{ previewId: string | null; caption: string } | 'live' | null>(null);
  const { id: optInId, status, agreement } = optIn;
  const may = status === 'approved';
  if (!may && contentPreviews.length + shoutouts.length === 0) return null;
  const done = () => {
    setOpen(null);
    onChange();
  };
  const shared = { optInId, subject, deliverables: agreement.deliverables, onDone: done };
  return (
    <Section title="Your content" id="content">
      <div className="content">
        {contentPreviews.length > 0 && (
          <ul className="content-previews">
            {contentPreviews.map((preview) => (
              <Preview
                key={preview.id}
                preview={preview}
                {...(may && preview.status === 'change_requested'
                  ? { onAnswer: () => setOpen({ previewId: preview.id, caption: preview.caption }) }
                  : {})}
              />
            ))}
          </ul>
        )}
        {shoutouts.length > 0 && (
          <ul className="content-previews" aria-label="Live posts">
            {shoutouts.map(({ id, url, kind, published, figures, failure }) => (
              <li key={id} className="content-preview">
                <a className="t-link content-link" href={url} target="_blank" rel="noopener noreferrer">
                  Live {CONTENT_KIND_NAMES[kind][0]}
                </a>
                <span className="t-12 t-ink2">
                  {[
                    published && dayText(published),
                    figures.views !== null && `${compactViews(figures.views)} views`,
                    figures.likes !== null && `${compactViews(figures.likes)} likes`,
                  ]
                    .filter(Boolean)
                    .join(', ') ||
                    (failure ? `Its figures could not be read. ${failure}` : 'Its figures are being read.')}
                </span>
              </li>
            ))}
          </ul>
        )}
        {open !== null && open !== 'live' && (
          <HandInForm key={open.previewId ?? 'new'} {...shared} {...open} />
        )}
        {open === 'live' && (
          <LivePostForm
            {...shared}
            approved={contentPreviews.filter((preview) => preview.status === 'approved')}
          />
        )}
        {may && open === null && (
          <div className="content-ways">
            <Button onClick={() => setOpen({ previewId: null, caption: '' })}>Hand In Content</Button>
            <Button onClick={() => setOpen('live')}>Add Live Post</Button>
          </div>
        )}
        {open !== null && (
          <Button kind="quiet" onClick={() => setOpen(null)}>
            Close
          </Button>
        )}
      </div>
    </Section>
  );
}
