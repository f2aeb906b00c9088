import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import './saving-state.css';
import { Spinner } from '../feedback/spinner.tsx';

export type SavingStateName = 'idle' | 'saving' | 'saved' | 'failed';

interface SavingStateProps {
  state: SavingStateName;
  onRetry?: () => void;
}

/** Saving, Saved, or Not saved with Retry, where the change was made. The caller lets 'saved' go after 2 s. */
export function SavingState({ state, onRetry }: SavingStateProps) {
  return (
    <span className="t-saving" data-state={state}>
      <span role="status" className="t-saving-words">
        {state === 'saving' && (
          <>
            <Spinner size={14} /> Saving
          </>
        )}
        {state === 'saved' && (
          <>
            <IconCheck size={15} /> Saved
          </>
        )}
        {state === 'failed' && (
          <>
            <IconAlertTriangle size={15} /> Not saved
          </>
        )}
      </span>
      {state === 'failed' && onRetry && (
        <button type="button" className="t-saving-retry" onClick={onRetry}>
          Retry
        </button>
      )}
    </span>
  );
}
