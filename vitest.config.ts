import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that need their own process, because what they start or mock would affect later tests. */
const OWN_PROCESS = [
  'test/{end-to-end,browser}/**/*.test.ts',
  'test/conformance/two-processes.test.ts',
  'src/**/retry-tries.test.ts',
]
const LONG = ['**/*.long.test.ts']

/** The files that take longest, longest first: one that began last would run alone at the end. */
const LONGEST = [
  'end-to-end/package',
  'conformance/two-processes',
  'end-to-end/documented-commands',
  'browser/watching',
  'end-to-end/full-disk',
  'end-to-end/damage',
  'browser/trouble',
  'end-to-end/secrets',
  'end-to-end/crash',
  'end-to-end/shutdown',
  'damage/doctor',
  'edge-api/cache',
  'damage/damaged-tasks',
]

/** The usual order, except that the longest begin first within their project; a fresh clone knows no durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`))
      return found === -1 ? LONGEST.length : found
    }
    const usual = await super.sort(files)
    const names = [...new Set(usual.map(({ project }) => project.name))]
    return names.flatMap((name) =>
      usual.filter(({ project }) => project.name === name).sort((left, right) => place(left) - place(right)),
    )
  }
}

/** `npm test`; with `--mode long` (`npm run test:long`) also slow tests, and properties with many runs. */
export default defineConfig(({ mode }) => ({
  test: {
    // One more than there are cores: tests that start processes wait for them much of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Some tests measure the CPU time of their process, which threads would share.
    pool: 'forks',
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: ['test/support/property-runs.ts', 'test/support/real-timers.ts'],
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
