import { describe, expect, it } from 'vitest'
import { wordsAsked } from './asked-words.ts'
import { createWordEvidence } from './word-evidence.ts'

function evidenceIn(texts: Array<{ statement: string; notes: string }>) {
  const evidenceOf = createWordEvidence(
    texts.map(({ statement, notes }) => ({
      id: '',
      axiom: statement,
      description: notes,
      level: 1,
      domain: '',
    })),
  )
  return (question: string) => evidenceOf(wordsAsked(question))
}

const evidence = evidenceIn([
  { statement: 'The speed of light in a vacuum is 299 792 458 m/s.', notes: 'Nothing travels faster.' },
  { statement: 'The speed of sound in air depends on temperature.', notes: 'Sound is a wave.' },
  { statement: 'Gold is a metal.', notes: 'The symbol is Au.' },
  { statement: 'No body with mass reaches the speed of light, however long a rocket burns.', notes: '' },
])

describe('the evidence of shared words', () => {
  it('favours a text that mentions all words of a question over one that mentions none', () => {
    const [light, sound, gold] = evidence('What is the speed of light?')
    expect(light).toBeGreaterThan(0)
    expect(light).toBeGreaterThan(sound!)
    expect(sound).toBeGreaterThan(gold!)
    expect(gold).toBeLessThan(0)
  })

  it('gives a rare word more weight than a common one', () => {
    const [light, sound] = evidence('speed of sound')
    expect(sound! - light!).toBeGreaterThan(1)
  })

  it('gives a word of the notes less weight than one of the statement', () => {
    expect(evidence('symbol')[2]!).toBeGreaterThan(evidence('light')[2]!)
    expect(evidence('symbol')[2]!).toBeLessThan(evidence('metal')[2]!)
  })

  it('prefers the statement that says little else, apart from figures', () => {
    const [light, , , rocket] = evidence('speed of light')
    expect(light).toBeGreaterThan(rocket!)
  })

  it('decreases with every word that no text contains', () => {
    expect(evidence('gold price in Leeds')[2]!).toBeLessThan(evidence('gold')[2]! - 1)
  })

  it('counts a word once, however often it is asked', () => {
    expect(evidence('gold gold gold symbol')[2]).toBeCloseTo(evidence('gold symbol')[2]!, 5)
  })

  it.each(['???', 'what is the'])(
    'is equally low for every text if “%s” has no content words',
    (question) => {
      const [first, ...others] = evidence(question)
      expect(first).toBeLessThan(0)
      expect(new Set(others)).toEqual(new Set([first]))
    },
  )

  it('treats an expression as one word, so that a number in it finds nothing', () => {
    const primes = evidenceIn([
      { statement: 'The number of primes less than 100 is 25.', notes: '' },
      { statement: 'The value of 2 + 3 * 4 is 14.', notes: '' },
    ])
    const [hundred, four] = primes('Is 100 + 25 the value?')
    expect(hundred).toBeLessThan(four!)
    expect(primes('2+3*4')[1]).toBeGreaterThan(0)
    expect(primes('2+3')[1]).toBe(primes('17+25')[1])
  })

  it('finds no text only by a short number or a letter', () => {
    const rules = evidenceIn([
      { statement: 'The Sudoku has 9 rows, and x marks a cell.', notes: '' },
      { statement: 'The status code 404 says that nothing was found.', notes: '' },
    ])
    expect(rules('What is 9?')).toEqual(rules('What is 8?'))
    expect(rules('x')).toEqual(rules('y'))
    expect(rules('rows of 9')[0]).toBeGreaterThan(rules('rows of 8')[0]!)
    expect(rules('404')[1]).toBeGreaterThan(rules('404')[0]!)
  })

  it('gives less weight to a number that many texts contain', () => {
    const years = evidenceIn([
      { statement: 'The largest known prime as of 2025 has many digits.', notes: '' },
      { statement: 'The capital of Spain as of 2025 is Madrid.', notes: '' },
      { statement: 'The Unix time 1024 fell into 1970.', notes: '' },
    ])
    expect(years('2025')[0]).toBeLessThan(years('1024')[2]!)
  })
})
