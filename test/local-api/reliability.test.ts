import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { folderWithRuns, recordRuns, withLedger } from '../support/ledger.ts'
import { replyAs } from '../support/panel-replies.ts'
import { FIRST_ITERATION } from '../support/quarrel.ts'
import { openService, type TestService } from '../support/service.ts'
import { createTask, finishedTask, requestFor } from '../support/tasks.ts'

const quarrel = requestFor('How many are there?', { max_iterations: 2 })
const FIRST_IS_RELIABLE = { 'vendor/first': 58, 'vendor/second': 30 }

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  provider = fakeProvider((call) => replyAs(call.model === 'vendor/first' ? '11' : '22', call))
})
afterEach(async () => {
  provider.release()
  await service.stop()
  provider.restore()
})

/** Opens the service after sixty runs of callers without a key were counted. */
async function openAfter(won: Record<string, number>): Promise<void> {
  service = await openService(REAL_ROUTER, await folderWithRuns({ anonymous: won }))
}

/** Stops the service, counts another 180 runs, starts it again and takes up what it left. */
async function restartAfter(won: Record<string, number>): Promise<number> {
  await service.stop({ keepFolder: true })
  await withLedger(service.folder, async (ledger) => {
    for (const time of ['one', 'two', 'three']) await recordRuns(ledger, 'anonymous', won, time)
  })
  provider.release()
  service = await openService(REAL_ROUTER, service.folder)
  return service.tasks.resume()
}

describe('a task', () => {
  it.each([
    ['vendor/first', '11'],
    ['vendor/second', '22'],
  ])('weights votes by the past runs of its caller: for %s', async (reliable, answer) => {
    await openAfter({ 'vendor/first': 30, 'vendor/second': 30, [reliable]: 58 })
    const { id } = await createTask(service, quarrel)
    const { result } = await finishedTask(service, id)
    expect(result.answer).toBe(answer)
    expect(result.votes.find(({ weight }: { weight: number }) => weight > 1).model).toBe(reliable)
    expect(result.iterations[0].clusters[0].weight).toBeGreaterThan(1)
  })

  it('that a restart interrupts keeps its initial votes', async () => {
    await openAfter(FIRST_IS_RELIABLE)
    provider.holdAfter(FIRST_ITERATION)
    const { id } = await createTask(service, quarrel)
    await provider.called(FIRST_ITERATION + 2)
    // By now the other is the more reliable by far.
    expect(await restartAfter({ 'vendor/first': 0, 'vendor/second': 60 })).toBe(1)
    const { result } = await finishedTask(service, id)
    expect(result.iterations).toHaveLength(2)
    expect(result.answer).toBe('11')
    expect(result.votes[0]).toMatchObject({ model: 'vendor/first', weight: expect.any(Number) })
    expect(result.votes[0].weight).toBeGreaterThan(1)

    const { id: later } = await createTask(service, quarrel)
    expect((await finishedTask(service, later)).result.answer).toBe('22')
  })

  it('that a restart interrupts keeps equal votes too', async () => {
    service = await openService(REAL_ROUTER)
    provider.holdAfter(FIRST_ITERATION)
    const { id } = await createTask(service, quarrel)
    await provider.called(FIRST_ITERATION + 2)
    expect(await restartAfter(FIRST_IS_RELIABLE)).toBe(1)
    const { result } = await finishedTask(service, id)
    expect(result).not.toHaveProperty('votes')
    expect(result.iterations.at(-1).clusters.map(({ weight }: { weight: number }) => weight)).toEqual([1, 1])
  })
})
