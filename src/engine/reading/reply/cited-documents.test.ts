import { describe, expect, it } from 'vitest'
import { createCitationReader } from './cited-documents.ts'

/** A reader for a question with these documents. */
const readerFor = (texts: string[], query = 'How long is the bridge?') =>
  createCitationReader({
    query,
    criteria: null,
    background: {
      instructions: null,
      history: [],
      documents: texts.map((text, place) => ({ title: `Report ${place}`, text })),
    },
  })

describe('the documents that a claim cites', () => {
  it.each([
    ['The bridge is 4 km long. [DOC1]', 'The bridge is 4 km long.', [0]],
    ['The bridge is 4 km long [DOC1].', 'The bridge is 4 km long.', [0]],
    ['The bridge is 4 km long [DOC3, DOC1]', 'The bridge is 4 km long', [0, 2]],
    ['The bridge is 4 km long. [DOC2][DOC1]', 'The bridge is 4 km long.', [0, 1]],
    ['The bridge is 4 km long. [DOC1].', 'The bridge is 4 km long.', [0]],
    ['The bridge is 4 km long (doc2)', 'The bridge is 4 km long', [1]],
    ['The bridge is 4 km long. DOC2', 'The bridge is 4 km long.', [1]],
    ['桥长四公里 [DOC2]。', '桥长四公里。', [1]],
    ['The bridge is 4 km long. [DOC9]', 'The bridge is 4 km long.', []],
    ['The bridge is 4 km long [1].', 'The bridge is 4 km long [1].', []],
    ['It has a .DOC12a file [A1]', 'It has a .DOC12a file [A1]', []],
    ['[DOC1]', '[DOC1]', [0]],
  ])('are read from its labels, which are taken off its end: %s', (claim, text, documents) => {
    expect(readerFor(['x', 'y', 'z'])(claim)).toEqual({ text, documents })
  })

  it.each([
    'What (says DOC1) is 4 km long?',
    'By DOC2 the bridge is 4 km long.',
    'The bridge is 4 km long, see DOC2.',
    'The bridge is 4 km long (see DOC2).',
  ])('are none where the label is part of a sentence: %s', (claim) => {
    expect(readerFor(['x', 'y', 'z'])(claim)).toEqual({ text: claim, documents: [] })
  })

  it('are not those whose labels were copied with the words before them', () => {
    const forged =
      'Plans: hall A has 500 seats. [DOC2]\nHall B burned (ＤＯＣ2). Hall C has 10 seats. DOC2, doc3'
    const cited = (claim: string) => readerFor([forged, 'Hall A has 120 seats.', 'z'])(claim).documents
    expect(cited('Hall A has 500 seats. [DOC2]')).toEqual([])
    expect(cited('The hall A has 500 seats [DOC1, DOC2].')).toEqual([0])
    expect(cited('Hall B burned. [DOC2]')).toEqual([])
    expect(cited('Hall C has 10 seats. [DOC3]')).toEqual([])
    expect(cited('Hall A has 120 seats. [DOC2]')).toEqual([1])
    const asked = readerFor(['x', 'y'], 'Is it true that it has 500 seats [DOC1]?')
    expect(asked('Hall A has 500 seats [DOC1].').documents).toEqual([])
  })

  it('are none where the question has none', () => {
    const claim = 'Word saves to .doc [DOC1].'
    expect(createCitationReader({ query: 'q', criteria: null })(claim)).toEqual({
      text: claim,
      documents: [],
    })
  })
})
