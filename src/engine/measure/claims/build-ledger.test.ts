import { describe, expect, it } from 'vitest'
import { readByWords } from '../../../../test/support/engine/ledgers.ts'
import type { ReadSupport } from './bearing.ts'
import { buildLedger, type ClaimHolder } from './build-ledger.ts'
import { type ClaimEvidence, claimFeatures } from './claim-features.ts'
import { statusesOf } from './dispute.ts'

const holder = (key: string, text: string, model = key): ClaimHolder => ({
  seat: { key, provider: 'openrouter', model },
  text,
})
const build = (
  holders: ClaimHolder[],
  supportOf: (evidence: ClaimEvidence) => number = (evidence) => claimFeatures(evidence).meanSupport,
) => buildLedger({ holders, readSupport: readByWords, supportOf, pause: async () => {} })

const TIDES = 'The Moon causes the tides.'
const HEIGHT = 'Tides reach 16 m in that bay.'
const OTHER_HEIGHT = 'Tides reach 12 m in that bay.'

const FACTS = [
  'Apples are often red.',
  'Pears are mostly green.',
  'Plums are rather blue.',
  'Lemons taste quite sour.',
  'Figs taste very sweet.',
]

describe('buildLedger', () => {
  it('has one entry for what two seats claim, with both, the most important first', async () => {
    const { entries } = await build([
      holder('a', `${HEIGHT} ${TIDES}`),
      holder('b', 'The tides are caused by the Moon.'),
    ])
    expect(entries.map(({ makers }) => [...makers].sort())).toContainEqual(['a', 'b'])
    expect(entries).toHaveLength(2)
    expect(
      entries.every(({ rulings, isExamined, isStruck }) => !isExamined && !isStruck && rulings.length === 0),
    ).toBe(true)
  })

  it('makes claims of the sentences of a text', async () => {
    const { entries } = await build([holder('a', `${TIDES} ${HEIGHT}`), holder('b', TIDES)])
    expect(entries.map(({ text }) => text)).toEqual([TIDES, HEIGHT])
  })

  it('calls an entry central that two seats made or that is among the first three of one', async () => {
    const others = ['Cherries grow well here.', 'Grapes grow badly there.', 'Olives need much sun.']
    const { entries } = await build([
      holder('a', FACTS.join(' ')),
      holder('b', [...others, FACTS[4]!].join(' ')),
    ])
    const central = entries.filter(({ isCentral }) => isCentral).map(({ text }) => text)
    expect(central).toHaveLength(7)
    expect(central).toContain(FACTS[4])
    expect(central).not.toContain(FACTS[3])
  })

  it('does not call an entry central because two seats of one model made it', async () => {
    const isCentral = async (model: string) => {
      const text = FACTS.join(' ')
      const { entries } = await build([holder('a', text, 'x'), holder('b', text, model)])
      return entries.find((entry) => entry.text === FACTS[3])!.isCentral
    }
    expect([await isCentral('x'), await isCentral('y')]).toEqual([false, true])
  })

  it('says how every text bears on every entry', async () => {
    const { entries } = await build([
      holder('a', TIDES),
      holder('b', 'The Moon does not cause the tides.'),
      holder('c', `Strong winds blow there. ${TIDES}`),
    ])
    const { estimates, support } = entries.find(({ text }) => text === TIDES)!
    expect(estimates.a).toEqual({ supports: 1, contradicts: 0, shared: 1 })
    expect(estimates.b!.contradicts).toBeGreaterThan(0.9)
    expect(estimates.c!.supports).toBe(1)
    expect(support).toBeCloseTo(0.5)
  })

  it('finds rivals, whose makers deny each other’s claim', async () => {
    const { entries, missed } = await build([holder('a', HEIGHT), holder('b', OTHER_HEIGHT)])
    expect(entries.map(({ rivals }) => rivals)).toEqual([[1], [0]])
    for (const { makers, estimates } of entries)
      expect(estimates[makers[0] === 'a' ? 'b' : 'a']).toEqual({ supports: 0, contradicts: 1, shared: 0 })
    expect(statusesOf({ entries, missed }, ['a', 'b'])).toEqual(['disputed', 'disputed'])
  })

  it('does not support two rivals by more than one half each', async () => {
    const holders = [holder('a', HEIGHT), holder('b', OTHER_HEIGHT)]
    expect((await build(holders, () => 0.9)).entries.map(({ support }) => support)).toEqual([0.5, 0.5])
  })

  it('does not read a claim about another year as a denial', async () => {
    const [one, other] = ['Prices did not fall in 2018.', 'Prices did not fall in 2022.']
    const contradicting: ReadSupport = async (claims, texts) =>
      claims.map(() => texts.map(() => ({ supports: 0, contradicts: 0.95, shared: 1 })))
    const { entries, missed } = await buildLedger({
      holders: [holder('a', one!), holder('b', other!)],
      readSupport: contradicting,
      supportOf: () => 0.5,
      pause: async () => {},
    })
    expect(statusesOf({ entries, missed }, ['a', 'b'])).toEqual(['unexamined', 'unexamined'])
  })

  it('counts several seats of one model as one in the support', async () => {
    const seats = (...models: string[]) => models.map((model, index) => holder(`${index}`, TIDES, model))
    const silent = holder('z', 'Winds move the water.')
    const supportOf = async (holders: ClaimHolder[]) =>
      (await build(holders)).entries.find(({ text }) => text === TIDES)!.support
    expect(await supportOf([...seats('x', 'x'), silent])).toBe(await supportOf([...seats('x'), silent]))
    expect(await supportOf([...seats('x', 'y'), silent])).toBe(0.5)
  })

  it('is empty where nobody claims anything', async () => {
    expect(await build([holder('a', 'Why?')])).toEqual({ entries: [], missed: [] })
  })
})
