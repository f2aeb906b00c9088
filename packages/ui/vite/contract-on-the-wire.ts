import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const callFile = /\/packages\/contract\/src\/(?!call\.ts|calls\.ts|client\.ts)(?:[a-z-]+\/)?[a-z-]+\.ts$/;
const wireParts = ['name', 'noun', 'method', 'path', 'messageField', 'multipart', 'file'] as const;

/**
 * Ships the calls of the contract without their schemas: a browser needs method and path to make a call, and
 * the types are gone by then anyway. Keeps zod (28 kB compressed) out of the first load.
 */
export function contractOnTheWire(): Plugin {
  return {
    name: 'troupe-contract-on-the-wire',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!callFile.test(file)) return null;
      this.addWatchFile(file);
      const calls = (await import(`${pathToFileURL(file).href}?at=${Date.now()}`)) as Record<string, unknown>;
      const lines = Object.entries(calls).map(([name, call]) => {
        // Names that both sides know, such as those of headers.
        if (typeof call === 'string') return `export const ${name} = ${JSON.stringify(call)};`;
        const wire = Object.fromEntries(
          wireParts.flatMap((part) => {
            const value = (call as Record<string, unknown>)[part];
            return value === undefined ? [] : [[part, value]];
          }),
        );
        return `export const ${name} = ${JSON.stringify(wire)};`;
      });
      return { code: lines.join('\n'), moduleSideEffects: false };
    },
  };
}
