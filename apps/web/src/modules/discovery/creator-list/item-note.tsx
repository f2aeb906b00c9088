import { IconAlertTriangle } from '@tabler/icons-react';
import { SAVED_INDICATOR_MS } from '@troupe/domain/discovery/creator-list-status';
import { TextArea } from '@troupe/ui/field/field';
import { SavingState, type SavingStateName } from '@troupe/ui/field/saving-state';
import { useEffect, useState } from 'react';
import { t } from './messages/messages.gen.ts';
import type { ItemSaving } from './use-item-saving.ts';

/** Turns 'idle' two seconds after a failed save; the text still shows as unsaved. */
function useFading(state: SavingStateName): SavingStateName {
  const [faded, setFaded] = useState(false);
  useEffect(() => {
    setFaded(false);
    if (state !== 'failed') return;
    const timer = setTimeout(() => setFaded(true), SAVED_INDICATOR_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return faded ? 'idle' : state;
}

/** Notes about a creator, saved automatically. */
export function ItemNote({ name, saving }: { name: string; saving: ItemSaving }) {
  const state = useFading(saving.state);
  const waits = saving.state === 'failed' && state === 'idle';
  return (
    <TextArea
      label={t('note.label', { name })}
      hideLabel
      placeholder={t('note.placeholder')}
      dir="auto"
      value={saving.value('feedback')}
      error={saving.state === 'failed' ? saving.failure : undefined}
      onChange={(event) => saving.change({ feedback: event.target.value })}
      trail={
        waits ? (
          <button type="button" className="list-item-retry" title={t('note.notSaved')} onClick={saving.retry}>
            <IconAlertTriangle size={15} />
            {t('note.retry')}
          </button>
        ) : (
          <SavingState state={state} onRetry={saving.retry} />
        )
      }
    />
  );
}
