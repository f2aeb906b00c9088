import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import type { ReactNode } from 'react';

/** What can be done with a search result. The same object as long as what it does is the same. */
export interface CreatorActions {
  open: (creator: CreatorResult, breakdown?: boolean) => void;
  invite: (creator: CreatorResult) => void;
  insights: (creator: CreatorResult) => void;
  select: (creator: CreatorResult, selected: boolean) => void;
  /** The button that saves a creator to a list. */
  saveButton: (creator: CreatorResult) => ReactNode;
}
