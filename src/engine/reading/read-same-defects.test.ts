import { describe, expect, it } from 'vitest'
import { readSameDefects } from './read-rulings.ts'

const draft = (label: string) => ({
  label,
  text: 'd',
  defects: [1, 2, 3].map((number) => ({ label: `${label}${number}`, text: 'It fails.' })),
})
const read = (reply: unknown) =>
  readSameDefects(typeof reply === 'string' ? reply : JSON.stringify(reply), [draft('A'), draft('B')])

describe('which defects are the same', () => {
  it('is read as lists of labels, in any case, also none', () => {
    expect(
      read({
        reasoning: 'x',
        same: [
          ['A1', 'a3'],
          ['B2', 'B1'],
        ],
      }),
    ).toEqual([
      ['A1', 'A3'],
      ['B2', 'B1'],
    ])
    expect(read('<think>{"same": [["A1", "A2"]]}</think>```json\n{"same": []}\n```')).toEqual([])
  })

  it.each([
    ['no object', 'A1 and A2 are the same.'],
    ['no list', { same: 'A1, A2' }],
    ['a label that does not exist', { same: [['A1', 'A4']] }],
    ['defects of different drafts', { same: [['A1', 'B1']] }],
  ])('is not read from %s', (_, reply) => {
    expect(read(reply)).toBeNull()
  })
})
