import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, PANEL, requestFor } from '../support/tasks.ts'

/** Of two vendors, so that nothing else is warned of. */
const TWO_VENDORS = PANEL.map((seat, place) => ({ ...seat, model: `vendor-${place}/model` }))
const mistaken = requestFor('What is 2 + 2?', {
  iterations: 3,
  models: TWO_VENDORS.map((seat) => ({ ...seat, seed: 0 })),
})
const ABOUT_BOTH = [
  expect.stringMatching(/^`iterations` is not a field of this request and was ignored\. .*`max_iterations`/),
  '`seed` is not a field of an entry of `models` and was ignored. Known fields: `provider`, `name`, `model`, `temperature`.',
]

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = fakeProvider((call) => replyAs('4', call))
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

describe('an unknown field on the local API', () => {
  it('is named in the warnings of the result, for tasks and blocking requests', async () => {
    const { id } = await createTask(service, mistaken)
    const waited = await (await post(service.local, '/consensus/sync', mistaken)).json()
    expect((await finishedTask(service, id)).result.warnings.sort()).toEqual(ABOUT_BOTH)
    expect(waited.warnings.sort()).toEqual(ABOUT_BOTH)
  })

  onNode('folder')('is still named when the task was interrupted by a restart', async () => {
    provider.hold()
    const { id } = await createTask(service, mistaken)
    await provider.called(2)
    await service.stop({ keepFolder: true })
    provider.release()
    service = await openService(REAL_ROUTER, service.folder)
    expect(await service.tasks.resume()).toBe(1)
    expect((await finishedTask(service, id)).result.warnings.sort()).toEqual(ABOUT_BOTH)
  })

  it('does not change the request: an idempotency key returns the same task', async () => {
    const key = { 'Idempotency-Key': 'once' }
    const first = await createTask(service, requestFor('What is 2 + 2?', { models: TWO_VENDORS }), key)
    expect((await createTask(service, mistaken, key)).id).toBe(first.id)
  })
})
