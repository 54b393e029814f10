import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DryRunResponse } from '../../src/contract/dry-run.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { FIRST_ITERATION } from '../support/quarrel.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask, PANEL, requestFor } from '../support/tasks.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = fakeProvider((call) => replyAs(call.model === 'vendor/first' ? '4' : '5', call))
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

const request = (changes: object) => requestFor('What is 2 + 2?', changes)

describe.each(['/consensus', '/consensus/sync'])('POST %s', (path) => {
  onNode('parts')('refuses a budget that it cannot keep, and stores nothing', async () => {
    const few = await post(service.local, path, request({ max_calls: 1 }))
    expect(
      (await expectError(few, { status: 400, error: 'bad_request', paths: ['max_calls'] })).message,
    ).toBe('max_calls must be at least 2, the number of models.')
    const unpriced = await post(service.local, path, request({ max_cost_usd: 1 }))
    expect(
      (await expectError(unpriced, { status: 400, error: 'bad_request', paths: ['max_cost_usd'] })).message,
    ).toBe('The prices of vendor/first, vendor/second are not known here; give max_calls as well.')
    expect(provider.calls).toHaveLength(0)
    expect(await service.tasks.resume()).toBe(0)
  })

  it('says in a dry run what a task would cost at most, and stores and calls nothing', async () => {
    const headers = { 'Idempotency-Key': 'dry' }
    const response = await post(service.local, path, request({ dry_run: true, kind: 'draft' }), headers)
    expect(response.status).toBe(200)
    expect(DryRunResponse.strict().parse(await response.json())).toMatchObject({
      models: ['vendor/first', 'vendor/second'],
      // Drafts, what to try, reviews, a revision with its comparison, and what authors say to rejects.
      calls: { first_round: 2, at_most: 2 + 2 + 2 + 2 + 3 },
    })
    expect(provider.calls).toHaveLength(0)
    expect((await post(service.local, path, request({ max_iterations: 1 }), headers)).ok).toBe(true)
  })
})

describe('a task with a budget', () => {
  it('completes with the best answer so far and its warnings', async () => {
    const { id } = await createTask(service, request({ max_calls: 2, max_cost_usd: 5 }))
    const { status, result } = await finishedTask(service, id)
    expect({ status, ending: result.ending, calls: result.usage.calls }).toEqual({
      status: 'completed',
      ending: 'budget',
      calls: 2,
    })
    expect(result.warnings.join(' ')).toContain(
      'The budget (at most 2 calls and 5 USD) did not allow another',
    )
    expect(result.warnings.join(' ')).toContain('counts only what their replies say they cost')
  })

  onNode('folder')('has spent what it spent before a restart', async () => {
    provider.holdAfter(FIRST_ITERATION)
    const { id } = await createTask(service, request({ max_calls: 5 }))
    await provider.called(FIRST_ITERATION + 2)
    await service.stop({ keepFolder: true })
    provider.release()
    service = await openService(REAL_ROUTER, service.folder)
    expect(await service.tasks.resume()).toBe(1)
    const { result } = await finishedTask(service, id)
    expect(result.ending).toBe('budget')
    expect(result.usage.calls).toBe(5)
    expect(result.usage.phases.map(({ phase }: { phase: string }) => phase)).toEqual([
      'exposition',
      'reading',
      'revision',
    ])
  })

  onNode('folder')(
    'is the same task under its idempotency key, although it would no longer be accepted',
    async () => {
      const headers = { 'Idempotency-Key': 'once' }
      const third = { provider: 'openrouter', name: 'Third', model: 'vendor/third' }
      const body = request({ models: [...PANEL, third], max_iterations: 1 })
      const { id } = await createTask(service, body, headers)
      await finishedTask(service, id)
      await service.stop({ keepFolder: true })
      service = await openService({ ...REAL_ROUTER, MAX_CALLS: '2', DEFAULT_MODELS: 'a,b' }, service.folder)
      expect((await createTask(service, body, headers)).id).toBe(id)
      expect((await post(service.local, '/consensus', body)).status).toBe(400)
    },
  )
})
