import { describe, expect, it } from 'vitest'
import { optionsOf, pickedOption } from './relate.ts'

const ANIMALS = [
  ['A', 'a cat'],
  ['B', 'a dog'],
  ['C', 'a cow'],
]

describe('optionsOf', () => {
  it.each([
    'Which animal barks? (A) a cat (B) a dog (C) a cow',
    'Which animal barks?\nA) a cat\nB) a dog\nC) a cow',
    'Which animal barks?\nA. a cat\nB. a dog\nC. a cow',
    'Which animal barks? A: a cat; B: a dog; C: A COW',
    'Which animal barks? A) a cat, B) a dog, C) a cow',
    'Which animal barks?\n\nA)\n  a cat\n\nB)\n  a dog\n\nC)\n  a cow\n',
  ])('finds the lettered options of %j', (query) => {
    expect([...optionsOf(query)]).toEqual(ANIMALS)
  })

  it.each([
    'Which animal barks?',
    'What does plan A. mean?',
    'Compare B) a dog and C) a cow',
    'Is vitamin A: good?',
    'Which holds more? Account A: €300 Account B: €400',
    'Summarise this dialogue.\nA: I am late again.\nB: Then take the bus.',
    'Summarise this dialogue.\nA: late\nB: bus\nA: again',
    'Who is right? A: “It barks!” B: “It purrs!”',
  ])('finds none in %j', (query) => {
    expect(optionsOf(query).size).toBe(0)
  })
})

describe('optionsOf, given letters with colons', () => {
  it('takes them for options where none speaks in sentences or twice', () => {
    expect([...optionsOf('Which animal barks?\nA: a cat\nB: a dog\nC: a cow')]).toEqual(ANIMALS)
  })
})

describe('optionsOf, given options on lines of their own', () => {
  it('does not take marks within them for others', () => {
    const query = 'Who ran?\nA. Ann; Bob\nB. C. H. Smith, D. Jones\nC. (A) one (B) two'
    expect([...optionsOf(query)]).toEqual([
      ['A', 'ann; bob'],
      ['B', 'c. h. smith, d. jones'],
      ['C', '(a) one (b) two'],
    ])
  })

  it('takes the last list where a question has one of its own', () => {
    const query = 'Given\nA. red\nB. blue\nwhich mix is green?\nA. neither\nB. both\nC. red'
    expect([...optionsOf(query).values()]).toEqual(['neither', 'both', 'red'])
  })
})

describe('pickedOption', () => {
  const options = new Map(ANIMALS as Array<[string, string]>)

  it.each([
    ['B', 'B'],
    ['b', 'B'],
    ['(B)', 'B'],
    ['B) a dog', 'B'],
    ['B. a dog', 'B'],
    ['Option B', 'B'],
    ['choice (c): a cow', 'C'],
    ['a dog', 'B'],
    ['A Dog', 'B'],
    ['A', 'A'],
    ['D', null],
    ['a horse', null],
    ['A reasonable person says it barks', null],
    ['B is a letter', null],
    ['A-level dogs', null],
    ['B, a dog', 'B'],
    ['B: a dog', 'B'],
    ['B - a dog', 'B'],
    ['B – a dog', 'B'],
    ['(B) (dogs bark)', 'B'],
    ['Option B (dogs bark)', 'B'],
    ['B, because dogs bark', 'B'],
    ['B: as dogs bark', 'B'],
    ['Option B is right', null],
    ['B, or perhaps a wolf', null],
    ['B: dogs bark and wolves howl', null],
    ['A, B', null],
    ['option: (b)', 'B'],
    ['Barking is what dogs do', null],
    ['', null],
  ])('takes %j for %j', (answer, letter) => {
    expect(pickedOption(answer, options)).toBe(letter)
  })

  it('does not take “I” for the ninth option', () => {
    const nine = new Map([...'ABCDEFGHI'].map((letter) => [letter, `the ${letter}`]))
    expect(pickedOption('I think it is B', nine)).toBeNull()
    expect(pickedOption('I', nine)).toBe('I')
  })

  it('takes a single letter for the letter, even where an option reads like it', () => {
    expect(
      pickedOption(
        'A',
        new Map([
          ['A', 'b'],
          ['B', 'a'],
        ]),
      ),
    ).toBe('A')
  })

  it('picks nothing where no options are offered', () => {
    expect(pickedOption('B', new Map())).toBeNull()
  })
})

describe('the options of a question with a long text', () => {
  const page = 'The tide comes in twice a day. '.repeat(3_000)
  const asked = 'Which is it?\nA) the Moon\nB) the wind'

  it.each([
    ['before it', `${asked}\n\n${page}`],
    ['after it', `${page}\n\n${asked}`],
  ])('are those %s', (_, question) => {
    expect([...optionsOf(question).values()]).toEqual(['the moon', 'the wind'])
  })
})
