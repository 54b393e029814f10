import { expect, it } from 'vitest'
import { newSeat } from '../../../src/client/run-progress.ts'
import type { Claim } from '../../../src/contract/claims.ts'
import { entryWith } from '../../../test/support/engine/entries.ts'
import { sampleEdgeResponse } from '../../../test/support/samples.ts'
import { askedRun } from '../run/run-state.ts'
import { voicesOf } from '../run/voices.ts'
import { stateOf } from './model-state.ts'

/** What is said of the only model that answered an open question with these points. */
function labelWith(claims: Claim[]): string {
  const state = {
    ...askedRun('Why?', 0),
    stage: 'complete' as const,
    kind: 'open' as const,
    seats: [newSeat({ name: 'a', provider: 'openrouter', model: 'a' }, 0)],
    iterations: [entryWith(1, { a: { answer: 'A text.', position: 'A text.' } })],
    claims,
    result: sampleEdgeResponse('id', 'Why?'),
  }
  return stateOf(voicesOf(state)[0]!, state).label
}

const POINT: Claim = {
  text: 'So it is.',
  status: 'agreed',
  central: true,
  support: 1,
  for: ['a'],
  against: [],
  unsure: [],
  axioms: [],
}

it('says that a model agrees, or what it disputes', () => {
  expect(labelWith([POINT])).toBe('agrees')
  expect(labelWith([{ ...POINT, status: 'disputed', for: [], against: ['a'] }])).toBe('disputes 1 point')
})

it('says nothing of agreement where no points were compared', () => {
  expect(labelWith([])).toBe('answered')
})
