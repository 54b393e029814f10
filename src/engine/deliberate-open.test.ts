import { describe, expect, it } from 'vitest'
import { withoutNumbers } from '../../test/support/citing.ts'
import { essayOn, readsPoints, runOpen } from '../../test/support/engine/claiming-panel.ts'
import {
  modelsNamed,
  type Reader,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import { type ModelCall, ModelFailure } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const SUN = 'The Sun has a smaller part in it.'
const TWICE = 'Most coasts have two high tides a day.'
const PANEL = {
  ada: essayOn('Ada writes', MOON, SUN),
  bob: essayOn('Bob writes', MOON),
  cleo: essayOn('Cleo writes', TWICE),
}
const TEXTS = Object.values(PANEL).map(({ text }) => text as string)

const stepsOf = (calls: ModelCall[]) =>
  calls.map(({ brief }) => (brief.phase === 'reading' ? brief.task : brief.phase))

describe('a panel that answers an open question', () => {
  it('writes, has its points mapped, rules on them, and has the answer written and checked: 2n + 3 calls', async () => {
    const { result, calls, events } = runOpen(PANEL)
    const { answer, kind, shortAnswer, entries, usage, citations, claims, warnings } = await result
    expect(stepsOf(calls)).toEqual([
      ...['exposition', 'exposition', 'exposition', 'map-texts'],
      ...['examination', 'examination', 'examination', 'synthesis', 'check-text'],
    ])
    expect(usage.calls).toBe(2 * 3 + 3)
    expect({ kind, shortAnswer, warnings }).toEqual({ kind: 'open', shortAnswer: null, warnings: [] })
    expect(answer.split('\n\n').sort()).toEqual([MOON, SUN, TWICE].sort())
    for (const { start, end, text, claims: places } of citations!) {
      expect(answer.slice(start, end)).toBe(text)
      expect(places.map((place) => claims![place]!.text)).toEqual([text])
    }
    expect(entries).toMatchObject([
      { iteration: 1, phase: 'exposition', D_basis: 'estimated', D: 0 },
      { iteration: 2, level: 2, phase: 'examination', D_basis: 'measured', D: 0 },
    ])
    expect(events.filter(({ type }) => type === 'text-accepted')).toEqual([
      { type: 'text-accepted', text: answer },
    ])
  })

  it('has the answer written after a single iteration, unchecked: n + 2 calls', async () => {
    const { result, calls } = runOpen(PANEL, { maxIterations: 1 })
    const { claims, confidenceBasis, citations, warnings } = await result
    expect(stepsOf(calls).slice(3)).toEqual(['map-texts', 'synthesis'])
    expect(claims!.map(({ text, status }) => [text, status]).sort()).toEqual([
      [TWICE, 'unexamined'],
      [MOON, 'agreed'],
      [SUN, 'unexamined'],
    ])
    expect(citations).toHaveLength(3)
    expect(confidenceBasis).toContain('no other model checked it')
    expect(warnings).toEqual([])
  })

  it.each(['fugue', 'sonata', 'concert'] as const)(
    'is asked about the points at the same time, and not about who made them: %s',
    async (structure) => {
      const { result, calls } = runOpen(PANEL, { structure })
      await result
      const examined = calls.filter(({ brief }) => brief.phase === 'examination')
      expect(examined).toHaveLength(3)
      for (const { messages } of examined) {
        for (const point of [MOON, SUN, TWICE]) expect(messages[1]!.content).toContain(point)
        expect(JSON.stringify(messages)).not.toMatch(/Ada writes|Bob writes|Cleo writes|test\/ada/)
      }
    },
  )

  it('agrees on nothing after a single iteration where the texts have nothing in common', async () => {
    const panel = { ada: essayOn('A', MOON), bob: essayOn('B', SUN), cleo: essayOn('C', TWICE) }
    expect((await runOpen(panel, { maxIterations: 1 }).result).outcome).toBe('split')
  })

  it('says that the budget left no map, and asks for none', async () => {
    const panel = { ada: essayOn('A', MOON), bob: essayOn('B', SUN) }
    const { ending, warnings } = await runOpen(panel, { budget: { maxCalls: 2, maxCostUsd: null } }).result
    expect(ending).toBe('budget')
    expect(warnings.join()).not.toContain('No model could list')
  })

  it('puts the points to each seat in an order of its own', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `This is point number ${index}.`)
    const { result, calls } = runOpen({ ...PANEL, dan: essayOn('Dan writes', ...many) })
    await result
    const orders = calls.flatMap(({ brief }) =>
      brief.phase === 'examination' ? [brief.points.map(({ text }) => text)] : [],
    )
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
    expect(new Set(orders.map((order) => order.toSorted().join())).size).toBe(1)
  })

  it('shows a reader and a writer all texts, without names', async () => {
    const { result, calls } = runOpen(PANEL)
    await result
    for (const { brief, messages } of calls) {
      if (brief.phase !== 'synthesis' && brief.phase !== 'reading') continue
      for (const text of TEXTS) expect(withoutNumbers(messages.at(-1)!.content)).toContain(text)
      expect(JSON.stringify(messages)).not.toMatch(/test\/|"ada"/)
    }
  })

  it('needs neither a map nor a writer where all wrote the same', async () => {
    const { result, calls } = runOpen({ ada: PANEL.ada, bob: PANEL.ada })
    expect(await result).toMatchObject({
      answer: PANEL.ada.text,
      outcome: 'consensus',
      ending: 'converged',
      initialDivergence: 0,
      confidence: 0.75,
      claims: [],
    })
    expect(calls).toHaveLength(2)
  })

  it('shows the criteria to everybody', async () => {
    const { result, calls } = runOpen(PANEL, { criteria: 'For a child of ten' })
    await result
    for (const { messages } of calls)
      expect(messages.map(({ content }) => content).join()).toContain('For a child of ten')
  })

  it('cuts the longest texts where a prompt cannot hold all of them, and says so', async () => {
    const long = (word: string) => essayOn(word, `${word} `.repeat(9_000))
    const panel = { ada: long('moonlight'), bob: long('sunlight'), cleo: long('windmill'), dan: PANEL.cleo }
    const { result, calls } = runOpen(panel, { points: [TWICE] })
    const { warnings } = await result
    for (const { brief, messages } of calls) {
      if (brief.phase !== 'synthesis' && brief.phase !== 'reading') continue
      expect(messages.at(-1)!.content.length).toBeLessThan(205_000)
      expect(messages.at(-1)!.content).toContain(TWICE)
    }
    expect(warnings.join()).toContain('saw only the beginning of the longest')
  })

  it('is one that most of the models take for an open one', async () => {
    const open =
      (text: string): Script =>
      ({ brief }) =>
        brief.phase === 'exposition' ? `${text}\n<panel>{"kind": "open"}</panel>` : 'Written.'
    const { result, events } = runScripted(
      { ada: open(MOON), bob: open(SUN), cleo: { answer: 'the Moon' } },
      { query: 'Tides?', kind: null, maxIterations: 1 },
    )
    const { kind, answer, entries } = await result
    expect({ kind, answer }).toEqual({ kind: 'open', answer: 'Written.' })
    expect(events).toContainEqual({ type: 'kind-decided', kind: 'open' })
    expect(entries[0]!.responses.map((response) => response.answer).sort()).toEqual(
      [MOON, SUN, 'I looked it up: the Moon.'].sort(),
    )
  })
})

describe('a map that cannot be read', () => {
  /** A reader whose first replies are of no use. */
  const failingFirst = (times: number, line: string | Error = 'no idea'): Reader => {
    let left = times
    return (brief, call) => (brief.task === 'map-texts' && left-- > 0 ? line : readsPoints()(brief, call))
  }

  it.each([
    ['unreadable', 'What lovely texts.'],
    [
      'without a quotation that can be found',
      '{"points": [{"text": "x", "stances": [{"label": "R1", "quote": "y"}]}]}',
    ],
    ['missing', new ModelFailure('timeout', 'late')],
  ])('is asked for once more of another model: %s', async (_, line) => {
    const { result, calls, events } = runOpen(PANEL, { reads: failingFirst(1, line) })
    const { claims, warnings, usage } = await result
    const readers = calls.filter(({ brief }) => brief.phase === 'reading' && brief.task === 'map-texts')
    expect(new Set(readers.map(({ seat }) => seat.name)).size).toBe(2)
    expect({ claims: claims!.length, warnings, calls: usage.calls }).toEqual({
      claims: 3,
      warnings: [],
      calls: 10,
    })
    const told = events.flatMap((event) => (event.type === 'reading-received' ? [event] : []))
    expect(told.map(({ task, readable }) => [task, readable])).toEqual([
      ['map-texts', false],
      ['map-texts', true],
      ['check-text', true],
    ])
  })

  it('leaves no claims and a warning after that, and the answer is written from the texts alone', async () => {
    const { result, calls } = runOpen(PANEL, { reads: failingFirst(2) })
    const { claims, warnings, ending, outcome, initialDivergence, answer } = await result
    expect(stepsOf(calls).slice(3)).toEqual(['map-texts', 'map-texts', 'synthesis', 'check-text'])
    expect({ claims, ending, outcome, initialDivergence, answer }).toEqual({
      ...{ claims: [], ending: 'settled', outcome: 'split', initialDivergence: 0.5 },
      answer: 'Nothing is certain.',
    })
    expect(warnings.join()).toContain('No model could list the points of the texts')
  })

  it('is asked of the chosen reader first', async () => {
    const [zoe] = modelsNamed(['zoe'])
    const { result, calls } = runOpen(PANEL, { reader: zoe!, reads: failingFirst(1) })
    await result
    const readers = calls.flatMap(({ brief, seat }) =>
      brief.phase === 'reading' && brief.task === 'map-texts' ? [seat.name] : [],
    )
    expect(readers).toEqual(['zoe', expect.stringMatching(/ada|bob|cleo/)])
  })
})

describe('offline stand-ins', () => {
  const standIns = (...names: string[]) =>
    modelsNamed(Object.keys(PANEL)).map((model) =>
      names.includes(model.name) ? { ...model, isStandIn: true as const } : model,
    )

  it('are asked neither to read nor to write', async () => {
    const { result, calls } = runOpen(PANEL, { models: standIns('ada', 'bob', 'cleo') })
    const { answer, claims, usage } = await result
    expect(stepsOf(calls)).toEqual(['exposition', 'exposition', 'exposition'])
    expect(TEXTS).toContain(answer)
    expect({ claims, calls: usage.calls }).toEqual({ claims: [], calls: 3 })
  })

  it('leave reading, writing and checking to the others', async () => {
    const { result, calls } = runOpen(PANEL, { models: standIns('bob') })
    await result
    const asked = calls.filter(({ brief }) => ['reading', 'synthesis'].includes(brief.phase))
    expect(asked).toHaveLength(3)
    expect(asked.map(({ seat }) => seat.name)).not.toContain('bob')
  })
})
