import compileMessage from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

const compiled = new Map<string, CompiledMessage>();

/** Compiles an ICU message, once. Builds for browsers compile ahead and use `compile-browser.ts` instead. */
export function compile(message: string | CompiledMessage): CompiledMessage {
  if (typeof message !== 'string') return message;
  let known = compiled.get(message);
  if (known === undefined) {
    known = compileMessage(message);
    compiled.set(message, known);
  }
  return known;
}
