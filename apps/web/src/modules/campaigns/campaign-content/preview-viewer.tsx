import {
  IconArrowBackUp,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconColumns2,
  IconMessage2,
  IconX,
} from '@tabler/icons-react';
import type { ContentPreview, Upload } from '@troupe/domain/campaigns/campaign-content';
import { contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { KeyHint, useHotkey } from '@troupe/ui/action/hotkey';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SelectField } from '@troupe/ui/field/field';
import { Overlay } from '@troupe/ui/overlay/overlay';
import { Children, type ReactNode, useState } from 'react';
import { t } from '../messages/messages.gen.ts';
import { AskForChange } from './ask-for-change.tsx';
import { contentLook } from './content-labels.ts';
import { ContentCreator } from './content-page.tsx';
import { Comments } from './preview-comments.tsx';
import { UploadDownload, UploadFacts, UploadMedia } from './upload-media.tsx';
import { usePreviewDecision } from './use-preview-decision.ts';
import './preview-viewer.css';

interface PreviewViewerProps {
  previews: readonly ContentPreview[];
  /** The one that is shown. */
  previewId: string;
  campaignId: string;
  onShow: (previewId: string) => void;
  onClose: () => void;
}

/** Content in the whole window, one piece after the other, with its decision and its versions side by side. */
export function PreviewViewer({ previews, previewId, campaignId, onShow, onClose }: PreviewViewerProps) {
  const place = previews.findIndex(({ id }) => id === previewId);
  const preview = previews[place];
  const next = previews[place + 1];
  const previous = previews[place - 1];
  useHotkey('j', () => next && onShow(next.id));
  useHotkey('k', () => previous && onShow(previous.id));
  if (!preview) return null;
  const name = preview.creator.fullname || preview.creator.username;
  return (
    <Overlay
      position="centre"
      backCloses={false}
      onClose={onClose}
      className="preview-viewer"
      aria-label={t('viewer.label', { name })}
    >
      <header className="preview-viewer-head">
        <ContentCreator creator={preview.creator} campaignId={campaignId} />
        <span className="t-grow" />
        <span className="t-12 t-ink2 t-num" role="status">
          {t('viewer.place', { place: place + 1, total: previews.length })}
        </span>
        <IconButton
          label={t('viewer.previous')}
          icon={<IconChevronLeft size={18} />}
          disabledReason={previous ? undefined : t('viewer.first')}
          onClick={() => previous && onShow(previous.id)}
        />
        <IconButton
          label={t('viewer.next')}
          icon={<IconChevronRight size={18} />}
          disabledReason={next ? undefined : t('viewer.last')}
          onClick={() => next && onShow(next.id)}
        />
        <IconButton label={t('viewer.close')} icon={<IconX size={18} />} onClick={onClose} />
      </header>
      <Piece key={preview.id} preview={preview} name={name} />
    </Overlay>
  );
}

/** What one version consists of. */
interface Version {
  version: number;
  kind: ContentPreview['kind'];
  caption: string;
  uploads: readonly Upload[];
  created: string;
}

function Piece({ preview, name }: { preview: ContentPreview; name: string }) {
  const { status, kind, comments, version, earlier, updated } = preview;
  const { decide, busy } = usePreviewDecision(preview);
  const [asking, setAsking] = useState(false);
  const [compared, setCompared] = useState<number>();
  const current: Version = {
    version,
    kind,
    caption: preview.caption,
    uploads: preview.uploads,
    created: updated,
  };
  const other = earlier.find((one) => one.version === compared);
  const mayApprove = status === 'preview' && !busy;
  const mayAsk = (status === 'preview' || status === 'approved') && !busy;
  const compare = () => setCompared(other ? undefined : earlier[0]?.version);
  useHotkey('a', () => mayApprove && void decide('approved'));
  useHotkey('r', () => mayAsk && setAsking(true));
  useHotkey('c', compare, earlier.length > 0);
  const look = contentLook(status);
  return (
    <div className="preview-viewer-body">
      <div className="preview-viewer-stage" data-compared={other ? true : undefined}>
        {other && (
          <VersionColumn
            shown={other}
            title={
              <SelectField
                label={t('viewer.compared')}
                hideLabel
                value={String(other.version)}
                onChange={({ target }) => setCompared(Number(target.value))}
                options={earlier.map((one) => ({
                  value: String(one.version),
                  label: t('viewer.version', { version: one.version }),
                }))}
              />
            }
          />
        )}
        <VersionColumn shown={current} title={other && <strong>{t('viewer.current', { version })}</strong>} />
      </div>
      <aside className="preview-viewer-side" aria-label={t('viewer.side')}>
        <div className="t-row t-wrap">
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
        {earlier.length > 0 && (
          <Button icon={<IconColumns2 size={16} />} aria-pressed={other !== undefined} onClick={compare}>
            {other ? t('viewer.single') : t('viewer.compare')} <KeyHint keys="C" />
          </Button>
        )}
        {!other && <Caption caption={preview.caption} />}
        <Comments comments={comments} name={name} />
        <div className="preview-viewer-decision" data-action-bar>
          {asking ? (
            <AskForChange
              previewId={preview.id}
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
            <>
              {status === 'preview' && (
                <Button
                  kind="main"
                  icon={<IconCheck size={16} />}
                  busy={busy}
                  onClick={() => void decide('approved')}
                >
                  {t('content.approve')} <KeyHint keys="A" />
                </Button>
              )}
              {(status === 'preview' || status === 'approved') && (
                <Button
                  icon={status === 'preview' ? <IconMessage2 size={16} /> : <IconArrowBackUp size={16} />}
                  disabled={busy}
                  onClick={() => setAsking(true)}
                >
                  {status === 'preview' ? t('content.request') : t('content.revoke')} <KeyHint keys="R" />
                </Button>
              )}
            </>
          )}
        </div>
      </aside>
    </div>
  );
}

/** One version: its files as large as they fit, and its caption when versions are compared. */
function VersionColumn({ shown, title }: { shown: Version; title?: ReactNode }) {
  return (
    <section className="preview-viewer-version" aria-label={t('viewer.version', { version: shown.version })}>
      {title && (
        <div className="preview-viewer-version-head">
          {title}
          <span className="t-12 t-ink2">
            <Ago at={shown.created} />
          </span>
        </div>
      )}
      <div className="preview-viewer-files">
        {shown.uploads.map((upload) => (
          <figure key={upload.id}>
            <UploadMedia upload={upload} full />
            <figcaption>
              <span className="t-grow">
                <UploadFacts upload={upload} />
              </span>
              <UploadDownload upload={upload} />
            </figcaption>
          </figure>
        ))}
        {shown.uploads.length === 0 && <p className="t-ink2">{t('content.noFiles')}</p>}
      </div>
      {title && <Caption caption={shown.caption} />}
    </section>
  );
}

function Caption({ caption }: { caption: string }) {
  return caption ? (
    <p className="content-caption" dir="auto">
      {caption}
    </p>
  ) : (
    <p className="t-ink2">{t('content.noCaption')}</p>
  );
}
