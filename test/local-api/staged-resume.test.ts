import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { withLedger } from '../support/ledger.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { openService, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'

const CHEAP = ['cheap/one', 'cheap/two']
const STRONG = ['strong/one', 'strong/two']
const MODELS = [...CHEAP, ...STRONG]
const PATIENCE = { timeout: 30_000, interval: 10 }
const SETTINGS = { ...REAL_ROUTER, AUDIT_SHARE: '1' }

let service: TestService
let provider: ReturnType<typeof fakeProvider>
let answers: Record<string, string>
beforeEach(async () => {
  service = await openService(SETTINGS)
  answers = { ...Object.fromEntries(MODELS.map((model) => [model, '42'])), 'cheap/two': '41' }
  provider = fakeProvider((call) => replyAs(answers[call.model]!, call))
})
afterEach(() => {
  provider.release()
  provider.restore()
  rmSync(service.folder, { recursive: true, force: true })
})

const voters = (models: string[]) => models.map((model) => `openrouter|${model}`)
/** How often a model was asked for its first reply. */
const timesAsked = (model: string) =>
  provider.calls.filter((call) => call.model === model && askedFor(call.prompt) === 'reply').length

/** Creates a task, stops its service while these models are held back, and finishes it in another one. */
async function interruptedWhileHolding(held: string[], changes: object = {}) {
  provider.hold(({ model }) => held.includes(model))
  const { id } = await createTask(service, {
    query: 'How many are there?',
    models: MODELS.map((model) => ({ provider: 'openrouter', name: model, model })),
    first: CHEAP,
    max_iterations: 1,
    ...changes,
  })
  await vi.waitFor(() => expect(held.map(timesAsked)).toEqual(held.map(() => 1)), PATIENCE)
  await service.stop({ keepFolder: true })
  const before = MODELS.map(timesAsked)
  provider.release()
  service = await openService(SETTINGS, service.folder)
  expect(await service.tasks.resume()).toBe(1)
  const task = await finishedTask(service, id)
  await service.stop({ keepFolder: true })
  const rows = await withLedger(service.folder, (ledger) => ledger.recent('anonymous'))
  return { id, task, rows, before }
}

it('a task that is interrupted in its second stage does not ask its first models again, and is recorded once with its stage', async () => {
  const { id, task, rows, before } = await interruptedWhileHolding(STRONG)
  expect(before).toEqual([1, 1, 1, 1])
  expect(task).toMatchObject({ status: 'completed', result: { answer: '42' } })
  expect(CHEAP.map(timesAsked)).toEqual([1, 1])
  expect(STRONG.map(timesAsked)).toEqual([2, 2])
  const readings = provider.calls.filter(({ prompt }) => askedFor(prompt) !== 'reply')
  expect(new Set(readings.map(({ prompt }) => prompt)).size, 'nothing is read twice').toBe(readings.length)
  const { stages, calls } = task.result.usage
  expect(stages).toMatchObject([
    { models: CHEAP, accepted: false, calls: 3 },
    { models: STRONG, accepted: true },
  ])
  expect(stages[0].calls + stages[1].calls).toBe(calls)
  expect(rows.map((row) => [row.id, row.stage])).toEqual([
    [
      id,
      {
        ...{ first: voters(CHEAP), others: voters(STRONG) },
        ...{ promised: null, accepted: false, agreed: null, isAudit: false },
      },
    ],
  ])
})

it('a task whose first models agreed, but not surely enough, still tells whether all models did when it was interrupted', async () => {
  answers['cheap/two'] = '42'
  const { id, rows } = await interruptedWhileHolding(STRONG, { enough: 1 })
  expect(CHEAP.map(timesAsked)).toEqual([1, 1])
  expect(rows.map((row) => row.id)).toEqual([id])
  expect(rows[0]!.stage).toMatchObject({ accepted: false, promised: expect.any(Number), agreed: true })
})

it('a task that is interrupted in its first stage asks only who did not reply, and its answer stands', async () => {
  answers['cheap/two'] = '42'
  provider.hold(({ model }) => model === 'cheap/two')
  const { id } = await createTask(service, {
    query: 'How many are there?',
    models: MODELS.map((model) => ({ provider: 'openrouter', name: model, model })),
    first: CHEAP,
  })
  await provider.called(2)
  await service.stop({ keepFolder: true })
  provider.release()
  service = await openService({ ...SETTINGS, AUDIT_SHARE: '0' }, service.folder)
  expect(await service.tasks.resume()).toBe(1)
  const { result } = await finishedTask(service, id)
  await service.stop({ keepFolder: true })
  expect(result.usage.stages).toMatchObject([{ models: CHEAP, accepted: true }])
  expect(MODELS.map(timesAsked).slice(1)).toEqual([2, 0, 0])
})
