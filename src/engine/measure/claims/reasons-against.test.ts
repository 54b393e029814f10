import { describe, expect, it } from 'vitest'
import { entryOf, rulingOf } from '../../../../test/support/engine/claim-entries.ts'
import { reasonsAgainst } from './reasons-against.ts'

const AXIOM = { id: 'phys-0001', axiom: 'The Moon raises the tides.', level: 2, relevance: 0.95 }

describe('reasonsAgainst', () => {
  it('are those of the seats that call it false, each once, and the axioms against it', () => {
    const rulings = [
      rulingOf('bob', 'false', 'Wind makes waves.'),
      rulingOf('cleo', 'false', 'Wind makes waves.'),
    ]
    expect(reasonsAgainst(entryOf('x', { rulings, contrary: [AXIOM.id] }), [AXIOM])).toEqual([
      'Wind makes waves.',
      'Axiom phys-0001: The Moon raises the tides.',
    ])
  })

  it('are not those of seats that are unsure, or that no longer call it false', () => {
    const rulings = [
      rulingOf('bob', 'unsure', 'I would have to look it up.'),
      rulingOf('cleo', 'false', 'Wind makes waves.'),
      rulingOf('cleo', 'unsure', 'Storm surges exist.', 3),
      rulingOf('dan', 'false', 'No.'),
      rulingOf('dan', 'true', 'I was wrong.', 3),
    ]
    expect(reasonsAgainst(entryOf('x', { rulings }), [])).toEqual([])
  })
})
