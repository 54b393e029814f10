import { describe, expect, it } from 'vitest'
import type { EdgeEvent } from '../../../src/client/index.ts'
import type { FindingProblem } from '../../../src/contract/claims.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { type RunAction, type RunState, reduceRun } from './run-state.ts'
import { statusOf } from './words.ts'

const SEATS = ['a', 'b'].map((name) => ({ name, provider: 'openrouter', model: name }))
const START = {
  type: 'panel-start',
  data: { kind: 'closed', structure: 'sonata', max_iterations: 7, seats: SEATS },
} satisfies EdgeEvent
const READ = { iteration: 1, name: 'a', model: 'a', error: null, latency_ms: 5, cost_usd: 0 }
const RESULT = { ...sampleEdgeResponse('result-1', 'Why?'), ending: 'converged' as const }

/** The state after a question and what the service tells of it. */
function runAfter(...events: EdgeEvent[]): RunState {
  return play({ type: 'ask', question: 'Why?', at: 1_000 }, ...events.map(told))
}

function play(...actions: RunAction[]): RunState {
  return actions.reduce<RunState | null>(reduceRun, null)!
}

function told(event: EdgeEvent): RunAction {
  return { type: 'event', event, at: 2_000 }
}

function begins(iteration: number): EdgeEvent {
  return { type: 'iteration-start', data: { iteration, level: iteration, phase: 'exposition' } }
}

function answers(name: string, cost: number | null): EdgeEvent {
  const data = { iteration: 1, name, model: name, answered: true, answer: '4', text: 'It is 4.', error: null }
  return { type: 'answer-received', data: { ...data, latency_ms: 5, cost_usd: cost } }
}

describe('a run', () => {
  it('begins with its question', () => {
    expect(runAfter()).toMatchObject({ stage: 'asked', question: 'Why?', startedAt: 1_000, seats: [] })
  })

  it('knows its panel once it is seated', () => {
    expect(runAfter(START)).toMatchObject({
      stage: 'running',
      kind: 'closed',
      maxIterations: 7,
      seats: SEATS,
    })
  })

  it('collects the replies of an iteration until it ends', () => {
    const during = runAfter(START, begins(1), answers('a', 0.001))
    expect(during.replies.map(({ name }) => name)).toEqual(['a'])
    expect(statusOf(during)).toContain('1 of 2 have replied')
    const ended = reduceRun(during, told({ type: 'iteration-end', data: entryWith(1, {}) }))!
    expect(ended).toMatchObject({ replies: [], current: null, iterations: [{ iteration: 1 }] })
  })

  it('says whether its text is written, checked or corrected', () => {
    const written: EdgeEvent = {
      type: 'text-written',
      data: { name: 'a', attempt: 1, text: 'It is so.', mended: false },
    }
    const checked = (problem: FindingProblem): EdgeEvent => ({
      type: 'text-checked',
      data: { name: 'b', findings: [{ quote: 'It is so.', problem, why: 'It is not.' }] },
    })
    const first: EdgeEvent = { type: 'iteration-end', data: entryWith(1, {}) }
    expect(statusOf(runAfter(START, first))).toBe('Writing the answer …')
    expect(statusOf(runAfter(START, first, written))).toBe('Checking the answer …')
    expect(statusOf(runAfter(START, first, written, checked('wrong')))).toBe('Correcting the answer …')
    expect(statusOf(runAfter(START, first, written, checked('unfounded')))).toBe('Checking the answer …')
  })

  it('says that it searches the web, and what the models answer with then', () => {
    const planned: EdgeEvent = {
      type: 'reading-received',
      data: { ...READ, task: 'plan-search', readable: true },
    }
    const page = { url: 'https://a.example/', title: 'A', date: null }
    const found = (pages: (typeof page)[]): EdgeEvent => ({
      type: 'pages-found',
      data: { queries: ['why'], pages, problem: null },
    })
    expect(statusOf(runAfter(START, planned))).toBe('Searching the web …')
    expect(statusOf(runAfter(START, planned, found([page]), begins(1)))).toBe(
      'Round 1 of at most 7. Each model answers alone, with 1 web page.',
    )
    expect(statusOf(runAfter(START, planned, found([]), begins(1)))).toContain('answers alone.')
  })

  it('ends with its result, whose costs replace those added up', () => {
    const state = runAfter(START, begins(1), answers('a', 0.5), { type: 'result', data: RESULT })
    expect(state).toMatchObject({
      stage: 'complete',
      endedAt: 2_000,
      current: null,
      result: { id: 'result-1' },
    })
    expect(state.spending).toEqual({ calls: 0, costUsd: 0, unpriced: 0 })
    expect(statusOf(state)).toBe('Answered after 1 round.')
  })

  it('does not call itself answered where hardly anybody answered', () => {
    const state = runAfter(START, { type: 'result', data: { ...RESULT, ending: 'unanswered' } })
    expect(statusOf(state)).toBe('Ended after 1 round.')
  })

  it('starts from its beginning when it is joined again, but keeps its clock', () => {
    const state = runAfter(START, begins(1), answers('a', 0.5), START)
    expect(state).toMatchObject({ startedAt: 1_000, replies: [], spending: { calls: 0 } })
  })

  it('stays as it was when it is stopped', () => {
    const state = reduceRun(runAfter(START, begins(1), answers('a', 0)), { type: 'stop', at: 3_000 })
    expect(state).toMatchObject({ stage: 'stopped', endedAt: 3_000, replies: [{ name: 'a' }] })
  })

  it('says why it failed', () => {
    const problem = { kind: 'lost' as const, message: 'Gone.' }
    expect(reduceRun(runAfter(START), { type: 'fail', problem, at: 1 })).toMatchObject({
      stage: 'failed',
      problem,
    })
  })
})

describe('a stored result', () => {
  const stored = { ...RESULT, trace: [entryWith(1, { a: {}, b: {} })] }

  it('is shown like a run that was watched', () => {
    const state = play({ type: 'seek', id: 'result-1' }, { type: 'open', stored })
    expect(state).toMatchObject({
      stage: 'complete',
      question: 'Why?',
      startedAt: null,
      accepted: RESULT.final_answer,
    })
    expect(state.seats.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(state.iterations).toHaveLength(1)
    expect(state.result).not.toHaveProperty('trace')
  })

  it('adds its iterations to an answer from memory, which stays one', () => {
    const cached = { similarity: 1, same_question: 1, query: 'Why?', age_seconds: 60 }
    const remembered = runAfter({ type: 'result', data: { ...RESULT, cache_hit: true, cached } })
    const state = reduceRun(remembered, { type: 'open', stored })!
    expect(state.iterations).toHaveLength(1)
    expect(state.result?.cached?.age_seconds).toBe(60)
  })

  it('of an earlier version has its figures, and seats for its models', () => {
    const { trace: _, ...old } = stored
    const state = play({ type: 'seek', id: 'result-1' }, { type: 'open', stored: old })
    expect(state.seats.map(({ model }) => model)).toEqual(RESULT.models)
    expect(state.iterations).toEqual([])
  })
})
