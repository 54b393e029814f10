import { describe, expect, it } from 'vitest'
import { convinced, type Essayist, essayOn, runOpen } from '../../test/support/engine/claiming-panel.ts'
import { overlapSupport } from '../../test/support/engine/overlap-support.ts'
import type { IterationEntry } from '../contract/deliberation.ts'
import type { ModelCall } from './panel/model-port.ts'
import { ModelFailure } from './panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const SUN = 'The Sun has a smaller part in it.'
const WIND = 'Strong wind is the cause of every tide.'
const TWICE = 'Most coasts have two high tides a day.'
const THRICE = 'Most coasts have three high tides a day.'

/** Knows that the wind is not the cause. */
const knowing = (essayist: Essayist): Essayist => ({
  ...essayist,
  judges: (claim) => (claim === WIND ? 'false' : 'true'),
})
const ADA = knowing(essayOn('Ada writes', MOON, SUN))
const BOB = knowing(essayOn('Bob writes', MOON, TWICE))
const CLEO = essayOn('Cleo writes', MOON, WIND)

type Run = ReturnType<typeof runOpen>

const ledgerOf = ({ checkpoints }: Run) => checkpoints.at(-1)!.ledger!
const entryOn = (run: Run, text: string) => ledgerOf(run).entries.find((entry) => entry.text === text)!
const phasesOf = (calls: ModelCall[]) => calls.map(({ brief }) => brief.phase)
const asked = ({ calls }: Run, phase: string) =>
  calls.filter(({ brief }) => brief.phase === phase).map((call) => call.seat.name)
const rulingBy = (name: string, claim: string, entry: IterationEntry) =>
  entry.responses
    .find((response) => response.name === name)!
    .rulings?.find((ruling) => ruling.claim === claim)

async function finished(panel: Record<string, Essayist>, options: Parameters<typeof runOpen>[1] = {}) {
  const run = runOpen(panel, options)
  return { ...run, deliberation: await run.result }
}

describe('a panel without a contradiction', () => {
  it('costs two calls a seat and one for the writer, and agrees', async () => {
    const run = await finished({
      ada: essayOn('A.', MOON, SUN),
      bob: essayOn('B.', MOON),
      cleo: essayOn('C.', TWICE),
    })
    expect(run.calls).toHaveLength(2 * 3 + 1)
    expect(run.deliberation).toMatchObject({ reached: true, outcome: 'consensus' })
    expect(run.deliberation.initialDivergence).toBeGreaterThan(0.2)
    expect(run.deliberation.finalDivergence).toBe(0)
  })

  it('tells after every iteration where it stands on its claims, the last time as in the result', async () => {
    const { events, deliberation } = await finished({ ada: ADA, bob: BOB, cleo: CLEO })
    const told = events.flatMap((event) => (event.type === 'claims-change' ? [event] : []))
    expect(told.map(({ iteration }) => iteration)).toEqual(
      deliberation.entries.map((entry) => entry.iteration),
    )
    expect(told.at(-1)?.claims).toEqual(deliberation.claims)
  })

  it('costs one call a seat and one for the writer with one iteration, and agrees only if every text supports every central claim', async () => {
    const run = await finished(
      { ada: essayOn('A.', MOON, SUN), bob: essayOn('B.', MOON) },
      { maxIterations: 1 },
    )
    expect(phasesOf(run.calls)).toEqual(['exposition', 'exposition', 'synthesis'])
    expect(run.deliberation.reached).toBe(false)
    const alike = await finished({ ada: essayOn('A.', MOON), bob: essayOn('B.', MOON) }, { maxIterations: 1 })
    expect(alike.deliberation.reached).toBe(true)
  })

  it('is asked at the same time in every structure, about claims and not about who made them', async () => {
    for (const structure of ['fugue', 'sonata', 'concert'] as const) {
      const { calls } = await finished({ ada: ADA, bob: BOB }, { structure })
      const examined = calls.filter(({ brief }) => brief.phase === 'examination')
      expect(phasesOf(calls)).toEqual(['exposition', 'exposition', 'examination', 'examination', 'synthesis'])
      for (const { messages } of examined) {
        expect(messages[1]!.content).toContain(SUN)
        expect(JSON.stringify(messages)).not.toMatch(/Ada writes|Bob writes|test\/ada/)
      }
    }
  })

  it('keeps the important points that nobody made, each once, and drops those that a text makes', async () => {
    const point = 'The shape of the coast decides how high they rise.'
    const run = await finished({
      ada: { ...ADA, misses: [point, SUN] },
      bob: { ...BOB, misses: [point] },
      cleo: ADA,
    })
    const named = ['ada', 'bob'].map((name) => expect.stringContaining(name))
    expect(ledgerOf(run).missed).toEqual([{ text: point, seats: expect.arrayContaining(named) }])
    const [, examination] = run.deliberation.entries
    expect(examination!.responses.find(({ name }) => name === 'ada')!.missed).toEqual([point, SUN])
  })
})

describe('a panel with several seats of one model', () => {
  const models = ['ada', 'bob', 'cleo'].map((name) => ({
    ...{ provider: 'openrouter' as const, name, temperature: 0 },
    model: name === 'cleo' ? 'test/cleo' : 'test/twin',
  }))

  it('does not agree because a model says the same twice', async () => {
    const { deliberation } = await finished(
      { ada: essayOn('A.', SUN), bob: essayOn('B.', SUN), cleo: essayOn('C.', MOON) },
      { models },
    )
    expect(deliberation.claims!.map(({ text, status }) => [text, status]).sort()).toEqual([
      [MOON, 'single'],
      [SUN, 'single'],
    ])
  })

  it('does not strike a claim because a model calls it false twice', async () => {
    const { deliberation } = await finished({ ada: ADA, bob: BOB, cleo: CLEO }, { models })
    expect(deliberation.claims!.find(({ text }) => text === WIND)).toMatchObject({ status: 'disputed' })
  })
})

describe('a panel with more claims than it can be asked about', () => {
  it('says how many were left out', async () => {
    const names = ['ada', 'bob', 'cleo']
    const panel = Object.fromEntries(
      names.map((name) => [
        name,
        essayOn(
          name,
          ...[...'abcdefghijkl'].map((letter) => `Tea${name}${letter} cures ill${letter}${name}.`),
        ),
      ]),
    )
    const { deliberation } = await finished(panel)
    expect(deliberation.claims!.filter(({ status }) => status === 'unexamined')).toHaveLength(12)
    expect(deliberation.warnings.join()).toContain(
      '12 of 36 claims, 0 of them central, were not put to the models',
    )
  })
})

describe('a claim that is wrong', () => {
  it('is disputed, its maker is heard, and it is struck once the maker names what refuted it', async () => {
    const run = await finished({ ada: ADA, bob: BOB, cleo: { ...CLEO, argues: convinced } })
    expect(asked(run, 'dispute').sort()).toEqual(['ada', 'bob', 'cleo'])
    expect(entryOn(run, WIND)).toMatchObject({ isStruck: true, makers: [expect.stringContaining('cleo')] })
    const [, examination, dispute] = run.deliberation.entries
    expect(dispute).toMatchObject({ iteration: 3, level: 3, phase: 'dispute' })
    expect(rulingBy('cleo', WIND, examination!)).toMatchObject({ opinion: 'true', counted_opinion: 'true' })
    expect(rulingBy('cleo', WIND, dispute!)).toMatchObject({
      opinion: 'false',
      counted_opinion: 'false',
      refuted_by: expect.stringContaining('is wrong'),
    })
    expect(run.deliberation.reached).toBe(true)
  })

  it('stays disputed while its only maker keeps it in a panel of two, and the run ends where nobody moves', async () => {
    const run = await finished({ ada: ADA, cleo: CLEO })
    expect(entryOn(run, WIND)).toMatchObject({ isStruck: false })
    expect(run.deliberation.entries.map(({ phase }) => phase)).toEqual([
      'exposition',
      'examination',
      'dispute',
    ])
    expect(run.checkpoints.at(-1)!.ending).toBe('stalled')
    expect(run.deliberation.reached).toBe(false)
  })

  it('is struck against its maker when two thirds still call it false after the maker was heard', async () => {
    const run = await finished({ ada: ADA, bob: BOB, cleo: CLEO })
    expect(entryOn(run, WIND).isStruck).toBe(true)
    expect(run.deliberation.entries).toHaveLength(3)
  })

  it('is not struck while its maker has not been heard', async () => {
    for (const argued of [new ModelFailure('timeout', 'late'), 'No comment.']) {
      const run = await finished({ ada: ADA, bob: BOB, cleo: { ...CLEO, argued } }, { maxIterations: 3 })
      expect(entryOn(run, WIND).isStruck).toBe(false)
      expect(run.checkpoints.at(-1)!.ending).toBe('exhausted')
    }
  })

  it('does not become agreed because the others say yes to everything', async () => {
    const yes = { argues: () => ({ opinion: 'true' as const }) }
    const run = await finished({
      ada: ADA,
      bob: { ...essayOn('Bob writes', MOON), ...yes },
      cleo: { ...CLEO, ...yes },
      dan: { ...essayOn('Dan writes', MOON), ...yes },
    })
    const [before, after] = [run.checkpoints[0]!, run.checkpoints.at(-1)!].map(
      ({ ledger }) => ledger!.entries.find(({ text }) => text === WIND)!,
    )
    expect(after!.rulings.filter(({ opinion }) => opinion === 'false')).not.toHaveLength(0)
    expect(after!.support, 'a yes raises nothing').toBe(before!.support)
    expect(run.deliberation.reached).toBe(false)
  })

  it('is put only to those concerned', async () => {
    const unsure: Essayist = {
      ...essayOn('Dan writes', MOON),
      judges: (claim) => (claim === WIND ? 'unsure' : 'true'),
    }
    const run = await finished({ ada: ADA, bob: BOB, cleo: CLEO, dan: unsure })
    expect(asked(run, 'dispute').sort()).toEqual(['ada', 'bob', 'cleo'])
    const dan = run.deliberation.entries[2]!.responses.find(({ name }) => name === 'dan')!
    expect(dan).toMatchObject({ error: null, tokens: 0 })
    expect(dan.rulings).toBeUndefined()
  })
})

describe('a change of mind', () => {
  const cleo = (argues: Essayist['argues']) =>
    finished({ ada: ADA, cleo: { ...CLEO, argues } }, { maxIterations: 3 })

  it('counts as the old opinion where it names nothing, or a reason of its own side', async () => {
    for (const named of [
      () => null,
      () => 'everybody says so',
      ({ for: own }: { for: Array<{ label: string }> }) => own[0]!.label,
    ]) {
      const run = await cleo((claim) => ({ opinion: 'false', refuted_by: named(claim) }))
      expect(rulingBy('cleo', WIND, run.deliberation.entries[2]!)).toMatchObject({
        opinion: 'false',
        counted_opinion: 'true',
        refuted_by: null,
      })
      expect(entryOn(run, WIND).isStruck).toBe(false)
      expect(
        entryOn(run, WIND).rulings.filter(({ opinion, reason }) => opinion === 'true' && reason !== ''),
      ).toEqual([])
    }
  })

  it('counts where it names an axiom', async () => {
    const axiom = { id: 'phys-0001', axiom: 'Wind makes waves', level: 3, relevance: 0.9 }
    const run = await finished(
      { ada: ADA, cleo: { ...CLEO, argues: () => ({ opinion: 'false', refuted_by: 'phys-0001' }) } },
      { ports: { findAnchors: async ({ levels }) => (levels.includes(3) ? [axiom] : []) } },
    )
    expect(rulingBy('cleo', WIND, run.deliberation.entries[2]!)).toMatchObject({
      counted_opinion: 'false',
      refuted_by: 'phys-0001',
    })
  })
})

describe('claims that exclude each other', () => {
  const ports = { readSupport: overlapSupport([[TWICE, THRICE]]) }
  const two = essayOn('Ada writes', TWICE)
  const three = {
    ...essayOn('Bob writes', THRICE),
    judges: (claim: string) => (claim === TWICE ? 'false' : 'true'),
  } as Essayist

  it('are put as one choice, in which the chosen one is true and the other false', async () => {
    const run = await finished({ ada: two, bob: three }, { ports, maxIterations: 2 })
    const brief = run.calls.find((call) => call.brief.phase === 'examination')!.brief
    expect(brief).toMatchObject({ claims: [{ texts: expect.arrayContaining([TWICE, THRICE]) }] })
    const [, examination] = run.deliberation.entries
    expect(rulingBy('bob', THRICE, examination!)).toMatchObject({ opinion: 'true', reason: '' })
    expect(rulingBy('bob', TWICE, examination!)).toMatchObject({
      opinion: 'false',
      reason: 'the other one is wrong',
    })
    for (const claim of [TWICE, THRICE])
      expect(rulingBy('ada', claim, examination!), 'affirmed both').toMatchObject({
        opinion: 'true',
        counted_opinion: 'unsure',
      })
  })

  it('stay in dispute however many call both true, where only the number differs', async () => {
    const { deliberation } = await finished(
      { ada: two, bob: essayOn('Bob writes', THRICE), cleo: two },
      { ports, maxIterations: 2 },
    )
    expect(deliberation.claims!.map(({ status }) => status)).toEqual(['disputed', 'disputed'])
  })

  it('are no rivals where the panel says that both are true', async () => {
    const [one, other] = ['The pull of the Moon makes tides.', 'Tides are due to lunar gravity.']
    const run = await finished(
      {
        ada: essayOn('Ada writes', one!),
        bob: essayOn('Bob writes', other!),
        cleo: essayOn('Cleo writes', MOON),
      },
      { ports: { readSupport: overlapSupport([[one!, other!]]) } },
    )
    expect(run.checkpoints[0]!.ledger!.entries.filter(({ rivals }) => rivals.length > 0)).toHaveLength(2)
    expect(ledgerOf(run).entries.flatMap(({ rivals }) => rivals)).toEqual([])
    expect(run.deliberation).toMatchObject({ outcome: 'consensus', dissent: [] })
    expect(run.deliberation.claims!.map(({ for: names }) => names.length)).toEqual([3, 3, 3])
  })
})
