import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that need their own process, because what they start or mock would affect later tests. */
const OWN_PROCESS = ['test/{end-to-end,browser}/**/*.test.ts', 'src/**/retry-tries.test.ts']
const LONG = ['**/*.long.test.ts']

/** `npm test`; with `--mode long` (`npm run test:long`) also slow tests, and properties with many runs. */
export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are cores: tests that start processes wait for them much of the time.
    maxWorkers: availableParallelism() + 1,
    // Some tests measure the CPU time of their process, which threads would share.
    pool: 'forks',
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/property-runs.ts',
    provide: { isLong: mode === 'long' },
    // A safety net for tests that hang. Tests wait for conditions, and on a busy machine that may take long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
    // They run in alphabetical order.
    projects: [
      { extends: true, test: { name: 'processes', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,playground,axioms,scripts,eval,attack,test}/**/*.test.ts'],
          exclude: mode === 'long' ? OWN_PROCESS : [...OWN_PROCESS, ...LONG],
          // Modules stay loaded between files, because loading is half the work of a unit test.
          isolate: false,
        },
      },
    ],
  },
}))
