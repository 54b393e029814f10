import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EvalOptions } from '../../src/cli/eval/ask-live.ts'
import { runEval } from '../../src/cli/eval/run-eval.ts'
import { createStyle } from '../../src/cli/terminal/page.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService } from '../support/service.ts'

const STRONG = 'vendor/strong'
const MODELS = ['vendor/weak', STRONG, 'vendor/poor']
const QUESTIONS = 60

/** Two of three err alike in every third question, and one of them in every second. */
function answerOf(model: string, number: number): string {
  const errs = model !== STRONG && (number % 3 === 0 || (model === 'vendor/poor' && number % 2 === 0))
  return String(errs ? number + 1 : number)
}

let folder: string
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-teach-'))
  provider = fakeProvider((call) => {
    const [, number] = /apples are in box (\d+)/.exec(call.prompt) ?? []
    return replyAs(answerOf(call.model, Number(number)), call)
  })
  const settings = { ...REAL_ROUTER, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', STRETTO_URL: '' }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.stubEnv('DEFAULT_MODELS', MODELS.join())
})
afterEach(() => {
  provider.restore()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => join(folder, name)
const tableOf = (count: number, answer = (number: number) => String(number)) =>
  [
    'question,answer',
    ...Array.from(
      { length: count },
      (_, number) => `How many apples are in box ${number}?,${answer(number)}`,
    ),
  ].join('\n')

async function evaluate(options: Partial<EvalOptions>, signal = new AbortController().signal) {
  let [printed, told] = ['', '']
  const exitCode = await runEval(
    {
      ...{ file: inFolder('boxes.csv'), iterations: 1, concurrency: 1, teach: true },
      ...{ output: inFolder('boxes.answers.jsonl'), report: inFolder('boxes') },
      ...options,
    },
    {
      print: (text) => {
        printed += text
      },
      tell: (text) => {
        told += text
      },
      isInteractive: false,
      columns: 80,
      style: createStyle(false),
      signal,
    },
  )
  return { exitCode, printed, told }
}

const ledgerRows = () => withLedger(inFolder('data'), (ledger) => ledger.recent('anonymous'))

async function reliability() {
  const service = await openService({ ...REAL_ROUTER, DEFAULT_MODELS: MODELS.join() }, inFolder('data'))
  const report = await (await get(service.edge, '/models/reliability')).json()
  await service.stop({ keepFolder: true })
  return report
}

describe('stretto eval --teach', () => {
  it('gives right answers as verdicts on every member, so that the better one weighs more', async () => {
    writeFileSync(inFolder('boxes.csv'), tableOf(QUESTIONS))
    const { exitCode, printed } = await evaluate({})
    expect(exitCode).toBe(0)
    expect(printed).toContain('60 verdicts given to the service.\n')
    const { known, members } = await reliability()
    expect(known).toBe(true)
    expect(members[0]).toMatchObject({ model: STRONG, answered: QUESTIONS, judged: QUESTIONS })
    for (const { judged, weight } of members.slice(1)) {
      expect(judged).toBe(QUESTIONS)
      expect(members[0].weight).toBeGreaterThan(1.5 * weight)
    }
  })

  it('changes nothing when it is continued, and takes what the table says now', async () => {
    writeFileSync(inFolder('boxes.csv'), tableOf(4))
    await evaluate({ teach: false })
    expect((await ledgerRows()).flatMap(({ ballots }) => ballots.map(({ right }) => right))).not.toContain(
      true,
    )
    const calls = provider.calls.length
    for (const _ of ['first', 'again']) {
      expect((await evaluate({})).printed).toContain('4 verdicts given to the service.\n')
      const rows = await ledgerRows()
      expect(rows).toHaveLength(4)
      for (const { ballots } of rows)
        expect(ballots.find(({ model }) => model === STRONG)!.right, 'of the strong').toBe(true)
    }
    writeFileSync(
      inFolder('boxes.csv'),
      tableOf(4, (number) => String(number + 1)),
    )
    await evaluate({})
    for (const { ballots } of await ledgerRows())
      expect(ballots.find(({ model }) => model === STRONG)!.right).toBe(false)
    expect(provider.calls, 'nobody is asked again').toHaveLength(calls)
  })

  it('says only whether the answer is right where several are', async () => {
    writeFileSync(
      inFolder('boxes.csv'),
      tableOf(2, (number) => `${number} / none`),
    )
    expect((await evaluate({})).printed).toContain('2 verdicts given to the service.\n')
    const [second] = await ledgerRows()
    expect(second!.ballots.map(({ right }) => right)).toEqual([true, true, true])
  })

  it('counts the verdicts that change nothing, with the reasons', async () => {
    writeFileSync(inFolder('boxes.csv'), tableOf(4))
    const pair = await evaluate({ models: MODELS.slice(0, 2), output: inFolder('pair.jsonl') })
    expect(pair.printed).toContain('4 verdicts given to the service')
    await evaluate({ limit: 3 })
    const lines = readFileSync(inFolder('boxes.answers.jsonl'), 'utf8').trimEnd().split('\n')
    const [header, one, two, three] = lines.map((line) => JSON.parse(line))
    writeFileSync(inFolder('boxes.answers.jsonl'), '')
    for (const line of [header, { ...one, result: 'none' }, two, three])
      appendFileSync(inFolder('boxes.answers.jsonl'), `${JSON.stringify(line)}\n`)
    expect((await evaluate({ limit: 3 })).printed).toMatch(
      /2 verdicts given to the service, 1 refused:\n {2}1: .+ no such result: /,
    )
  })

  it('is refused before anything is asked where nothing can be taught', async () => {
    writeFileSync(
      inFolder('boxes.csv'),
      tableOf(4, () => ''),
    )
    await expect(evaluate({})).rejects.toThrow(/needs right answers, and .*boxes\.csv has none/)
    await expect(evaluate({ file: undefined, from: inFolder('recorded.jsonl') })).rejects.toThrow(
      /no run that could be judged.*stretto eval QUESTIONS\.csv --output/,
    )
    writeFileSync(inFolder('boxes.csv'), tableOf(4))
    vi.stubEnv('MODEL_RELIABILITY', 'off')
    await expect(evaluate({})).rejects.toThrow(/counts its runs\. .*MODEL_RELIABILITY is off/)
    expect(provider.calls).toHaveLength(0)
  })

  it('stops with the evaluation', async () => {
    writeFileSync(inFolder('boxes.csv'), tableOf(4))
    const { exitCode, printed } = await evaluate({}, AbortSignal.abort())
    expect([exitCode, printed]).toEqual([130, ''])
  })
})
