import { describe, expect, it } from 'vitest'
import { readByWords } from '../../../../test/support/engine/ledgers.ts'
import type { ReadSupport } from './bearing.ts'
import { buildLedger, type ClaimHolder } from './build-ledger.ts'
import { type ClaimEvidence, claimFeatures } from './claim-features.ts'
import { divergenceOnClaims, statusesOf } from './dispute.ts'

const holder = (key: string, text: string, claims: string[], model = key): ClaimHolder => ({
  seat: { key, provider: 'openrouter', model },
  text,
  claims,
})
const build = (
  holders: ClaimHolder[],
  supportOf: (evidence: ClaimEvidence) => number = (evidence) => claimFeatures(evidence).meanSupport,
) => buildLedger({ holders, readSupport: readByWords, supportOf, pause: async () => {} })

const TIDES = 'The Moon causes the tides.'
const HEIGHT = 'Tides reach 16 m in that bay.'
const OTHER_HEIGHT = 'Tides reach 12 m in that bay.'

describe('buildLedger', () => {
  it('has one entry for what two seats claim, with both, the most important first', async () => {
    const { entries } = await build([
      holder('a', `${HEIGHT} ${TIDES}`, [HEIGHT, TIDES]),
      holder('b', TIDES, ['The tides are caused by the Moon.']),
    ])
    expect(entries.map(({ makers }) => [...makers].sort())).toContainEqual(['a', 'b'])
    expect(entries).toHaveLength(2)
    expect(
      entries.every(({ rulings, isExamined, isStruck }) => !isExamined && !isStruck && rulings.length === 0),
    ).toBe(true)
  })

  it('makes claims from the sentences of a seat that lists none', async () => {
    const { entries } = await build([holder('a', `${TIDES} ${HEIGHT}`, []), holder('b', TIDES, [TIDES])])
    expect(entries.map(({ text }) => text)).toEqual([TIDES, HEIGHT])
  })

  it('calls an entry central that two seats made or that is among the first three of one', async () => {
    const facts = [
      'Apples are red.',
      'Pears are green.',
      'Plums are blue.',
      'Lemons taste sour.',
      'Figs taste sweet.',
    ]
    const { entries } = await build([
      holder('a', facts.join(' '), facts),
      holder('b', facts[4]!, ['Cherries grow here.', 'Grapes grow there.', 'Olives need sun.', facts[4]!]),
    ])
    const central = entries.filter(({ isCentral }) => isCentral).map(({ text }) => text)
    expect(central).toHaveLength(7)
    expect(central).toContain(facts[4])
    expect(central).not.toContain(facts[3])
  })

  it('does not call an entry central because two seats of one model made it', async () => {
    const facts = ['Apples are red.', 'Pears are green.', 'Plums are blue.', 'Lemons taste sour.']
    const isCentral = async (model: string) => {
      const { entries } = await build([
        holder('a', facts.join(' '), facts, 'x'),
        holder('b', facts.join(' '), facts, model),
      ])
      return entries.find(({ text }) => text === facts[3])!.isCentral
    }
    expect([await isCentral('x'), await isCentral('y')]).toEqual([false, true])
  })

  it('says how every text bears on every entry', async () => {
    const { entries } = await build([
      holder('a', TIDES, [TIDES]),
      holder('b', 'The Moon does not cause the tides.', ['Winds move the water.']),
      holder('c', TIDES, ['Winds are strong there.']),
    ])
    const { estimates, support } = entries.find(({ text }) => text === TIDES)!
    expect(estimates.a).toEqual({ supports: 1, contradicts: 0, shared: 1 })
    expect(estimates.b!.contradicts).toBeGreaterThan(0.9)
    expect(estimates.c!.supports).toBe(1)
    expect(support).toBeCloseTo(0.5)
  })

  it('reads the same text as saying what its twin claims, whichever of its claims were listed', async () => {
    const text = 'Both are in the text, in other words.'
    const { entries, missed } = await build([holder('a', text, [TIDES]), holder('b', text, [HEIGHT])])
    expect(divergenceOnClaims({ entries, missed }, ['a', 'b'])).toBe(0)
  })

  it('finds rivals, whose makers deny each other’s claim', async () => {
    const { entries, missed } = await build([
      holder('a', HEIGHT, [HEIGHT]),
      holder('b', OTHER_HEIGHT, [OTHER_HEIGHT]),
    ])
    expect(entries.map(({ rivals }) => rivals)).toEqual([[1], [0]])
    for (const { makers, estimates } of entries)
      expect(estimates[makers[0] === 'a' ? 'b' : 'a']).toEqual({ supports: 0, contradicts: 1, shared: 0 })
    expect(statusesOf({ entries, missed }, ['a', 'b'])).toEqual(['disputed', 'disputed'])
  })

  it('does not support two rivals by more than one half each', async () => {
    const holders = [holder('a', HEIGHT, [HEIGHT]), holder('b', OTHER_HEIGHT, [OTHER_HEIGHT])]
    expect((await build(holders, () => 0.9)).entries.map(({ support }) => support)).toEqual([0.5, 0.5])
  })

  it('does not read a claim about another year as a denial', async () => {
    const [one, other] = ['Prices did not fall in 2018.', 'Prices did not fall in 2022.']
    const contradicting: ReadSupport = async (claims, texts) =>
      claims.map(() => texts.map(() => ({ supports: 0, contradicts: 0.95, shared: 1 })))
    const { entries, missed } = await buildLedger({
      holders: [holder('a', one!, [one!]), holder('b', other!, [other!])],
      readSupport: contradicting,
      supportOf: () => 0.5,
      pause: async () => {},
    })
    expect(statusesOf({ entries, missed }, ['a', 'b'])).toEqual(['unexamined', 'unexamined'])
  })

  it('counts several seats of one model as one in the support', async () => {
    const seats = (...models: string[]) =>
      models.map((model, index) => holder(`${index}`, TIDES, [TIDES], model))
    const silent = holder('z', 'Winds move the water.', ['Winds move the water.'])
    const supportOf = async (holders: ClaimHolder[]) =>
      (await build(holders)).entries.find(({ text }) => text === TIDES)!.support
    expect(await supportOf([...seats('x', 'x'), silent])).toBe(await supportOf([...seats('x'), silent]))
    expect(await supportOf([...seats('x', 'y'), silent])).toBe(0.5)
  })

  it('is empty where nobody claims anything', async () => {
    expect(await build([holder('a', 'Why?', [])])).toEqual({ entries: [], missed: [] })
  })
})
