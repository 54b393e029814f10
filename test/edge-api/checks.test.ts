import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CheckResponse } from '../../src/contract/check.ts'
import type { ClaimOpinion } from '../../src/contract/claims.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, type ProviderCall, REAL_ROUTER } from '../support/fake-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'

const MODELS = ['vendor/ada', 'vendor/bob', 'vendor/cleo']
const ROUND = 'The Earth is round.'
const WALL = 'The Great Wall can be seen from the Moon.'

/** What a scripted model says of statements: at first, and when it hears the reasons of the others. */
interface Judge {
  first: Record<string, ClaimOpinion>
  later?: Record<string, ClaimOpinion> | Response
}

let judges: Record<string, Judge | Response>
let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  judges = {}
  provider = fakeProvider((call) => reply(call))
  service = await openService(REAL_ROUTER)
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

function reply({ model, prompt }: ProviderCall): string | Response {
  const judge = judges[model]!
  if (judge instanceof Response) return judge.clone()
  const isFirst = prompt.includes('Somebody wants to know')
  const said = isFirst ? judge.first : (judge.later ?? judge.first)
  if (said instanceof Response) return said.clone()
  const shown = [...prompt.matchAll(/<point-\w+ label="(C\d+)"[^>]*>([\s\S]*?)<\/point-/g)]
  const rulings = shown.map(([, label, text]) => {
    const verdict = Object.entries(said).find(([claim]) => text!.includes(claim))![1]
    return { label, verdict, why: verdict === 'true' && isFirst ? '' : `${model} knows.` }
  })
  return JSON.stringify({ rulings })
}

const all = (first: Record<string, ClaimOpinion>) =>
  Object.fromEntries(MODELS.map((model) => [model, { first }]))

async function checked(body: object): Promise<CheckResponse> {
  const response = await post(service.edge, '/check', { models: MODELS, ...body })
  const parsed = await response.json()
  expect(response.status, JSON.stringify(parsed)).toBe(200)
  return CheckResponse.strict().parse(parsed)
}

describe('POST /check', () => {
  it('says what all models say of each statement, in one call each', async () => {
    judges = all({ [ROUND]: 'true', [WALL]: 'false' })
    const { claims, usage, models, abstentions } = await checked({ claims: [ROUND, WALL] })
    expect(claims).toMatchObject([
      { claim: ROUND, verdict: 'true' },
      { claim: WALL, verdict: 'false' },
    ])
    expect(claims[0]!.support).toBeGreaterThan(0.75)
    expect(claims[1]!.support).toBeLessThan(0.25)
    expect(claims[1]!.rulings).toHaveLength(3)
    expect(claims[1]!.rulings[0]).toMatchObject({
      opinion: 'false',
      reason: expect.stringContaining('knows'),
    })
    expect({ models, calls: usage.calls, abstentions }).toEqual({ models: MODELS, calls: 3, abstentions: [] })
  })

  it('lets those who disagree hear each other once, and counts who is convinced', async () => {
    judges = {
      ...all({ [WALL]: 'false' }),
      'vendor/cleo': { first: { [WALL]: 'true' }, later: { [WALL]: 'false' } },
    }
    const { claims, usage } = await checked({ claims: [WALL] })
    expect(claims[0]).toMatchObject({ verdict: 'false' })
    expect(usage.calls).toBe(4)
    expect(usage.phases).toMatchObject([
      { phase: 'examination', calls: 3 },
      { phase: 'dispute', calls: 1 },
    ])
  })

  it('is disputed while one says the opposite, whichever side has more', async () => {
    judges = { ...all({ [WALL]: 'false' }), 'vendor/cleo': { first: { [WALL]: 'true' } } }
    expect((await checked({ claims: [WALL] })).claims[0]).toMatchObject({ verdict: 'disputed' })
    judges = { ...all({ [WALL]: 'true' }), 'vendor/cleo': { first: { [WALL]: 'false' } } }
    const { claims, usage } = await checked({ claims: [WALL], discuss: false })
    expect(claims[0]).toMatchObject({ verdict: 'disputed' })
    expect(usage.calls).toBe(3)
  })

  it.each<[string, ClaimOpinion[], string]>([
    ['depends, if more than half say so', ['depends', 'depends', 'true'], 'depends'],
    ['is unsure, if most cannot tell', ['unsure', 'unsure', 'true'], 'unsure'],
    ['is true, if two thirds say so and nobody the opposite', ['true', 'true', 'unsure'], 'true'],
    ['is false, if two thirds say so and nobody the opposite', ['false', 'false', 'depends'], 'false'],
  ])('%s', async (_, opinions, verdict) => {
    judges = Object.fromEntries(
      MODELS.map((model, place) => [model, { first: { [WALL]: opinions[place]! } }]),
    )
    expect((await checked({ claims: [WALL] })).claims[0]).toMatchObject({ verdict })
  })

  it('goes on without a model that fails, and names it', async () => {
    judges = { ...all({ [ROUND]: 'true' }), 'vendor/bob': new Response('{}', { status: 500 }) }
    const { claims, abstentions } = await checked({ claims: [ROUND] })
    expect(claims[0]!.rulings.map(({ name }) => name).sort()).toEqual(['vendor/ada', 'vendor/cleo'])
    expect(abstentions).toMatchObject([{ name: 'vendor/bob', error: { code: 'provider_error' } }])
    judges = { ...judges, 'vendor/ada': new Response('{}', { status: 500 }) }
    const failed = await post(service.edge, '/check', { models: MODELS, claims: [ROUND] })
    expect(
      (await expectError(failed, { status: 503, error: 'unavailable', paths: ['vendor/ada', 'vendor/bob'] }))
        .message,
    ).toContain('Only 1 of 3')
  })

  it('says who did not reply when asked once more', async () => {
    judges = {
      ...all({ [WALL]: 'false' }),
      'vendor/cleo': { first: { [WALL]: 'true' }, later: new Response('{}', { status: 500 }) },
    }
    const { claims, warnings } = await checked({ claims: [WALL] })
    expect(claims[0]!.verdict).toBe('disputed')
    expect(warnings.join()).toContain('vendor/cleo did not reply when asked again')
  })

  it('asks nobody once more where the budget does not allow it, and says so', async () => {
    judges = { ...all({ [WALL]: 'false' }), 'vendor/cleo': { first: { [WALL]: 'true' } } }
    const { usage, warnings } = await checked({ claims: [WALL], max_calls: 3 })
    expect(usage.calls).toBe(3)
    expect(warnings.join()).toContain('the budget did not allow')
  })

  it('shows the models the documents, and axioms on the statement', async () => {
    judges = all({ light: 'true' })
    const claim = 'The speed of light in a vacuum is 299 792 458 metres per second.'
    const { axioms } = await checked({ claims: [claim], context: [{ title: 'Notes', text: 'It rains.' }] })
    expect(axioms.map(({ axiom }) => axiom).join()).toContain('299 792 458')
    expect(provider.calls[0]!.prompt).toContain('It rains.')
  })

  it('needs language models', async () => {
    const offline = await openService()
    try {
      const response = await post(offline.edge, '/check', { claims: [ROUND] })
      const expected = { status: 400, error: 'bad_request', paths: ['models'] }
      expect((await expectError(response, expected)).message).toMatch(
        /^Checks need language models, and there is no key for .* Set OPENROUTER_API_KEY/,
      )
    } finally {
      await offline.stop()
    }
  })
})
