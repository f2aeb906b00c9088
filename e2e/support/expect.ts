import { expect as base, type Locator } from '@playwright/test';

/** Assertions that can hold of something that is not there. */
const OF_NOTHING = new Set(['toBeHidden', 'toHaveCount']);

type Assertion = (...given: unknown[]) => unknown;

/**
 * Playwright's `expect` that waits for a part of the page before it asserts something of it. Each time Playwright
 * asserts something of a part that is not there yet, it describes the whole page for the error that may come of it.
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
        // The assertion says what is wrong when it never comes.
        await part
          .first()
          .waitFor({ state: 'attached', timeout: 30_000 })
          .catch(() => {});
        return await (assertion as Assertion).apply(target, given);
      };
    },
  });
}
