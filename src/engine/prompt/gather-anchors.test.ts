import { describe, expect, it } from 'vitest'
import { stageOf } from '../../../test/support/engine/standings.ts'
import type { Anchor } from '../../contract/axiom.ts'
import type { Asked } from '../panel/asked.ts'
import { claimsInDispute, type FindAnchors, gatherAnchors } from './gather-anchors.ts'

const anchor = (id: string): Anchor => ({ id, axiom: `axiom ${id}`, level: 2, relevance: 0.8 })

async function gather(
  answers: Record<string, string>,
  found: Anchor[],
  gathered: Anchor[] = [],
  asked: Asked = { query: 'q', criteria: null },
) {
  const searches: Array<Parameters<FindAnchors>[0]> = []
  const { landscape } = await stageOf(answers)
  const anchors = await gatherAnchors(
    { asked, level: 2, disputed: claimsInDispute(landscape), gathered },
    async (search) => {
      searches.push(search)
      return found
    },
  )
  return { anchors, searches }
}

describe('gatherAnchors', () => {
  it('looks on the level for the query and for the claims in dispute', async () => {
    const { searches } = await gather({ ada: 'x', bob: 'y', cleo: 'x' }, [])
    expect(searches).toEqual([
      { levels: [2], texts: ['q', 'claim of ada', 'claim of bob'], limit: expect.any(Number) },
    ])
  })

  it('looks for the query alone when nothing is in dispute', async () => {
    const { searches } = await gather({ ada: 'x', bob: 'x' }, [])
    expect(searches[0]!.texts).toEqual(['q'])
  })

  it('looks for the query together with the turn before, where it is so short that it may refer to it', async () => {
    const history = [
      { role: 'user' as const, text: 'How fast is light in water?' },
      { role: 'assistant' as const, text: '225,000 km/s.' },
    ]
    const background = { instructions: null, history, documents: [] }
    const textsFor = async (query: string) =>
      (await gather({ ada: 'x', bob: 'x' }, [], [], { query, criteria: null, background })).searches[0]!.texts
    expect(await textsFor('And in glass?')).toEqual(['How fast is light in water?\nAnd in glass?'])
    const own = 'Who measured the speed of light first?'
    expect(await textsFor(own)).toEqual([own, `How fast is light in water?\n${own}`])
    const whole = 'At which temperature does the water of a lake begin to freeze?'
    expect(await textsFor(whole)).toEqual([whole])
  })

  it('adds what it finds after what was gathered, each axiom once', async () => {
    const [first, second, third] = [anchor('phys-0001'), anchor('phys-0002'), anchor('phys-0003')]
    const { anchors } = await gather({ ada: 'x', bob: 'y' }, [second, third], [first, second])
    expect(anchors).toEqual([first, second, third])
  })

  it('keeps the search bounded in a panel of many positions', async () => {
    const answers = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`m${index}`, `a${index}`]))
    const { searches } = await gather(answers, [])
    expect(searches[0]!.texts).toHaveLength(9)
  })
})
