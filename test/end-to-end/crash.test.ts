import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventsOf, type ServerEvent } from '../support/event-stream.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { withLedger } from '../support/ledger.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { type RunningService, startService } from '../support/process.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

const MODELS = ['vendor/agrees', 'vendor/follows', 'vendor/slow']

let folder: string
let provider: ScriptedProvider
let service: RunningService | null
let releaseSlow: () => void
let releaseQuick: () => void
let slowIsAsked: Promise<void>

beforeEach(async () => {
  folder = freshFolder()
  service = null
  let tellSlowIsAsked = () => {}
  slowIsAsked = new Promise((resolve) => {
    tellSlowIsAsked = resolve
  })
  const slowMayAnswer = new Promise<void>((resolve) => {
    releaseSlow = resolve
  })
  const quickMayAnswer = new Promise<void>((resolve) => {
    releaseQuick = resolve
  })
  provider = await startScriptedProvider(async (call) => {
    const isSlow = call.model === 'vendor/slow'
    if (askedFor(call.prompt) === 'rulings') {
      if (isSlow) tellSlowIsAsked()
      await (isSlow ? slowMayAnswer : quickMayAnswer)
    }
    return replyAs({ answer: isSlow ? '41' : '42', yieldsTo: '42' }, call)
  })
})

afterEach(async () => {
  releaseSlow()
  releaseQuick()
  await service?.end('SIGKILL')
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a task whose service is killed is completed after a restart and counted once, and no answered call is repeated', async () => {
  service = await start()
  const task = await createTask(service)
  const answered = new Set<unknown>()
  for await (const { event, data } of watch(service, task)) {
    releaseQuick()
    if (event === 'answer-received' && data.iteration === 2) answered.add(data.name)
    if (answered.size === 2) break
  }
  await slowIsAsked
  await service.end('SIGKILL')

  releaseSlow()
  service = await start()
  let last: Record<string, unknown> = {}
  for await (const { data } of watch(service, task)) last = data
  expect(last).toMatchObject({ status: 'completed', progress: 1 })
  const finished = await (await fetch(`${service.local}/consensus/${task.id}`)).json()
  expect(finished.result).toMatchObject({ consensus_reached: true, iterations_used: 2, final_D: 0 })

  const asked = (what: ReturnType<typeof askedFor>) =>
    MODELS.map(
      (model) =>
        provider.calls.filter((call) => call.model === model && askedFor(call.prompt) === what).length,
    )
  expect(asked('reply')).toEqual([1, 1, 1])
  // The slow one was asked twice: its first answer never came.
  expect(asked('rulings')).toEqual([1, 1, 2])
  // One model read which answers are the same.
  expect(asked('groups').toSorted()).toEqual([0, 0, 1])
  expect(finished.result.usage.calls).toBe(7)
  const counted = await withLedger(folder, (ledger) => ledger.recent('anonymous'))
  expect(counted.map(({ id }) => id)).toEqual([task.id])
})

/** What happens to a task, as its watchers are told. */
async function* watch({ local }: RunningService, { id }: { id: string }): AsyncGenerator<ServerEvent> {
  yield* eventsOf(await fetch(`${local}/consensus/${id}/events`))
}

function start(): Promise<RunningService> {
  return startService({
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'servers-secret',
    OPENROUTER_BASE_URL: provider.url,
    // After a kill, the next process waits until the lease of the one before has run out.
    TASK_LEASE_MS: '300',
  })
}

async function createTask({ local }: RunningService): Promise<{ id: string }> {
  const models = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
  const response = await fetch(`${local}/consensus`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'How many?', models }),
  })
  expect(response.status).toBe(202)
  return response.json()
}
