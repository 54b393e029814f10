import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readFittedPanels } from '../../src/adapters/assets/fitted-panel-files.ts'
import { addEvalCommand } from '../../src/cli/commands/eval.ts'
import type { EvalOptions } from '../../src/cli/eval/eval-options.ts'
import { runEval } from '../../src/cli/eval/run-eval.ts'
import { digestOf } from '../../src/evaluation/table/digest.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const STRONG = 'vendor/strong'
const WEAK = ['vendor/weak', 'vendor/middling', 'vendor/poor']
const MODELS = [STRONG, ...WEAK]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stretto-calibrate-'))
  vi.stubEnv('CALIBRATION_DIR', join(folder, 'calibration'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const question = (place: number) => `How many apples are in box ${place}?`

/** Recorded questions; who is right is said for each, and whoever is wrong gives the same wrong number. */
function recordingOf(count: number, rightOf: (place: number) => string[]): string {
  const lines = Array.from({ length: count }, (_, place) => {
    const right = rightOf(place)
    const answers = MODELS.map((model) => [model, right.includes(model) ? '12' : '7'])
    return JSON.stringify({ question: question(place), gold: '12', answers: Object.fromEntries(answers) })
  })
  return lines.join('\n')
}

/** One member is nearly always right; the others are mostly right one at a time. */
function oneIsBetter(place: number): string[] {
  return [...(place % 20 === 0 ? [] : [STRONG]), ...(place % 3 === 0 ? WEAK : [WEAK[place % 3]!])]
}

async function calibrated(recording: string, options: Partial<EvalOptions> = {}) {
  const from = join(folder, 'panel.jsonl')
  writeFileSync(from, recording)
  let printed = ''
  const exitCode = await runEval(
    { concurrency: 1, from, report: join(folder, 'panel'), calibrate: 'deep', ...options },
    {
      print: (text) => {
        printed += text
      },
      tell() {},
      isInteractive: false,
      columns: 80,
      hasStyle: false,
      signal: new AbortController().signal,
    },
  )
  return { exitCode, printed }
}

const stored = () => readFittedPanels(join(folder, 'calibration'))

describe('stretto eval --calibrate', () => {
  it('gives the vote to a member that is far better, which helps on the other half, and stores that', async () => {
    const { exitCode, printed } = await calibrated(recordingOf(200, oneIsBetter))
    expect(exitCode).toBe(0)
    expect(printed.replaceAll('\n', ' ')).toContain(
      'fitted to 100 labelled questions, and measured on the other 100',
    )
    expect(printed).toContain(`Stored: ${join(folder, 'calibration', 'deep.json')}`)
    const { files, problems } = stored()
    expect(problems).toEqual([])
    const [{ name, panel }] = files as [(typeof files)[number]]
    expect([name, panel.models]).toEqual(['deep', MODELS])
    for (const weak of WEAK) expect(panel.votes[STRONG]).toBeGreaterThan(2 * panel.votes[weak]!)
    const { before, after, questions } = panel.figures.other
    expect(questions).toBe(100)
    expect(before.accuracy).toBeLessThan(0.7)
    expect(after.accuracy).toBeGreaterThan(0.9)
    expect(after.brier).toBeLessThan(before.brier / 2)
    expect(panel.reliability.fitted.questions).toBe(100)
  })

  it('stores nothing that is not better on the other half, says so, and does it with --force', async () => {
    const digests = Array.from({ length: 200 }, (_, place) => digestOf(question(place)))
    const middle = digests.toSorted()[100]!
    // The strong member is right in the half that is fitted to, and wrong in the other.
    const misleading = recordingOf(200, (place) => (digests[place]! < middle ? [STRONG] : WEAK))
    const { exitCode, printed } = await calibrated(misleading)
    expect(exitCode).toBe(0)
    expect(printed.replaceAll('\n', ' ')).toMatch(
      /Nothing was stored: .*Brier score is not better .*right less often.* --force/,
    )
    expect(stored().files).toEqual([])
    expect((await calibrated(misleading, { force: true })).printed).toContain('Stored: ')
    expect(stored().files).toHaveLength(1)
  })

  it('splits by the question, so that the order of the file does not matter', async () => {
    const lines = recordingOf(150, oneIsBetter).split('\n')
    await calibrated(lines.join('\n'))
    const measured = () => stored().files[0]!.panel.figures.other.after
    const first = measured()
    await calibrated(lines.toReversed().join('\n'))
    expect(measured().accuracy).toBe(first.accuracy)
    expect(measured().brier).toBeCloseTo(first.brier, 10)
  })

  it('refuses fewer than 100 labelled questions, a table before anything is asked', async () => {
    await expect(calibrated(recordingOf(99, oneIsBetter))).rejects.toThrow(/at least 100 .* there are 99/)
    const file = join(folder, 'few.csv')
    writeFileSync(file, 'question,answer\nWhy?,12\nWhen?,')
    await expect(calibrated('', { from: undefined, file })).rejects.toThrow(/at least 100 .* there are 1\b/)
    expect(stored().files).toEqual([])
  })

  it('names the members that answer too seldom', async () => {
    const lines = recordingOf(120, oneIsBetter)
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const line of lines.slice(0, 90)) line.answers['vendor/poor'] = null
    const seldom = lines.map((line) => JSON.stringify(line)).join('\n')
    await expect(calibrated(seldom)).rejects.toThrow(/50 answers of every member.*: vendor\/poor \d+\./)
  })

  it('takes the names that panels may have', async () => {
    const program = new Command().exitOverride().configureOutput({ writeErr() {} })
    addEvalCommand(program)
    for (const command of program.commands) command.exitOverride().configureOutput({ writeErr() {} })
    const parse = (name: string) =>
      program.parseAsync(['eval', 'x.csv', '--calibrate', name], { from: 'user' })
    await expect(parse('../deep')).rejects.toThrow(/name of a panel/)
  })
})

describe('a service with a calibration', () => {
  let service: TestService
  let provider: ReturnType<typeof fakeProvider>
  const settings = () => ({
    ...REAL_ROUTER,
    PANELS: `deep=${MODELS.join()}`,
    DEFAULT_MODELS: MODELS.slice(0, 3).join(),
    CALIBRATION_DIR: join(folder, 'calibration'),
  })
  beforeEach(() => {
    provider = fakeProvider((call) => replyAs(call.model === STRONG ? '12' : '7', call))
  })
  afterEach(async () => {
    provider.restore()
    await service.stop()
  })

  const ask = async (models: string[], changes: object = {}) => {
    const response = await post(service.edge, '/consensus', { query: 'How many?', models, ...changes })
    expect(response.status).toBe(200)
    return response.json()
  }

  it.each(['on', 'off'])(
    'follows its votes and says so, for exactly its models, with MODEL_RELIABILITY=%s',
    async (reliability) => {
      await calibrated(recordingOf(200, oneIsBetter))
      service = await openService({ ...settings(), MODEL_RELIABILITY: reliability })
      expect(service.panelWarnings).toEqual([])
      const { answer, votes, confidence, confidence_basis } = await ask(MODELS.toReversed())
      expect(answer).toBe('12')
      expect(votes.find(({ model }: { model: string }) => model === STRONG).weight).toBeGreaterThan(2)
      expect(confidence).toBeGreaterThan(0.7)
      expect(confidence_basis).toBe(
        'One of four models gave this answer independently. It outweighs a more common answer, because those who gave it are right more often. Fitted to 100 labelled questions of the operator.',
      )
      const others = await ask(MODELS.slice(0, 3))
      expect(others.answer).toBe('7')
      expect(others).not.toHaveProperty('votes')
      expect(others.confidence_basis).not.toContain('labelled')
      const report = await get(service.edge, '/models/reliability?panel=deep')
      expect(await report.json()).toMatchObject({
        known: true,
        members: expect.arrayContaining([expect.objectContaining({ model: STRONG, cost_usd: null })]),
        warnings: [expect.stringContaining('100 labelled questions')],
      })
    },
  )

  it('does not serve what was answered before it', async () => {
    service = await openService(settings())
    const before = await ask(MODELS)
    expect(before.answer).toBe('7')
    expect((await ask(MODELS)).cached, 'again').toBeTruthy()
    await service.stop({ keepFolder: true })
    await calibrated(recordingOf(200, oneIsBetter))
    service = await openService(settings(), service.folder)
    const after = await ask(MODELS)
    expect(after.cached).toBeFalsy()
    expect(after.answer).toBe('12')
  })

  it('starts with files that are wrong, and warns of each by its name and problem', async () => {
    await calibrated(recordingOf(200, oneIsBetter), { calibrate: 'auto' })
    await calibrated(recordingOf(200, oneIsBetter), { calibrate: 'unknown' })
    const path = (name: string) => join(folder, 'calibration', name)
    const whole = JSON.parse(readFileSync(path('auto.json'), 'utf8'))
    writeFileSync(path('broken.json'), '{"models": [')
    writeFileSync(path('older.json'), JSON.stringify({ ...whole, stretto_calibration: 0 }))
    writeFileSync(path('partial.json'), JSON.stringify({ ...whole, votes: { [STRONG]: 1 } }))
    mkdirSync(path('folder.json'))
    expect(readdirSync(path('.'))).toHaveLength(6)
    service = await openService(settings())
    expect(service.panelWarnings).toEqual([
      `WARNING: ${path('broken.json')} is not used: it is not JSON.`,
      `WARNING: ${path('folder.json')} is not used: EISDIR.`,
      expect.stringMatching(/older\.json is not used: stretto_calibration must be 1/),
      expect.stringMatching(/partial\.json is not used: votes must have exactly the models/),
      expect.stringMatching(/auto\.json is used only for requests .*: the panel auto has other models/),
      expect.stringMatching(/unknown\.json is used only for requests .*: there is no panel unknown\.$/),
      expect.stringMatching(/unknown\.json is used instead of .*auto\.json, which has the same models\.$/),
    ])
    expect((await ask(MODELS)).answer).toBe('12')
  })
})
