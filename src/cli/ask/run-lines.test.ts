import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { leastTime } from '../../../test/support/growth.ts'
import { afterEvent, NOTHING_YET, type RunProgress } from '../../client/run-progress.ts'
import type { EdgeEvent } from '../../client/streams.ts'
import { widthOf } from '../terminal/columns.ts'
import { createStyle } from '../terminal/page.ts'
import { plainLines, runLines, spentText } from './run-lines.ts'

const SEATS = ['vendor/one', '~vendor/two', 'offline voice “semantic” (for vendor/three)']

const event = (type: EdgeEvent['type'], data: object) => ({ type, data }) as EdgeEvent
const start = event('panel-start', {
  seats: SEATS.map((name) => ({ name, provider: 'openrouter', model: name })),
})
const round = (iteration: number, phase = 'exposition') =>
  event('iteration-start', { iteration, phase, level: 1 })
const reply = (name: string, answer: string | null, rest: object = {}) =>
  event('answer-received', {
    iteration: 1,
    name,
    answer,
    error: null,
    latency_ms: 1_240,
    cost_usd: 0.002,
    ...rest,
  })
const end = (iteration: number, D: number, positions: Array<string | null>) =>
  event('iteration-end', {
    iteration,
    D,
    responses: SEATS.map((name, place) => ({ name, position: positions[place], label: 'P' })),
    clusters: [...new Set(positions)].map((answer, place) => ({
      answer,
      label: 'PQ'[place],
      models: SEATS.filter((_, seat) => positions[seat] === answer),
    })),
  })

function progressAfter(...events: EdgeEvent[]): RunProgress {
  return events.reduce((progress, one) => afterEvent(progress, one, 1_000), NOTHING_YET)
}
const shown = (progress: RunProgress, columns = 80, rows = 24) =>
  runLines(progress, { columns, rows, style: createStyle(false), now: 3_500 })

const FIRST_ROUND = [
  start,
  round(1),
  reply(SEATS[0]!, '42'),
  reply(SEATS[1]!, '東京タワー and a long answer that does not fit\ninto any line of a narrow terminal'),
]

describe('a run on a terminal', () => {
  it('has a line for each model: its state, its answer in one line, time and cost', () => {
    expect(shown(progressAfter(...FIRST_ROUND))).toEqual([
      '✓ vendor/one        42                                            1.2 s  $0.0020',
      '✓ vendor/two        東京タワー and a long answer that does not…   1.2 s  $0.0020',
      '· offline semantic  …                                             2.5 s         ',
      '  Each model answers alone in round 1 …',
    ])
  })

  it('leaves out time and cost where there is no room, and fits', () => {
    const lines = shown(progressAfter(...FIRST_ROUND), 40)
    expect(lines[0]).toBe('✓ vendor/one        42')
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40)
  })

  it('fits however long a model takes', () => {
    const lines = runLines(progressAfter(...FIRST_ROUND), {
      columns: 80,
      rows: 24,
      style: createStyle(false),
      now: 9_999_999,
    })
    expect(lines[2]).toContain('2 h 46 min')
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80)
  })

  it('says why a model gave no answer', () => {
    const failed = reply(SEATS[2]!, null, {
      error: { code: 'timeout', message: 'It took\u001b[2J too long.' },
    })
    expect(shown(progressAfter(...FIRST_ROUND, failed))[2]).toContain('✗ offline semantic  It took too long.')
  })

  it('shows D after each round and what is disputed', () => {
    const view = progressAfter(...FIRST_ROUND, reply(SEATS[2]!, '42'), end(1, 0.667, ['42', '41', '42']))
    expect(shown(view).slice(3)).toEqual([
      '  D 0.67',
      '  disputed: 42 (vendor/one, offline semantic)',
      '  disputed: 41 (vendor/two)',
    ])
    const agreed = [round(2, 'revision'), end(2, 0, ['42', '42', '42'])]
    const last = agreed.reduce((progress, one) => afterEvent(progress, one, 1), view)
    expect(shown(last).slice(3)).toEqual(['  D 0.67 → 0.00'])
    expect(shown(last)[1]).toContain('vendor/two        42 ')
  })

  it('shows the disputed points of texts, and how many more there are', () => {
    const claims = ['one', 'two', 'three', 'four', 'five'].map((text) => ({ text, status: 'disputed' }))
    const view = progressAfter(
      start,
      event('claims-change', { iteration: 2, claims: [...claims, { text: 'x', status: 'agreed' }] }),
    )
    expect(shown(view).filter((line) => line.includes('disputed'))).toEqual([
      ...['  disputed: one', '  disputed: two', '  disputed: three', '  and 2 more disputed points'],
    ])
  })

  it('says what is going on between the rounds, until the run ends or is left', () => {
    const doing = (...events: EdgeEvent[]) => shown(progressAfter(...events)).at(-1)
    const ended = [...FIRST_ROUND, end(1, 0, ['42', '42', '42'])]
    const written = event('text-written', { name: 'x', attempt: 1, text: 'So.', mended: false })
    expect(doing(start)).toBe('  asking …')
    expect(doing(...ended)).toBe('  D 0.00')
    expect(doing(...ended, event('stage-end', { accepted: false }))).toBe('  the other models are asked …')
    expect(doing(...ended, written)).toBe('  the text is checked …')
    const left = progressAfter(...FIRST_ROUND)
    const style = createStyle(false)
    expect(runLines(left, { columns: 80, rows: 24, style, now: 3_500, isOver: true })).toHaveLength(3)
  })

  it('does not wait for models that are spared by the first ones', () => {
    const staged = event('panel-start', { ...start.data, first: SEATS.slice(0, 2) })
    expect(shown(progressAfter(staged, round(1)))[2]).toContain('– offline semantic  not asked')
  })
})

describe('the text of a model on a terminal', () => {
  const TEXT = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of it.`).join('\n')
  const piece = (name: string, attempt: number, text: string) =>
    event('answer-text', { iteration: 1, name, model: name, attempt, offset: 0, text })
  const begun = [start, round(1), piece(SEATS[1]!, 1, TEXT), piece(SEATS[0]!, 1, 'Other words.')]
  const failed = reply(SEATS[1]!, null, { error: { code: 'timeout', message: 'It took too long.' } })

  it('is provisional, of one model alone, and no longer than there is room', () => {
    const lines = shown(progressAfter(...begun), 80, 12)
    expect(lines.slice(4)).toEqual(
      [
        '',
        'Provisional, from vendor/two, while the others are asked:',
        '',
        ...[26, 27, 28, 29, 30].map((line) => `Line ${line} of it.`),
      ].map((line) => `  ${line}`),
    )
    expect(shown(progressAfter(...begun), 80, 7)).toHaveLength(4)
  })

  it('begins anew with another attempt, and gives way to that of another model where its own fails', () => {
    expect(shown(progressAfter(...begun, piece(SEATS[1]!, 2, 'Anew.'))).slice(4)).toHaveLength(4)
    const later = { ...failed, data: { ...failed.data, iteration: 2 } } as EdgeEvent
    expect(shown(progressAfter(...begun, later)).join()).toContain('from vendor/two')
    const after = shown(progressAfter(...begun, failed)).slice(4)
    expect(after).toEqual([
      '  ',
      '  Provisional, from vendor/one, while the others are asked:',
      '  ',
      '  Other words.',
    ])
  })

  it('cannot command the terminal, fits its width and is dim', () => {
    const progress = progressAfter(
      start,
      round(1),
      piece(SEATS[0]!, 1, `\u001b[2J\ta\rb ${'word '.repeat(90)}`),
    )
    const lines = shown(progress, 40)
    for (const control of ['\u001b', '\t', '\r']) expect(lines.join('')).not.toContain(control)
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40)
    const page = { columns: 40, rows: 24, style: createStyle(true), now: 3_500 }
    const last = runLines(progress, page).at(-1)!
    expect(last).toBe(createStyle(true)('dim', stripVTControlCharacters(last)))
  })

  it('is gone when there is an answer, and when the run goes no further', () => {
    const progress = progressAfter(...begun)
    const style = createStyle(false)
    expect(shown({ ...progress, result: {} as never })).toHaveLength(3)
    expect(runLines(progress, { columns: 80, rows: 24, style, now: 3_500, isOver: true })).toHaveLength(3)
  })

  it('takes no more than its share of time, however long it is', async () => {
    const progress = progressAfter(start, round(1), piece(SEATS[0]!, 1, 'word '.repeat(40_000)))
    expect(await leastTime(() => shown(progress), 200)).toBeLessThan(200)
  })
})

describe('a run in a pipe', () => {
  it('is told in plain lines, each once', () => {
    const told: string[] = []
    let before = NOTHING_YET
    const replies = [reply(SEATS[1]!, '41'), reply(SEATS[2]!, '42'), end(1, 0.667, ['42', '41', '42'])]
    const events = [
      ...FIRST_ROUND.slice(0, 3),
      event('pages-found', { queries: ['six times seven'], pages: [], problem: null }),
      ...replies,
      round(2, 'revision'),
      end(2, 0, ['42', '42', '42']),
    ]
    for (const one of events) {
      const after = afterEvent(before, one, 1)
      told.push(...plainLines(before, after))
      before = after
    }
    expect(told).toEqual([
      'vendor/one: 42 (1.2 s, $0.0020)',
      'web search: 0 pages',
      'vendor/two: 41 (1.2 s, $0.0020)',
      'offline semantic: 42 (1.2 s, $0.0020)',
      'round 1: D 0.67',
      'disputed: 42 (vendor/one, offline semantic)',
      'disputed: 41 (vendor/two)',
      'vendor/two now says 42',
      'round 2: D 0.67 → 0.00',
    ])
  })
})

it('adds up what calls cost, and says which costs are unknown', () => {
  const reading = event('reading-received', { cost_usd: null })
  expect(spentText(progressAfter(...FIRST_ROUND, reading).spending)).toBe(
    '$0.0040 for 2 calls, 1 call of unknown cost',
  )
  expect(spentText(progressAfter(start, reading).spending)).toBe('1 call of unknown cost')
})
