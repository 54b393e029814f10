import { describe, expect, it } from 'vitest'
import type { Anchor } from '../../contract/axiom.ts'
import type { FindAnchors } from '../deliberation.ts'
import { gatherAnchors, withAnchors } from './material.ts'

const anchor = (id: string, relevance = 0.9): Anchor => ({ id, axiom: `axiom ${id}`, level: 2, relevance })

async function gather(fields: Partial<Parameters<typeof gatherAnchors>[0]>, found: Anchor[] = []) {
  const searches: Array<Parameters<FindAnchors>[0]> = []
  const asked = { query: 'q', criteria: null }
  const anchors = await gatherAnchors({ asked, level: 2, disputed: [], ...fields }, async (search) => {
    searches.push(search)
    return found
  })
  return { anchors, search: searches[0]! }
}

describe('gatherAnchors', () => {
  it('looks up to the level for the query and for the claims in dispute', async () => {
    const { search } = await gather({ level: 3, disputed: ['one claim', 'another'] })
    expect(search).toEqual({ levels: [1, 2, 3], texts: ['q', 'one claim', 'another'], limit: 3 })
  })

  it('looks for the query together with the turn before, where it is so short that it may refer to it', async () => {
    const history = [
      { role: 'user' as const, text: 'How fast is light in water?' },
      { role: 'assistant' as const, text: '225,000 km/s.' },
    ]
    const background = { instructions: null, history, documents: [] }
    const textsFor = async (query: string) =>
      (await gather({ asked: { query, criteria: null, background } })).search.texts
    expect(await textsFor('And in glass?')).toEqual(['How fast is light in water?\nAnd in glass?'])
    const whole = 'At which temperature does the water of a lake in the mountains begin to freeze in winter?'
    expect(await textsFor(whole)).toEqual([whole])
  })

  it('keeps only axioms that are highly relevant', async () => {
    const [near, far] = [anchor('phys-0001', 0.85), anchor('phys-0002', 0.849)]
    expect((await gather({}, [near, far])).anchors).toEqual([near])
  })

  it('keeps the search bounded where many claims are in dispute', async () => {
    const disputed = Array.from({ length: 16 }, (_, index) => `claim ${index}`)
    expect((await gather({ disputed })).search.texts).toHaveLength(9)
  })
})

describe('withAnchors', () => {
  it('adds what was found after what is known, each axiom once', () => {
    const [first, second, third] = [anchor('phys-0001'), anchor('phys-0002'), anchor('phys-0003')]
    expect(withAnchors([first, second], [second, third])).toEqual([first, second, third])
  })
})
