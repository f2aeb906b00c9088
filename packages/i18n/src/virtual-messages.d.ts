declare module 'virtual:troupe-messages' {
  type Loader = () => Promise<{ default: Record<string, import('./catalog.ts').CatalogMessages> }>;

  /** Load the messages of the app in a language (`vite/messages.ts`), but for those of {@link parts}. */
  export const loaders: Partial<Record<import('./language.ts').Language, Loader>>;

  /** Load the messages of one catalog each, by its id. */
  export const parts: Partial<Record<import('./language.ts').Language, Record<string, Loader>>>;

  /** The catalogs among {@link parts} that the first code of the app uses. */
  export const first: readonly string[];
}
