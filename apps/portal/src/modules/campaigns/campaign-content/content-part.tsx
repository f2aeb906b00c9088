import type { ContentPreview, ContentStatus, Upload } from '@troupe/domain/campaigns/campaign-content';
import { contentKindName, contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { compactViews } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { useEffect, useRef, useState } from 'react';
import type { OwnOptInDetail } from '../../../shared/campaign-words.ts';
import { HandInForm } from './hand-in-form.tsx';
import { LivePostForm } from './live-post-form.tsx';
import './content-part.css';
import { joined } from '@troupe/i18n/language';
import { t } from '../messages/messages.gen.ts';

type ContentPartProps = OwnOptInDetail & { onChange: () => void };

/** Color of the status of submitted content. */
const CONTENT_TONES: Record<ContentStatus, PillTone> = {
  preview: 'neutral',
  change_requested: 'tangerine',
  approved: 'green',
  live: 'iris',
};

/** Submitted files, each to open. */
function SentFiles({ uploads }: { uploads: readonly Upload[] }) {
  return (
    <ul className="content-sent">
      {uploads.map(({ id, name, url, thumbnailUrl }) => {
        const shown = (
          <>
            {thumbnailUrl && <img src={thumbnailUrl} alt="" width={96} height={96} loading="lazy" />}
            <span className="t-12">{name}</span>
          </>
        );
        return (
          <li key={id}>
            {url ? (
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('content.open', { name })}
              >
                {shown}
              </a>
            ) : (
              shown
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Preview({ preview, onAnswer }: { preview: ContentPreview; onAnswer?: () => void }) {
  const { kind, caption, status, version, uploads, earlier, comments, liveUrl } = preview;
  return (
    <li className="content-preview">
      <div className="t-row">
        <span className="t-name t-grow">
          {version > 1
            ? t('content.titleVersion', { kind: contentKindTitle(kind), version })
            : contentKindTitle(kind)}
        </span>
        <Pill tone={CONTENT_TONES[status]}>{t(`content.status.${status}`)}</Pill>
      </div>
      {caption && (
        <p className="content-caption" dir="auto">
          {caption}
        </p>
      )}
      <SentFiles uploads={uploads} />
      {earlier.length > 0 && (
        <details className="content-earlier">
          <summary>{t('content.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((before) => (
              <li key={before.version}>
                <span className="t-12 t-ink2">
                  {t('content.earlierVersion', {
                    version: before.version,
                    date: dayText(before.created),
                  })}
                </span>
                {before.caption && (
                  <p className="content-caption" dir="auto">
                    {before.caption}
                  </p>
                )}
                <SentFiles uploads={before.uploads} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {comments.map((comment) => (
        <p key={comment.id} className="content-comment" dir="auto">
          <span className="t-name">{comment.by || t('content.byBrand')}</span> {comment.text}
        </p>
      ))}
      {liveUrl && (
        <a className="t-link content-link" href={liveUrl} target="_blank" rel="noopener noreferrer">
          {t('content.seeLive')}
        </a>
      )}
      {onAnswer && <Button onClick={onAnswer}>{t('content.newVersion')}</Button>}
    </li>
  );
}

/** The content that the form is open for. */
type Opened = { previewId: string | null; caption: string; was?: ContentPreview['kind'] };
const newVersionOf = ({ id, caption, kind }: ContentPreview): Opened => ({
  previewId: id,
  caption,
  was: kind,
});

/** Leads the keyboard into the form that opens in place of the buttons, and back to them. */
function useFocusInForm(open: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current === open) return;
    was.current = open;
    const next = open ? 'form :is(select, textarea, input)' : '.content-ways button';
    place.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [open]);
  return place;
}

/** Content handed in and live, and the forms for more of both. */
export function ContentPart({ optIn, contentPreviews, shoutouts, onChange }: ContentPartProps) {
  const [open, setOpen] = useState<Opened | 'live' | null>(null);
  const place = useFocusInForm(open !== null);
  const { id: optInId, status, agreement } = optIn;
  const may = status === 'approved';
  if (!may && contentPreviews.length + shoutouts.length === 0) return null;
  const done = () => {
    setOpen(null);
    onChange();
  };
  const shared = { optInId, deliverables: agreement.deliverables, onDone: done };
  return (
    <Section title={t('content.title')} id="content">
      <div ref={place} className="content">
        {contentPreviews.length > 0 && (
          <ul className="content-previews">
            {contentPreviews.map((preview) => (
              <Preview
                key={preview.id}
                preview={preview}
                {...(may && preview.status === 'change_requested'
                  ? { onAnswer: () => setOpen(newVersionOf(preview)) }
                  : {})}
              />
            ))}
          </ul>
        )}
        {shoutouts.length > 0 && (
          <ul className="content-previews" aria-label={t('content.livePosts')}>
            {shoutouts.map(({ id, url, kind, published, figures, failure }) => (
              <li key={id} className="content-preview">
                <a className="t-link content-link" href={url} target="_blank" rel="noopener noreferrer">
                  {t('content.liveKind', { kind: contentKindName(kind) })}
                </a>
                <span className="t-12 t-ink2">
                  {joined([
                    published && dayText(published),
                    figures.views !== null &&
                      t('content.views', { count: figures.views, text: compactViews(figures.views) }),
                    figures.likes !== null &&
                      t('content.likes', { count: figures.likes, text: compactViews(figures.likes) }),
                  ]) || (failure ? t('content.metricsFailed', { failure }) : t('content.metricsLoading'))}
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
            <Button onClick={() => setOpen({ previewId: null, caption: '' })}>{t('content.add')}</Button>
            <Button onClick={() => setOpen('live')}>{t('content.addLive')}</Button>
          </div>
        )}
        {open !== null && (
          <Button kind="quiet" onClick={() => setOpen(null)}>
            {t('action.close')}
          </Button>
        )}
      </div>
    </Section>
  );
}
