import type { CompiledMessage } from 'icu-minify/format';

/** The build has compiled the message already (`vite/messages.ts`), which keeps the parser out of the page. */
export const compile = (message: CompiledMessage): CompiledMessage => message;
