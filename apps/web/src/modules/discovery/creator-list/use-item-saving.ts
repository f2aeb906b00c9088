import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { updateCreatorListItem } from '@troupe/contract/discovery/creator-list';
import type { CreatorListItem, CreatorListItemValues } from '@troupe/domain/discovery/creator-list';
import { SAVE_DEBOUNCE_MS } from '@troupe/domain/discovery/creator-list-status';
import { useAutosave } from '@troupe/ui/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { patchItems } from './creator-list-queries.ts';
import {
  type EditConflict,
  meetingOf,
  type Pending,
  readPending,
  remaining,
  type SomeValues,
  writePending,
} from './item-changes.ts';
import { t } from './messages/messages.gen.ts';

const fieldText = (error: unknown): string =>
  (error instanceof CallError && Object.values(error.body.fields ?? {})[0]) || errorText(error);

/** Retries after 5 s, doubling each time up to a minute. */
const RETRY_MS = { first: 5000, most: 60_000 };

/** Whether a save failed without a response and can be retried. */
const serverIsAway = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Retries a failed save once `waits` ms have passed, and saves at once when the page is hidden. */
function useSendingAgain(
  { state, retry, flush }: Pick<ReturnType<typeof useAutosave>, 'state' | 'retry' | 'flush'>,
  waits: { readonly current: number | null },
): void {
  useEffect(() => {
    if (state !== 'failed' || waits.current === null) return;
    const timer = setTimeout(retry, waits.current);
    return () => clearTimeout(timer);
  }, [state, retry, waits]);

  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [flush]);
}

/**
 * Tags and notes of one item as the person sees them, and their saving: one call, 300 ms after the last change.
 * Unsaved changes survive a failed save and a reload, and are sent again when the connection or the server is back.
 * If someone else changed the item, `conflict` has their version.
 */
export function useItemSaving(item: CreatorListItem) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const draft = useDraft(`creator-list-item.${item.id}`, '');
  const pending = useRef<Pending>(readPending(draft.text));
  const [answered, setAnswered] = useState(item);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const seen = useRef(item.version);
  const mine = useRef<SomeValues>({});
  const unanswered = useRef<SomeValues>({});
  const waits = useRef<number | null>(null);
  // A list response that was requested before the save must not bring the older text back.
  const standing = answered.version > item.version ? answered : item;

  const keep = (next: Pending) => {
    pending.current = next;
    const text = writePending(next);
    if (text) draft.change(text);
    else draft.discard();
  };

  const autosave = useAutosave(async () => {
    const { version, ...sent } = pending.current;
    if (writePending(sent) === '') return;
    try {
      const answer = await client.call(updateCreatorListItem, {
        params: { brandId, itemId: item.id },
        query: { profile: 'summary' },
        body: { ...sent, version },
      });
      seen.current = answer.item.version;
      mine.current = { ...mine.current, ...sent };
      setAnswered(answer.item);
      setFailure(null);
      waits.current = null;
      patchItems(queryClient, (other) => (other.id === item.id ? savedOver(other, answer.item) : other));
      keep(remaining(pending.current, sent, answer.item.version));
      if (answer.overwritten) {
        const { updatedBy: by, version: _, custom: __, ...theirs } = answer.overwritten;
        setConflict(meetingOf('overwrote', { ...theirs, by }, answer.item, unanswered.current));
      }
      unanswered.current = {};
    } catch (error) {
      unanswered.current = sent;
      setFailure(fieldText(error));
      waits.current = serverIsAway(error)
        ? Math.min((waits.current ?? RETRY_MS.first / 2) * 2, RETRY_MS.most)
        : null;
      throw error;
    }
  }, SAVE_DEBOUNCE_MS);
  const { change: save, retry, state } = autosave;
  const change = (part: SomeValues) => {
    keep({ version: seen.current, ...pending.current, ...part });
    save(undefined);
  };

  // Left from before a reload, or from a screen closed while the server was unreachable.
  useEffect(() => {
    if (writePending(pending.current)) save(undefined);
  }, [save]);

  useSendingAgain(autosave, waits);

  useEffect(() => {
    if (item.version <= seen.current || writePending(pending.current)) return;
    const saved = mine.current;
    seen.current = item.version;
    mine.current = {};
    const replaced = meetingOf('replaced', { ...saved, by: null }, item);
    if (replaced) setConflict({ ...replaced, by: item.updatedBy ?? t('conflict.someone') });
  }, [item]);

  const dismiss = useCallback(() => setConflict(null), []);
  return {
    /** Returns the value of a field as the person sees it. */
    value<Field extends keyof CreatorListItemValues>(name: Field): CreatorListItemValues[Field] {
      const unsaved: SomeValues = pending.current;
      const value: CreatorListItemValues[Field] | undefined = unsaved[name];
      return value ?? standing[name];
    },
    version: standing.version,
    change,
    state,
    retry,
    /** Why the last save failed; null once one has succeeded. */
    failure,
    unsaved: draft.text !== '',
    conflict,
    /** Restores the other version. */
    takeOther: () => {
      if (!conflict) return;
      const { kind: _, by: __, ...theirs } = conflict;
      change(theirs);
      setConflict(null);
    },
    dismiss,
  };
}

export type ItemSaving = ReturnType<typeof useItemSaving>;

/** Returns a saved item with the profile that a screen holds, which may be more complete. */
const savedOver = ({ socialProfile }: CreatorListItem, saved: CreatorListItem): CreatorListItem =>
  Object.assign({}, saved, { socialProfile });
