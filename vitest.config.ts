import { defineConfig } from 'vitest/config'

/** Tests that need a process of their own: what they start, limit or stand in for would reach the tests after them. */
const OWN_PROCESS = ['test/end-to-end/**/*.test.ts', 'src/**/retry-tries.test.ts']

export default defineConfig({
  test: {
    // Every core: by default one is left free, and half of two is half the speed.
    maxWorkers: '100%',
    pool: 'forks',
    globalSetup: 'test/support/seeded-folder.ts',
    // A net for what hangs. Tests wait for conditions; on a busy machine any of them may take long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
    // In the order of their names.
    projects: [
      { extends: true, test: { name: 'processes', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,axioms,scripts,eval,attack,test}/**/*.test.ts'],
          exclude: OWN_PROCESS,
          isolate: false,
        },
      },
    ],
  },
})
