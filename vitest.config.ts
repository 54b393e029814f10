import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NODE_ONLY } from './test/support/in-workerd/node-only.ts'

const LONG = ['**/*.long.test.ts']

/** Tests that mostly wait: for processes that they start, a browser, or a lease that runs out. */
const WAITING = /\/test\/(?:end-to-end|browser)\/|\/test\/conformance\/two-processes/

/** Those that take longest, longest first: one that began last would run alone at the end. */
const LONGEST = [
  'conformance/two-processes',
  'end-to-end/package',
  'browser/watching',
  'end-to-end/full-disk',
  'browser/trouble',
  'end-to-end/secrets',
  'end-to-end/mcp-stdio',
  'browser/conversation',
  'end-to-end/own-axioms',
  'browser/home',
  'end-to-end/damage',
  'end-to-end/backup',
]

/** Tests of what comes over the network, made a second time with the transport of workers. */
const BY_FETCH = [
  ...[
    'fault-catalogue',
    'broken-streams',
    'streamed-texts',
    'provider-models',
    'large-replies',
    'odd-replies',
  ],
  ...['openai-embedder', 'spending', 'tool-calls'],
]

/** Tests of the APIs and of clients, made a second time with the worker as the service: `npm run test:worker`. */
const IN_WORKERD = [
  'chat',
  'client',
  'contract',
  'doors',
  'edge-api',
  'in-workerd',
  'kinds',
  'local-api',
  'mcp',
].map((folder) => `test/${folder}/**/*.test.ts`)

/** The usual order, but with those that wait spread over the first part, so that others compute meanwhile. */
class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.includes(`test/${name}.`))
      return found === -1 ? LONGEST.length : found
    }
    const usual = await super.sort(files)
    const waiting = usual
      .filter(({ moduleId }) => WAITING.test(moduleId))
      .sort((left, right) => place(left) - place(right))
    const computing = usual.filter(({ moduleId }) => !WAITING.test(moduleId))
    const between = Math.floor((computing.length * 0.7) / Math.max(1, waiting.length))
    const spread = waiting.flatMap((file, index) => [
      file,
      ...computing.slice(index * between, (index + 1) * between),
    ])
    return [...spread, ...computing.slice(waiting.length * between)]
  }
}

/**
 * `npm test`; with `--mode long` (`npm run test:long`) also slow tests, and properties with many runs; with `--mode changed`
 * (`npm run test:changed`) slow tests alone.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // More than there are cores, because many tests wait.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SpreadWaiting },
    // Some tests measure the CPU time of their process, which threads would share.
    pool: 'forks',
    setupFiles: ['test/support/property-runs.ts', 'test/support/real-timers.ts'],
    provide: { isLong: mode === 'long' },
    // A safety net for tests that hang. Tests wait for conditions, and on a busy machine that may take long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: 'test/support/global-setup.ts',
          include: [
            `{src,playground,axioms,scripts,eval,attack,test}/**/*${mode === 'changed' ? '.long' : ''}.test.ts`,
          ],
          exclude: [...(mode === 'test' ? LONG : []), 'test/in-workerd/**'],
          // Modules stay loaded between files, because loading is half the work of a unit test.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'by fetch',
          include: mode === 'changed' ? [] : BY_FETCH.map((name) => `test/providers/${name}.test.ts`),
          isolate: false,
          env: { TRANSPORT: 'fetch' },
        },
      },
      {
        extends: true,
        test: {
          name: 'in workerd',
          globalSetup: 'test/support/in-workerd/build.ts',
          include: process.env.TARGET === 'workerd' ? IN_WORKERD : [],
          exclude: [...LONG, ...Object.keys(NODE_ONLY)],
          isolate: false,
          env: { TARGET: 'workerd' },
        },
      },
    ],
  },
}))
