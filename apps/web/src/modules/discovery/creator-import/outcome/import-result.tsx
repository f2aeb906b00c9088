import { IconArrowBackUp, IconArrowRight, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { downloadRejectedRows } from '@troupe/contract/discovery/creator-import';
import type { CreatorImport, ImportOutcome } from '@troupe/domain/discovery/creator-import/creator-import';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Children, type ReactNode, useState } from 'react';
import { useBrandId, useMe } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { useImportAction } from '../creator-import-queries.ts';
import { IMPORTS_PATH, listPath, type ShownRows } from '../import-address.ts';
import { ImportFrame } from '../import-frame.tsx';
import { durationText, picturesSummary } from '../import-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { ImportCounts } from './import-counts.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import '../import-progress.css';

interface ImportResultProps {
  one: CreatorImport;
  show: ShownRows | undefined;
  onShow: (rows: ShownRows | undefined) => void;
}

/** The result of an import: the outcome of every row, and the next actions. */
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
    <ImportFrame step="result">
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
              {t('result.another')}
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
                  {one.list ? t('result.openList') : t('result.openSearch')}
                </Button>
              ) : (
                !one.undo && (
                  <Button kind="main" busy={goOn.isPending} onClick={() => goOn.mutate()}>
                    {t('result.resume')}
                  </Button>
                )
              )}
            </>
          )}
        </div>
      </div>
      {one.error && <ErrorState title={t('result.stopped')} text={one.error} />}
      {goOn.error && <ErrorState title={t('result.resumeFailed')} text={errorText(goOn.error)} />}
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
  if (state === 'undone') return t('result.undone');
  if (state === 'cancelled')
    return t('result.cancelledAfter', { done: exactNumber(counts.done), rows: counts.rows });
  if (state === 'failed')
    return t('result.stoppedAfter', { done: exactNumber(counts.done), rows: counts.rows });
  return t('result.title', { rows: counts.rows });
}

function Summary({ one }: { one: CreatorImport }): ReactNode {
  const { state, undo, list, started, finished } = one;
  if (state === 'undone' && undo)
    return t('result.undoneSummary', {
      parts: joined([
        t('result.removed', { count: undo.removed }),
        list && t('result.unlisted', { count: undo.unlisted, list: list.title }),
        undo.kept > 0 && t('result.kept', { count: undo.kept }),
      ]),
    });
  const target = {
    file: one.fileName,
    where: list ? 'list' : one.forEveryone ? 'everyone' : 'brand',
    list: list?.title ?? '',
    strong: (words: ReactNode) => <strong className="t-name">{words}</strong>,
  };
  return Children.toArray(
    state === 'done' && started && finished
      ? t.rich('result.finished', {
          ...target,
          duration: durationText(started, finished),
          date: dayText(finished),
        })
      : t.rich('result.unfinished', target),
  );
}

/** The number of copied pictures, and why others failed. */
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
      notify.failure(t('report.failed'), {
        detail: errorText(error),
        action: { label: t('action.retry'), onClick: () => report.mutate() },
      }),
  });
  return (
    <Button
      icon={<IconDownload />}
      busy={report.isPending}
      disabledReason={one.counts.rejected === 0 ? t('report.nothing') : undefined}
      onClick={() => report.mutate()}
    >
      {t('report.action')}
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
        disabledReason={one.forEveryone && !administrator ? t('undo.administrators') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('undo.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('undo.title')}
        text={
          <>
            {t('undo.text', { count: counts.added })}
            {list && others > 0 && ` ${t('undo.others', { list: list.title })}`}
            {undo.error && <span className="t-contents" role="alert">{` ${errorText(undo.error)}`}</span>}
          </>
        }
        confirm={t('undo.action')}
        danger
        busy={undo.isPending}
        foot={t('undo.again')}
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
