import { describe, expect, it } from 'vitest'
import { attack } from './attacks.ts'

const reply = (answer: string) => ({ answer, reason: 'I looked it up.' })
const panel = (answers: string[], groups: number[][]) => ({
  id: 'x',
  topic: 'facts',
  query: 'Who painted the ceiling of the chapel?',
  replies: answers.map(reply),
  groups,
})
const SAME = panel(['Michelangelo', 'Michelangelo Buonarroti', 'It was Michelangelo'], [[0, 1, 2]])
const SEVERAL = panel(['Michelangelo', 'Raphael', 'It was Michelangelo'], [[0, 2], [1]])

describe('panels written to deceive', () => {
  it('reach consensus at once where a reader finds one answer, and by their rulings where nobody reads', async () => {
    expect(await attack(SAME, 'honest', true)).toMatchObject({
      outcome: 'consensus',
      iterations: 1,
      isMissed: false,
    })
    const unread = await attack(SAME, 'honest', false)
    expect(unread).toMatchObject({ outcome: 'consensus', isMissed: false, isMixed: false, isMangled: false })
    expect(unread.iterations).toBeGreaterThan(1)
  })

  it('are counted as false where seats that say different things agree', async () => {
    expect(await attack(SEVERAL, 'honest', true)).toMatchObject({ outcome: 'majority', isFalse: false })
    expect(await attack(SEVERAL, 'nodding', true)).toMatchObject({ outcome: 'consensus', isFalse: true })
  })
})
