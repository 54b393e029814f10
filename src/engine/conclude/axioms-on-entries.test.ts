import { describe, expect, it } from 'vitest'
import { entryOf, readFromTable } from '../../../test/support/engine/claim-entries.ts'
import type { Anchor } from '../../contract/axiom.ts'
import { statusesOf } from '../measure/claims/dispute.ts'
import { axiomsOnEntries } from './axioms-on-entries.ts'

const anchor = (id: string, axiom: string, relevance = 0.95): Anchor => ({ id, axiom, level: 2, relevance })
const MOON = anchor('phys-0001', 'The Moon raises the tides.')
const KNOWN = anchor('math-0001', 'Two and two are four.')
const WIND = 'The wind makes the tides.'

const onEntries = async (
  texts: string[],
  anchors: Anchor[],
  table: Parameters<typeof readFromTable>[0] = {},
) => {
  const searches: string[][] = []
  const findAnchors = async (search: { texts: string[] }) => {
    searches.push(search.texts)
    return anchors
  }
  const ledger = { entries: texts.map((text) => entryOf(text)), missed: [] }
  const found = await axiomsOnEntries(ledger, {
    findAnchors,
    readSupport: readFromTable(table),
    known: [KNOWN],
  })
  return { ...found, searches }
}

describe('axiomsOnEntries', () => {
  it('makes an entry disputed that an axiom contradicts', async () => {
    const { ledger, anchors } = await onEntries([WIND, 'Water is wet.'], [MOON], {
      [MOON.axiom]: { contradicts: [WIND] },
    })
    expect(ledger.entries.map(({ contrary }) => contrary)).toEqual([['phys-0001'], []])
    expect(statusesOf(ledger, ['ada'])).toEqual(['disputed', 'unexamined'])
    expect(anchors).toEqual([KNOWN, MOON])
  })

  it('adds no axiom twice', async () => {
    const { anchors } = await onEntries([KNOWN.axiom], [KNOWN])
    expect(anchors).toEqual([KNOWN])
  })

  it('keeps the axioms that support an entry', async () => {
    const { ledger } = await onEntries([MOON.axiom], [MOON])
    expect(ledger.entries[0]).toMatchObject({ axioms: ['phys-0001'], contrary: [] })
  })

  it('notices another number in the same sentence, which a model overlooks', async () => {
    const claim = 'Light travels 150,000 km in a second.'
    const axiom = anchor('phys-0002', 'Light travels 299,792 km in a second.')
    const { ledger } = await onEntries([claim], [axiom], { [axiom.axiom]: { supports: [claim] } })
    expect(ledger.entries[0]).toMatchObject({ axioms: [], contrary: ['phys-0002'] })
  })

  it('ignores axioms that are not highly relevant or say nothing about any entry', async () => {
    const far = anchor('phys-0003', 'Far away.', 0.8)
    const { ledger, anchors } = await onEntries([WIND], [far, MOON], {
      [far.axiom]: { contradicts: [WIND] },
    })
    expect(ledger.entries[0]).toMatchObject({ axioms: [], contrary: [] })
    expect(anchors).toEqual([KNOWN])
  })

  it('searches once, for at most 24 entries', async () => {
    const { searches } = await onEntries(
      Array.from({ length: 40 }, (_, index) => `Claim ${index}.`),
      [MOON],
    )
    expect(searches).toHaveLength(1)
    expect(searches[0]).toHaveLength(24)
    expect((await onEntries([], [MOON])).searches, 'not at all for none').toEqual([])
  })
})
