import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../test/support/property-runs.ts'
import type { ShownReply } from '../panel/brief.ts'
import { relationOn } from '../reading/relate.ts'
import { certainGroups, readGroups } from './read-groups.ts'

const relate = relationOn('How many are there?')
const shown = (...answers: Array<string | null>): ShownReply[] =>
  answers.map((answer, place) => ({
    label: `R${place + 1}`,
    answer,
    text: answer === null ? `I make it ${place + 40}.` : `So it is ${answer}.`,
  }))
const read = (reply: object | string, replies: ShownReply[]) =>
  readGroups(typeof reply === 'string' ? reply : JSON.stringify(reply), replies, relate)

describe('the groups that a reader finds', () => {
  const replies = shown('404', '404 Not Found', 'a score')
  const reading = { answers: [], groups: [['R1', 'R2'], ['R3']], compatible: [] }
  const expected = {
    answers: ['404', '404 Not Found', 'a score'],
    groups: [[0, 1], [2]],
    compatible: [],
    contradicted: [],
  }

  it.each([
    ['bare', JSON.stringify(reading)],
    ['in a fence', `\`\`\`json\n${JSON.stringify(reading)}\n\`\`\``],
    ['after thinking', `<think>{"groups": [["R1"]]}</think>\n${JSON.stringify(reading)}`],
    ['after some words', `I read them:\n${JSON.stringify(reading)}`],
  ])('are read from an object %s', (_, reply) => {
    expect(read(reply, replies)).toEqual(expected)
  })

  it('may name the replies with other words around their labels', () => {
    expect(read({ groups: [['Reply R1', 'r2'], ['"R3"']] }, replies)).toEqual(expected)
  })

  it.each([
    [
      'a label twice',
      {
        groups: [
          ['R1', 'R2'],
          ['R2', 'R3'],
        ],
      },
    ],
    ['a label too few', { groups: [['R1', 'R2']] }],
    ['a label that was not shown', { groups: [['R1', 'R2', 'R3', 'R4']] }],
    ['no groups', { answers: [] }],
    ['groups that are not a list', { groups: 'R1, R2' }],
    ['nonsense', 'What a lovely day.'],
    ['thinking that never ends', '<think>{"groups": [["R1", "R2"], ["R3"]]}'],
  ])('are impossible with %s', (_, reply) => {
    expect(read(reply, replies)).toBeNull()
  })

  it('are impossible where one has answers that are certainly different', () => {
    expect(read({ groups: [['R1', 'R2']] }, shown('1571', '1517'))).toBeNull()
  })

  it('are joined where answers are certainly the same, with what is compatible with them', () => {
    const grouping = read(
      {
        groups: [['R1'], ['R2'], ['R3']],
        compatible: [
          [1, 3],
          [2, 3],
          [1, 2],
        ],
      },
      shown('42', '42.0', 'a score'),
    )
    expect(grouping?.groups).toEqual([[0, 1], [2]])
    expect(new Set(grouping?.compatible.map(String))).toEqual(new Set(['0,1']))
  })

  it.each([
    ['a group with itself', [[1, 1]]],
    [
      'a group that is not there',
      [
        [1, 3],
        [0, 1],
      ],
    ],
    ['labels', [['R1', 'R3']]],
    ['no list', '1, 2'],
  ])('are not compatible by naming %s', (_, compatible) => {
    expect(read({ ...reading, compatible }, replies)?.compatible).toEqual([])
  })

  it('are compatible by their numbers, counted from one', () => {
    expect(read({ ...reading, compatible: [[2, 1]] }, replies)?.compatible).toEqual([[1, 0]])
    const apart = { groups: [['R1'], ['R2'], ['R3']], compatible: [[1, 2, 3]] }
    expect(read(apart, shown('red', 'green', 'blue'))?.compatible, 'several at once').toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ])
  })
})

describe('the answer of a reply that gives no short one', () => {
  const replies = shown('42', null)
  const quoting = (answer: unknown) =>
    read({ answers: [{ label: 'R2', answer }], groups: [['R1'], ['R2']] }, replies)?.answers[1]

  it('is what the reader quotes from it', () => {
    expect(quoting('41')).toBe('41')
    expect(quoting(41)).toBe('41')
  })

  it('is the whole reply where the quotation does not stand in it, or there is none', () => {
    for (const quotation of ['Sydney', '', undefined]) expect(quoting(quotation)).toBe('I make it 41.')
  })

  it('may be none, but not where the reply gives one itself', () => {
    expect(read({ groups: [['R1']] }, replies)).toMatchObject({ answers: ['42', null], groups: [[0]] })
    expect(read({ groups: [['R2']] }, replies)).toBeNull()
  })

  it('is never replaced where the reply gives one itself', () => {
    const answers = [{ label: 'R1', answer: 'So it is' }]
    expect(read({ answers, groups: [['R1'], ['R2']] }, replies)?.answers[0]).toBe('42')
  })
})

describe('whatever a reader says', () => {
  const SHORT = ['42', '42.0', '41', '1571', 'about 42', 'a score', '3 km', '3000 m', null]
  const labels = fc.constantFrom('R1', 'R2', 'R3', 'R4')
  const readings = fc.record({
    answers: fc.constant([]),
    groups: fc.array(fc.uniqueArray(labels, { maxLength: 4 }), { maxLength: 4 }),
    compatible: fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }), { maxLength: 3 }),
  })

  it('answers that are certainly different never share a group, and those that are the same always do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...SHORT), { minLength: 4, maxLength: 4 }),
        readings,
        (answers, reading) => {
          const grouping = read(reading, shown(...answers))
          if (grouping === null) return
          const groupOf = (place: number) => grouping.groups.findIndex((group) => group.includes(place))
          const given = grouping.answers.flatMap((answer, place) =>
            answer === null ? [] : [{ answer, place }],
          )
          expect(grouping.groups.flat().sort()).toEqual(given.map(({ place }) => place))
          for (const one of given)
            for (const other of given) {
              const relation = relate(one.answer, other.answer)
              if (relation === 'different') expect(groupOf(one.place)).not.toBe(groupOf(other.place))
              if (relation === 'same') expect(groupOf(one.place)).toBe(groupOf(other.place))
            }
        },
      ),
      tries(500),
    )
  })
})

describe('groups by certainty alone', () => {
  it('have the same answer, and leave out replies without one', () => {
    expect(certainGroups(['42', null, '41', '42.0', 'forty-two or so'], relate)).toEqual([[2], [0, 3], [4]])
  })
})
