import type { Plugin } from 'vite';

/** A list made of others, which runs code too: `[...PLANS.map(...)]`. */
const spreads = (init: { type: string; elements?: unknown } | null | undefined): boolean =>
  init?.type === 'ArrayExpression' &&
  (init.elements as readonly ({ type: string } | null)[]).some(
    (element) => element?.type === 'SpreadElement',
  );

const domainFile = /\/packages\/domain\/src\/(?:[a-z-]+\/)*[a-z-]+\.ts$/;

/**
 * Lets the bundler drop the entity schemas of the domain that nobody uses: a rule such as `selectedBrandOf` then
 * does not bring zod into the page. Wraps what is called at the top of a module into a call marked as pure.
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
        .flatMap(({ init }) =>
          init && (init.type === 'CallExpression' || init.type === 'NewExpression' || spreads(init))
            ? [init]
            : [],
        );
      for (const { start, end } of calls.reverse()) {
        const call = result.slice(start, end);
        result = `${result.slice(0, start)}/* @__PURE__ */ (() => ${call})()${result.slice(end)}`;
      }
      return { code: result, map: null, moduleSideEffects: false };
    },
  };
}
