import { describe, expect, it } from 'vitest'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { discussedProbability, probabilityOf } from '../../src/engine/conclude/confidence.ts'
import { pick } from '../simulated/chance.ts'
import { loss } from './discussions.ts'

const calibration = readMeasures().calibration
const ANSWERS = ['right', 'wrong', 'wrong too', 'wrong as well']

describe('the confidence in panels that always give in to one of their members', () => {
  it('gains nothing by counting whom it won over', () => {
    const panels = Array.from({ length: 400 }, (_, seed) => {
      const seats = 2 + (seed % 4)
      const first = Array.from({ length: seats }, (__, seat) => pick(ANSWERS, `panel ${seed}`, seat))
      const winner = pick(first, `winner ${seed}`, 0)
      const countOf = (answer: string) => first.filter((one) => one === answer).length
      const rival = Math.max(0, ...ANSWERS.filter((one) => one !== winner).map(countOf))
      const replies = {
        given: countOf(winner),
        compatible: 0,
        answering: seats,
        rival,
        silent: 0,
        offersOptions: false,
      }
      const discussed = discussedProbability(replies, { given: seats, rival: 0 }, calibration)
      return { alone: probabilityOf(replies, calibration), discussed, isRight: winner === 'right' }
    })
    const alone = loss(panels.map((one) => [one.alone, one.isRight]))
    expect(loss(panels.map((one) => [one.discussed, one.isRight]))).toBeGreaterThan(alone)
  })
})
