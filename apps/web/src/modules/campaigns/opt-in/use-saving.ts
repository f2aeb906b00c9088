import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { notify } from '@troupe/ui/feedback/notify';
import { useState } from 'react';
import { refreshOptIns } from './opt-in-queries.ts';
import { type OptInEdit, type OptInWrites, tellRefusal } from './use-opt-in-writes.ts';

/** Saves a part of an opt-in: whether it is under way, and what is wrong with which field. */
export function useSaving(optIn: OptIn, writes: OptInWrites) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});

  /** @returns whether it has been saved */
  async function save(body: OptInEdit, done: string | ((optIn: OptIn) => string)): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFields({});
    try {
      const next = await writes.change(optIn, body);
      notify.success(typeof done === 'string' ? done : done(next), { id: `opt-in-${optIn.id}` });
      return true;
    } catch (error) {
      const wrong = error instanceof CallError ? error.body.fields : undefined;
      if (wrong) setFields(wrong);
      else tellRefusal(error, optIn);
      return false;
    } finally {
      setBusy(false);
      void refreshOptIns(queryClient);
    }
  }
  return { save, busy, fields };
}
