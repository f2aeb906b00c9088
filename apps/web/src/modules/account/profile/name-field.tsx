import type { User } from '@troupe/domain/account/user';
import { TextField } from '@troupe/ui/field/field';
import { SavingState } from '@troupe/ui/field/saving-state';
import { useAutosave } from '@troupe/ui/hooks';
import { useState } from 'react';
import { useDraft } from '../../../shared/draft.ts';
import { fieldText, useSaveProfile } from './profile-queries.ts';

interface NameFieldProps {
  me: User;
  field: 'firstName' | 'lastName';
  label: string;
  autoComplete: string;
}

const PAUSE_MS = 600;

/** A part of the name. Saves automatically; typed text survives a failed save and a reload. */
export function NameField({ me, field, label, autoComplete }: NameFieldProps) {
  const save = useSaveProfile();
  const draft = useDraft(`profile.${field}`, me[field]);
  const [fault, setFault] = useState<string | undefined>();
  const saving = useAutosave(async (text: string) => {
    try {
      await save({ [field]: text });
      setFault(undefined);
      draft.saved(text);
    } catch (error) {
      setFault(fieldText(error, field));
      throw error;
    }
  }, PAUSE_MS);
  return (
    <TextField
      label={label}
      size="form"
      dir="auto"
      autoComplete={autoComplete}
      maxLength={80}
      value={draft.text}
      error={fault}
      onChange={(event) => {
        draft.change(event.target.value);
        saving.change(event.target.value);
      }}
      onBlur={saving.flush}
      trail={
        <SavingState
          state={saving.state === 'idle' && draft.unsaved ? 'failed' : saving.state}
          onRetry={() => {
            saving.change(draft.text);
            saving.flush();
          }}
        />
      }
    />
  );
}
