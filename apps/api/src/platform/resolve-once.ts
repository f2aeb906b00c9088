import { type ResolveFnOutput, type ResolveHookSync, registerHooks } from 'node:module';

/**
 * Resolves each module of a package once for all importers, and imports within the package by their path alone. Node
 * parses the package's export map again each time, which for Drizzle (180 kB) took 40% of the startup.
 * @param name of a package of ES modules installed only once, so that its modules are the same for everyone
 */
export function resolveOnce(name: string): ResolveHookSync {
  const known = new Map<string, ResolveFnOutput>();
  const within = `/node_modules/${name}/`;
  return (specifier, context, next) => {
    const { parentURL } = context;
    if (/^\..*\.js$/.test(specifier) && parentURL?.includes(within) && context.conditions.includes('import'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, found);
    return found;
  };
}

/** Applies to later imports; static ones above in the same file are already resolved. */
export const resolveQuickly = (): void => void registerHooks({ resolve: resolveOnce('drizzle-orm') });
