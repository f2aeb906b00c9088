import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const callFile = /\/packages\/contract\/src\/(?!call\.ts|calls\.ts|client\.ts)(?:[a-z-]+\/)?[a-z-]+\.ts$/;
const wireParts = ['name', 'noun', 'method', 'path', 'messageField', 'multipart', 'file'] as const;

/**
 * Ships contract calls without their schemas: a browser only needs method and path, and types are erased.
 * Keeps zod (28 kB compressed) out of the first load.
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
        // Names that both sides share, such as those of headers.
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

type Init = { type: string; elements?: unknown; start: number; end: number };

/**
 * Whether a value runs code: a call, a list built from others (`[...PLANS.map(...)]`), an object with calls.
 */
const runsCode = (init: Init, code: string): boolean =>
  init.type === 'CallExpression' ||
  init.type === 'NewExpression' ||
  (init.type === 'ArrayExpression' &&
    (init.elements as readonly ({ type: string } | null)[]).some(
      (element) => element?.type === 'SpreadElement',
    )) ||
  (init.type === 'ObjectExpression' && code.slice(init.start, init.end).includes('('));

const domainFile = /\/packages\/domain\/src\/(?:[a-z-]+\/)*[a-z-]+\.ts$/;

/**
 * Lets the bundler drop unused entity schemas of the domain, so that a rule such as `selectedBrandOf` doesn't
 * load zod (figures: docs/decisions/041-schemas-in-browsers.md). Wraps top-level calls and marks them as
 * pure.
 */
export function shakableSchemas(): Plugin {
  return {
    name: 'troupe-shakable-schemas',
    apply: 'build',
    transform(code, id) {
      if (!domainFile.test(id.split('?')[0] ?? id)) return null;
      const program = this.parse(code, { lang: 'ts' });
      let result = code;
      const calls = program.body
        .flatMap((statement) =>
          statement.type === 'ExportNamedDeclaration' && statement.declaration
            ? [statement.declaration]
            : [statement],
        )
        .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
        .flatMap(({ init }) => (init && runsCode(init, code) ? [init] : []));
      for (const { start, end } of calls.reverse()) {
        const call = result.slice(start, end);
        result = `${result.slice(0, start)}/* @__PURE__ */ (() => (${call}))()${result.slice(end)}`;
      }
      return { code: result, map: null, moduleSideEffects: false };
    },
  };
}
