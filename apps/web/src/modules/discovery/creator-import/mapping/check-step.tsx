import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startImport } from '@troupe/contract/discovery/creator-import';
import type { ImportColumn } from '@troupe/domain/discovery/creator-import/field';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { dayText } from '@troupe/ui/lib/date';
import type { ReactNode } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { fieldName, needText } from '../import-labels.ts';
import './check-step.css';
import { type ImportAnswer, importOptions, keepImport } from '../creator-import-queries.ts';
import { importPath } from '../import-address.ts';
import { ImportFoot, ImportFrame } from '../import-frame.tsx';
import { dayIsAssumed, formatText, previewSummary, tableSizeText } from '../import-labels.ts';
import { platformText } from '../import-settings.tsx';
import { t } from '../messages/messages.gen.ts';
import { watchImport } from '../watched-imports.ts';
import { columnName, isUnsure } from './mapping.ts';

/** Columns skipped that are named; of more, only the number. */
const NAMED = 12;

const namesOf = (columns: readonly ImportColumn[]) => joined(columns.slice(0, NAMED).map(columnName));

/** The third step: review before the import starts. */
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
  const skipped = one.columns.filter(({ field }) => field === 'skip');
  const unsure = used.filter(isUnsure);
  const firstRows = previewSummary(preview);
  const back = importPath(one.id);
  return (
    <ImportFrame step="check">
      <h2 className="t-28">{t('check.import', { rows: one.counts.rows })}</h2>
      <dl className="check-facts">
        <Fact name={t('check.file')}>
          <strong>{one.fileName}</strong>
          <span className="t-ink2">
            {t('check.size', { size: tableSizeText(one), format: formatText(one.facts) })}
          </span>
        </Fact>
        <Fact name={t('check.platform')}>{platformText(one)}</Fact>
        <Fact name={t('check.into')}>{one.list ? <strong>{one.list.title}</strong> : t('check.noList')}</Fact>
        <Fact name={t('check.visibility')}>
          {one.forEveryone ? t('check.everyone') : t('check.onlyBrand')}
        </Fact>
        <Fact name={t('check.known')}>
          {one.forEveryone ? t('check.knownEveryone') : t('check.knownBrand')}
        </Fact>
        <Fact name={t('check.figures')}>
          {dayText(one.asOf, 'UTC')}
          {dayIsAssumed(one) && <span className="t-ink2">{t('check.assumedDay')}</span>}
        </Fact>
        <Fact name={t('check.columns')}>
          <ul className="check-columns">
            {used.map((column) => (
              <li key={column.index} data-unsure={isUnsure(column) || undefined}>
                <span className="t-ink2">{columnName(column)}</span> {fieldName(column.field)}
                {isUnsure(column) && <span className="check-unsure">{t('check.pleaseCheck')}</span>}
              </li>
            ))}
          </ul>
          {skipped.length > 0 && (
            <span className="t-ink3">
              {skipped.length > NAMED
                ? t('check.skippedMore', { columns: namesOf(skipped), count: skipped.length - NAMED })
                : t('check.skipped', { columns: namesOf(skipped) })}
            </span>
          )}
        </Fact>
        <Fact name={t('check.firstRows', { rows: preview.length })}>
          <span>{firstRows.text}</span>
          {firstRows.problems.length > 0 && (
            <ul className="check-refused">
              {firstRows.problems.map(({ row, reason }) => (
                <li key={`${row} ${reason}`}>
                  <span className="t-ink3">{t('settings.rowNumber', { row })}</span> {reason}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      {start.error && (
        <ErrorState
          title={t('check.failed')}
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
              {t('action.back')}
            </Button>
            <Button
              kind="main"
              className="check-start"
              iconRight={<IconArrowRight />}
              busy={start.isPending}
              disabledReason={one.needs[0] && needText(one.needs[0])}
              onClick={() => start.mutate()}
            >
              {t('check.import', { rows: one.counts.rows })}
            </Button>
          </>
        }
      >
        <strong className="t-name">
          {unsure.length > 0 ? t('check.unchecked', { count: unsure.length }) : t('check.canUndo')}
        </strong>{' '}
        <span className="t-ink2">
          {unsure.length > 0
            ? t(unsure.length > 3 ? 'check.unsureMore' : 'check.unsure', {
                columns: joined(unsure.slice(0, 3).map(columnName)),
              })
            : t('check.rejectedText')}
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
