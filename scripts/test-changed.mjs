// `npm run test:changed`: runs the long tests whose inputs have changed since they last passed. What passed is recorded in
// test/long-passed.json, a digest of the inputs of each group; commit it. `--all` runs every group.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const RECORD = 'test/long-passed.json'

/** Long tests, by the names their paths begin with, and what they depend on. */
const GROUPS = {
  page: {
    tests: ['test/browser/'],
    inputs: [
      ...[
        'playground',
        'src/client',
        'src/contract',
        'src/http/shared/built-page.ts',
        'src/evaluation/report',
        'src/utils/read-markdown.ts',
      ],
      ...['test/browser', 'test/support/playground.ts', 'test/support/browser.ts'],
    ],
  },
  engine: { tests: ['src/engine/'], inputs: ['src/engine', 'src/language', 'test/support/engine'] },
  expressions: { tests: ['scripts/expressions/'], inputs: ['src', 'playground/src', 'scripts/expressions'] },
  transcripts: { tests: ['eval/transcripts/'], inputs: ['src', 'data', 'eval/transcripts'] },
  sandbox: {
    tests: ['test/sandbox/'],
    inputs: ['src/adapters/sandbox', 'test/sandbox', 'package-lock.json'],
  },
  'vector index': { tests: ['src/vectors/'], inputs: ['src/vectors'] },
  replicas: {
    tests: ['test/conformance/', 'test/postgres/', 'test/end-to-end/'],
    inputs: ['src/adapters/postgres', 'src/adapters/storage', 'src/adapters/sqlite', 'src/tasks', 'src/main'],
  },
}

function filesUnder(path) {
  const whole = join(root, path)
  if (!existsSync(whole)) throw new Error(`test-changed.mjs names ${path}, which does not exist.`)
  if (statSync(whole).isFile()) return [whole]
  return readdirSync(whole, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function digestOf({ inputs }) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesUnder).sort())
    hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

const passed = existsSync(join(root, RECORD)) ? JSON.parse(readFileSync(join(root, RECORD), 'utf8')) : {}
const due = Object.entries(GROUPS).filter(
  ([name, group]) => process.argv.includes('--all') || passed[name] !== digestOf(group),
)
if (due.length === 0) {
  console.log('Nothing that the long tests depend on has changed since they passed.')
  process.exit(0)
}
console.log(`Long tests of what has changed: ${due.map(([name]) => name).join(', ')}.`)
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--mode', 'changed']
const { status } = spawnSync(process.execPath, [...vitest, ...due.flatMap(([, { tests }]) => tests)], {
  cwd: root,
  stdio: 'inherit',
})
if (status === 0) {
  for (const [name, group] of due) passed[name] = digestOf(group)
  writeFileSync(join(root, RECORD), `${JSON.stringify(passed, null, 2)}\n`)
}
process.exit(status ?? 1)
