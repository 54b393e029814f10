import { describe, expect, it } from 'vitest'
import { convinced, type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { ModelFailure } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const SUN = 'The Sun has a smaller part in it.'
const WIND = 'Strong wind is the cause of every tide.'

/** Knows that the wind is not the cause. */
const knowing = (name: string, ...points: string[]): Essayist => ({
  ...essayOn(`${name} writes`, ...points),
  rules: { [WIND]: 'false' },
})
const ADA = knowing('Ada', MOON, SUN)
const BOB = knowing('Bob', MOON)
const CLEO = essayOn('Cleo writes', MOON, WIND)

async function finished(panel: Record<string, Essayist>, options: Parameters<typeof runOpen>[1] = {}) {
  const run = runOpen(panel, options)
  const deliberation = await run.result
  return {
    ...run,
    deliberation,
    claimOn: (text: string) => deliberation.claims!.find((one) => one.text === text)!,
  }
}
const asked = ({ calls }: Pick<ReturnType<typeof runOpen>, 'calls'>, phase: string) =>
  calls.filter(({ brief }) => brief.phase === phase).map((call) => call.seat.name)

describe('what all affirm', () => {
  it('is agreed, whoever said it first', async () => {
    const { deliberation, claimOn } = await finished({
      ada: essayOn('A.', SUN),
      bob: essayOn('B.', MOON),
      cleo: essayOn('C.', MOON),
    })
    expect(claimOn(SUN)).toMatchObject({
      status: 'agreed',
      for: expect.arrayContaining(['ada', 'bob', 'cleo']),
    })
    expect(claimOn(SUN).quotes).toEqual([{ name: 'ada', stance: 'says', quote: SUN }])
    expect(deliberation).toMatchObject({
      reached: true,
      outcome: 'consensus',
      finalDivergence: 0,
      dissent: [],
    })
    expect(deliberation.analysis!.consensus.toSorted()).toEqual([MOON, SUN].toSorted())
  })

  it('is told after every iteration, the last time as in the result', async () => {
    const { events, deliberation } = await finished({ ada: ADA, bob: BOB, cleo: CLEO })
    const told = events.flatMap((event) => (event.type === 'claims-change' ? [event] : []))
    expect(told.map(({ iteration }) => iteration)).toEqual([1, 2, 3])
    expect(told.at(-1)!.claims).toEqual(deliberation.claims)
  })
})

describe('a gap that the reader names', () => {
  const gap = 'The shape of the coast decides how high they rise.'
  const panel = { ada: ADA, bob: BOB, dan: essayOn('Dan writes', MOON) }

  it('is put to the panel like any other point, and agreed if it affirms it', async () => {
    const { claimOn, deliberation } = await finished(panel, { gaps: [gap] })
    expect(claimOn(gap)).toMatchObject({ gap: true, status: 'agreed', quotes: [] })
    expect(deliberation.analysis!.gaps).toEqual([
      { text: gap, names: expect.arrayContaining(['ada', 'bob', 'dan']) },
    ])
  })

  it('is struck if two thirds deny it', async () => {
    const denying: Essayist['rules'] = { [gap]: 'false' }
    const { claimOn } = await finished(
      { ada: { ...ADA, rules: denying }, bob: { ...BOB, rules: denying }, dan: panel.dan },
      { gaps: [gap] },
    )
    expect(claimOn(gap).status).toBe('struck')
  })

  it('is unexamined and agreed by nobody after a single iteration', async () => {
    const { claimOn } = await finished(panel, { gaps: [gap], maxIterations: 1 })
    expect(claimOn(gap)).toMatchObject({ status: 'unexamined', for: [] })
  })
})

describe('a point that is not simply true', () => {
  const rulingAll = (verdict: 'depends' | 'unsure') => {
    const seat = (name: string): Essayist => ({ ...essayOn(name, MOON), rules: { [SUN]: verdict } })
    return finished({ ada: essayOn('ada', MOON, SUN), bob: seat('bob'), cleo: seat('cleo') })
  }

  it('is conditional where most say that it depends, and says on what', async () => {
    expect((await rulingAll('depends')).claimOn(SUN)).toMatchObject({
      status: 'conditional',
      conditional: expect.arrayContaining(['bob', 'cleo']),
      reason: 'It depends on the coast.',
    })
  })

  it('is single where most cannot tell', async () => {
    const { claimOn, deliberation } = await rulingAll('unsure')
    expect(claimOn(SUN)).toMatchObject({ status: 'single', for: ['ada'] })
    expect(deliberation.analysis!.unique).toEqual([{ text: SUN, names: ['ada'] }])
  })
})

describe('a point that is wrong', () => {
  it('is put once more to those who hold it, and struck if they withdraw it, without a word to the others', async () => {
    const run = await finished({ ada: ADA, cleo: { ...CLEO, argues: convinced } })
    expect(asked(run, 'dispute')).toEqual(['cleo'])
    expect(run.claimOn(WIND)).toMatchObject({ status: 'struck', for: [] })
    expect(run.deliberation.entries[2]).toMatchObject({ iteration: 3, level: 3, phase: 'dispute' })
    expect(run.deliberation).toMatchObject({ reached: true, outcome: 'consensus', dissent: [] })
    expect(run.deliberation.answer).not.toContain(WIND)
  })

  it('is agreed after all where those who deny it are convinced', async () => {
    const { claimOn } = await finished({ ada: { ...ADA, argues: convinced }, cleo: CLEO })
    expect(claimOn(WIND)).toMatchObject({ status: 'agreed', against: [] })
  })

  it('is struck without a dispute where most deny it and nobody affirms it any more', async () => {
    const denies: Essayist = { ...BOB, rules: { [WIND]: 'false' } }
    const run = await finished({ ada: denies, bob: denies, cleo: { ...CLEO, rules: { [WIND]: 'unsure' } } })
    expect(run.claimOn(WIND).status).toBe('struck')
    expect(asked(run, 'dispute')).toEqual([])
    expect(run.deliberation.outcome).toBe('consensus')
  })

  it('is struck without a dispute where all who made it deny it when they are asked', async () => {
    const run = await finished({ ada: ADA, bob: BOB, cleo: { ...CLEO, rules: { [WIND]: 'false' } } })
    expect(run.claimOn(WIND).status).toBe('struck')
    expect(asked(run, 'dispute')).toEqual([])
  })

  it('is struck against its holder where two thirds deny it after the dispute, and the holder dissents', async () => {
    const run = await finished({ ada: ADA, bob: BOB, cleo: CLEO })
    expect(run.claimOn(WIND)).toMatchObject({ status: 'struck', for: ['cleo'] })
    expect(run.deliberation).toMatchObject({ reached: false, outcome: 'majority' })
    expect(run.deliberation.dissent).toMatchObject([
      { name: 'cleo', reason: `It holds: “${WIND}” I looked it up.` },
    ])
  })

  it('is not struck by two thirds before its holder was heard once more, unless there is no time for it', async () => {
    const { checkpoints } = await finished({ ada: ADA, bob: BOB, cleo: CLEO })
    const statusesAfter = checkpoints.map(
      ({ pointList }) => pointList!.points.find(({ text }) => text === WIND)!.isStruck,
    )
    expect(statusesAfter).toEqual([false, false, true])
    const { claimOn } = await finished({ ada: ADA, bob: BOB, cleo: CLEO }, { maxIterations: 2 })
    expect(claimOn(WIND).status).toBe('struck')
  })

  it('stays disputed in a panel of two while its holder keeps it, and is put only once', async () => {
    const run = await finished({ ada: ADA, cleo: CLEO })
    expect(run.claimOn(WIND)).toMatchObject({ status: 'disputed', for: ['cleo'], against: ['ada'] })
    expect(run.deliberation.entries.map(({ phase }) => phase)).toEqual([
      'exposition',
      'examination',
      'dispute',
    ])
    expect(run.deliberation).toMatchObject({ ending: 'stalled', reached: false, outcome: 'split' })
  })

  it('causes no dispute where it is not central', async () => {
    const points = [MOON, { text: WIND, isCentral: false }]
    const run = await finished({ ada: ADA, bob: BOB, cleo: CLEO }, { points })
    expect(asked(run, 'dispute')).toEqual([])
    expect(run.claimOn(WIND).status).toBe('struck')
  })

  it('is put to nobody who took no side, and of whom nothing is missing then', async () => {
    const dan: Essayist = { ...essayOn('Dan writes', MOON), rules: { [WIND]: 'unsure' } }
    const run = await finished({ ada: ADA, cleo: CLEO, dan })
    expect(asked(run, 'dispute').toSorted()).toEqual(['ada', 'cleo'])
    const response = run.deliberation.entries[2]!.responses.find(({ name }) => name === 'dan')!
    expect(response).toMatchObject({ error: null, tokens: 0 })
    expect(response).not.toHaveProperty('rulings')
  })

  it('is not withdrawn because its holder fails in the dispute', async () => {
    const argued = new ModelFailure('timeout', 'late')
    const { claimOn } = await finished({ ada: ADA, bob: essayOn('Bob', MOON), cleo: { ...CLEO, argued } })
    expect(claimOn(WIND)).toMatchObject({ status: 'disputed', for: expect.arrayContaining(['cleo']) })
  })
})

describe('texts that contradict each other', () => {
  const points = [{ text: WIND, denies: ['It is not the wind.'] }]
  const panel = { ada: essayOn('A.', 'It is not the wind.'), cleo: essayOn('C.', WIND) }

  it('are apart from the beginning', async () => {
    const { deliberation } = await finished(panel, { points, maxIterations: 1 })
    expect(deliberation).toMatchObject({ initialDivergence: 1, ending: 'exhausted', outcome: 'split' })
    expect(deliberation.claims).toMatchObject([{ status: 'disputed', for: ['cleo'], against: ['ada'] }])
    expect(deliberation.entries[0]!.responses.map(({ residual }) => residual)).toEqual([1, 1])
  })

  it('agree once their authors do', async () => {
    const { deliberation } = await finished(panel, { points })
    expect(deliberation).toMatchObject({ initialDivergence: 1, finalDivergence: 0, outcome: 'consensus' })
  })
})

describe('several seats of one model', () => {
  const models = ['ada', 'bob', 'cleo'].map((name) => ({
    ...{ provider: 'openrouter' as const, name, temperature: 0 },
    model: name === 'cleo' ? 'test/cleo' : 'test/twin',
  }))

  it('do not make a point agreed by saying the same twice', async () => {
    const cleo: Essayist = { ...essayOn('C.', MOON), rules: { [SUN]: 'unsure' } }
    const panel = { ada: essayOn('A.', SUN), bob: essayOn('B.', SUN), cleo }
    expect((await finished(panel)).claimOn(SUN).status).toBe('agreed')
    expect((await finished(panel, { models })).claimOn(SUN).status).toBe('single')
  })

  it('do not strike a point by denying it twice', async () => {
    const { claimOn } = await finished({ ada: ADA, bob: BOB, cleo: CLEO }, { models })
    expect(claimOn(WIND).status).toBe('disputed')
  })
})
