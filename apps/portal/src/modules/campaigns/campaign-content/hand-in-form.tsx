import { submitContent } from '@troupe/contract/campaigns/own-content';
import type { ContentKind, Deliverable } from '@troupe/domain/campaigns/campaign-brief';
import { CONTENT_KIND_NAMES, contentKindTitle } from '@troupe/domain/campaigns/content-kind-name';
import { acceptList } from '@troupe/domain/file-type';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { SelectField, TextArea } from '@troupe/ui/field/field';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { percent } from '@troupe/ui/lib/format';
import { type SubmitEvent, useId, useState } from 'react';
import { client, errorText, refusalText } from '../../../shared/api.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { sendFile } from './send-file.ts';

const MAX_BYTES = 500 * 1024 * 1024;

interface Kept {
  kind: string;
  caption: string;
  files: { id: string; name: string }[];
}

interface HandInFormProps {
  optInId: string;
  deliverables: readonly Deliverable[];
  /** Content a change was asked for, of which this is a new version. */
  previewId: string | null;
  caption?: string;
  /** What it was handed in as. */
  was?: ContentKind | undefined;
  onDone: () => void;
}

/** The kinds to choose from: those agreed and what it is already, else all. */
export const kindsOf = (deliverables: readonly Deliverable[], was?: ContentKind): ContentKind[] =>
  deliverables.length > 0
    ? [...new Set([...deliverables.map(({ kind }) => kind), ...(was ? [was] : [])])]
    : (Object.keys(CONTENT_KIND_NAMES) as ContentKind[]);

/** Files and a caption for the brand to approve. Files that have arrived are kept over a reload. */
export function HandInForm(props: HandInFormProps) {
  const { optInId, deliverables, previewId, caption = '', was, onDone } = props;
  const kinds = kindsOf(deliverables, was);
  const draft = useDraft<Kept>(`content.${optInId}.${previewId ?? 'new'}`, {
    kind: was ?? kinds[0] ?? 'post',
    caption,
    files: [],
  });
  const { kind, files } = draft.values;
  const noteId = useId();
  const [sending, setSending] = useState<{ name: string; share: number; waiting?: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const take = async (chosen: readonly File[]) => {
    setFailure(null);
    let arrived = files;
    const refused: string[] = [];
    for (const file of chosen) {
      if (file.size > MAX_BYTES) {
        refused.push(t('submit.tooLarge', { name: file.name }));
        continue;
      }
      setSending({ name: file.name, share: 0 });
      try {
        const id = await sendFile(optInId, file, (share, waiting) =>
          setSending({ name: file.name, share, waiting }),
        );
        arrived = [...arrived, { id, name: file.name }];
        draft.change({ files: arrived });
      } catch (error) {
        const reason = error instanceof Error ? error.message : errorText(error);
        refused.push(
          reason.includes(file.name) ? reason : t('submit.fileRefused', { name: file.name, reason }),
        );
      }
    }
    setSending(null);
    if (refused.length > 0) setFailure(refused.join('\n'));
  };

  const handIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || sending) return;
    // Why a file was refused stays there: that says what to do.
    if (files.length === 0) return setFailure((now) => now ?? t('submit.noFile'));
    setBusy(true);
    setFailure(null);
    try {
      await client.call(submitContent, {
        params: { optInId },
        body: {
          previewId,
          kind: kind as ContentKind,
          caption: draft.values.caption,
          uploadIds: files.map(({ id }) => id),
        },
      });
      draft.discard();
      notify.success(t('submit.done'));
      onDone();
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };

  return (
    <form className="content-form" onSubmit={handIn} noValidate aria-label={t('content.add')}>
      <SelectField
        label={t('submit.kind')}
        size="form"
        value={kind}
        options={kinds.map((value) => ({ value, label: contentKindTitle(value) }))}
        onChange={(event) => draft.change({ kind: event.target.value })}
      />
      <TextArea
        label={t('submit.caption')}
        size="form"
        rows={2}
        maxLength={10_000}
        value={draft.values.caption}
        onChange={(event) => draft.change({ caption: event.target.value })}
      />
      {files.length > 0 && (
        <ul className="content-files">
          {files.map(({ id, name }) => (
            <li key={id} className="t-row">
              <span className="t-grow">{name}</span>
              <Button
                kind="quiet"
                size="row"
                aria-label={t('submit.removeFile', { name })}
                onClick={() => draft.change({ files: files.filter((one) => one.id !== id) })}
              >
                {t('submit.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {sending && (
        <div className="content-sending">
          <span className="t-12 t-grow" dir="auto">
            {sending.waiting
              ? t('submit.waiting', { name: sending.name })
              : t('submit.sending', { name: sending.name })}
          </span>
          <span className="t-12 t-num">{percent(Math.floor(sending.share * 100) / 100)}</span>
          <ProgressBar
            label={
              sending.waiting
                ? t('submit.waitingLabel', { name: sending.name })
                : t('submit.sending', { name: sending.name })
            }
            value={Math.round(sending.share * 100)}
            max={100}
            tone={sending.waiting ? 'tangerine' : 'iris'}
          />
        </div>
      )}
      {failure && (
        <ErrorState title={t('submit.failed')} text={<span className="content-refusals">{failure}</span>} />
      )}
      <p id={noteId} className="t-12 t-ink2">
        {t('submit.help')}
      </p>
      <div className="t-row">
        <FileChoice multiple accept={acceptList('content')} onFiles={(chosen) => void take(chosen)}>
          {(choose) => (
            <Button size="form" busy={sending !== null} aria-describedby={noteId} onClick={choose}>
              {t('submit.chooseFiles')}
            </Button>
          )}
        </FileChoice>
        <Button kind="suggested" size="form" type="submit" busy={busy}>
          {t('submit.action')}
        </Button>
      </div>
    </form>
  );
}
