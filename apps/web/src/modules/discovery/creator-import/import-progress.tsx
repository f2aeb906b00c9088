import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { Children } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { useImportAction } from './creator-import-queries.ts';
import { ImportFrame } from './import-frame.tsx';
import { howFar } from './import-labels.ts';
import { t } from './messages/messages.gen.ts';
import { ImportCounts } from './outcome/import-counts.tsx';
import './import-progress.css';

function titleOf({ state, counts }: CreatorImport): string {
  if (state === 'waiting' || state === 'cancelling' || state === 'undoing') return t(`progress.${state}`);
  return t('progress.running', { rows: counts.rows });
}

/** A running import: its progress and the outcomes so far. People can leave the page. */
export function ImportProgress({ one }: { one: CreatorImport }) {
  const { counts, state } = one;
  const cancel = useImportAction(one, 'cancel');
  const undoing = state === 'undoing';
  const title = titleOf(one);
  return (
    <ImportFrame step="result">
      <div className="import-result-head">
        <div className="t-grow">
          <h2 className="t-28">{title}</h2>
          <p className="t-ink2">
            {one.list
              ? Children.toArray(
                  t.rich(undoing ? 'progress.textFrom' : 'progress.textInto', {
                    file: one.fileName,
                    list: one.list.title,
                    strong: (words) => <strong className="t-name">{words}</strong>,
                  }),
                )
              : t('progress.text', { file: one.fileName })}
          </p>
        </div>
        {!undoing && (
          <Button
            busy={cancel.isPending}
            disabledReason={state === 'cancelling' ? t('progress.stops') : undefined}
            onClick={() => cancel.mutate()}
          >
            {t('progress.cancel')}
          </Button>
        )}
      </div>
      {cancel.error && <ErrorState title={t('progress.cancelFailed')} text={errorText(cancel.error)} />}
      <div className="import-progress">
        <ProgressBar label={title} {...howFar(one)} />
      </div>
      {!undoing && <ImportCounts counts={counts} soFar hideBar />}
    </ImportFrame>
  );
}
