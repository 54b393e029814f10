import { describe, expect, it } from 'vitest'
import { isCutOff } from './cut-off.ts'

const LONG = Array.from({ length: 10 }, (_, index) => `There is more to say about number ${index}. `).join('')

describe('isCutOff', () => {
  it.each(['and so the', 'we get x =', 'which gives (3 + 4)'])(
    'sees that a long reply ends in “%s”',
    (end) => {
      expect(isCutOff(LONG + end)).toBe(true)
    },
  )

  it.each(['and that is all.', 'is it?', '**Done.**', '“So be it.”', '(As said.)', 'so $x = 3.$'])(
    'sees that a long reply is complete with “%s”',
    (end) => {
      expect(isCutOff(LONG + end)).toBe(false)
    },
  )

  it('sees that a reply repeats itself without end', () => {
    const again = 'The one is then added to the other, which gives us the one that we began with. '
    expect(isCutOff(LONG + again.repeat(2))).toBe(false)
    expect(isCutOff(LONG + again.repeat(3))).toBe(true)
  })

  it('does not ask a short reply for a full stop', () => {
    expect(isCutOff('Paris')).toBe(false)
  })
})
