import { expect as base, type Locator } from '@playwright/test';

/** Assertions that can pass for a missing element. */
const OF_NOTHING = new Set(['toBeHidden', 'toHaveCount']);

type Assertion = (...given: unknown[]) => unknown;

/**
 * Playwright's `expect`, waiting for an element before asserting. Otherwise Playwright describes the whole
 * page for a possible error on every assertion about a missing element.
 */
export const expect = new Proxy(base, {
  apply(target, self, given: Parameters<typeof base>) {
    const assertions: object = Reflect.apply(target, self, given);
    return isLocator(given[0]) ? waitingFor(given[0], assertions) : assertions;
  },
});

const isLocator = (value: unknown): value is Locator =>
  typeof value === 'object' && value !== null && 'waitFor' in value;

function waitingFor(part: Locator, assertions: object): object {
  return new Proxy(assertions, {
    get(target, name) {
      const assertion = Reflect.get(target, name) as unknown;
      if (typeof assertion !== 'function' || OF_NOTHING.has(String(name))) return assertion;
      return async (...given: unknown[]) => {
        // If it never appears, the assertion reports the error.
        await part
          .first()
          .waitFor({ state: 'attached', timeout: 30_000 })
          .catch(() => {});
        return await (assertion as Assertion).apply(target, given);
      };
    },
  });
}
