import { type ResolveFnOutput, type ResolveHookSync, registerHooks } from 'node:module';

/**
 * Finds each module of a package once for all files that import it. Node reads the package's list of exports anew for
 * each of them, and that of the query builder alone has 180 kB: a quarter of what a start costs.
 * @param name of a package that is installed once, so that its modules are the same for everybody
 */
export function resolveOnce(name: string): ResolveHookSync {
  const known = new Map<string, ResolveFnOutput>();
  return (specifier, context, next) => {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, found);
    return found;
  };
}

/** For what is imported from now on: what stands above in the same file was found already. */
export const resolveQuickly = (): void => void registerHooks({ resolve: resolveOnce('drizzle-orm') });
