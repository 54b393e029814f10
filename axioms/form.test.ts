import { describe, expect, it } from 'vitest'
import type { AxiomRecord } from '../src/contract/axiom.ts'
import { problemsOfForm } from './form.ts'

const SOUND: AxiomRecord = {
  id: 'math-0001',
  axiom: 'The square of 7 is 49.',
  level: 1,
  domain: 'arithmetic',
  description: 'Often confused with twice seven, fourteen; a quadratic number of the multiplication table.',
}

/** The problems of the axiom itself, without those of a level with a single axiom. */
function problemsOf(change: Partial<AxiomRecord>): string[] {
  return problemsOfForm([{ ...SOUND, ...change }], new Set()).filter((problem) =>
    problem.startsWith('math-0001'),
  )
}

/** A level of different axioms in several domains. */
function levelOf(count: number, domains: number): AxiomRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    ...SOUND,
    id: `math-${String(index + 1).padStart(4, '0')}`,
    axiom: `The square of ${index} is ${index ** 2}.`,
    domain: `domain ${index % domains}`,
    description: `${SOUND.description} ${index}`,
  }))
}

const ofFirstLevel = (problems: string[]) => problems.filter((problem) => problem.startsWith('level 1:'))

describe('the form of an axiom', () => {
  it('is valid if the statement is one self-contained sentence and the description adds to it', () => {
    expect(problemsOf({})).toEqual([])
  })

  it.each([
    ['This number is prime.', '“This” in the statement needs a noun'],
    ['Because it has two legs, a biped can walk.', '“it” in the statement needs a noun'],
    ['The square of 7 is 49', 'the statement is not one sentence'],
    ['The square of 7 is 49. The cube of seven is 343.', 'the statement is not one sentence'],
    ['The tallest tower today is in Dubai.', '“today” needs a date'],
    [`The value is ${'9'.repeat(400)}.`, 'the statement has 414 characters'],
    ['The  square of 7 is 49.', 'stray white space or characters that are not in their composed form'],
  ])('is rejected for “%s”', (axiom, problem) => {
    expect(problemsOf({ axiom })).toEqual([`math-0001: ${problem}`])
  })

  it('allows a quoted keyword, and a temporary fact with a date', () => {
    expect(problemsOf({ axiom: "The keyword 'this' in an arrow function is lexical." })).toEqual([])
    expect(problemsOf({ axiom: 'The tallest tower today, as of January 2025, is in Dubai.' })).toEqual([])
  })

  it('is rejected if the description only repeats the statement', () => {
    expect(problemsOf({ description: 'The square of 7 is the number 49, the square.' })).toEqual([
      'math-0001: the description adds little to the statement',
    ])
  })
})

describe('the form of a level', () => {
  it('is valid with enough axioms in enough domains', () => {
    expect(ofFirstLevel(problemsOfForm(levelOf(120, 8), new Set()))).toEqual([])
  })

  it('is rejected with too few axioms, too few domains or too large a domain', () => {
    expect(ofFirstLevel(problemsOfForm(levelOf(119, 8), new Set()))).toEqual([
      'level 1: 119 axioms, at least 120 are needed',
    ])
    const narrow = ofFirstLevel(problemsOfForm(levelOf(120, 3), new Set()))
    expect(narrow).toContain('level 1: 3 domains, 8 to 15 are wanted')
    expect(narrow).toContain('level 1: domain 0 has 40 of 120 axioms, more than a quarter')
  })

  it('is rejected if ids are out of order, of another level, or duplicated', () => {
    const [first, second, ...rest] = levelOf(120, 8)
    expect(ofFirstLevel(problemsOfForm([second!, first!, ...rest], new Set()))).toEqual([
      'level 1: not sorted by id',
    ])
    const stray = { ...SOUND, id: 'phys-0001', axiom: 'The square of 1000 is 1 000 000.' }
    expect(ofFirstLevel(problemsOfForm([...levelOf(120, 8), stray], new Set()))).toContain(
      'level 1: ids of another level: phys-0001',
    )
    expect(problemsOfForm([first!, first!], new Set())).toContain('math-0001: repeats math-0001')
  })

  it('keeps ids stable: a removed id must be retired, and a retired id never returns', () => {
    const axioms = levelOf(121, 8)
    const without = axioms.filter(({ id }) => id !== 'math-0005')
    expect(ofFirstLevel(problemsOfForm(without, new Set()))).toEqual([
      'level 1: math-0005 is missing and not retired',
    ])
    expect(ofFirstLevel(problemsOfForm(without, new Set(['math-0005'])))).toEqual([])
    expect(ofFirstLevel(problemsOfForm(axioms, new Set(['math-0005'])))).toEqual([
      'level 1: math-0005 was retired and is back',
    ])
  })
})
