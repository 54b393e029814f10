import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/cache/same-question/read-question.ts'
import { pairKey } from '../../src/cache/same-question/verifier-model.ts'
import { compareQuestions } from '../../src/cache/same-question/word-order.ts'
import { NO_WORDS } from '../../test/support/no-words.ts'
import { countWords, weighWords } from './fit-verifier-words.ts'

describe('countWords', () => {
  const questions = [
    ...Array.from({ length: 60 }, (_, index) => `Does tea help people in Boston ${index}?`),
    ...Array.from({ length: 20 }, (_, index) => `Does garlic help people ${index}?`),
    'Does ginseng help?',
  ].map(readQuestion)
  const { rarity, names, rarest } = countWords(questions)

  it('gives words in fewer questions a higher rarity, and leaves out the rarest', () => {
    expect(rarity.get('garlic')!).toBeGreaterThan(rarity.get('tea')!)
    expect(rarity.has('ginseng')).toBe(false)
    expect(rarest).toBeGreaterThan(rarity.get('garlic')!)
  })

  it('recognises words that are always written as names', () => expect([...names]).toEqual(['boston']))
})

describe('weighWords', () => {
  const one = (left: string, right: string, isSame: boolean) => ({
    alignment: compareQuestions(readQuestion(left), readQuestion(right), NO_WORDS).alignment,
    isSame,
  })
  const cases = Array.from({ length: 60 }, () => [
    one('How do I learn guitar?', 'How do I learn guitar quickly?', true),
    one('How do I learn guitar?', 'How do I learn guitar in Boston?', false),
    one('How do I learn guitar?', 'How do I master guitar?', true),
    one('How do I learn guitar?', 'How do I learn piano?', false),
    one('How do I fix the sink?', 'How do I mend the sink?', true),
  ]).flat()
  const { alone, instead } = weighWords(cases)

  it('learns which words may be left over', () =>
    expect(alone.get('quick')!).toBeGreaterThan(alone.get('boston')!))

  it('learns which words replace each other', () =>
    expect(instead.get(pairKey('guitar', 'piano'))!).toBeLessThan(0))
})
