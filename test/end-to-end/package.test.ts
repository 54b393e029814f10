import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../support/fresh-folder.ts'
import { type InstalledPackage, installPackage, ROOT } from '../support/installed-package.ts'
import { replyAs } from '../support/panel-replies.ts'
import { startScriptedProvider } from '../support/scripted-provider.ts'
import { typeProblems } from '../support/type-check.ts'

/** Packing and installing are mostly waiting for the disk, which others may use. */
const INSTALL_TIMEOUT_MS = 600_000

let installed: InstalledPackage | null = null
beforeAll(async () => {
  installed = await installPackage()
  if (installed !== null) return
  const problem = 'The package was NOT tested: the registry of npm cannot be reached.'
  if (process.env.CI) throw new Error(problem)
  process.stderr.write(`\n*** ${problem} ***\n\n`)
}, INSTALL_TIMEOUT_MS)
beforeEach(({ skip }) => skip(installed === null, 'the registry cannot be reached'))
afterAll(() => installed?.remove())

/** The example of docs/library.md, with the address of its models replaced. */
function example(address: string): string {
  const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
  const code = /```js\n(import \{ createPanel \}[\s\S]*?)```/.exec(page)![1]!
  return code.replace('http://127.0.0.1:11434/v1', address)
}

test('the package has what it needs to run, and nothing else', () => {
  const { files, unpackedBytes, withInstallScript } = installed!
  const needed = [
    /^(?:README\.md|CHANGELOG\.md|LICENSE|NOTICE|package\.json)$/,
    /^bin\/stretto\.mjs$/,
    /^dist\/[\w-]+\.js$/,
    /^dist\/axioms\.bin$/,
    /^dist\/(?:index|engine|contract|client)\.d\.ts$/,
    /^dist\/docs\/(?:index\.html|LICENSE\.txt|licences\.txt|[\w-]+\.(?:js|css)\.gz)$/,
    /^dist\/playground\/(?:index\.html|licences\.md|[\w-]+\.(?:js|css|svg|woff2))$/,
    /^data\/[a-z-]+\.json$/,
    /^axioms\/statements\/level-\d\.jsonl$/,
    /^models\/[a-z-]+\/(?:model\.json|relevance\.json|vocabulary\.txt|weights\.bin)$/,
  ]
  expect(files.filter((file) => !needed.some((pattern) => pattern.test(file)))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'NOTICE',
      'dist/index.d.ts',
      'dist/engine.d.ts',
      'dist/contract.d.ts',
      'dist/client.js',
      'dist/client.d.ts',
      'dist/docs/index.html',
      'dist/playground/index.html',
    ]),
  )
  expect(unpackedBytes).toBeLessThan(46_000_000)
  expect(withInstallScript).toEqual([])
})

// Windows knows no such signals.
test.skipIf(process.platform === 'win32')('npx stretto serves a question and stops', async () => {
  const data = freshFolder()
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const npx = spawn('npx', ['--no-install', 'stretto'], {
    cwd: installed!.folder,
    // A group of its own, which gets the key stroke that ends it.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ROUTER: 'offline',
      DATA_DIR: data,
      EDGE_PORT: '0',
      LOCAL_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    try {
      process.kill(-npx.pid!, 'SIGKILL')
    } catch {
      // Gone, as it should be.
    }
  })
  const lines: string[] = []
  const output = createInterface({ input: npx.stdout! }).on('line', (line) => lines.push(line))
  while (!lines.at(-1)?.includes('"msg":"listening"')) await once(output, 'line')
  const edge = `http://127.0.0.1:${JSON.parse(lines.at(-1)!).edge_port}`
  const response = await fetch(`${edge}/consensus-iterative`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'What is the speed of light in a vacuum?' }),
  })
  expect(await response.json()).toMatchObject({ answer: 'exactly 299 792 458 m/s', router: 'offline' })
  expect(await (await fetch(`${edge}/playground`)).text()).toContain('<title>Stretto playground</title>')
  process.kill(-npx.pid!, 'SIGINT')
  await once(output, 'close')
  expect(lines.at(-1)).toContain('"msg":"stopped"')
})

test('the example of docs/library.md asks the models and ends', async () => {
  const provider = await startScriptedProvider((call) => replyAs('42', call))
  onTestFinished(provider.close)
  expect(await installed!.runProgram('example.mjs', example(provider.url))).toMatch(
    /^.*\b42\b.* 0\.\d+ \[\]\n$/,
  )
  expect(new Set(provider.calls.map(({ model }) => model))).toEqual(
    new Set(['llama3.2', 'qwen2.5', 'gemma3']),
  )
})

test('the package publishes without a warning, also of what npm would have to correct', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    'npm',
    ['publish', '--dry-run', '--ignore-scripts', '--provenance=false'],
    { cwd: ROOT },
  )
  expect(stdout).toContain('+ stretto@')
  const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn publish'))
  expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([])
})

test('the client reaches a service and names its errors', async () => {
  const printed = await installed!.runProgram(
    'client.mjs',
    `import { createEdgeClient } from 'stretto/client'
const edge = createEdgeClient({ baseUrl: 'http://stretto.test', fetch: () => Response.json({ error: 'not_found', message: 'No.' }, { status: 404 }) })
edge.result('some-id').catch(({ name, code }) => console.log(name, code))`,
  )
  expect(printed).toBe('StrettoApiError not_found\n')
})

test('a panel lists the points of texts, and an open panel does not keep the process alive', async () => {
  const printed = await installed!.runProgram(
    'claims.mjs',
    `import { createPanel } from 'stretto/engine'
import { EdgeConsensusResponse } from 'stretto/contract'
const STEEL = 'It is made of steel.'
const map = (prompt) => {
  const labels = [...prompt.matchAll(/<reply-\\w+ label="(\\w+)"/g)].map(([, label]) => label)
  const says = [...prompt.matchAll(/\\[\\w+:(\\w+\\.\\d+)\\] It is made of steel/g)].map(([, number]) => number)
  const answers = [{ answer: 'It is of steel.', replies: labels }]
  return JSON.stringify({ answers, points: [{ text: STEEL, type: 'fact!', says, denies: [] }], gaps: [] })
}
const panel = await createPanel({
  models: ['one', 'two'],
  askModel: ({ model, messages }) => {
    const prompt = messages.map(({ content }) => content).join('\\n')
    if (prompt.includes('"points"')) return map(prompt)
    return model === 'one' ? 'The bridge was opened in 1932. ' + STEEL : STEEL + ' It carries eight lanes of traffic.'
  },
})
const result = await panel.ask({ query: 'Describe the bridge.', kind: 'open', max_iterations: 1 })
console.log(JSON.stringify(EdgeConsensusResponse.parse(result).claims))`,
  )
  const claims: Array<{ text: string; for: string[] }> = JSON.parse(printed)
  expect(claims.map(({ text, for: holders }) => [text, holders.sort()])).toEqual([
    ['It is made of steel.', ['one', 'two']],
  ])
})

test('its declarations are found and complete', () => {
  const { folder } = installed!
  const types = `
import * as stretto from 'stretto'
import { createPanel as create, ModelFailure, type AskModel, type Panel } from 'stretto/engine'
import { EdgeConsensusResponse, type Task } from 'stretto/contract'
import { createEdgeClient, createLocalClient, StrettoApiError, type EdgeClient } from 'stretto/client'
export const same: [typeof stretto.createPanel, typeof stretto.createEdgeClient] = [create, createEdgeClient]
export const ask: AskModel = ({ model }) => { throw new ModelFailure('timeout', model) }
export const opened: Promise<Panel> = create({ models: ['a', 'b'], askModel: ask })
export const parsed = EdgeConsensusResponse.parse(await (await opened).ask('Why?'))
export const status: Task['status'] = parsed.consensus_reached ? 'completed' : 'failed'
export const edge: EdgeClient = createEdgeClient({ baseUrl: 'http://localhost:8787', retries: 0 })
export const vectors: number[][] = (await edge.embed(['a', 'b'])).embeddings
export const divergence: number = (await edge.ask({ query: 'Why?', structure: 'fugue' })).metrics.final_D
for await (const event of createLocalClient({ baseUrl: 'http://localhost:8000' }).events('id'))
  if (event.type === 'iteration-end') event.data.D satisfies number
export const code = (error: unknown): string => (error instanceof StrettoApiError ? error.code : '')
// @ts-expect-error There is no such structure.
edge.ask({ query: 'Why?', structure: 'rondo' })
// @ts-expect-error A panel has models.
create({ askModel: ask })
`
  writeFileSync(join(folder, 'typed.ts'), `${example('http://127.0.0.1:1/v1')}${types}`)
  const options = { lib: ['ES2023', 'DOM'], types: [], module: 'Node16' }
  // Not what others declare.
  const own = typeProblems(folder, ['typed.ts'], options).filter(
    (line) => !/^\S*node_modules\/(?!stretto\/)/.test(line),
  )
  expect(own).toEqual([])
})

test('a bundler finds its declarations', () => {
  const { folder } = installed!
  const entries = ['engine', 'contract', 'client']
  const imports = entries.map(
    (entry) => `import * as ${entry} from 'stretto/${entry}'\nexport { ${entry} }\n`,
  )
  writeFileSync(join(folder, 'bundled.ts'), `${imports.join('')}export { createPanel } from 'stretto'\n`)
  const options = { types: [], module: 'ESNext', moduleResolution: 'Bundler', skipLibCheck: true }
  expect(typeProblems(folder, ['bundled.ts'], options)).toEqual([])
})
