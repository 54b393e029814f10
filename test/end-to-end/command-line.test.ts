import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Outcome, runHere } from '../support/command-here.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import { replyAs } from '../support/panel-replies.ts'
import { ENTRY, type RunningService, startService } from '../support/process.ts'
import {
  type ScriptedProvider,
  sendError,
  sendJson,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

// Programs are started many times over, on machines that may have other things to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The answers of the models, by their names; a silent one never answers, and a broken one says so. */
const ANSWERS: Record<string, string> = { 'a/one': '42', 'b/two': '42', 'c/three': '42', 'd/other': '41' }
const AGREEING = 'a/one,b/two,c/three'
const STREAMING = 'g/streaming,h/streaming'
const STREAMED = 'The moon pulls at the water on its side more than at the Earth.'
const EVENTS = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
const DIVIDED = 'a/one,b/two,d/other'
const QUESTION = 'What is 17 + 25?'
const KEY = 'key-of-alice'

/** As a router lists it; a budget needs prices. */
const priced = (id: string) => ({ id, pricing: { prompt: '0.000000001', completion: '0.000000001' } })

let provider: ScriptedProvider
let elsewhere: string
/** Of a program that opens the service itself, which takes most of its time. */
let alone: Record<string, string>
/** Of a program that asks the service in this process. */
let remote: Record<string, string>
let service: ListeningService
beforeAll(async () => {
  provider = await startScriptedProvider(
    (call, response) => {
      if (call.model === 'e/silent') return undefined
      if (call.model === 'f/broken') return sendError(response, 500, 'Out of order.')
      if (STREAMING.includes(call.model)) return replyAs({ answer: '42', text: STREAMED }, call)
      const answer = ANSWERS[call.model] ?? '0'
      return replyAs({ answer, text: `It is **${answer}**.\u001b[2J` }, call)
    },
    (response) => sendJson(response, { data: Object.keys(ANSWERS).map(priced) }),
  )
  elsewhere = mkdtempSync(join(tmpdir(), 'stretto-cli-'))
  const settings = { ...settingsFor(provider), MODEL_RETRIES: '0' }
  // In the home folder, where a service that nobody has started here keeps its data.
  const home = join(elsewhere, '.local/share/stretto')
  mkdirSync(dirname(home), { recursive: true })
  renameSync(freshFolder(), home)
  alone = settings
  service = await listenHere({
    ...settings,
    PANELS: `trio=${DIVIDED}`,
    API_KEYS: `alice:${KEY}`,
    LOCAL_AUTH: 'on',
  })
  remote = { STRETTO_URL: service.edgeUrl, STRETTO_TASKS_URL: service.localUrl, STRETTO_API_KEY: KEY }
})
afterAll(async () => {
  await service.stop()
  await provider.close()
  rmSync(elsewhere, { recursive: true, force: true })
})

function start(
  args: string[],
  environment: Record<string, string>,
  input: string | null = null,
): ChildProcess {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, HOME: elsewhere, ...environment },
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  return child
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), gone])
  return { code, stdout, stderr }
}

/** Runs a command here that asks the service in this process. */
const stretto = (...args: string[]) => runHere(args, remote)
/** Runs a command that opens the service itself. */
const strettoAlone = (...args: string[]) => outcomeOf(start(args, alone))

const callTo = (model: string, question: string) =>
  provider.calls.find((call) => call.model === model && call.prompt.includes(question))

describe('stretto ask, in a pipe', () => {
  it('needs no server: it prints the answer alone on standard output, and how it came about on standard error', async () => {
    const { code, stdout, stderr } = await strettoAlone('ask', QUESTION, '--models', AGREEING)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is **42**.\n' })
    expect(stderr).toMatch(/^a\/one: 42 \(.+ s, \$0\.0010\)$/m)
    expect(stderr).toContain('round 1: D 0.00\nAll three models agree.\n')
    expect(stderr).toMatch(/\$0\.0030 for 3 calls · .+ · 1 round · [0-9a-f-]{36}\n$/)
    expect(stdout + stderr).not.toContain('\u001b')
  })

  it('shows nothing of the texts that arrive before the answer', async () => {
    const asked = ['Why are there tides?', '--models', STREAMING, '--kind', 'closed']
    const { stdout, stderr } = await stretto('ask', ...asked)
    expect(stdout).toBe(`${STREAMED}\n`)
    expect(stderr).toMatch(/^g\/streaming: 42 /m)
    expect(stderr).not.toContain('Provisional')
    expect(stderr).not.toContain(STREAMED)
    const watched = await fetch(`${service.edgeUrl}/consensus`, {
      method: 'POST',
      headers: { ...EVENTS, 'x-api-key': KEY },
      body: JSON.stringify({
        query: asked[0],
        models: STREAMING.split(','),
        kind: 'closed',
        skip_cache: true,
      }),
    })
    expect(await watched.text()).toContain('event: answer-text')
  })

  it('exits with 3 when the models do not agree', async () => {
    const { code, stderr } = await stretto('ask', QUESTION, '--models', DIVIDED, '--budget', '$1')
    expect(code).toBe(3)
    expect(stderr).toContain('2 of 3 models agree.')
    expect(stderr).toContain('– d/other says 41')
  })

  it('says that the budget was used up', async () => {
    const args = ['--models', DIVIDED, '--budget', '0.0031']
    const { code, stderr } = await stretto('ask', 'What is 1 + 41?', ...args)
    expect(code).toBe(3)
    expect(stderr).toMatch(/The run ended because the budget was used up\./)
  })

  it('prints the response as JSON and nothing else, with what a terminal obeys escaped', async () => {
    const { code, stdout, stderr } = await stretto('ask', QUESTION, '--models', AGREEING, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'consensus', answer: '42', query: QUESTION })
    expect(JSON.parse(stdout).final_answer).toContain('\u001b')
    expect(stdout).not.toContain('\u001b')
  })

  it('asks nobody in a dry run', async () => {
    const before = provider.calls.length
    const { code, stdout } = await stretto('ask', 'Why?', '--models', AGREEING, '--dry-run', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, calls: { first_round: 3 } })
    expect((await stretto('ask', 'Why?', '--models', AGREEING, '--dry-run')).stdout).toMatch(
      /^3 models, .*\nUsually 3 to 9 calls, at most \d+.*\nFirst round: 3 calls/,
    )
    expect(provider.calls.length).toBe(before)
  })

  it('asks with the effort that is named', async () => {
    const before = provider.calls.length
    const efforts = ['--effort', 'low', '--reasoning-effort', 'high']
    expect((await stretto('ask', QUESTION, '--models', DIVIDED, '--fresh', ...efforts)).code).toBe(3)
    const asked = provider.calls.slice(before).map(({ body }) => body.reasoning)
    // Three replies and a reading of them; nothing is discussed.
    expect(asked).toEqual([...Array(3).fill({ effort: 'high' }), { effort: 'low' }])
  })

  it('takes the question from standard input, or what comes there as a document', async () => {
    const asked = start(['ask', '--models', AGREEING, '--json'], remote, 'What is 40 + 2?\n')
    expect(JSON.parse((await outcomeOf(asked)).stdout)).toMatchObject({ query: 'What is 40 + 2?' })
    const args = ['ask', 'What does it say?', '--models', AGREEING, '--kind', 'closed']
    expect((await runHere(args, remote, 'Tides are caused by bananas.')).code).toBe(0)
    expect(provider.calls.at(-1)!.prompt).toContain('Tides are caused by bananas.')
    expect(provider.calls.at(-1)!.prompt).toContain('standard input')
  })

  it('shows files to every model under their names', async () => {
    const files = ['notes.md', 'report.md'].map((name) => join(elsewhere, name))
    for (const file of files) writeFileSync(file, `Contents of ${basename(file)}.`)
    const args = ['--models', AGREEING, '--criteria', 'Short', '--context', ...files]
    expect((await stretto('ask', 'What do they say?', ...args)).code).toBe(0)
    for (const words of ['notes.md', 'Contents of report.md.', 'Short'])
      expect(provider.calls.at(-1)!.prompt).toContain(words)
  })

  it('uses the panels of the operator', async () => {
    const asked = (panel: string) => stretto('ask', 'What is 2 + 40?', '--panel', panel)
    expect(await asked('trio')).toMatchObject({ code: 3, stderr: expect.stringContaining('d/other says 41') })
    expect(await asked('none')).toMatchObject({
      code: 2,
      stderr: 'stretto: There is no panel none. There are trio. See “stretto ask --help”.\n',
    })
  })

  it.each([
    ['no question', ['ask', ' '], 'There is no question.'],
    [
      'a budget that is too small',
      ['ask', 'x', '--models', AGREEING, '--max-calls', '2'],
      '--max-calls must be at least 3, the number of models. See “stretto ask --help”.',
    ],
    ['an unknown task', ['task', 'show', 'none'], 'There is no task none.'],
  ])('exits with 2 for %s', async (_, args, words) => {
    const { code, stdout, stderr } = await stretto(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(words)
  })

  it('exits with 4 when nobody answers, and when the settings do not fit', async () => {
    const broken = await stretto('ask', 'What is 0 + 42?', '--models', 'f/broken,f/broken')
    expect(broken).toMatchObject({ code: 4, stdout: '' })
    expect(broken.stderr).toMatch(/^stretto: .+Out of order/m)
    const wrong = await runHere(['ask', 'x'], { ...alone, EDGE_PORT: 'many' })
    expect(wrong).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(/^stretto: EDGE_PORT .+\n$/),
    })
  })

  it('ends with Ctrl-C: the calls are cancelled, the cost so far is printed, and the exit code is 130', async () => {
    const question = 'What is 3 + 39?'
    const child = start(['ask', question, '--models', 'a/one,b/two,e/silent'], alone)
    const ended = outcomeOf(child)
    let heard = ''
    child.stderr!.on('data', (chunk) => {
      heard += chunk
    })
    await vi.waitUntil(
      () =>
        callTo('e/silent', question) !== undefined &&
        heard.includes('a/one: 42') &&
        heard.includes('b/two: 42'),
      { timeout: 60_000 },
    )
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toMatch(
      /Cancelled\. Cost so far: \$0\.0020 for 2 calls; calls that were under way may cost/,
    )
    await vi.waitUntil(() => callTo('e/silent', question)!.gone.aborted, { timeout: 10_000 })
  })
})

describe('with a server', () => {
  const createTask = async (url: string, query: string, models: string[]) => {
    const response = await fetch(`${url}/consensus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify({
        query,
        models: models.map((model) => ({ provider: 'openrouter', name: model, model })),
      }),
    })
    expect(response.status).toBe(202)
    return (await response.json()).id as string
  }

  it('asks it, with a key, and exits with 4 without one or when it is not there', async () => {
    const at = (url: string, ...args: string[]) => runHere([...args, '--url', url])
    const keyed = await at(service.edgeUrl, 'ask', 'What is 4 + 38?', '--models', AGREEING, '--key', KEY)
    expect(keyed).toMatchObject({ code: 0, stdout: 'It is **42**.\n' })
    const keyless = await at(service.edgeUrl, 'ask', QUESTION)
    expect(keyless).toMatchObject({ code: 4, stderr: expect.stringContaining('requires an API key') })
    expect((await stretto('models')).stdout).toContain(`Keys: those of the service at ${service.edgeUrl}`)
    const lost = await at('http://127.0.0.1:1', 'ask', QUESTION)
    expect(lost).toMatchObject({ code: 4, stderr: expect.stringMatching(/127\.0\.0\.1:1 does not answer/) })
    // A server that answers everything with a list, and the other API of the service.
    const foreign = await at(provider.url, 'models')
    expect(foreign).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`${provider.url} is not a Stretto service.`),
    })
    const swapped = await at(service.localUrl, 'ask', QUESTION)
    expect(swapped).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('is the local task API of Stretto.'),
    })
  })

  it('lists, watches, shows and cancels its tasks', async () => {
    const done = await createTask(service.localUrl, 'What is 5 + 37?', AGREEING.split(','))
    const watched = await stretto('task', 'watch', done)
    expect(watched).toMatchObject({ code: 0, stdout: 'It is **42**.\n' })
    expect(watched.stderr).toContain('All three models agree.')
    const running = await createTask(service.localUrl, 'What is 6 + 36?', ['a/one', 'e/silent'])
    const listed = await stretto('task', 'list')
    expect(listed.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${running}  (running|pending).+What is 6 \\+ 36\\?$`)),
      expect.stringMatching(new RegExp(`^${done}  completed.+What is 5 \\+ 37\\?$`)),
    ])
    expect((await stretto('task', 'cancel', running)).stdout).toBe(`${running} is cancelled.\n`)
    expect(await stretto('task', 'watch', running)).toMatchObject({
      code: 5,
      stdout: `${running} is cancelled.\n`,
    })
    const failed = await stretto('task', 'list', '--status', 'failed')
    expect(failed.stdout).toMatch(new RegExp(`^${running}  cancelled .+\n$`))
    expect((await stretto('task', 'list', '--status', 'pending')).stdout).toBe(
      'There are no pending tasks.\n',
    )
    const shown = await stretto('task', 'show', done, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: done, status: 'completed' })
  })

  describe('of its own process', () => {
    let open: RunningService
    let data: string
    beforeAll(async () => {
      data = freshFolder()
      open = await startService({
        ...alone,
        DATA_DIR: data,
        MODEL_TIMEOUT_SECONDS: '600',
        CONSENSUS_DEADLINE_SECONDS: '900',
      })
    })
    afterAll(async () => {
      await open.end('SIGKILL')
      rmSync(data, { recursive: true, force: true })
    })

    it('does not disturb it when it works on the same data without it', async () => {
      const onItsData = (...args: string[]) => outcomeOf(start(args, { ...alone, DATA_DIR: data }))
      const query = 'What is 7 + 35?'
      const id = await createTask(open.local, query, ['a/one', 'e/silent'])
      const calls = () => provider.calls.filter(({ prompt }) => prompt.includes(query)).length
      await vi.waitUntil(() => calls() === 2, { timeout: 60_000 })
      // It asks, and leaves the task that runs there alone.
      expect((await onItsData('ask', 'What is 8 + 34?', '--models', AGREEING)).code).toBe(0)
      expect(calls()).toBe(2)
      expect(await (await fetch(`${open.local}/consensus/${id}`)).json()).toMatchObject({ status: 'running' })
      // And it can cancel it, as any process on the same data can.
      expect((await onItsData('task', 'cancel', id)).stdout).toBe(`${id} is cancelled.\n`)
      expect(await (await fetch(`${open.local}/consensus/${id}`)).json()).toMatchObject({ status: 'failed' })
    })

    it('says what is known when it is lost while the models answer', async () => {
      const question = 'What is 9 + 33?'
      const ended = runHere(['ask', question, '--models', 'a/one,e/silent', '--url', open.edge])
      await vi.waitUntil(() => callTo('e/silent', question) !== undefined, { timeout: 60_000 })
      await open.end('SIGKILL')
      const { code, stdout, stderr } = await ended
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
      expect(stderr).toMatch(
        /calls that were under way may cost something too\.\nstretto: The (connection was lost|stream ended) before .+\n$/,
      )
    })
  })
})

describe('other commands', () => {
  it('searches axioms', async () => {
    const { code, stdout } = await stretto('axioms', 'search', 'speed', 'of', 'light', '--min-score', '0.3')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\w{4}-\d{4} {2}[01]\.\d\d {2}Physical, /)
  })

  it('lists models, panels and keys, and not the keys themselves', async () => {
    const { code, stdout } = await runHere(['models'], { ...alone, HOME: elsewhere })
    expect(code).toBe(0)
    expect(stdout).toMatch(/Keys: [\s\S]*OPENROUTER_API_KEY for/)
    expect(stdout).not.toContain('sk-of-the-server')
  })

  it('finds what is wrong: settings, keys that are refused, and ports of others', async () => {
    const settings = { ...alone, EDGE_PORT: '0', LOCAL_PORT: '0' }
    const doctor = (environment: Record<string, string>, ...args: string[]) =>
      runHere(['doctor', ...args], { ...settings, HOME: elsewhere, ...environment })
    const { code, stderr, stdout } = await outcomeOf(start(['doctor'], settings))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/✓ Node\.js .+ is supported\.\n✓ The settings can be used\.\n/)
    expect(stdout).toContain(`✓ The database in ${join(elsewhere, '.local/share/stretto')} is intact.`)
    const taken = new URL(provider.url).port
    const away = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/v1', SEARCH: 'searxng=http://127.0.0.1:1' }
    const ill = await doctor({ ...away, EDGE_PORT: taken }, '--call')
    expect(ill).toMatchObject({ code: 1, stdout: expect.stringContaining('✓ openrouter was called and') })
    expect(ill.stdout).toContain('✓ openai was called and lists 4 models.\n')
    expect(ill.stdout).toMatch(/✗ anthropic refuses or does not answer: .+ Check ANTHROPIC_API_KEY/)
    expect(ill.stdout).toContain('✗ The web cannot be searched. The connection to SearXNG failed')
    expect(ill.stdout).toContain(`✗ Port ${taken} is used by another program. Stop it, or set EDGE_PORT`)
    const problems = expect.stringMatching(/✗ EDGE_PORT .+\n✗ ROUTER .+\n$/)
    expect(await doctor({ EDGE_PORT: 'many', ROUTER: 'odd' })).toMatchObject({ code: 1, stdout: problems })
  })

  it('lists the settings', async () => {
    const { code, stdout } = await strettoAlone('settings')
    expect(code).toBe(0)
    expect(stdout).toMatch(/DATA_DIR .+\(\.\/data\/state\)/)
  })
})
