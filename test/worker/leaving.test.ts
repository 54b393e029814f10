import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closed } from '../support/ask-provider.ts'
import { eventsOf } from '../support/event-stream.ts'
import { replyAs } from '../support/panel-replies.ts'
import { openWorkerService, type WorkerService } from '../support/worker-service.ts'

const MODELS = ['vendor/one', 'vendor/two']
const SEATS = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))

describe.skipIf(inject('miniflare') === null)('a caller who leaves a run of the worker', () => {
  let service: WorkerService
  let waiting: Array<() => void> = []
  const answerAll = () => {
    for (const answer of waiting.splice(0)) answer()
  }

  beforeAll(async () => {
    service = await openWorkerService(
      async (call) => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return replyAs('42', call)
      },
      { DEFAULT_MODELS: MODELS.join() },
    )
  })
  afterAll(() => service?.close())

  let asked = 0
  /** A question that nobody has asked before. */
  const newQuery = () => `How many are there in case ${++asked}?`

  function send(url: string, body: object, headers: Record<string, string> = {}) {
    const leaving = new AbortController()
    const response = fetch(url, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    response.catch(() => {})
    return { response, leave: () => leaving.abort() }
  }

  /** The calls for a question, once all seats were asked. */
  async function callsFor(query: string) {
    const own = () => service.calls.filter(({ prompt }) => prompt.includes(query))
    while (own().length < MODELS.length) await service.called(service.calls.length + 1)
    return own()
  }

  const events = { accept: 'text/event-stream' }
  const messages = (query: string) => [{ role: 'user', content: query }]
  const chat = (query: string) => ({ model: 'stretto/auto', messages: messages(query) })
  it.each([
    ['/consensus-iterative', (query: string) => ({ query }), {}],
    ['/consensus-iterative, streamed', (query: string) => ({ query }), events],
    ['/v1/chat/completions', chat, {}],
    ['/v1/chat/completions, streamed', (query: string) => ({ ...chat(query), stream: true }), {}],
    ['/v1/responses', (query: string) => ({ model: 'stretto/auto', input: query }), {}],
  ])('ends the calls that it would cost: %s', async (name, bodyOf, headers) => {
    const query = newQuery()
    const { leave } = send(
      service.edge + name.split(',')[0],
      bodyOf(query),
      headers as Record<string, string>,
    )
    const calls = await callsFor(query)
    leave()
    await Promise.all(calls.map(({ gone }) => closed(gone)))
    waiting = []
  })

  it('cancels the task that only they could have been told of', async () => {
    const query = newQuery()
    const { leave } = send(`${service.local}/consensus/sync`, { query, models: SEATS })
    const calls = await callsFor(query)
    leave()
    await Promise.all(calls.map(({ gone }) => closed(gone)))
    await expect
      .poll(async () => (await (await fetch(`${service.local}/consensus?status=failed`)).json()).tasks)
      .toContainEqual(
        expect.objectContaining({ query, error: expect.objectContaining({ code: 'cancelled' }) }),
      )
    waiting = []
  })

  it('leaves the run to others who wait for it', async () => {
    const query = newQuery()
    const first = send(`${service.edge}/consensus-iterative`, { query })
    const second = send(`${service.edge}/consensus-iterative`, { query }, events)
    const calls = await callsFor(query)
    const told = eventsOf(await second.response)
    expect((await told.next()).value).toMatchObject({ event: 'panel-start' })
    first.leave()
    await expect(first.response).rejects.toThrow()
    answerAll()
    let last: unknown
    for await (const { event } of told) {
      answerAll()
      last = event
    }
    expect(last).toBe('result')
    expect(calls.map(({ gone }) => gone.aborted)).toEqual([false, false])
  })

  it('finds a run that goes on by itself again', async () => {
    const query = newQuery()
    const { response, leave } = send(
      `${service.edge}/consensus-iterative`,
      { query, keep_running: true },
      events,
    )
    const calls = await callsFor(query)
    const id = (await response).headers.get('x-run-id')
    leave()
    await expect.poll(async () => (await fetch(`${service.edge}/runs/${id}`)).status).toBe(200)
    const run = async () => {
      answerAll()
      return (await fetch(`${service.edge}/runs/${id}`)).json()
    }
    await expect.poll(run).toMatchObject({ status: 'done', result: { consensus_reached: true } })
    expect(calls.map(({ gone }) => gone.aborted)).toEqual([false, false])
  })
})
