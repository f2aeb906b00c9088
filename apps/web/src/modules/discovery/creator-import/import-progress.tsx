import type { CreatorImport } from '@troupe/domain/discovery/creator-import/creator-import';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { counted } from '@troupe/ui/lib/format';
import { errorText } from '../../../shared/call/error-text.ts';
import { useImportAction } from './creator-import-queries.ts';
import { ImportFrame } from './import-frame.tsx';
import { howFar } from './import-labels.ts';
import { ImportCounts } from './outcome/import-counts.tsx';
import './import-progress.css';

const TITLES: Partial<Record<CreatorImport['state'], string>> = {
  waiting: 'Starting soon',
  cancelling: 'Stopping',
  undoing: 'Undoing the import',
};

/** An import at work: how far it is and what became of the rows so far. It can be left at any time. */
export function ImportProgress({ one }: { one: CreatorImport }) {
  const { counts, state } = one;
  const cancel = useImportAction(one, 'cancel');
  const undoing = state === 'undoing';
  const title = TITLES[state] ?? `Importing ${counted(counts.rows, 'row')}`;
  return (
    <ImportFrame step="Result">
      <div className="import-result-head">
        <div className="t-grow">
          <h2 className="t-28">{title}</h2>
          <p className="t-ink2">
            {one.fileName}
            {one.list && (
              <>
                {undoing ? ' from ' : ' into '}
                <strong className="t-name">{one.list.title}</strong>
              </>
            )}
            . You can leave this page. We'll notify you when it's done.
          </p>
        </div>
        {!undoing && (
          <Button
            busy={cancel.isPending}
            disabledReason={state === 'cancelling' ? 'Stops after the current rows' : undefined}
            onClick={() => cancel.mutate()}
          >
            Cancel import
          </Button>
        )}
      </div>
      {cancel.error && <ErrorState title="Couldn't cancel the import." text={errorText(cancel.error)} />}
      <div className="import-progress">
        <ProgressBar label={title} {...howFar(one)} />
      </div>
      {!undoing && <ImportCounts counts={counts} soFar hideBar />}
    </ImportFrame>
  );
}
