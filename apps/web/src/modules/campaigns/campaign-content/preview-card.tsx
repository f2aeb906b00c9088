import {
  IconArrowBackUp,
  IconCheck,
  IconExternalLink,
  IconMaximize,
  IconMessage2,
} from '@tabler/icons-react';
import type { ContentPreview } from '@troupe/domain/campaigns/campaign-content';
import { contentKindName, contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { Children, useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { AskForChange } from './ask-for-change.tsx';
import { contentLook, safeHref } from './content-labels.ts';
import { ContentCreator } from './content-page.tsx';
import { Comments } from './preview-comments.tsx';
import { EarlierVersions, PreviewFiles } from './preview-files.tsx';
import { usePreviewDecision } from './use-preview-decision.ts';

interface PreviewCardProps {
  preview: ContentPreview;
  campaignId: string;
  /** Opens it in the whole window. */
  onView: () => void;
}

/** One piece of content: files, caption, comments and the decision. */
export function PreviewCard({ preview, campaignId, onView }: PreviewCardProps) {
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
        <Comments comments={comments} name={name} />
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
            <Button
              icon={<IconMaximize size={16} />}
              onClick={onView}
              aria-label={t('viewer.openOf', { kind: one, name })}
            >
              {t('viewer.open')}
            </Button>
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
