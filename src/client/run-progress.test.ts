import { describe, expect, it } from 'vitest'
import { entryWith } from '../../test/support/engine/entries.ts'
import { sampleEdgeResponse } from '../../test/support/samples.ts'
import { afterEvent, NOTHING_YET, type RunProgress } from './run-progress.ts'
import type { EdgeEvent } from './streams.ts'

const SEATS = ['a', 'b', 'c'].map((name) => ({ name, provider: 'openrouter', model: name }))
const START = {
  type: 'panel-start',
  data: { kind: 'closed', structure: 'sonata', max_iterations: 7, seats: SEATS },
} satisfies EdgeEvent

/** What has happened after these events, of which one comes each second. */
function progressAfter(...events: EdgeEvent[]): RunProgress {
  return events.reduce((progress, event, place) => afterEvent(progress, event, place * 1_000), NOTHING_YET)
}

function begins(iteration: number): EdgeEvent {
  return { type: 'iteration-start', data: { iteration, level: iteration, phase: 'exposition' } }
}

type Reply = Extract<EdgeEvent, { type: 'answer-received' }>['data']

function answers(name: string, cost: number | null, changes: Partial<Reply> = {}): EdgeEvent {
  const reply = {
    iteration: 1,
    name,
    model: name,
    answered: true,
    answer: '4',
    text: 'It is 4.',
    error: null,
  }
  return { type: 'answer-received', data: { ...reply, latency_ms: 5, cost_usd: cost, ...changes } }
}

const FAILED = { answered: false, answer: null, text: null, error: { code: 'timeout', message: 'Too late.' } }
const REFUSED: EdgeEvent = {
  type: 'stage-end',
  data: { stage: 1, models: ['a', 'b'], confidence: null, accepted: false, reason: 'disagreement' },
}

describe('the seats of a run', () => {
  const stateIn = ({ seats }: RunProgress) => seats.map(({ state }) => state).join(' ')

  it('are asked, and answer or fail', () => {
    const progress = progressAfter(START, begins(1), answers('a', 0.001), answers('b', null, FAILED))
    expect(progress.seats).toMatchObject([
      { name: 'a', state: 'answered', position: '4', tookMs: 5, costUsd: 0.001 },
      { name: 'b', state: 'failed', position: null, problem: 'Too late.', tookMs: 2_000, costUsd: null },
      { name: 'c', state: 'asked', position: null, askedAt: 1_000, tookMs: null },
    ])
  })

  it('keep their answer while they judge others, of whom they speak by label', () => {
    const ruled = answers('a', 0.001, { iteration: 2, answer: 'Q' })
    const { seats } = progressAfter(START, begins(1), answers('a', 0.001), begins(2), ruled)
    expect(seats[0]).toMatchObject({ position: '4', state: 'answered', costUsd: 0.002 })
  })

  it('stand for another answer after a round in which they changed it', () => {
    const moved: EdgeEvent = {
      type: 'iteration-end',
      data: entryWith(2, { a: { position: '5', label: 'Q' }, b: { position: 'A text.' } }),
    }
    const { seats } = progressAfter(START, begins(1), answers('a', 0), answers('b', 0), begins(2), moved)
    expect(seats.map(({ position }) => position)).toEqual(['5', '4', null])
  })

  it('are asked anew with what was found on the web, but not where nothing was', () => {
    const found = (pages: { url: string; title: string; date: null }[]): EdgeEvent => ({
      type: 'pages-found',
      data: { queries: ['four'], pages, problem: null },
    })
    const guessed = [START, begins(1), answers('a', 0.001), answers('b', null, FAILED)]
    const again = progressAfter(...guessed, found([{ url: 'https://a.example/', title: 'A', date: null }]))
    expect(again).toMatchObject({ replies: [], arriving: {}, spending: { calls: 2 } })
    expect(again.seats[0]).toMatchObject({ state: 'asked', position: null, askedAt: 4_000, costUsd: 0.001 })
    expect(again.seats[1]).toMatchObject({ state: 'asked', problem: null })
    expect(stateIn(progressAfter(...guessed, found([])))).toBe('answered failed asked')
  })

  it('are spared by the first ones until these differ; what those said stands', () => {
    const staged: EdgeEvent = { ...START, data: { ...START.data, first: ['a', 'b'] } }
    const first = [staged, begins(1), answers('a', 0), answers('b', 0)]
    expect(stateIn(progressAfter(...first))).toBe('answered answered spared')
    const ended: EdgeEvent = { type: 'iteration-end', data: entryWith(1, {}) }
    const again = progressAfter(...first, ended, REFUSED, begins(1))
    expect(stateIn(again)).toBe('answered answered asked')
    expect(again).toMatchObject({ iterations: [], replies: [{ name: 'a' }, { name: 'b' }] })
  })
})

describe('a run', () => {
  it('is told from its beginning when it is joined again', () => {
    const again = progressAfter(START, begins(1), answers('a', 0.5), START)
    expect(again).toMatchObject({ replies: [], spending: { calls: 0 }, seats: [{ position: null }, {}, {}] })
  })

  it('ends with its result, whose costs replace those added up', () => {
    const result = sampleEdgeResponse('result-1', 'Why?')
    const usage = { ...result.usage, calls: 3, cost_usd: null }
    const data = { ...result, usage }
    const progress = progressAfter(START, begins(1), answers('a', 0.5), { type: 'result', data })
    expect(progress).toMatchObject({
      current: null,
      accepted: result.final_answer,
      result: { id: 'result-1' },
    })
    expect(progress.spending).toEqual({ calls: 3, costUsd: null, unpriced: 3 })
  })

  it('adds up the costs that are known, and counts those that are not', () => {
    const { spending } = progressAfter(START, begins(1), answers('a', 0.001), answers('b', null))
    expect(spending).toEqual({ calls: 2, costUsd: 0.001, unpriced: 1 })
    expect(progressAfter(START, begins(1), answers('b', null)).spending.costUsd).toBeNull()
  })

  it('joins the pieces of a reply, and begins anew with another attempt', () => {
    const piece = (attempt: number, offset: number, text: string): EdgeEvent => ({
      type: 'answer-text',
      data: { iteration: 1, name: 'a', model: 'a', attempt, offset, text },
    })
    const first = progressAfter(START, begins(1), piece(1, 0, 'It '), piece(1, 3, 'is'))
    expect(first.arriving).toEqual({ a: { attempt: 1, text: 'It is' } })
    expect(progressAfter(START, begins(1), piece(1, 0, 'It '), piece(2, 0, 'No')).arriving.a?.text).toBe('No')
  })

  it('does not know its kind until it is decided', () => {
    const undecided: EdgeEvent = { type: 'panel-start', data: { ...START.data, kind: null } }
    expect(progressAfter(undecided).kind).toBeNull()
    expect(progressAfter(undecided, { type: 'kind-decided', data: { kind: 'open' } }).kind).toBe('open')
  })

  it('keeps what was read in the replies, which costs a call', () => {
    const reading = { iteration: 1, task: 'group-answers' as const, name: 'a', model: 'a', readable: true }
    const data = { ...reading, error: null, latency_ms: 5, cost_usd: 0.002 }
    const { readings, spending } = progressAfter(START, begins(1), { type: 'reading-received', data })
    expect(readings).toEqual([data])
    expect(spending).toEqual({ calls: 1, costUsd: 0.002, unpriced: 0 })
  })

  it('shows the claims as they stand now', () => {
    const claims = (text: string): EdgeEvent => ({
      type: 'claims-change',
      data: {
        iteration: 1,
        claims: [
          { text, status: 'agreed', central: true, support: 1, for: [], against: [], unsure: [], axioms: [] },
        ],
      },
    })
    expect(progressAfter(START, claims('One.'), claims('Two.')).claims.map(({ text }) => text)).toEqual([
      'Two.',
    ])
  })

  it('keeps every text of its writer, and what was objected to', () => {
    const text = (attempt: number): EdgeEvent => ({
      type: 'text-written',
      data: { name: 'a', attempt: 1, text: `Text ${attempt}.`, mended: attempt > 1 },
    })
    const findings = [{ quote: 'Text 1.', problem: 'form' as const, why: 'Too short.' }]
    const state = progressAfter(
      START,
      text(1),
      { type: 'text-checked', data: { name: 'b', findings } },
      text(2),
    )
    expect(state.writings.map((writing) => writing.text)).toEqual(['Text 1.', 'Text 2.'])
    expect(state.check).toEqual({ name: 'b', findings })
    const another: EdgeEvent = { type: 'text-checked', data: { name: 'c', findings: [] } }
    expect(afterEvent(state, another, 0).check).toEqual({ name: 'c', findings })
  })

  it('has its text before its result', () => {
    const text: EdgeEvent = { type: 'text-accepted', data: { text: 'It is so.' } }
    expect(progressAfter(START, text)).toMatchObject({ accepted: 'It is so.', result: null })
  })
})
