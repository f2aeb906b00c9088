import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import './saving-state.css';
import { Spinner } from '../feedback/spinner.tsx';
import { t } from '../messages/messages.gen.ts';

export type SavingStateName = 'idle' | 'saving' | 'saved' | 'failed';

interface SavingStateProps {
  state: SavingStateName;
  onRetry?: () => void;
}

/** Saving, Saved, or Not saved with Retry, next to the edited field. The caller clears 'saved' after 2 s. */
export function SavingState({ state, onRetry }: SavingStateProps) {
  return (
    <span className="t-saving" data-state={state}>
      <span role="status" className="t-saving-words">
        {state === 'saving' && (
          <>
            <Spinner size={14} /> {t('saving.saving')}
          </>
        )}
        {state === 'saved' && (
          <>
            <IconCheck size={15} /> {t('saving.saved')}
          </>
        )}
        {state === 'failed' && (
          <>
            <IconAlertTriangle size={15} /> {t('saving.failed')}
          </>
        )}
      </span>
      {state === 'failed' && onRetry && (
        <button type="button" className="t-saving-retry" onClick={onRetry}>
          {t('action.retry')}
        </button>
      )}
    </span>
  );
}
