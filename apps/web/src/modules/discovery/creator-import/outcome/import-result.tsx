import { IconArrowBackUp, IconArrowRight, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadRejectedRows } from '@troupe/contract/discovery/creator-import';
import type { CreatorImport, ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { type ReactNode, useState } from 'react';
import { useBrandId, useMe } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { saveBlob } from '../../../../shared/download.tsx';
import { useImportAction } from '../creator-import-queries.ts';
import { IMPORTS_PATH, listPath, type ShownRows } from '../import-address.ts';
import { ImportFrame } from '../import-frame.tsx';
import { durationText, picturesSummary } from '../import-labels.ts';
import { ImportCounts } from './import-counts.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import '../import-progress.css';

interface ImportResultProps {
  one: CreatorImport;
  show: ShownRows | undefined;
  onShow: (rows: ShownRows | undefined) => void;
}

/** How an import ended: every row accounted for, and what can be done about it. */
export function ImportResult({ one, show, onShow }: ImportResultProps) {
  const { counts, state } = one;
  const goOn = useImportAction(one, 'goOn');
  const showRows = (outcome: ImportOutcome) => {
    onShow(outcome);
    requestAnimationFrame(() =>
      document.getElementById(`rows-${outcome}`)?.scrollIntoView({ block: 'start' }),
    );
  };
  return (
    <ImportFrame step="Result">
      <div className="import-result-head">
        <div className="t-grow">
          <h2 className="t-28">{title(one)}</h2>
          <p className="t-ink2">
            <Summary one={one} />
          </p>
        </div>
        <div className="import-result-actions">
          {state === 'undone' ? (
            <Button kind="main" href={IMPORTS_PATH}>
              Import another file
            </Button>
          ) : (
            <>
              <UndoButton one={one} />
              <ReportButton one={one} />
              {state === 'done' ? (
                <Button
                  kind="main"
                  iconRight={<IconArrowRight />}
                  href={one.list ? listPath(one.list.id) : '/creator-search'}
                >
                  {one.list ? 'Open list' : 'Open search'}
                </Button>
              ) : (
                !one.undo && (
                  <Button kind="main" busy={goOn.isPending} onClick={() => goOn.mutate()}>
                    Resume
                  </Button>
                )
              )}
            </>
          )}
        </div>
      </div>
      {one.error && <ErrorState title="The import stopped." text={one.error} />}
      {goOn.error && <ErrorState title="Couldn't resume the import." text={errorText(goOn.error)} />}
      {state !== 'undone' && (
        <>
          <ImportCounts counts={counts} soFar={counts.done < counts.rows} onShow={showRows} />
          <Pictures one={one} />
          {counts.rejected > 0 && <RejectedRows one={one} />}
          <OutcomeRows one={one} show={show} onShow={onShow} />
        </>
      )}
    </ImportFrame>
  );
}

function title({ state, counts }: CreatorImport): string {
  if (state === 'undone') return 'This import is undone';
  if (state === 'cancelled')
    return `Canceled after ${exactNumber(counts.done)} of ${counted(counts.rows, 'row')}`;
  if (state === 'failed')
    return `Stopped after ${exactNumber(counts.done)} of ${counted(counts.rows, 'row')}`;
  return counts.rows === 1
    ? 'The one row is accounted for'
    : `All ${counted(counts.rows, 'row')} are accounted for`;
}

function Summary({ one }: { one: CreatorImport }): ReactNode {
  const { state, undo, list, started, finished } = one;
  if (state === 'undone' && undo)
    return [
      `${counted(undo.removed, 'creator')} removed`,
      list ? `${counted(undo.unlisted, 'creator')} taken off ${list.title}` : null,
      undo.kept > 0 ? `${counted(undo.kept, 'creator')} kept because something else uses them` : null,
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.');
  const where = list ? (
    <strong className="t-name">{list.title}</strong>
  ) : one.forEveryone ? (
    'all brands'
  ) : (
    'your brand'
  );
  return (
    <>
      {one.fileName} into {where}
      {state === 'done' && started && finished
        ? `, finished in ${durationText(started, finished)} on ${dayText(finished)}.`
        : '. Imported rows stay until you undo the import.'}
    </>
  );
}

/** How many pictures were copied, and why others were not. */
function Pictures({ one }: { one: CreatorImport }) {
  const summary = picturesSummary(one.pictures);
  if (!summary) return null;
  return (
    <div className="import-result-pictures" role="status">
      <p>{summary.text}</p>
      {summary.reasons.length > 0 && (
        <ul className="t-12 t-ink2">
          {summary.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ReportButton({ one }: { one: CreatorImport }) {
  const brandId = useBrandId();
  const report = useMutation({
    mutationFn: () => client.download(downloadRejectedRows, { params: { brandId, importId: one.id } }),
    onSuccess: (blob) => saveBlob(blob, `${one.fileName.replace(/\.[^.]*$/, '')}-not-imported.csv`),
    onError: (error) =>
      notify.failure("Couldn't download the report.", {
        detail: errorText(error),
        action: { label: 'Retry', onClick: () => report.mutate() },
      }),
  });
  return (
    <Button
      icon={<IconDownload />}
      busy={report.isPending}
      disabledReason={one.counts.rejected === 0 ? 'No row was left out' : undefined}
      onClick={() => report.mutate()}
    >
      Report as CSV
    </Button>
  );
}

function UndoButton({ one }: { one: CreatorImport }) {
  const [asking, setAsking] = useState(false);
  const undo = useImportAction(one, 'undo');
  const administrator = useMe()?.role === 'administrator';
  const { counts, list } = one;
  const others = counts.linked + counts.already;
  return (
    <>
      <Button
        icon={<IconArrowBackUp />}
        disabledReason={
          one.forEveryone && !administrator ? 'Only administrators can undo imports for everyone' : undefined
        }
        onClick={() => setAsking(true)}
      >
        Undo import
      </Button>
      <ConfirmDialog
        open={asking}
        title="Undo this import?"
        text={
          <>
            {`${counted(counts.added, 'creator')} that it added ${counts.added === 1 ? 'is' : 'are'} removed, unless something else uses them.`}
            {list && others > 0 && ` The others that it put on ${list.title} are taken off it again.`}
            {undo.error && <span className="t-contents" role="alert">{` ${errorText(undo.error)}`}</span>}
          </>
        }
        confirm="Undo import"
        danger
        busy={undo.isPending}
        foot="You can import the file again"
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
