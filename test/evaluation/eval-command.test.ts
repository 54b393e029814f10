import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addEvalCommand } from '../../src/cli/commands.ts'
import type { EvalOptions } from '../../src/cli/eval/ask-live.ts'
import { runEval } from '../../src/cli/eval/run-eval.ts'
import type { EvalTerminal } from '../../src/cli/eval/screen.ts'
import { createStyle } from '../../src/cli/terminal/page.ts'
import { EvaluationError } from '../../src/evaluation/evaluation-error.ts'
import { blocksOf } from '../support/documentation/markdown-blocks.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { ROOT } from '../support/installed-package.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  sendError,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const MODELS = ['vendor/strong', 'vendor/weak', 'vendor/middling']
const SETTINGS = {
  DEFAULT_MODELS: MODELS.join(),
  PANELS: 'sums=vendor/strong,vendor/weak > vendor/middling',
}
const QUESTIONS = 30
const GUIDE = 'docs/guides/evaluating-your-models.md'

/** The sum that a prompt asks for; the weak model errs in every third, the middling one in every fifth. */
function answerOf({ model, prompt }: ReceivedCall): string {
  const [, left, right] = /What is (\d+) \+ (\d+)\?/.exec(prompt) ?? []
  const sum = Number(left) + Number(right)
  const errs = model === 'vendor/weak' ? sum % 3 === 0 : model === 'vendor/middling' && sum % 5 === 0
  return String(errs ? sum + 1 : sum)
}

const table = [
  'id,question,answer,topic',
  ...Array.from(
    { length: QUESTIONS },
    (_, place) => `q${place},What is ${place} + ${place + 1}?,${2 * place + 1},sums`,
  ),
].join('\n')

/** Figures without the last digits, which depend on the order in which replies came. */
const rounded = (figures: unknown) =>
  JSON.parse(
    JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)),
  )

describe('stretto eval', () => {
  let folder: string
  let provider: ScriptedProvider
  let service: ListeningService
  const inFolder = (name: string) => join(folder, name)
  const report = () => JSON.parse(readFileSync(inFolder('sums.report.json'), 'utf8'))

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stretto-eval-'))
    provider = await startScriptedProvider((call, response) =>
      call.prompt.includes('Refuse') ? sendError(response, 400, 'No.') : replyAs(answerOf(call), call),
    )
    service = await listenHere({ ...SETTINGS, ...settingsFor(provider) })
    writeFileSync(inFolder('sums.csv'), table)
  })
  afterAll(async () => {
    await service.stop()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    // Opening a service for each would take most of the time.
    vi.stubEnv('STRETTO_URL', service.edgeUrl)
    rmSync(inFolder('sums.answers.jsonl'), { force: true })
    provider.calls.length = 0
  })
  afterEach(() => vi.unstubAllEnvs())

  async function run(options: Partial<EvalOptions>, terminal: Partial<EvalTerminal> = {}) {
    let [printed, told] = ['', '']
    const exitCode = await runEval(
      { concurrency: 4, output: inFolder('sums.answers.jsonl'), report: inFolder('sums'), ...options },
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
        signal: new AbortController().signal,
        ...terminal,
      },
    )
    return { exitCode, printed, told }
  }

  it('asks a panel every question, says who is right, and continues where it ended', async () => {
    const file = inFolder('sums.csv')
    const few = await run({ file, limit: 10 })
    expect(few.exitCode).toBe(0)
    const asked = provider.calls.length
    const { exitCode, printed, told } = await run({ file })
    expect(exitCode).toBe(0)
    expect(told).toContain('10 of 30 questions are answered')
    const { questions, members, judged, totalCostUsd } = report()
    expect(questions).toBe(QUESTIONS)
    const accuracy = Object.fromEntries(
      members.map(({ member, accuracy: { value } }: { member: string; accuracy: { value: number } }) => [
        member,
        value,
      ]),
    )
    expect(accuracy).toEqual({ 'vendor/strong': 1, 'vendor/middling': 0.8, 'vendor/weak': 2 / 3 })
    expect(judged.panel.value, 'two err together twice').toBeCloseTo(28 / 30)
    expect(judged.mistakes.map(({ gold }: { gold: string }) => gold).sort()).toEqual(['15', '45'])
    expect(totalCostUsd).toBeGreaterThan(0.09)
    expect(printed).toContain('vendor/strong')
    for (const columns of [40, 80]) {
      const { printed: lines } = await run({ from: inFolder('sums.answers.jsonl') }, { columns })
      for (const line of lines.split('\n').slice(0, -3)) expect(line.length).toBeLessThanOrEqual(columns)
      expect(lines, 'every figure is shown').toMatch(/80\.0%[\s\S]+62\.7–90\.5/)
    }
    expect(readFileSync(inFolder('sums.report.csv'), 'utf8')).toContain('q29,What is 29 + 30?,59,59,true')
    const again = provider.calls.length
    expect(again).toBeGreaterThan(asked)
    await run({ file })
    expect(provider.calls.length, 'all are answered').toBe(again)
  })

  it('drops a line that was cut off, and asks its question again', async () => {
    const file = inFolder('sums.csv')
    await run({ file, limit: 3 })
    appendFileSync(inFolder('sums.answers.jsonl'), '{"id":"q3","line":')
    await run({ file, limit: 4 })
    expect(report().questions).toBe(4)
    const lines = readFileSync(inFolder('sums.answers.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toHaveLength(5)
  })

  it.each([
    ['without a line feed', 'my notes'],
    ['with lines', 'my\nnotes\n'],
  ])('does not touch a file of somebody else %s', async (_, content) => {
    writeFileSync(inFolder('sums.answers.jsonl'), content)
    await expect(run({ file: inFolder('sums.csv') })).rejects.toThrow(/was not written by this command/)
    expect(readFileSync(inFolder('sums.answers.jsonl'), 'utf8')).toBe(content)
    expect(provider.calls).toHaveLength(0)
  })

  it.each([
    ['not even the header was written', '{"stretto_ev'],
    ['another panel has answered nothing', '{"stretto_eval":1,"panel":{"models":["a/b","c/d"]}}\n'],
  ])('begins anew where %s', async (_, content) => {
    writeFileSync(inFolder('sums.answers.jsonl'), content)
    await run({ file: inFolder('sums.csv'), limit: 2 })
    expect(readFileSync(inFolder('sums.answers.jsonl'), 'utf8').split('\n')).toHaveLength(4)
  })

  it('continues a file that an editor gave a byte order mark', async () => {
    const output = inFolder('sums.answers.jsonl')
    await run({ file: inFolder('sums.csv'), limit: 1 })
    writeFileSync(output, `\uFEFF${readFileSync(output, 'utf8')}`)
    await run({ file: inFolder('sums.csv'), limit: 2 })
    await run({ file: inFolder('sums.csv'), limit: 2 })
    expect(report().questions).toBe(2)
  })

  it.each([
    ['--output', { output: '/nowhere/answers.jsonl' }, /answers\.jsonl cannot be written .*--output/],
    ['--output', { output: 'answers.jsonl.gz' }, /cannot be a \.gz file/],
    ['--report', { report: '/nowhere/report' }, /cannot be written .*--report/],
  ])('asks nothing if %s cannot be written', async (_, options, message) => {
    const refused = run({ file: inFolder('sums.csv'), ...options })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(EvaluationError)
    expect(provider.calls).toHaveLength(0)
  })

  it('refuses to continue a file of another panel or another table', async () => {
    await run({ file: inFolder('sums.csv'), limit: 2 })
    await expect(run({ file: inFolder('sums.csv'), models: MODELS.slice(0, 2) })).rejects.toThrow(
      /another panel/,
    )
    writeFileSync(inFolder('other.csv'), 'id,question\nq0,Why?')
    await expect(run({ file: inFolder('other.csv') })).rejects.toThrow(/another table/)
  })

  it('stops at the budget and says how to go on', async () => {
    const { exitCode, told } = await run({ file: inFolder('sums.csv'), budget: 0.012, concurrency: 1 })
    expect(exitCode).toBe(0)
    expect(told).toMatch(
      /might exceed the budget of \$0.012[\s\S]* again with a higher --budget or none\.\n$/,
    )
    expect(report().totalCostUsd).toBeLessThanOrEqual(0.012)
    expect(report().questions).toBeGreaterThan(1)
  })

  it('stops when it is cancelled, reports what is there, says last how to go on, and exits with 130', async () => {
    const leaving = new AbortController()
    let shown = ''
    const { exitCode } = await run(
      { file: inFolder('sums.csv'), concurrency: 1 },
      {
        signal: leaving.signal,
        isInteractive: true,
        print: (text) => {
          shown += text
        },
        tell: (text) => {
          shown += text
          if (text.includes('5/30')) leaving.abort()
        },
      },
    )
    expect(exitCode).toBe(130)
    expect(shown).toMatch(
      /Written: .+\nStopped\. What is answered is kept\.\nTo continue, run the same command again\.\n$/,
    )
    expect(report().questions).toBe(5)
    expect(report().notes).toEqual(['25 questions have no answer yet.'])
  })

  it('exits with 4 if the panel cannot be asked, and says how to go on', async () => {
    const { exitCode, told } = await run({
      ...{ file: inFolder('sums.csv'), url: 'http://127.0.0.1:9', key: 'secret', models: MODELS },
    })
    expect(exitCode).toBe(4)
    expect(told).toMatch(
      /^The panel cannot be asked: .*127\.0\.0\.1:9 does not answer[^\n]+\nTo continue, [^\n]+\n$/,
    )
  })

  it('says once why questions were not answered, and counts what they may have cost in the next run', async () => {
    writeFileSync(inFolder('some.csv'), 'question\nWhat is 1 + 2?\nRefuse this.\nRefuse that.')
    const { exitCode, told } = await run({ file: inFolder('some.csv'), concurrency: 1 })
    expect(exitCode).toBe(0)
    expect(told).toMatch(
      /^Not answered: lines 3, 4: .+\n2 questions were not answered\. .+\nTo continue, .+\n$/,
    )
    const { totalCostUsd } = report()
    const again = await run({ file: inFolder('some.csv'), budget: 3.5 * totalCostUsd })
    expect(again.told).toContain(`$${(3 * totalCostUsd).toFixed(3)} is spent`)
    await run({ from: inFolder('sums.answers.jsonl') })
    expect(report().questions).toBe(1)
  })

  it('exits with 4 if no question was answered, however few there are', async () => {
    writeFileSync(inFolder('none.csv'), 'question\nRefuse this.\nRefuse that.')
    expect((await run({ file: inFolder('none.csv') })).exitCode).toBe(4)
    expect(existsSync(inFolder('sums.answers.jsonl'))).toBe(false)
  })

  it('prints nothing of a table or a reply that would command the terminal', async () => {
    const answers = { 'one\u001b[2J': '\u001b]0;title\u0007x', two: 'y\u001b[31m', three: 'y' }
    const row = { question: 'Which\u001b[1m?', gold: 'x', answers }
    writeFileSync(
      inFolder('bad.jsonl'),
      `${JSON.stringify(row)}\n{"question": 1, "answers": {"\u001b[2J": 2}}\n`,
    )
    const { printed, told } = await run({ from: inFolder('bad.jsonl') }, { style: createStyle(true) })
    expect(told).toContain('line 2 is skipped')
    const ours = ['1', '2', '22'].reduce((text, style) => text.replaceAll(`\u001b[${style}m`, ''), printed)
    expect(printed).not.toBe(ours)
    expect(ours + told).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(ours).toMatch(/^one +│/m)
  })

  it.each([
    ['a single model', { file: 'sums.csv', models: ['vendor/strong'] }, /at least two models/],
    ['a table without questions', { file: 'empty.csv' }, /no question that can be read/],
  ])('refuses %s', async (_, options, message) => {
    writeFileSync(inFolder('empty.csv'), 'question\n')
    const refused = run({ ...options, file: inFolder(options.file) })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toBeInstanceOf(EvaluationError)
  })

  it('refuses both --models and --panel', async () => {
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
    addEvalCommand(program)
    for (const command of program.commands) command.copyInheritedSettings(program)
    const args = ['eval', inFolder('sums.csv'), '--panel', 'sums', '--models', 'a/b,c/d']
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toMatchObject({
      code: 'commander.conflictingOption',
    })
  })

  it('asks all members of a panel at once, and says so', async () => {
    await run({ file: inFolder('sums.csv'), panel: 'sums', limit: 2 })
    expect(report().members).toHaveLength(3)
    expect(report().notes).toEqual([expect.stringContaining('were asked at once')])
  })

  it('stops reading recorded replies when it is interrupted, and writes no report', async () => {
    const line = JSON.stringify({ question: 'What is 1 + 1?', gold: '2', answers: { one: '2', two: '3' } })
    writeFileSync(inFolder('interrupted.jsonl'), line)
    const options = { from: inFolder('interrupted.jsonl'), report: inFolder('interrupted') }
    await expect(run(options, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(existsSync(inFolder('interrupted.report.html'))).toBe(false)
  })

  it('evaluates its own output, and recorded replies, without a call', async () => {
    await run({ file: inFolder('sums.csv'), limit: 6 })
    const live = report()
    provider.calls.length = 0
    await run({ from: inFolder('sums.answers.jsonl') })
    expect(rounded(report().judged)).toEqual(rounded(live.judged))
    const recorded = [
      {
        question: 'What is the capital of Australia?',
        gold: 'Canberra',
        answers: { one: 'Canberra', two: 'Sydney' },
      },
      { question: 'No answers' },
      { question: 'Nobody knows?', answers: { one: 'x', two: 'x' } },
    ]
    const text = recorded.map((row) => JSON.stringify(row)).join('\n')
    writeFileSync(inFolder('recorded.jsonl.gz'), gzipSync(text))
    const { told } = await run({ from: inFolder('recorded.jsonl.gz') })
    expect(told).toContain('line 2 is skipped')
    expect(report()).toMatchObject({ questions: 2, judged: { questions: 1 } })
    expect(provider.calls).toHaveLength(0)
  })

  it('reports who agrees where nobody says what is right', async () => {
    writeFileSync(inFolder('open.jsonl'), '{"question": "What is 1 + 2?"}\n{"question": "What is 2 + 2?"}')
    const { exitCode, printed } = await run({ file: inFolder('open.jsonl') })
    expect(exitCode).toBe(0)
    expect(report()).toMatchObject({ questions: 2, judged: null })
    expect(printed).toMatch(/only\s+about who agrees/)
  })

  const blocks = blocksOf(ROOT, GUIDE).flatMap(({ code, mark }) =>
    mark?.startsWith('not run') ? [] : [code],
  )
  it.each(blocks)('does what its guide says, and needs no service: %s', async (code) => {
    vi.stubEnv('STRETTO_URL', '')
    const settings = { ...SETTINGS, ...settingsFor(provider), DATA_DIR: freshFolder() }
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const [, file, content, command] = /^cat > (\S+) <<'(?:\w+)'\n([\s\S]*?)^END_\w+\n(stretto .+)$/m.exec(
      code,
    )!
    const home = process.cwd()
    process.chdir(folder)
    const [out, err] = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockReturnValue(true),
    )
    try {
      writeFileSync(file!, content!)
      const program = new Command()
      addEvalCommand(program)
      await program.parseAsync(command!.split(' ').slice(1), { from: 'user' })
      expect(process.exitCode).toBe(0)
      const { questions } = JSON.parse(readFileSync(`${file!.split('.')[0]}.report.json`, 'utf8'))
      expect(questions).toBe(3)
    } finally {
      for (const spy of [out!, err!]) spy.mockRestore()
      process.exitCode = undefined
      process.chdir(home)
    }
  })
})
