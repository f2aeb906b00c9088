import { createDrafts, useDraftFieldsOf } from '@troupe/browser/draft';
import { sessionState } from './session.ts';

// Drafts stay in this browser after its tabs are closed, until they are sent or the person logs out.
const drafts = createDrafts({
  storage: 'localStorage',
  subject: () => {
    const now = sessionState();
    return now.status === 'none' ? '' : now.session.subject;
  },
});

export const { hasDrafts, clearDrafts } = drafts;

/** Keeps a form while it is filled in, over reloads, lost connections and a session that ended. */
export const useDraft = <Fields extends object>(key: string, start: Fields) =>
  useDraftFieldsOf(drafts, key, start);
