import { expect, it } from 'vitest'
import { readMeasures } from '../adapters/assets/data-files.ts'
import { type ClaimCheck, checkClaims } from './check-claims.ts'

const never = new AbortController().signal
const CLAIM = 'The Earth is round.'

/** Lets three seats judge a claim: the first calls it true, the others cannot tell. */
function check(servedAs: (model: string) => string) {
  const request: ClaimCheck = {
    ...readMeasures(),
    query: 'Is this true?',
    criteria: null,
    kind: 'open',
    models: ['one', 'two', 'three'].map((model) => ({ provider: 'p', name: model, model, temperature: 0 })),
    writer: null,
    reader: null,
    structure: 'sonata',
    maxIterations: 1,
    votes: null,
    signal: never,
    deadline: never,
    checkpoint: null,
    claims: [CLAIM],
    type: 'fact',
  }
  return checkClaims(request, {
    async askModel({ seat }) {
      const verdict = seat.model === 'three' ? 'unsure' : 'true'
      const text = JSON.stringify({ rulings: [{ label: 'C1', verdict, why: '' }] })
      const free = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
      return { text, servedModel: servedAs(seat.model), ...free }
    },
    findAnchors: async () => [],
    embed: async () => [],
    now: () => 0,
    pause: async () => {},
    onEvent() {},
    onCheckpoint() {},
  })
}

it('counts two names of one model once', async () => {
  const apart = await check((model) => model)
  expect(apart.claims[0]).toMatchObject({ verdict: 'true' })
  const alias = await check((model) => (model === 'three' ? model : 'the-same'))
  expect(alias.claims[0]).toMatchObject({ verdict: 'unsure' })
  expect(alias.claims[0]!.support).toBeLessThan(apart.claims[0]!.support)
  expect(alias.warnings).toEqual([expect.stringContaining('were answered by the same model, the-same')])
  expect(apart.warnings).toEqual([])
})
