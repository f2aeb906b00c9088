import type { Plugin } from 'vite';

type Init = { type: string; elements?: unknown; start: number; end: number };

/** Whether a value runs code: a call, a list made of others (`[...PLANS.map(...)]`), an object with calls. */
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
 * Lets the bundler drop the entity schemas of the domain that nobody uses: a rule such as `selectedBrandOf` then
 * does not bring zod into the page (figures: docs/decisions/041-schemas-in-browsers.md). Wraps what is called at the
 * top of a module into a call marked as pure.
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
