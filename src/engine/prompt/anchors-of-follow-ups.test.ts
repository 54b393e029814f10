import { beforeAll, describe, expect, it } from 'vitest'
import { openTestLibrary } from '../../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { readAxioms } from '../../adapters/assets/data-files.ts'
import { LEVELS } from '../../contract/axiom.ts'
import type { FindAnchors } from '../deliberation.ts'
import { gatherAnchors } from './material.ts'

let findAnchors: FindAnchors
beforeAll(async () => {
  ;({ findAnchors } = await openTestLibrary(readAxioms(), await openBuiltinEmbedder()))
})

/** The ids of the axioms that are shown with a question after a turn. */
async function idsFor(query: string, before: string): Promise<string[]> {
  const history = [{ role: 'user' as const, text: before }]
  const asked = { query, criteria: null, background: { instructions: null, history, documents: [] } }
  const found = await gatherAnchors({ asked, level: 1, disputed: [] }, (search) =>
    findAnchors({ ...search, levels: LEVELS }),
  )
  return found.map(({ id }) => id)
}

describe('the axioms of a follow-up', () => {
  const HALLS = 'Hall A has 120 seats and hall B has 80. How many more seats has hall A?'

  it.each([
    ['And in total?', HALLS],
    ['And in hall B?', HALLS],
    ['And with three?', HALLS],
    ['Is that right?', HALLS],
    ['Make it shorter.', 'Write a poem about autumn.'],
    ['What about dessert?', 'Can you help me plan a dinner for six?'],
    ['And for web development?', 'Should I learn Rust or Go first?'],
  ])('are none where the conversation is about nothing of theirs: %s', async (query, before) => {
    expect(await idsFor(query, before)).toEqual([])
  })

  it.each([
    ['And of Spain?', 'What is the capital of France?', 'onto-0322'],
    ['By how much?', 'Which is heavier, a proton or an electron?', 'phys-0030'],
    ['And in glass?', 'How fast is light in water?', 'phys-0131'],
  ])('are those of what it asks after the turn before: %s', async (query, before, id) => {
    expect(await idsFor(query, before)).toContain(id)
  })
})
