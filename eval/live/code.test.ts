import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/adapters/sandbox/sandbox.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { failedTests } from './code-tests.ts'
import type { LiveQuestion } from './live-question.ts'
import { playBack, readLiveCalls, readLiveQuestions } from './replay.ts'
import { openLivePanels } from './run-live.ts'

const sandbox = createSandbox()
const questions = readLiveQuestions('code')
const calls = readLiveCalls('code')
const READERS = ['model-a', 'model-c']
const results = new Map<string, Deliberation>()
beforeAll(async () => {
  // A prompt that differs from what the players were shown fails here.
  const run = await openLivePanels()
  for (const reader of READERS)
    for (const question of questions)
      results.set(`${question.id} ${reader}`, await run(question, reader, playBack(calls, question, reader)))
}, 180_000)
afterAll(() => sandbox.close())

const all = READERS.flatMap((reader) => questions.map((question) => ({ question, reader })))
const resultOf = (id: string, reader: string) => results.get(`${id} ${reader}`)!

const tried = new Map<string, Promise<string[]>>()
/** The hidden tests that a program fails; each program is run once. */
function failedIn(program: string, question: LiveQuestion): Promise<string[]> {
  const key = `${question.id} ${program}`
  const failed = tried.get(key) ?? failedTests(program, question, sandbox)
  tried.set(key, failed)
  return failed
}

describe('live panels on programs, played back', () => {
  it('deliver a program that passes the hidden tests wherever a model wrote one, never one with a planted bug', async () => {
    for (const { question, reader } of all) {
      const written = calls.filter((call) => call.question === question.id && call.phase === 'exposition')
      const failed = await Promise.all(written.map(({ reply }) => failedIn(reply, question)))
      if (failed.every((inputs) => inputs.length > 0)) continue
      const { answer } = resultOf(question.id, reader)
      expect(await failedIn(answer, question), `${question.id} ${reader}`).toEqual([])
    }
  }, 120_000)

  it('contain bugs that were planted and bugs that were not, in at least ten drafts', async () => {
    const written = calls.filter((call) => call.phase === 'exposition' && call.reader === 'model-a')
    const failed = await Promise.all(
      written.map(({ question, reply }) => failedIn(reply, questions.find(({ id }) => id === question)!)),
    )
    const wrong = written.filter((_, place) => failed[place]!.length > 0)
    expect(wrong.length).toBeGreaterThanOrEqual(10)
    const planted = questions.filter(({ first_texts }) => first_texts !== null)
    expect(planted.length).toBe(9)
    expect(wrong.length).toBeGreaterThan(planted.length)
  }, 120_000)

  it('are run, all of them, and mostly need no review', () => {
    for (const { question, reader } of all)
      expect(resultOf(question.id, reader).codeRun?.inputs.length, question.id).toBeGreaterThanOrEqual(8)
    const mean = [...results.values()].reduce((sum, { usage }) => sum + usage.calls, 0) / results.size
    expect(mean).toBeLessThanOrEqual(5.5)
  })

  it('call no program right by a result that the question does not state', () => {
    for (const { question, reader } of all)
      for (const { expected } of resultOf(question.id, reader).codeRun!.inputs)
        if (expected !== null && /\d/.test(expected))
          expect(question.query, expected).toContain(/\d+/.exec(expected)![0])
  })
})
