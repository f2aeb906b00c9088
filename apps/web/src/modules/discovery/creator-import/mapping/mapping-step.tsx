import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ImportField } from '@troupe/domain/discovery/creator-import/field';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { SavingState } from '@troupe/ui/field/saving-state';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ImportAnswer } from '../creator-import-queries.ts';
import { IMPORTS_PATH, importPath } from '../import-address.ts';
import { ImportFoot, ImportFrame } from '../import-frame.tsx';
import { formatText, needText, tableSizeText } from '../import-labels.ts';
import { ImportSettings } from '../import-settings.tsx';
import { changesFor, columnName, mappingText, shownColumns } from './mapping.ts';
import './mapping-step.css';
import { t } from '../messages/messages.gen.ts';
import { type ImportChange, useImportChanges } from '../use-import-changes.ts';
import { MappingTable } from './mapping-table.tsx';

/** The second step: the fields of the columns, and the first rows as they will be read. */
export function MappingStep({ answer }: { answer: ImportAnswer }) {
  const { import: one, preview } = answer;
  const navigate = useNavigate();
  const saving = useImportChanges(one.id);
  const [all, setAll] = useState(false);
  const [skipped, setSkipped] = useState<string | null>(null);
  const columns = shownColumns(one.columns, all);
  const words = useMemo(() => mappingText(one, preview), [one, preview]);

  const change = (body: ImportChange) => {
    setSkipped(null);
    saving.change(body);
  };
  const setField = (index: number, field: ImportField) => {
    const next = changesFor(one.columns, index, field);
    saving.change({ columns: next.changes });
    setSkipped(next.skipped && t('mapping.displaced', { column: columnName(next.skipped) }));
  };

  const need = one.needs[0] && needText(one.needs[0]);
  // Pressing Next during a save continues once it is saved.
  const [waits, setWaits] = useState(false);
  const isSaving = saving.state === 'saving';
  const check = useCallback(
    () => void navigate({ href: `${importPath(one.id)}?step=check` }),
    [navigate, one.id],
  );
  useEffect(() => {
    if (!waits || isSaving) return;
    setWaits(false);
    if (saving.failure === null && need === undefined) check();
  }, [waits, isSaving, saving.failure, need, check]);

  const Mark = words.tone === 'sure' ? IconCircleCheck : IconAlertTriangle;
  return (
    <ImportFrame step="map">
      <div className="mapping-head">
        <IconFileSpreadsheet size={16} className="mapping-file-mark" />
        <h2 className="t-14 t-name mapping-file">{one.fileName}</h2>
        <span className="t-ink2">{tableSizeText(one)}</span>
        <span className="t-ink3">{formatText(one.facts)}</span>
        <span className="t-grow" />
        <SavingState state={saving.state} onRetry={saving.retry} />
        <span className="mapping-legend t-12 t-ink2">
          <span className="mapping-key" data-sure /> {t('mapping.sure')}
          <span className="mapping-key" /> {t('check.pleaseCheck')}
        </span>
      </div>
      <ImportSettings one={one} change={change} />
      {saving.failure && (
        <ErrorState title={t('mapping.saveFailed')} text={saving.failure} onRetry={saving.retry} />
      )}
      <MappingTable one={one} columns={columns} preview={preview} onField={setField} onChange={change} />
      {columns.length < one.columns.length || all ? (
        <div>
          <Button kind="quiet" size="row" onClick={() => setAll(!all)} aria-expanded={all}>
            {all
              ? t('mapping.hideSkipped')
              : t('mapping.showSkipped', { count: one.columns.length - columns.length })}
          </Button>
        </div>
      ) : null}
      <ImportFoot
        mark={<Mark size={20} data-tone={words.tone} />}
        actions={
          <>
            <Button kind="quiet" href={IMPORTS_PATH}>
              {t('action.back')}
            </Button>
            <Button
              kind="main"
              iconRight={<IconArrowRight />}
              disabledReason={need}
              busy={waits}
              onClick={() => (isSaving ? setWaits(true) : check())}
            >
              {t('mapping.checkRows', { rows: one.counts.rows })}
            </Button>
          </>
        }
      >
        <strong className="t-name">{words.title}</strong>{' '}
        <span className="t-ink2">{skipped ?? words.text}</span>
      </ImportFoot>
    </ImportFrame>
  );
}
