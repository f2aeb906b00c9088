/** What the saved searches need to know of the search screen they stand on. */
export interface SavedSearchContext {
  /** The query string of the search of the moment. */
  query: string;
  /** Whether there is something worth keeping in it. */
  filtered: boolean;
  /** Whether a kept query string asks for the same as the search of the moment. */
  isCurrent: (query: string) => boolean;
  /** The address that shows a kept search. */
  hrefOf: (query: string) => string;
}
