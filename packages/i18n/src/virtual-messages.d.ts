declare module 'virtual:troupe-messages' {
  /** Loads all messages of the app in a language (`vite/messages.ts`). */
  export const loaders: Partial<
    Record<
      import('./language.ts').Language,
      () => Promise<{ default: Record<string, import('./catalog.ts').CatalogMessages> }>
    >
  >;
}
