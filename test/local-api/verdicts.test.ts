import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { createTask, requestFor } from '../support/tasks.ts'

const ANSWERS: Record<string, string> = { 'vendor/first': '11', 'vendor/second': '11', 'vendor/third': '33' }
const PANEL = Object.keys(ANSWERS).map((model) => ({ provider: 'openrouter', name: `The ${model}`, model }))
const REQUEST = requestFor('How many are there?', { models: PANEL, max_iterations: 1 })
const alice = { 'x-api-key': 'key-of-alice' }
const bob = { 'x-api-key': 'key-of-bob' }

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  provider = fakeProvider((call) => replyAs(ANSWERS[call.model]!, call))
  service = await openService({
    ...REAL_ROUTER,
    API_KEYS: 'alice:key-of-alice,bob:key-of-bob',
    LOCAL_AUTH: 'on',
    TASK_CONCURRENCY: '1',
  })
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

const send = (id: string, verdict: object, headers = alice) =>
  post(service.local, `/consensus/${id}/verdict`, verdict, headers)
const completed = async () => (await post(service.local, '/consensus/sync', REQUEST, alice)).json()
const refused = (response: Response, status: number, error: string) =>
  expectError(response, { status, error })

describe('POST /consensus/{id}/verdict', () => {
  onNode('folder')(
    'says which models were right, and labels them in the ledger under the id of the task',
    async () => {
      const { id } = await completed()
      const response = await send(id, { answer: '33' })
      expect(response.status).toBe(200)
      const rights = [false, false, true]
      expect(await response.json()).toEqual({
        id,
        right: false,
        models: PANEL.map(({ model, name }, place) => ({ model, name, right: rights[place] })),
        counted: true,
      })
      const [run, ...others] = await withLedger(service.folder, (ledger) => ledger.recent('key:alice'))
      expect(others).toEqual([])
      expect(run!.id).toBe(id)
      expect(PANEL.map(({ model }) => run!.ballots.find((ballot) => ballot.model === model)?.right)).toEqual(
        rights,
      )
    },
  )

  onNode('turns')('is refused while the task has no result, and after it failed', async () => {
    provider.hold()
    const running = await createTask(service, REQUEST, alice)
    await provider.called(3)
    const waiting = await createTask(service, REQUEST, alice)
    const message = async (id: string) =>
      (await refused(await send(id, { right: true }), 409, 'conflict')).message
    expect(await message(running.id)).toBe(
      `Task ${running.id} is running and has no answer yet. Give the verdict once it is completed.`,
    )
    expect(await message(waiting.id)).toContain('is pending and has no answer yet')
    await service.local.request(`/consensus/${waiting.id}`, { method: 'DELETE', headers: alice })
    expect(await message(waiting.id)).toBe(`Task ${waiting.id} failed and has no answer to judge.`)
  })

  it('is refused for the task of another caller, in the same words as one that does not exist', async () => {
    const { id } = await completed()
    for (const wanted of [id, 'none']) {
      const refusal = await refused(await send(wanted, { right: true }, bob), 404, 'not_found')
      const read = await (await get(service.local, `/consensus/${wanted}`, bob)).json()
      expect(refusal.message).toBe(read.message)
    }
    await refused(await send(id, { right: true }, {} as typeof alice), 401, 'unauthorized')
  })
})
