import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startImport } from '@troupe/contract/discovery/creator-import';
import { IMPORT_FIELD_LABELS } from '@troupe/domain/discovery/creator-import/field';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { dayText } from '@troupe/ui/lib/date';
import { counted } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import './check-step.css';
import { type ImportAnswer, importOptions, keepImport } from '../creator-import-queries.ts';
import { importPath } from '../import-address.ts';
import { ImportFoot, ImportFrame } from '../import-frame.tsx';
import { dayIsAssumed, formatText, previewSummary, tableSizeText } from '../import-labels.ts';
import { platformText } from '../import-settings.tsx';
import { watchImport } from '../watched-imports.ts';
import { columnName, isUnsure } from './mapping.ts';

/** The third step: what will be done, before it is done. */
export function CheckStep({ answer, onStarted }: { answer: ImportAnswer; onStarted: () => void }) {
  const { import: one, preview } = answer;
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const start = useMutation({
    mutationFn: () => client.call(startImport, { params: { brandId, importId: one.id } }),
    onSuccess: (started) => {
      watchImport({ brandId, importId: one.id, fileName: one.fileName });
      keepImport(queryClient, brandId, started.import);
      onStarted();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: importOptions(brandId, one.id).queryKey }),
  });
  const used = one.columns.filter(({ field }) => field !== 'skip');
  const leftOut = one.columns.filter(({ field }) => field === 'skip');
  const unsure = used.filter(isUnsure);
  const firstRows = previewSummary(preview);
  const back = importPath(one.id);
  return (
    <ImportFrame step="Check">
      <h2 className="t-28">{`Import ${counted(one.counts.rows, 'row')}`}</h2>
      <dl className="check-facts">
        <Fact name="File">
          <strong>{one.fileName}</strong>
          <span className="t-ink2">
            {tableSizeText(one)}, {formatText(one.facts)}
          </span>
        </Fact>
        <Fact name="Platform">{platformText(one)}</Fact>
        <Fact name="Into">
          {one.list ? <strong>{one.list.title}</strong> : 'No list. Find the creators in search.'}
        </Fact>
        <Fact name="Who sees them">
          {one.forEveryone
            ? 'Everyone. New creators and newer figures appear in all brands.'
            : 'Only your brand'}
        </Fact>
        <Fact name="Known profiles">
          {one.forEveryone
            ? 'Existing figures change only where the file has newer ones.'
            : 'Existing profiles are linked. Shared figures stay as they are; figures from your own imports change only where the file has newer ones.'}
        </Fact>
        <Fact name="Figures from">
          {dayText(one.asOf, 'UTC')}
          {dayIsAssumed(one) && (
            <span className="t-ink2">
              Upload date, because the file name has no date. Go back to change it if the figures are older.
            </span>
          )}
        </Fact>
        <Fact name="Columns">
          <ul className="check-columns">
            {used.map((column) => (
              <li key={column.index} data-unsure={isUnsure(column) || undefined}>
                <span className="t-ink2">{columnName(column)}</span> {IMPORT_FIELD_LABELS[column.field]}
                {isUnsure(column) && <span className="check-unsure">Please check</span>}
              </li>
            ))}
          </ul>
          {leftOut.length > 0 && (
            <span className="t-ink3">
              Left out: {leftOut.slice(0, 12).map(columnName).join(', ')}
              {leftOut.length > 12 && ` and ${leftOut.length - 12} more`}
            </span>
          )}
        </Fact>
        <Fact name={`First ${counted(preview.length, 'row')}`}>
          <span>{firstRows.text}</span>
          {firstRows.problems.length > 0 && (
            <ul className="check-refused">
              {firstRows.problems.map(({ row, reason }) => (
                <li key={`${row} ${reason}`}>
                  <span className="t-ink3">Row {row}</span> {reason}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      {start.error && (
        <ErrorState
          title="Couldn't start the import."
          text={errorText(start.error)}
          onRetry={() => start.mutate()}
          busy={start.isPending}
        />
      )}
      <ImportFoot
        mark={<IconInfoCircle size={20} className="t-ink2" />}
        actions={
          <>
            <Button kind="quiet" href={back}>
              Back
            </Button>
            <Button
              kind="main"
              className="check-start"
              iconRight={<IconArrowRight />}
              busy={start.isPending}
              disabledReason={one.needs[0]?.message}
              onClick={() => start.mutate()}
            >
              {`Import ${counted(one.counts.rows, 'row')}`}
            </Button>
          </>
        }
      >
        <strong className="t-name">
          {unsure.length > 0
            ? `${counted(unsure.length, 'column')} not checked yet.`
            : 'You can undo the import.'}
        </strong>{' '}
        <span className="t-ink2">
          {unsure.length > 0
            ? `${unsure.slice(0, 3).map(columnName).join(', ')}${unsure.length > 3 ? ' and more' : ''} may mean something else.`
            : "Rows that can't be read are listed with the reason, and you can correct them."}
        </span>
      </ImportFoot>
    </ImportFrame>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="check-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
