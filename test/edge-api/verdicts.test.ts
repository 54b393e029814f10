import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { withLedger } from '../support/ledger.ts'
import { asText, replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const KEYS = { ...REAL_ROUTER, API_KEYS: 'alice:key-of-alice,bob:key-of-bob,carol:key-of-carol' }
const ANSWERS: Record<string, string> = { 'vendor/first': '11', 'vendor/second': '11', 'vendor/third': '33' }
const MODELS = Object.keys(ANSWERS)
const as = (name: string) => ({ 'x-api-key': `key-of-${name}` })

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  provider = fakeProvider((call) => replyAs(ANSWERS[call.model]!, call))
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

async function ask(name: string, changes: object = {}) {
  const body = { query: 'How many are there?', models: MODELS, ...changes }
  const response = await post(service.edge, '/consensus', body, as(name))
  expect(response.status).toBe(200)
  return response.json()
}
const send = (name: string, id: string, verdict: object) =>
  post(service.edge, `/results/${id}/verdict`, verdict, as(name))
async function give(name: string, id: string, verdict: object) {
  const response = await send(name, id, verdict)
  expect(response.status).toBe(200)
  return response.json()
}
/** What the ledger says of the models of the only run in a scope. */
const labelsIn = async (scope: string) => {
  const [run] = await withLedger(service.folder, (ledger) => ledger.recent(scope))
  return Object.fromEntries(run!.ballots.map(({ model, right }) => [model, right]))
}
const modelsWith = (...rights: Array<boolean | null>) =>
  MODELS.map((model, place) => ({ model, name: model, right: rights[place]! }))

describe('POST /results/{id}/verdict', () => {
  onNode('folder')(
    'says which models were right, in the order of the request, and labels them in the ledger',
    async () => {
      service = await openService(KEYS)
      const { id } = await ask('alice')
      const expected = { id, right: true, models: modelsWith(true, true, false), counted: true }
      expect(await give('alice', id, { right: true })).toEqual(expected)
      expect(await give('alice', id, { right: true }), 'again').toEqual(expected)
      expect(await labelsIn('key:alice')).toEqual({
        'vendor/first': true,
        'vendor/second': true,
        'vendor/third': false,
      })
    },
  )

  onNode('folder')('replaces an earlier verdict of the caller', async () => {
    service = await openService(KEYS)
    const { id } = await ask('alice')
    await give('alice', id, { right: true })
    expect(await give('alice', id, { answer: '33' })).toMatchObject({
      right: false,
      models: modelsWith(false, false, true),
    })
    expect(await labelsIn('key:alice')).toEqual({
      'vendor/first': false,
      'vendor/second': false,
      'vendor/third': true,
    })
  })

  onNode('folder')('stays when the result is deleted', async () => {
    service = await openService(KEYS)
    const { id } = await ask('alice')
    await give('alice', id, { right: true })
    await service.edge.request(`/cache/${id}`, { method: 'DELETE', headers: as('alice') })
    expect(await labelsIn('key:alice')).toMatchObject({ 'vendor/first': true, 'vendor/third': false })
    await expectError(await send('alice', id, { right: true }), { status: 404, error: 'not_found' })
  })

  onNode('folder')(
    'is refused for the result of another caller, in the same words as one that does not exist',
    async () => {
      service = await openService(KEYS)
      const { id } = await ask('alice')
      for (const wanted of [id, 'none']) {
        const refusal = await expectError(await send('bob', wanted, { right: true }), {
          status: 404,
          error: 'not_found',
        })
        const read = await (await get(service.edge, `/results/${wanted}`, as('bob'))).json()
        expect(refusal.message).toBe(read.message)
      }
      await expectError(await post(service.edge, `/results/${id}/verdict`, { right: true }), {
        status: 401,
        error: 'unauthorized',
      })
      expect(await labelsIn('key:alice')).toMatchObject({ 'vendor/first': null })
    },
  )

  it('says why a run is not counted', async () => {
    service = await openService(KEYS)
    provider.restore()
    provider = fakeProvider(() => asText('Because of the moon.', 'open'))
    const open = await ask('alice', { query: 'Why are there tides?' })
    expect(await give('alice', open.id, { right: false })).toEqual({
      id: open.id,
      right: false,
      models: modelsWith(null, null, null),
      counted: false,
      reason: 'Only runs of closed questions are counted.',
    })
  })

  it('is taken while runs are not counted', async () => {
    service = await openService({ ...KEYS, MODEL_RELIABILITY: 'off' })
    const { id } = await ask('alice')
    expect(await give('alice', id, { answer: '11' })).toMatchObject({
      right: true,
      models: modelsWith(true, true, false),
      counted: false,
      reason: expect.stringContaining('MODEL_RELIABILITY'),
    })
  })
})
