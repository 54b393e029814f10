import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Tests that need a process of their own: what they start or stand in for would reach the tests after them. */
const OWN_PROCESS = ['test/end-to-end/**/*.test.ts', 'src/**/retry-tries.test.ts']
const LONG = ['**/*.long.test.ts']

/** `npm test`; with `--mode long` (`npm run test:long`) also what takes long, and properties with many runs. */
export default defineConfig(({ mode }) => ({
  test: {
    // Every core: by default one is left free, and half of two is half the speed.
    maxWorkers: '100%',
    // Some tests count the processor time of their process, which threads would share.
    pool: 'forks',
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/property-runs.ts',
    provide: { isLong: mode === 'long' },
    // A net for what hangs. Tests wait for conditions; on a busy machine any of them may take long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
    // They run in the order of their names.
    projects: [
      { extends: true, test: { name: 'processes', include: OWN_PROCESS } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{src,axioms,scripts,eval,attack,test}/**/*.test.ts'],
          exclude: mode === 'long' ? OWN_PROCESS : [...OWN_PROCESS, ...LONG],
          // Modules and what they have loaded stay from file to file: half the work of a unit test is loading.
          isolate: false,
          // The axioms are the same for every service that a worker opens.
          alias: [
            { find: /^\.\/word-evidence\.ts$/, replacement: fromHere('test/support/word-evidence-once.ts') },
          ],
        },
      },
    ],
  },
}))
