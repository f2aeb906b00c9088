import type { BriefGap, BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import { useMemo } from 'react';
import { useDraft } from '../../../shared/draft.ts';
import type { BriefField } from './brief/brief-edit.ts';

/** An unreadable field value and its error. */
interface UnreadText extends BriefGap {
  text: string;
}

/** Parses a stored draft; an unreadable one is empty. */
function readKept(text: string): Record<string, UnreadText> {
  try {
    return JSON.parse(text) as Record<string, UnreadText>;
  } catch {
    return {};
  }
}

/** Unreadable field texts of a brief, kept as typed until fixed. */
export function useUnread(campaignId: string) {
  const { text, change, discard } = useDraft(`campaign.${campaignId}.unread`, '{}');
  return useMemo(() => {
    const all = readKept(text);
    const keep = (next: Record<string, UnreadText>) =>
      Object.keys(next).length > 0 ? change(JSON.stringify(next)) : discard();
    return {
      /** Each reason once, even if several rows have it. */
      gaps: [
        ...new Map(
          Object.values(all).map(({ step, field, message }) => [field + message, { step, field, message }]),
        ).values(),
      ] satisfies BriefGap[],
      /** @param key - the field, and which of its rows */
      of: (key: string): UnreadText | undefined => all[key],
      put: (key: string, step: BuilderStep, field: BriefField, written: string, message: string) =>
        keep({ ...all, [key]: { step, field, text: written, message } }),
      /** Forgets a field, or one row of it. */
      forget: (key: string) => {
        const left = Object.entries(all).filter(([one]) => one !== key && !one.startsWith(`${key}.`));
        if (left.length < Object.keys(all).length) keep(Object.fromEntries(left));
      },
    };
  }, [text, change, discard]);
}
