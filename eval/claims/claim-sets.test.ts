import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimFiles, readClaimFiles } from './claim-files.ts'
import { readClaimData } from './claim-sets.ts'

const folder = mkdtempSync(join(tmpdir(), 'claims-'))
const write = (rows: object[], name = 'own.jsonl') => {
  const file = join(folder, name)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return file
}
const answers = { one: 'Salt is white. It melts ice.', two: 'Salt melts ice.', three: null }

describe('readClaimData', () => {
  it('reads judged claims, and leaves out models without a text', () => {
    const claims = {
      one: [
        { text: 'Salt is white.', label: 'S' },
        { text: 'Salt is nice.', label: 'IR' },
      ],
      two: [{ text: 'Salt freezes ice.', label: 'Contradiction' }],
      three: null,
    }
    const [panel] = readClaimData(write([{ question: 'Why salt?', answers, claims }])).panels
    expect(panel).toMatchObject({ set: 'own', query: 'Why salt?' })
    expect(panel!.seats.map(({ model, claims }) => [model, claims])).toEqual([
      [
        'one',
        [
          { text: 'Salt is white.', isTrue: true, isContradicted: false },
          { text: 'Salt is nice.', isTrue: null, isContradicted: false },
        ],
      ],
      ['two', [{ text: 'Salt freezes ice.', isTrue: false, isContradicted: true }]],
    ])
  })

  it('keeps panels that were given a context apart from those that answered from memory', () => {
    const claims = { one: [], two: [] }
    const { panels } = readClaimData(
      write([
        { question: 'a', setting: 'zero_context', answers, claims },
        { question: 'b', setting: 'noisy_context', answers, claims },
      ]),
    )
    expect(panels.map(({ set }) => set)).toEqual(['own', 'own, with a context'])
  })

  it('reads judged sentences', () => {
    const sentences = { one: [{ i: 1, text: 'Salt is white.', label: 'no' }], two: [] }
    const [panel] = readClaimData(write([{ question: 'Why?', answers, sentences }])).panels
    expect(panel!.seats[0]!.claims).toEqual([
      { text: 'Salt is white.', isTrue: false, isContradicted: false },
    ])
  })

  it('takes the sentences that a marked span touches for unfounded', () => {
    const spans = { one: [{ start: 15, end: 20 }], two: [] }
    const [panel] = readClaimData(write([{ question: 'Why?', answers, spans }])).panels
    expect(panel!.seats.map(({ claims }) => claims.map(({ isTrue }) => isTrue))).toEqual([
      [true, false],
      [true],
    ])
  })

  it('takes further samples of a model for the other members', () => {
    const row = {
      question: 'Salt',
      passage: 'Salt is white. It is a metal.',
      sentences: ['Salt is white.', 'It is a metal.'],
      labels: ['accurate', 'major_inaccurate'],
      samples: ['Salt is a mineral.', 'Salt is white.'],
    }
    const [panel] = readClaimData(write([row])).panels
    expect(panel!.seats.map(({ model, claims }) => [model, claims.map(({ isTrue }) => isTrue)])).toEqual([
      ['passage', [true, false]],
      ['sample 1', []],
      ['sample 2', []],
    ])
  })

  it('reads labelled pairs and essays', () => {
    const pair = { premise: 'It rains.', hypothesis: 'It is dry.', label: 'contradict', set: 'weather' }
    const essay = {
      question: 'Why?',
      ...{ a: 'A.', b: 'B.', claims_a: ['a'], claims_b: ['b'] },
      ...{ agree: false, wrong: 'B.', field: 'logic' },
    }
    expect(readClaimData(write([pair, essay]))).toEqual({
      panels: [],
      pairs: [pair],
      essays: [{ question: 'Why?', texts: ['A.', 'B.'], claims: [['a'], ['b']], agree: false }],
    })
  })

  it('names the row that is of no known form', () => {
    expect(() => readClaimData(write([{ question: 'Why?' }]))).toThrow(
      /own\.jsonl, row 1 is of no known form/,
    )
  })
})

describe('the files of claims', () => {
  it('has 120 pairs of essays, half of which agree', () => {
    const { essays, sets } = readClaimFiles(claimFiles(folder))
    expect(sets.size).toBe(0)
    expect(essays).toHaveLength(120)
    expect(essays.filter(({ agree }) => agree)).toHaveLength(60)
    expect(new Set(essays.map(({ question }) => question)).size).toBe(120)
  })
})
