import { describe, expect, it } from 'vitest'
import { contradict, statementsOf } from './contradiction.ts'

const ASKED = statementsOf('Who had the idea?')

describe('statementsOf', () => {
  it.each([
    ['It was Einstein', ['einstein'], []],
    ['It was not Einstein', [], ['einstein']],
    ['It wasn’t Einstein', [], ['einstein']],
    ['It was not Albert Einstein', [], ['albert', 'einstein']],
    ['It was Bohr, not Einstein, who did', ['bohr'], ['einstein']],
    ['It was not Bohr but Einstein', ['einstein'], ['bohr']],
    ['Not only Einstein', ['einstein'], []],
    ['Nobody but Einstein', ['einstein'], []],
    ['No, it was Einstein', ['einstein'], []],
    ['It was neither Bohr nor Einstein', [], ['bohr', 'einstein']],
    ['It was not easy for Einstein', ['einstein'], ['easy']],
    ['It is not scattered here, but scattered there', ['scatter'], ['scatter']],
  ])('of %j: affirmed %j, denied %j', (text, affirmed, denied) => {
    const statements = statementsOf(text)
    expect([...statements.affirmed]).toEqual(affirmed)
    expect([...statements.denied]).toEqual(denied)
  })

  it('notes every word, those that only hold it together among them', () => {
    expect([...statementsOf('More of it came before the war').words]).toEqual([
      ...['more', 'of', 'it', 'came', 'before', 'the', 'war'],
    ])
  })

  it('reads no further than answers are compared', () => {
    expect(statementsOf(`${'so '.repeat(1_000)}Einstein`).affirmed.size).toBe(0)
  })
})

describe('contradict', () => {
  it.each([
    ['The ring holds gold', 'The ring does not hold gold', true],
    ['It was not Einstein', 'It was Einstein', true],
    ['It was not Einstein', 'It was not Einstein, I think', false],
    ['Einstein', 'Einstein did not have the idea', true],
    ['It was signed before the war', 'It was signed after the war', true],
    ['It was signed before the war', 'It was signed before and after the war', false],
    ['More than that', 'Fewer than that', true],
    ['More than that', 'Much of that', false],
    ['It is legal there', 'It is illegal there', true],
    ['The price will rise', 'The price will fall', true],
    ['It is the highest peak', 'It is the lowest peak', true],
    ['The plant can survive', 'The plant cannot survive', true],
    ['It is large', 'It is big', false],
    ['It is not held here', 'It is not held here, but it is held there', false],
    ['It is so', 'It is so', false],
  ])('%j and %j: %s', (left, right, contrary) => {
    const [one, other] = [statementsOf(left), statementsOf(right)]
    expect(contradict(one, other, ASKED)).toBe(contrary)
    expect(contradict(other, one, ASKED)).toBe(contrary)
  })

  it('does not take up what a question denies itself', () => {
    const asked = statementsOf('Which layer of skin has no nerves?')
    const [short, whole] = [
      statementsOf('epidermis'),
      statementsOf('The layer of skin with no nerves is epidermis'),
    ]
    expect(contradict(short, whole, asked)).toBe(false)
    const titled = statementsOf('“Never Look Back” is by Holm')
    expect(contradict(statementsOf('Holm'), titled, statementsOf('who wrote never look back'))).toBe(false)
  })
})
