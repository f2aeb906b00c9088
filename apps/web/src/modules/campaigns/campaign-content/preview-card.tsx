import { IconArrowBackUp, IconCheck, IconExternalLink, IconMessage2 } from '@tabler/icons-react';
import type { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { contentKindName, contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { TextArea } from '@troupe/ui/field/field';
import { Children, type SubmitEventHandler, useState } from 'react';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { contentLook, safeHref } from './content-labels.ts';
import { ContentCreator } from './content-page.tsx';
import { EarlierVersions, PreviewFiles } from './preview-files.tsx';
import { usePreviewDecision } from './use-preview-decision.ts';

/** One piece of content: files, caption, comments and the decision. */
export function PreviewCard({ preview, campaignId }: { preview: ContentPreview; campaignId: string }) {
  const { id, creator, kind, caption, status, comments, uploads, liveUrl, updated, version, earlier } =
    preview;
  const { decide, busy } = usePreviewDecision(preview);
  const [asking, setAsking] = useState(false);
  const look = contentLook(status);
  const name = creator.fullname || creator.username;
  const live = liveUrl ? safeHref(liveUrl) : undefined;
  const one = contentKindName(kind);
  return (
    <li className="t-panel content-preview">
      <PreviewFiles uploads={uploads} />
      <div className="content-preview-words">
        <div className="t-row t-wrap">
          <ContentCreator creator={creator} campaignId={campaignId} />
          <Pill tone={look.tone}>{look.label}</Pill>
          <span className="t-12 t-ink2">
            {Children.toArray(
              version > 1
                ? t.rich('content.version', {
                    kind: contentKindTitle(kind),
                    version,
                    ago: () => <Ago at={updated} />,
                  })
                : t.rich('optIn.by', { name: contentKindTitle(kind), ago: () => <Ago at={updated} /> }),
            )}
          </span>
        </div>
        {caption ? (
          <p className="content-caption" dir="auto">
            {caption}
          </p>
        ) : (
          <p className="t-ink2">{t('content.noCaption')}</p>
        )}
        {earlier.length > 0 && <EarlierVersions earlier={earlier} kind={kind} />}
        {comments.length > 0 && (
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
        )}
        {asking ? (
          <AskForChange
            previewId={id}
            takesBack={status === 'approved'}
            busy={busy}
            onClose={() => setAsking(false)}
            onAsk={async (comment) => {
              const done = await decide('change_requested', comment);
              if (done) setAsking(false);
              return done;
            }}
          />
        ) : (
          <div className="content-actions">
            {status === 'preview' && (
              <Button
                kind="suggested"
                icon={<IconCheck size={16} />}
                busy={busy}
                onClick={() => void decide('approved')}
                aria-label={t('content.approveOf', { kind: one, name })}
              >
                {t('content.approve')}
              </Button>
            )}
            {status === 'preview' && (
              <Button
                icon={<IconMessage2 size={16} />}
                disabled={busy}
                onClick={() => setAsking(true)}
                aria-label={t('content.requestOf', { name })}
              >
                {t('content.request')}
              </Button>
            )}
            {status === 'approved' && (
              <Button
                icon={<IconArrowBackUp size={16} />}
                disabled={busy}
                onClick={() => setAsking(true)}
                aria-label={t('content.revokeOf', { kind: one, name })}
              >
                {t('content.revoke')}
              </Button>
            )}
            {live && (
              <Button
                href={live}
                target="_blank"
                rel="noreferrer noopener"
                icon={<IconExternalLink size={16} />}
              >
                {t('content.openLive')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

interface AskForChangeProps {
  previewId: string;
  /** Whether the content is approved, which this revokes. */
  takesBack: boolean;
  busy: boolean;
  onClose: () => void;
  onAsk: (comment: string) => Promise<boolean>;
}

function AskForChange({ previewId, takesBack, busy, onClose, onAsk }: AskForChangeProps) {
  const draft = useDraft(`content-preview.${previewId}.change`, '');
  const [error, setError] = useState<string>();
  const submit: SubmitEventHandler<HTMLFormElement> = async (event) => {
    event.preventDefault();
    const comment = draft.text.trim();
    if (!comment) setError(t('content.changesMissing'));
    else if (await onAsk(comment)) draft.discard();
  };
  return (
    <form className="content-ask" onSubmit={submit} noValidate>
      <TextArea
        label={t('content.changes')}
        size="form"
        rows={3}
        maxLength={5000}
        autoFocus
        value={draft.text}
        error={error}
        onChange={(event) => {
          setError(undefined);
          draft.change(event.target.value);
        }}
      />
      <div className="content-actions">
        <Button kind="main" type="submit" busy={busy}>
          {takesBack ? t('content.revokeAndRequest') : t('content.request')}
        </Button>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
      </div>
    </form>
  );
}
