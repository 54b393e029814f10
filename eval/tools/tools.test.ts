import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fitCalls, type Observed, statedFor } from './call-confidence.ts'
import { readRecordedFiles } from './recorded-files.ts'
import { differenceAt, meanAt, measurePanels } from './tool-figures.ts'
import { CATEGORIES, readToolQuestions, type ToolQuestion } from './tool-questions.ts'
import { countRight, voteIfJoined, voteOnCalls } from './vote-on-calls.ts'

const BOOK = {
  name: 'trip.book',
  parameters: {
    type: 'dict',
    properties: {
      city: { type: 'string' },
      price: { type: 'float' },
      class: { type: 'string', default: 'economy' },
    },
    required: ['city'],
  },
}

const root = mkdtempSync(join(tmpdir(), 'tools-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Writes a question on which ada is right, bob says the same in other words, and cleo and dan are wrong. */
function writeRecordings(): void {
  const write = (path: string, rows: object[]) => {
    const file = join(root, '2024-08-11', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  }
  const replies = {
    ada: [{ trip_book: '{"city": "Rome", "price": 5}' }],
    bob: [{ trip_book: '{"class": "economy", "price": 5.0, "city": "Rome"}' }],
    cleo: [{ trip_book: '{"city": 7}' }],
    dan: 'Where do you want to go?',
  }
  for (const [model, result] of Object.entries(replies))
    for (const category of CATEGORIES) {
      const isAsked = category === 'simple'
      const file = `result/${model}/gorilla_openfunctions_v1_test_${category}_result.json`
      write(file, isAsked ? [{ id: 'simple_0', result }] : [])
      const failure = { id: 1, valid: false, prompt: { id: 'simple_0', function: BOOK } }
      const failed = isAsked && (model === 'cleo' || model === 'dan')
      write(`score/${model}/${category}_score.json`, [{ accuracy: 0 }, ...(failed ? [failure] : [])])
    }
}

describe('recorded tool calls', () => {
  writeRecordings()
  const models = ['ada', 'bob', 'cleo', 'dan']

  it('are compared by the schema beside the failures, and judged by the labels', () => {
    const [question] = readToolQuestions(readRecordedFiles(root), models)
    const { ada, bob, cleo, dan } = Object.fromEntries(question!.proposals)
    expect(question).toMatchObject({ id: 'simple_0', category: 'simple', hasSchema: true })
    expect(bob).toEqual(ada)
    expect(ada).toMatchObject({ kind: 'calls', right: true })
    expect(cleo).toEqual({ kind: 'invalid', text: null, right: false })
    expect(dan).toMatchObject({ kind: 'none', right: false })
  })

  it('can be read from a git directory as well', () => {
    const git = (...command: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...command], { cwd: root })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'recordings')
    expect(readRecordedFiles(join(root, '.git'))).toEqual(readRecordedFiles(root))
  })

  it('are asked for where they are missing', () => {
    expect(() => readRecordedFiles(undefined)).toThrow('git clone')
    expect(() => readRecordedFiles(join(root, 'nowhere'))).toThrow('nowhere has no recordings')
  })
})

/** A question with these proposals; those whose text begins with + are right. */
function questionOf(
  texts: Record<string, string | null>,
  id = 'q',
  category: ToolQuestion['category'] = 'simple',
) {
  const proposals = Object.entries(texts).map(
    ([model, text]) =>
      [model, { text, kind: 'calls' as const, right: text?.startsWith('+') ?? false }] as const,
  )
  return { id, category, hasSchema: true, proposals: new Map(proposals) }
}

const PANEL = ['a', 'b', 'c', 'd', 'e']

describe('a vote on calls', () => {
  it('goes to the most common proposal; those that cannot be voted for do not count', () => {
    const vote = voteOnCalls(questionOf({ a: 'x', b: '+y', c: '+y', d: null, e: null }), PANEL)
    expect(vote).toMatchObject({ right: true, leading: 2, runnerUp: 1, answering: 3, tied: 1, isCall: true })
  })

  it('goes to the order of the panel in a tie', () => {
    const question = questionOf({ a: 'x', b: '+y', c: '+y', d: 'x', e: null })
    expect(voteOnCalls(question, PANEL)).toMatchObject({ right: false, tied: 2, byLot: 0.5 })
    expect(voteOnCalls(question, PANEL.toReversed())).toMatchObject({ right: false })
    expect(voteOnCalls(question, ['b', 'a', 'c', 'd', 'e'])).toMatchObject({ right: true })
  })

  it('makes no call if nobody can be voted for', () => {
    const nothing = { a: null, b: null, c: null, d: null, e: null }
    expect(voteOnCalls(questionOf(nothing), PANEL).right).toBe(false)
    expect(voteOnCalls(questionOf(nothing, 'q', 'relevance'), PANEL).right).toBe(true)
  })

  it('can be weighted', () => {
    const question = questionOf({ a: 'x', b: 'x', c: '+y', d: null, e: null })
    const weightOf = (model: string) => (model === 'c' ? 3 : 1)
    expect(voteOnCalls(question, PANEL, { weightOf }).right).toBe(true)
  })

  it('gains from a reader that joins what is right', () => {
    const question = questionOf({ a: 'x', b: 'x', c: '+y', d: '+z', e: '+y z' })
    expect(voteOnCalls(question, PANEL).right).toBe(false)
    expect(voteIfJoined(question, PANEL)).toBe(true)
    expect(countRight(question, PANEL)).toBe(3)
  })
})

describe('the figures of panels', () => {
  /** On every fourth question only a is right, and the others agree. */
  const questions = Array.from({ length: 80 }, (_, place) =>
    place % 4 === 0
      ? questionOf({ a: '+y', b: 'x', c: 'x', d: 'x', e: 'z' }, `q${place}`)
      : questionOf({ a: '+y', b: '+y', c: '+y', d: 'z', e: null }, `q${place}`),
  )
  const places = [...questions.keys()]
  const shares = measurePanels(questions, [PANEL])

  it('compare the vote with the members', () => {
    const means = Object.entries(shares).map(([measure, values]) => [
      measure,
      Number(meanAt(values, places).toFixed(6)),
    ])
    expect(Object.fromEntries(means)).toMatchObject({
      vote: 0.75,
      'average member': 0.5,
      'best member in hindsight': 1,
      'best member on the other half': 1,
      'vote by weights of the other half': 1,
      'some member right': 1,
      'several different calls right': 0,
    })
  })

  it('have an interval around a difference', () => {
    const { mean, low, high } = differenceAt(shares, ['vote', 'best member in hindsight'], places)
    expect(mean).toBeCloseTo(-0.25)
    expect(low).toBeGreaterThan(-0.4)
    expect(low).toBeLessThan(-0.25)
    expect(high).toBeGreaterThan(-0.25)
    expect(high).toBeLessThan(-0.1)
  })
})

describe('the confidence of calls', () => {
  it('is what came true for such votes', () => {
    const votes = (leading: number, right: number): Observed[] =>
      Array.from({ length: 100 }, (_, place) => ({ ...voteOnCalls(questionOf({}), []), leading, size: 4, right: place < right })) // biome-ignore format: one line
    const calibration = fitCalls([...votes(1, 30), ...votes(2, 60), ...votes(4, 90)])
    const stated = [1, 2, 4].map((leading) => statedFor(votes(leading, 0)[0]!, calibration))
    expect(stated[0]).toBeCloseTo(0.3, 1)
    expect(stated[1]).toBeCloseTo(0.6, 1)
    expect(stated[2]).toBeCloseTo(0.9, 1)
    expect(calibration.highest).toBe(1)
  })
})
