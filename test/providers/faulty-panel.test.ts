import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IterationEntry } from '../../src/contract/deliberation.ts'
import { eventsOf } from '../support/event-stream.ts'
import { replyAs } from '../support/panel-replies.ts'
import { PROVIDER_FAULTS, type ProviderFault } from '../support/provider-faults.ts'
import { type ScriptedProvider, settingsFor, startScriptedProvider } from '../support/scripted-provider.ts'
import { get, openService, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'
import { timeLimit } from '../support/time-limit.ts'

const query = 'Which city is on the stamp?'

let server: ScriptedProvider
let service: TestService
const limit = timeLimit(3_599_000)
/** Models answer only then. */
let isWatched = Promise.resolve()
beforeAll(async () => {
  // A model named fault-N has the Nth fault of the catalogue; any other answers with its own name.
  server = await startScriptedProvider(async (call, response) => {
    await isWatched
    const fault = PROVIDER_FAULTS[Number(/^fault-(\d+)$/.exec(call.model)?.[1])]
    return fault === undefined ? replyAs(call.model.replace(/\d/, ''), call) : void fault.play(call, response)
  })
  service = await openService({
    ...settingsFor(server),
    MODEL_RETRIES: '0',
    MODEL_TIMEOUT_SECONDS: '3599',
    CONSENSUS_DEADLINE_SECONDS: '3600',
  })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const
const seatsOf = (models: string[]) =>
  models.map((model, index) => ({ provider: PROVIDERS[index % PROVIDERS.length], name: model, model }))

/** The outcome of a panel; the time of those who stay silent is over when all others have been heard. */
async function taskOf(models: string[], changes: object = {}) {
  let watched = () => {}
  isWatched = new Promise((resolve) => {
    watched = resolve
  })
  const { id } = await createTask(service, { query, models: seatsOf(models), ...changes })
  const events = eventsOf(await get(service.local, `/consensus/${id}/events`))
  const awaited = new Set(models.filter((model) => !staysSilent(model)))
  for await (const { event, data } of events) {
    if (event === 'task-change') watched()
    if (event === 'answer-received') awaited.delete(data.name)
    if (awaited.size === 0) break
  }
  limit.end()
  return finishedTask(service, id)
}

function staysSilent(model: string): boolean {
  const fault = PROVIDER_FAULTS.find((candidate) => nameOf(candidate) === model)
  return fault?.code === 'timeout' && !fault.retried
}

const nameOf = (fault: ProviderFault) => `fault-${PROVIDER_FAULTS.indexOf(fault)}`
// A first reply that was cut off is kept as far as it came; one that stalls has a limit of its own (broken-streams.test.ts).
const SILENCING = PROVIDER_FAULTS.filter(
  ({ code, name }) => code !== 'truncated' && name !== 'a hang mid-body',
)
const pairs = SILENCING.flatMap(
  (fault, index): Array<[ProviderFault, ProviderFault]> =>
    index % 2 === 0 ? [[fault, SILENCING[index + 1] ?? SILENCING[0]!]] : [],
)

/** What an iteration counts, whoever else is in the panel. */
const countOf = ({ D, clusters }: IterationEntry) => ({
  D,
  clusters: clusters.map(({ answer, models, weight }) => ({ answer, models: [...models].sort(), weight })),
})

describe('a panel with faults in half of its seats', () => {
  it.each(pairs)(
    '$name, and another: they abstain with their messages, and the rest agree',
    async (...faults) => {
      const { result } = await taskOf([nameOf(faults[0]), 'Paris', nameOf(faults[1]), 'Paris2'])
      const [entry] = result.iterations as IterationEntry[]
      for (const fault of faults) {
        const seat = entry?.responses.find(({ model }) => model === nameOf(fault))
        expect(seat).toMatchObject({
          answer: null,
          position: null,
          residual: null,
          error: { code: fault.code, message: expect.stringContaining(fault.words) },
        })
        expect(result.dissent).toContainEqual(expect.objectContaining({ model: nameOf(fault), answer: null }))
      }
      expect(countOf(entry!)).toEqual({
        D: 0,
        clusters: [{ answer: 'Paris', models: ['Paris', 'Paris2'], weight: 2 }],
      })
      expect(result).toMatchObject({ outcome: 'consensus', final_answer: expect.stringContaining('Paris') })
      expect(JSON.stringify(result)).not.toContain('sk-of-the-server')
    },
  )
})

describe('what a panel counts', () => {
  it('is the answers given, with or without the silent seats', async () => {
    const answering = ['Paris', 'Rome', 'Paris2']
    const held = PROVIDER_FAULTS.find(({ code }) => code === 'filtered')!
    const once = { max_iterations: 1 }
    const { result: alone } = await taskOf(answering, once)
    const { result: among } = await taskOf([...answering, nameOf(PROVIDER_FAULTS[0]!), nameOf(held)], once)
    expect(alone.initial_D).toBeGreaterThan(0.5)
    expect(countOf(among.iterations[0])).toEqual(countOf(alone.iterations[0]))
  })

  it('includes a reply that was cut off, which is never the one delivered', async () => {
    const cut = PROVIDER_FAULTS.find(({ code }) => code === 'truncated')!
    const { result } = await taskOf([nameOf(cut), 'Lyon', 'Rome'], { max_iterations: 1 })
    expect(result).toMatchObject({ outcome: 'majority', answer: 'Lyon' })
    const said = (name: string) =>
      result.iterations[0].responses.find((response: { name: string }) => response.name === name)
    expect(said(nameOf(cut))).toMatchObject({ answer: 'Lyon', cut_off: true, error: null })
    expect(said('Lyon')).not.toHaveProperty('cut_off')
  })

  it('is nothing if one of two seats has a fault, and the reason is reported', async () => {
    const { status, error } = await taskOf(['Paris', nameOf(PROVIDER_FAULTS[2]!)])
    expect(status).toBe('failed')
    expect(error).toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('payment_required'),
    })
    expect(error.message).toContain(PROVIDER_FAULTS[2]!.words)
  })
})
