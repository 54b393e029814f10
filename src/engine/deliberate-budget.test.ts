import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { type Drafter, FAIR, runDrafts } from '../../test/support/engine/drafting-panel.ts'
import {
  CALL_COST,
  inTurn,
  keeps,
  readsAs,
  restless,
  revisionOf,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import { tries } from '../../test/support/property-runs.ts'
import type { Deliberation } from './deliberation.ts'
import { ModelFailure } from './panel/model-port.ts'
import type { Budget } from './panel/usage.ts'

const calls = (maxCalls: number): Budget => ({ maxCalls, maxCostUsd: null })
const dollars = (maxCostUsd: number): Budget => ({ maxCalls: null, maxCostUsd })
const STOPPED = 'did not allow another iteration; the answer is based on the iterations completed.'

/** What each phase of a run consisted of, and whether the phases add up to the whole. */
function phasesOf({ usage }: Deliberation): Array<[string, number, number]> {
  const phases = usage.phases ?? []
  const sum = (of: (phase: (typeof phases)[number]) => number) =>
    phases.reduce((total, phase) => total + of(phase), 0)
  expect(sum((phase) => phase.calls)).toBe(usage.calls)
  expect(sum((phase) => phase.prompt_tokens)).toBe(usage.prompt_tokens)
  expect(sum((phase) => phase.completion_tokens)).toBe(usage.completion_tokens)
  expect(sum((phase) => phase.cost_usd ?? 0)).toBeCloseTo(usage.cost_usd ?? 0)
  return phases.map(({ phase, iteration, calls }) => [phase, iteration, calls])
}

/** Two who agree, one who does not, and one who never settles. */
const DIVIDED: Record<string, Script> = {
  ada: keeps('42'),
  bob: keeps('42'),
  cleo: keeps('41'),
  dan: restless(100),
}

describe('the budget of a closed question', () => {
  it('always allows the first answers, and then returns the best of them in its own words', async () => {
    const { result, calls: made } = runScripted(DIVIDED, { budget: calls(4) })
    const { answer, shortAnswer, ending, reached, outcome, wholePanel, warnings, entries } = await result
    expect({ answer, shortAnswer, ending, reached, outcome, wholePanel }).toEqual({
      answer: 'I looked it up: 42.',
      shortAnswer: '42',
      ending: 'budget',
      reached: false,
      outcome: 'split',
      wholePanel: true,
    })
    expect([made.length, entries.length]).toEqual([4, 1])
    expect(warnings).toContain(`The budget (at most 4 calls) ${STOPPED}`)
  })

  it('is spent on a reading before it is spent on an iteration', async () => {
    const apart = { ada: keeps('four'), bob: keeps('IV'), cleo: keeps('five') }
    const phases = async (most: number) => phasesOf(await runScripted(apart, { budget: calls(most) }).result)
    expect(await phases(3)).toEqual([['exposition', 1, 3]])
    expect(await phases(6)).toEqual([
      ['exposition', 1, 3],
      ['reading', 1, 1],
    ])
    expect(await phases(7)).toEqual([
      ['exposition', 1, 3],
      ['reading', 1, 1],
      ['revision', 2, 3],
    ])
  })

  it('is used to the last call', async () => {
    const result = await runScripted(DIVIDED, { budget: calls(9) }).result
    expect(phasesOf(result)).toEqual([
      ['exposition', 1, 4],
      ['reading', 1, 1],
      ['revision', 2, 4],
    ])
    expect(result).toMatchObject({ shortAnswer: '42', ending: 'budget' })
  })

  it('is judged in money by what the calls so far have cost', async () => {
    // Four answers and a reading so far; four rulings, at half as much again, to come.
    const next = 5 * CALL_COST.costUsd + 4 * 1.5 * CALL_COST.costUsd
    const stopped = await runScripted(DIVIDED, { budget: dollars(next - 0.01) }).result
    expect([stopped.entries.length, stopped.ending]).toEqual([1, 'budget'])
    expect(stopped.warnings).toContain(`The budget (at most ${next - 0.01} USD) ${STOPPED}`)
    expect((await runScripted(DIVIDED, { budget: dollars(next) }).result).entries).toHaveLength(2)
  })

  it('says nothing where the run ends by itself', async () => {
    const agreed = { ada: keeps('42'), bob: keeps('42') }
    const { ending, warnings } = await runScripted(agreed, { budget: calls(2) }).result
    expect({ ending, warnings }).toEqual({ ending: 'converged', warnings: [] })
  })

  it('needs nothing for seats that are no longer asked', async () => {
    const gone = { ...DIVIDED, dan: new ModelFailure('unauthorized', 'no') }
    const moving = { ...gone, cleo: restless(60) }
    const { entries } = await runScripted(moving, { budget: calls(8) }).result
    expect(entries, 'four answers, a reading and three rulings').toHaveLength(2)
  })

  it('leaves an agreed answer as it is when the panel cannot be shown the axiom against it', async () => {
    const axiom = { id: 'soci-0001', axiom: 'The capital of France is Paris.', level: 1, relevance: 0.95 }
    const agreed = { ada: keeps('Lyon'), bob: keeps('Lyon') }
    const options = {
      query: 'What is the capital of France?',
      ports: { findAnchors: async ({ limit }: { limit: number }) => (limit === 3 ? [] : [axiom]) },
      reads: () => JSON.stringify({ reasoning: '', relations: [{ id: axiom.id, relation: 'contradicts' }] }),
    }
    expect((await runScripted(agreed, options).result).entries).toHaveLength(2)
    const { ending, entries, warnings } = await runScripted(agreed, { ...options, budget: calls(3) }).result
    expect({ ending, iterations: entries.length }).toEqual({ ending: 'converged', iterations: 1 })
    expect(warnings.join(' ')).toContain('they were not shown the axiom')
  })

  it('delivers a new answer as short as it was said where no writer can be paid', async () => {
    const finds = (first: string): Script =>
      inTurn({ answer: first }, (call) => {
        if (call.brief.phase === 'writing') return 'There are 43.'
        const rulings = revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'no' }))
        return { rulings, new_answer: '43', changed_because: 'I had missed some.' }
      })
    const panel = { ada: finds('41'), bob: finds('42') }
    const answerWith = async (budget?: Budget) =>
      (await runScripted(panel, { budget, reads: readsAs((answer) => answer) }).result).answer
    const { usage } = await runScripted(panel).result
    expect(await answerWith()).toBe('There are 43.')
    expect(await answerWith(calls(usage.calls - 1))).toBe('43')
  })
})

const MOON = 'The Moon pulls the oceans.'
const WIND = 'Strong wind is the cause of every tide.'
const knowing = (name: string): Essayist => ({ ...essayOn(name, MOON), rules: { [WIND]: 'false' } })
const mistaken = (name: string): Essayist => essayOn(name, WIND)
const ESSAYISTS = { ada: knowing('ada'), bob: knowing('bob'), cleo: mistaken('cleo'), dan: mistaken('dan') }
const OBJECTION = { quote: MOON, problem: 'form', why: 'Too short.' } as const

/** Two points that exclude each other, so that the texts are apart before anybody is asked. */
const POINTS = [
  { text: MOON, denies: [WIND] },
  { text: WIND, denies: [MOON] },
]

describe('the budget of an open question', () => {
  it.each([
    [5, ['4 exposition', '1 reading'], 'budget'],
    [6, ['4 exposition', '1 reading', '1 writing'], 'budget'],
    [7, ['4 exposition', '2 reading', '1 writing'], 'budget'],
    [10, ['4 exposition', '2 reading', '2 writing'], 'budget'],
    [11, ['4 exposition', '1 reading', '4 examination', '1 writing', '1 reading'], 'budget'],
    [14, ['4 exposition', '1 reading', '4 examination', '2 writing', '1 reading'], 'budget'],
    [15, ['4 exposition', '1 reading', '4 examination', '4 dispute', '1 writing', '1 reading'], 'stalled'],
    [16, ['4 exposition', '1 reading', '4 examination', '4 dispute', '2 writing', '1 reading'], 'stalled'],
  ])('of %i calls allows %o', async (most, phases, ending) => {
    const options = { budget: calls(most), points: POINTS, finds: [OBJECTION] }
    const result = await runOpen(ESSAYISTS, options).result
    const taken = phasesOf(result).map(([phase, , made]) => `${made} ${phase}`)
    expect(taken.toSorted()).toEqual(phases.toSorted())
    expect(result.ending).toBe(ending)
    const isStopped = result.warnings.includes(`The budget (at most ${most} calls) ${STOPPED}`)
    expect(isStopped).toBe(ending === 'budget')
  })

  it('returns the best text as it is when there is no call for a writer', async () => {
    for (const most of [4, 5]) {
      const { answer, warnings } = await runOpen(ESSAYISTS, { budget: calls(most) }).result
      expect(Object.values(ESSAYISTS).map(({ text }) => text)).toContain(answer)
      expect(warnings).toContain(
        'The budget did not allow a writer; the answer is the best text of the panel as its author wrote it, and was not checked.',
      )
    }
  })

  it('delivers a text that it does not allow to be checked, with a warning', async () => {
    const { answer, warnings } = await runOpen(ESSAYISTS, { budget: calls(6) }).result
    expect(answer).toContain(MOON)
    expect(warnings).toContain('The text could not be checked by another model.')
  })

  it('counts what was said of the claims where it does not cover the dispute', async () => {
    const { claims } = await runOpen(ESSAYISTS, { budget: calls(14) }).result
    const wind = claims!.find(({ text }) => text === WIND)!
    expect([wind.status, wind.against.toSorted()]).toEqual(['disputed', ['ada', 'bob']])
  })
})

const BETTER = FAIR.replace('hot tea', 'cold tea')
const critical = (draft: string): Drafter => ({
  draft,
  judges: (text) =>
    text === BETTER ? { verdict: 'accept' } : { verdict: 'amend', defect: `“hot tea” in ${text.length}` },
  compares: (texts) => (texts.includes(BETTER) ? BETTER : 'equal'),
  revises: BETTER,
})
const DRAFTERS = { ada: critical(FAIR), bob: critical(`${FAIR} or two`), cleo: critical(`${FAIR} or three`) }

describe('the budget of a draft', () => {
  it.each([
    [3, ['exposition'], 'budget'],
    [5, ['exposition'], 'budget'],
    [6, ['exposition', 'review'], 'budget'],
    [8, ['exposition', 'review'], 'budget'],
    [9, ['exposition', 'review', 'revision'], 'converged'],
  ])('of %i calls allows %o', async (most, phases, ending) => {
    const result = await runDrafts(DRAFTERS, { budget: calls(most) }).result
    expect(phasesOf(result).map(([phase]) => phase)).toEqual(phases)
    expect([result.ending, result.entries.length]).toEqual([ending, phases.length])
    expect(result.answer).toContain('Autumn has come now')
    expect(result.warnings.some((warning) => warning.includes(STOPPED))).toBe(ending === 'budget')
  })
})

describe('the budget of an answer with a format', () => {
  const format = {
    problemsOf: (text: string) => (text.includes('"fits"') ? [] : ['does not fit']),
  }
  const UNFIT = ['{"a": 1}', '{"a": 2}', '{"a": 3}'] as const
  const panel = (drafts: readonly string[]): Record<string, Drafter> =>
    Object.fromEntries(
      ['ada', 'bob', 'cleo'].map((name, place) => [
        name,
        {
          draft: drafts[place]!,
          judges: () => ({ verdict: 'amend', defect: `“a” in ${drafts[place]}` }),
          revises: '{"fits": 1}',
        } satisfies Drafter,
      ]),
    )
  const phases = (drafts: readonly string[], most: number) =>
    runDrafts(panel(drafts), { format, budget: calls(most) }).result.then((result) =>
      phasesOf(result).map(([phase]) => phase),
    )

  it.each([4, 5, 6])('of %i calls keeps one for the repair', async (most) => {
    expect(await phases(UNFIT, most)).toEqual(['exposition', 'repair'])
  })

  it('keeps it beside a review and a revision, too', async () => {
    expect(await phases(UNFIT, 7)).toEqual(['exposition', 'review', 'repair'])
    expect(await phases(UNFIT, 9)).toEqual(['exposition', 'review', 'repair'])
    expect((await phases(UNFIT, 10)).slice(0, 3)).toEqual(['exposition', 'review', 'revision'])
  })

  it('keeps nothing where a draft fits', async () => {
    expect(await phases([...UNFIT.slice(0, 2), '{"fits": 2}'], 6)).toEqual(['exposition', 'review'])
  })

  it('keeps one before a writer, too', async () => {
    const saying =
      (text: string): Script =>
      ({ brief }) =>
        brief.phase === 'rework' ? '{"fits": 1}' : text
    const texts = { ada: saying('{"a": 1}'), bob: saying('{"b": 2}') }
    const { result } = runScripted(texts, { kind: 'open', format, budget: calls(3) })
    expect(phasesOf(await result).map(([phase]) => phase)).toEqual(['exposition', 'repair'])
  })
})

describe('a run that is taken up again', () => {
  it('keeps what it has spent, and stops where it would have stopped', async () => {
    const options = { budget: calls(13) }
    const whole = runScripted(DIVIDED, options)
    const { usage: expected, ending } = await whole.result
    expect([expected.calls <= 13, ending]).toEqual([true, 'budget'])
    expect(whole.checkpoints.at(-1)!.ending, 'the end is decided again').toBeNull()
    for (const checkpoint of whole.checkpoints) {
      const stored = JSON.parse(JSON.stringify(checkpoint))
      const { usage } = await runScripted(DIVIDED, { ...options, checkpoint: stored }).result
      expect({ ...usage, duration_ms: 0 }).toEqual({ ...expected, duration_ms: 0 })
    }
  })
})

describe('a time limit that passes while the first answers come', () => {
  const late = new ModelFailure('timeout', 'late')
  /** Aborts the deadline when somebody else but these speaks. */
  const cutAfter = (...names: string[]) => {
    const deadline = new AbortController()
    const cut =
      (script: Script): Script =>
      (call) => {
        if (names.includes(call.seat.name)) return typeof script === 'function' ? script(call) : script
        deadline.abort()
        return late
      }
    return { deadline: deadline.signal, cut }
  }
  const ENOUGH = 'The time limit was reached before enough models had answered'

  it('delivers the one answer there is to a closed question', async () => {
    const { deadline, cut } = cutAfter('cleo')
    const panel = Object.fromEntries(Object.entries(DIVIDED).map(([name, script]) => [name, cut(script)]))
    const { answer, outcome, ending, reached, wholePanel, warnings } = await runScripted(panel, { deadline })
      .result
    expect({ answer, outcome, ending, reached, wholePanel }).toEqual({
      answer: 'I looked it up: 41.',
      outcome: 'split',
      ending: 'deadline',
      reached: false,
      wholePanel: false,
    })
    expect(warnings.at(-1)).toContain(ENOUGH)
  })

  it.each([['open'], ['draft']] as const)('delivers the one text there is: %s', async (kind) => {
    const { deadline, cut } = cutAfter('cleo')
    const panel = { ada: cut('one'), bob: cut('two'), cleo: cut('Leaves fall. The pond is still.') }
    const { answer, outcome, ending, entries, warnings } = await runScripted(panel, { deadline, kind }).result
    expect({ answer, outcome, ending }).toEqual({
      answer: 'Leaves fall. The pond is still.',
      outcome: 'split',
      ending: 'deadline',
    })
    expect(entries).toHaveLength(1)
    expect(warnings.some((warning) => warning.startsWith(ENOUGH))).toBe(true)
  })

  it('agrees on nothing where two of five say the same', async () => {
    const { deadline, cut } = cutAfter('ada', 'bob')
    const names = ['ada', 'bob', 'cleo', 'dan', 'eve']
    const panel = Object.fromEntries(names.map((name) => [name, cut(keeps('42'))]))
    const { outcome, reached, ending } = await runScripted(panel, { deadline }).result
    expect({ outcome, reached, ending }).toEqual({ outcome: 'split', reached: false, ending: 'deadline' })
  })
})

describe('a time limit that passes while the answer is written', () => {
  const LEAVES = { ada: 'Leaves fall. The pond is still.', bob: 'The pond is still, and leaves fall on it.' }

  it('is named, and the result is not for others', async () => {
    const time = new AbortController()
    const slow = (text: string): Script => {
      return ({ brief }) => {
        if (brief.phase !== 'synthesis') return text
        time.abort()
        return new ModelFailure('timeout', 'late')
      }
    }
    const run = { kind: 'open', maxIterations: 1 } as const
    const inTime = await runScripted(LEAVES, run).result
    const panel = { ada: slow(LEAVES.ada), bob: slow(LEAVES.bob) }
    const late = await runScripted(panel, { ...run, deadline: time.signal }).result
    const named = 'The time limit was reached before the answer was written.'
    expect(late.warnings).toContain(named)
    expect(inTime.warnings).not.toContain(named)
    expect([inTime.wholePanel, late.wholePanel]).toEqual([true, false])
    expect(late.ending).toBe(inTime.ending)
  })
})

const anyBudget = fc.record({
  maxCalls: fc.integer({ min: 4, max: 40 }),
  maxCostUsd: fc.option(fc.double({ min: 0.01, max: 20, noNaN: true })),
})

test('no run makes more calls than it may, whatever its kind and structure', async () => {
  const runs = {
    closed: (options: object) => runScripted(DIVIDED, options),
    open: (options: object) => runOpen(ESSAYISTS, options),
    draft: (options: object) => runDrafts({ ...DRAFTERS, dan: critical(`${FAIR} or four`) }, options),
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('closed', 'open', 'draft'),
      fc.constantFrom('sonata', 'fugue', 'concert'),
      anyBudget,
      async (kind, structure, budget) => {
        const { result, calls: made } = runs[kind]({ structure, budget })
        const { usage, answer } = await result
        expect(made.length).toBe(usage.calls)
        expect(usage.calls).toBeLessThanOrEqual(budget.maxCalls)
        expect(answer).not.toBe('')
      },
    ),
    tries(120),
  )
})
