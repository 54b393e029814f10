import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEdgeClient, type EdgeEvent } from '../../src/client/index.ts'
import { runEvents } from '../../src/contract/events.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { PATIENCE } from '../support/patience.ts'
import { EDGE_QUARREL, quarrellingModels } from '../support/quarrel.ts'
import { openService, type TestService } from '../support/service.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService(REAL_ROUTER)
  provider = quarrellingModels()
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const client = createEdgeClient({
  baseUrl: 'http://localhost',
  fetch: (url, init) => service.edge.request(url, init),
})

describe('a run that the client streams', () => {
  it('is told event by event, as typed, and ends with the result that is stored', async () => {
    const events: EdgeEvent[] = []
    for await (const event of client.stream(EDGE_QUARREL)) events.push(event)
    const told: string[] = []
    for (const { type, data } of events)
      if (type !== 'result' && type !== 'run-start') {
        told.push(type)
        runEvents[type].strict().parse(data)
      }
    const heard = ['iteration-start', 'answer-received', 'answer-received']
    expect(told).toContain('answer-text')
    expect(told.filter((type) => type !== 'answer-text')).toEqual([
      'panel-start',
      ...[...heard, 'kind-decided', 'reading-received', 'iteration-end'],
      ...[...heard, 'iteration-end', 'text-accepted'],
    ])
    const last = events.at(-1)!
    if (last.type !== 'result') throw new Error(`the last event is ${last.type}`)
    const { trace, ...stored } = await client.result(last.data.id)
    expect(stored).toEqual(last.data)
    expect(trace).toEqual(events.flatMap(({ type, data }) => (type === 'iteration-end' ? [data] : [])))
  })

  it('throws the failure of the run', async () => {
    provider.restore()
    provider = fakeProvider(() => Response.json({ error: { message: 'no credit' } }, { status: 402 }))
    const seen: string[] = []
    const reading = async () => {
      for await (const { type } of client.stream(EDGE_QUARREL)) seen.push(type)
    }
    await expect(reading()).rejects.toMatchObject({
      name: 'StrettoApiError',
      status: 502,
      code: 'upstream_error',
      requestId: expect.any(String),
    })
    expect(seen[0]).toBe('panel-start')
  })

  it('ends when its reader leaves the loop, and asks no further model', async () => {
    provider.hold()
    for await (const { type } of client.stream(EDGE_QUARREL)) {
      if (type !== 'iteration-start') continue
      await provider.called(2)
      break
    }
    await vi.waitFor(() => expect(provider.calls.every(({ signal }) => signal?.aborted)).toBe(true), PATIENCE)
    expect(provider.calls).toHaveLength(2)
  })
})

describe('a chat that the client streams', () => {
  it('throws the failure of the run', async () => {
    provider.restore()
    provider = fakeProvider(() => Response.json({ error: { message: 'no credit' } }, { status: 402 }))
    const stretto = { models: EDGE_QUARREL.models }
    const messages = [{ role: 'user' as const, content: EDGE_QUARREL.query }]
    const reading = async () => {
      for await (const _ of client.chatStream({ model: 'stretto/auto', messages, stretto }));
    }
    await expect(reading()).rejects.toMatchObject({
      name: 'StrettoApiError',
      code: 'upstream_error',
      status: 502,
      requestId: expect.any(String),
    })
  })
})
