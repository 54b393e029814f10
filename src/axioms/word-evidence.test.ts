import { describe, expect, it } from 'vitest'
import { createWordEvidence } from './word-evidence.ts'

const evidence = createWordEvidence([
  { statement: 'The speed of light in a vacuum is 299 792 458 m/s.', notes: 'Nothing travels faster.' },
  { statement: 'The speed of sound in air depends on temperature.', notes: 'Sound is a wave.' },
  { statement: 'Gold is a metal.', notes: 'The symbol is Au.' },
  { statement: 'No body with mass reaches the speed of light, however long a rocket burns.', notes: '' },
])

describe('the evidence of shared words', () => {
  it('speaks for a text that mentions all of a question, and against one that mentions nothing', () => {
    const [light, sound, gold] = evidence('What is the speed of light?')
    expect(light).toBeGreaterThan(0)
    expect(light).toBeGreaterThan(sound!)
    expect(sound).toBeGreaterThan(gold!)
    expect(gold).toBeLessThan(0)
  })

  it('counts a rare word for more than a common one', () => {
    const [light, sound] = evidence('speed of sound')
    expect(sound! - light!).toBeGreaterThan(1)
  })

  it('counts a word of the notes for less than one of the statement', () => {
    expect(evidence('symbol')[2]!).toBeGreaterThan(evidence('light')[2]!)
    expect(evidence('symbol')[2]!).toBeLessThan(evidence('metal')[2]!)
  })

  it('prefers the statement that says little else, its figures aside', () => {
    const [light, , , rocket] = evidence('speed of light')
    expect(light).toBeGreaterThan(rocket!)
  })

  it('falls with every word that no text has', () => {
    expect(evidence('gold price in Leeds')[2]!).toBeLessThan(evidence('gold')[2]! - 1)
  })

  it('counts a word once, however often it is asked', () => {
    expect(evidence('gold gold gold symbol')[2]).toBeCloseTo(evidence('gold symbol')[2]!, 5)
  })

  it('takes the small words for content when a question has no others', () => {
    const pronouns = createWordEvidence([
      { statement: "The possessive of 'it' is 'its'.", notes: '' },
      { statement: 'Gold is a metal.', notes: '' },
    ])
    const [its, gold] = pronouns('its or it')
    expect(its).toBeGreaterThan(gold!)
  })

  it('is the same for every text where a question has no word at all', () => {
    expect(new Set(evidence('???')).size).toBe(1)
  })
})
