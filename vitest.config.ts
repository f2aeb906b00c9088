import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, which wait for timeouts or killed processes, start first so they don't run
 * alone at the end.
 */
const LONG =
  /(crash|process|processes|resume|start|creator-import|outage|buy-audience-report|rate-limits|revocation|database-loss|billing-events|listen-stream|poll-sources|published-results|sandbox\/src\/server)\.test\.ts$/;

/** Replaces modules that other files import for real. */
const ALONE = ['apps/web/src/shared/call/query.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    // Files of a project stay together: a worker ends, and its modules with it, when the next file is of another one.
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((files) => [
      ...files.filter(isLong),
      ...files.filter((file) => !isLong(file)),
    ]);
  }
}

/**
 * Files that share loaded modules in each worker: loading them again for every file takes longer than many a test. Safe
 * because hosts keep no module-level state, rules have no state, and tests of screens restore their changes. Hosts don't
 * share workers with each other, because the database driver's type parsers are set once per process.
 */
const sharedModules = (name: string, folder: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`${folder}/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', '**/dist/**', ...ALONE],
    isolate: false,
  },
});

/**
 * Unit and API tests, `*.test.ts` beside what they test. Tests of the API clone a real database from a template:
 * TEST_DATABASE_URL, which `npm test` sets.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Most of the time a file waits, for a process to end or a deadline to pass: four left a quarter of two processors idle.
    maxWorkers: 6,
    // Workers keep modules and grow, so a small heap would be collected over and over: 8% of their processor time.
    execArgv: ['--initial-old-space-size=1024', '--min-semi-space-size=32'],
    // Tests wait for conditions; these limits only end what would wait forever, however busy the machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      sharedModules('api', 'apps/api'),
      sharedModules('auth', 'apps/auth'),
      sharedModules('sandbox', 'apps/sandbox'),
      sharedModules('rules', 'packages/{domain,contract,server,i18n}'),
      sharedModules('screens', '{apps/{web,portal},packages/{ui,browser}}'),
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['{scripts,bench}/**/*.test.ts', ...ALONE],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
    ],
  },
});
