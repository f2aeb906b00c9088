import { createDrafts, useDraftFieldsOf, useDraftOf } from '@troupe/browser/draft';
import { sessionState } from './session/session.ts';

// Dashboard drafts are per tab.
export const drafts = createDrafts({
  storage: 'sessionStorage',
  subject: () => {
    const now = sessionState();
    return now.status === 'none' ? '' : now.session.subject;
  },
});

export const { keepDraft, hasDrafts, clearDrafts } = drafts;

/** Keeps a text being typed until it is saved: `useDraft('creator-list-item.' + id + '.feedback', item.feedback)`. */
export const useDraft = (key: string, savedText: string) => useDraftOf(drafts, key, savedText);

/** The same for several values, such as a message with its attachments. Forms use `useDraftForm`. */
export const useDraftFields = <Fields extends object>(key: string, saved: Fields) =>
  useDraftFieldsOf(drafts, key, saved);
