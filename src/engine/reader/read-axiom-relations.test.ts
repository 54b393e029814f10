import { describe, expect, it } from 'vitest'
import { readContrary } from './read-groups.ts'

const anchor = (id: string) => ({ id, axiom: `axiom ${id}`, level: 1, relevance: 0.95 })
const ANCHORS = [anchor('math-0001'), anchor('phys-0002')]
const idsIn = (reply: unknown) =>
  readContrary(typeof reply === 'string' ? reply : JSON.stringify(reply), ANCHORS)?.map(({ id }) => id) ??
  null
const relations = (first: string, second: string) => ({
  reasoning: 'The first is about something else.',
  relations: [
    { id: 'math-0001', relation: first },
    { id: 'phys-0002', relation: second },
  ],
})

describe('the comparison of an answer with axioms', () => {
  it('names those that contradict it', () => {
    expect(idsIn(relations('supports', 'contradicts'))).toEqual(['phys-0002'])
    expect(idsIn(relations('Contradicts', 'contradicts'))).toEqual(['math-0001', 'phys-0002'])
    expect(idsIn(relations('unrelated', 'supports'))).toEqual([])
  })

  it('is read after thinking, in a fence and after some words', () => {
    const json = JSON.stringify(relations('unrelated', 'contradicts'))
    for (const reply of [
      `<think>{}</think>${json}`,
      `\`\`\`json\n${json}\n\`\`\``,
      `I compared them.\n${json}`,
    ])
      expect(idsIn(reply)).toEqual(['phys-0002'])
  })

  it.each([
    ['another relation', relations('unrelated', 'is near')],
    ['an axiom left out', { relations: [{ id: 'math-0001', relation: 'contradicts' }] }],
    ['no list', { relations: 'contradicts' }],
    ['nonsense', 'What a lovely day.'],
    ['thinking that never ends', '<think>Hm'],
  ])('cannot be read with %s', (_, reply) => {
    expect(idsIn(reply)).toBeNull()
  })

  it('leaves out axioms that were not shown', () => {
    const { relations: shown } = relations('unrelated', 'unrelated')
    expect(idsIn({ relations: [...shown, { id: 'onto-0003', relation: 'contradicts' }] })).toEqual([])
  })
})
