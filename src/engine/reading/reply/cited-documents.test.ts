import { describe, expect, it } from 'vitest'
import { citedDocuments } from './cited-documents.ts'

describe('the documents that a claim cites', () => {
  it.each([
    ['The bridge is 4 km long. [DOC1]', 'The bridge is 4 km long.', [0]],
    ['The bridge is 4 km long [DOC1].', 'The bridge is 4 km long.', [0]],
    ['The bridge is 4 km long [DOC3, DOC1]', 'The bridge is 4 km long', [0, 2]],
    ['The bridge is 4 km long. [DOC2][DOC1]', 'The bridge is 4 km long.', [0, 1]],
    ['The bridge is 4 km long. [DOC1].', 'The bridge is 4 km long.', [0]],
    ['What (says DOC1) is 4 km long?', 'What (says DOC1) is 4 km long?', [0]],
    ['The bridge is 4 km long (doc2)', 'The bridge is 4 km long', [1]],
    ['桥长四公里 [DOC2]。', '桥长四公里。', [1]],
    ['By DOC2 the bridge is 4 km long.', 'By DOC2 the bridge is 4 km long.', [1]],
    ['The bridge is 4 km long. [DOC9]', 'The bridge is 4 km long.', []],
    ['The bridge is 4 km long [1].', 'The bridge is 4 km long [1].', []],
    ['It has a .DOC12a file [A1]', 'It has a .DOC12a file [A1]', []],
    ['[DOC1]', '[DOC1]', [0]],
  ])('are read from its labels, which are taken off its end: %s', (claim, text, documents) => {
    expect(citedDocuments(claim, 3)).toEqual({ text, documents })
  })

  it('are none where the question has none', () => {
    const claim = 'Word saves to .doc [DOC1].'
    expect(citedDocuments(claim, 0)).toEqual({ text: claim, documents: [] })
  })
})
