import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runEvents } from '../../src/contract/events.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import { allEventsOf, eventsOf, readText, type ServerEvent } from '../support/event-stream.ts'
import { expectError } from '../support/expect-error.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { PATIENCE } from '../support/patience.ts'
import { EDGE_QUARREL, FIRST_ITERATION, quarrellingModels } from '../support/quarrel.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendStream,
  settingsFor,
  startScriptedProvider,
  wantsStream,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { partsOf } from '../support/streamed-reply.ts'

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(async () => {
  service = await openService({ ...REAL_ROUTER, REQUEST_LIMIT: '4' })
  provider = quarrellingModels()
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const follow = (body: object = EDGE_QUARREL, path = '/consensus-iterative', accept = 'text/event-stream') =>
  post(service.edge, path, body, { Accept: accept })
const namesOf = (events: ServerEvent[]) => events.map(({ event }) => event)
const next = async (events: AsyncGenerator<ServerEvent, void>) => (await events.next()).value as ServerEvent

describe('POST /consensus-iterative with Accept: text/event-stream', () => {
  it('sends everything that happens, in order, and the response at the end', async () => {
    const response = await follow()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const events = await allEventsOf(response)
    const heard = ['iteration-start', 'answer-received', 'answer-received']
    expect(namesOf(events).filter((name) => name !== 'answer-text')).toEqual([
      'panel-start',
      ...[...heard, 'kind-decided', 'reading-received', 'iteration-end'],
      ...[...heard, 'iteration-end'],
      ...['text-accepted', 'result'],
    ])
    for (const { event, data } of events.slice(0, -1))
      runEvents[event as keyof typeof runEvents].strict().parse(data)
    const { data: result } = events.at(-1)!
    expect(events.at(-2)?.data).toEqual({ text: result.final_answer })
    expect(events.filter(({ event }) => event === 'iteration-end').map(({ data }) => data.D)).toEqual(
      result.metrics.D_by_iteration,
    )
    expect(result.usage.calls).toBe(provider.calls.length)
  })

  it('says what the models took the question for, what each replied, and what a reader made of it', async () => {
    const events = await allEventsOf(await follow())
    const told = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data)
    expect(told('panel-start')).toMatchObject([{ kind: null }])
    expect(told('kind-decided')).toEqual([{ kind: 'closed' }])
    expect(told('answer-received').find(({ model }) => model === 'vendor/first')).toMatchObject({
      answer: '4',
      text: 'I looked it up: 4.',
    })
    expect(told('reading-received')).toMatchObject([
      { iteration: 1, task: 'group-answers', readable: true, error: null, cost_usd: 0.001 },
    ])
    const named = await allEventsOf(await follow({ ...EDGE_QUARREL, kind: 'closed' }))
    expect(named[0]).toMatchObject({ event: 'panel-start', data: { kind: 'closed' } })
  })

  it('follows the single iteration of POST /consensus as well', async () => {
    const events = await allEventsOf(await follow(EDGE_QUARREL, '/consensus'))
    expect(namesOf(events).filter((name) => name === 'iteration-end')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { iterations: 1 } })
  })

  it('sends a stored answer as the only event', async () => {
    await post(service.edge, '/consensus-iterative', EDGE_QUARREL)
    const events = await allEventsOf(await follow())
    expect(events).toMatchObject([{ event: 'result', data: { cache_hit: true } }])
  })

  it('adds warnings about the body to the result', async () => {
    const [result] = (await allEventsOf(await follow({ ...EDGE_QUARREL, modles: [] }))).slice(-1)
    expect(result?.data.warnings.join()).toContain('`modles` is not a field')
  })

  it.each(['application/json', '*/*', 'text/*'])('sends JSON to those who accept %s', async (accept) => {
    const response = await follow(EDGE_QUARREL, '/consensus', accept)
    expect(response.headers.get('Content-Type')).toContain('application/json')
  })

  it('understands a list of types with parameters', async () => {
    const response = await follow(
      EDGE_QUARREL,
      '/consensus',
      'application/json;q=0.5, Text/Event-Stream; q=1',
    )
    expect((await allEventsOf(response)).at(-1)?.event).toBe('result')
  })

  it('sends JSON to those who give events a weight of zero', async () => {
    const response = await follow(EDGE_QUARREL, '/consensus', 'application/json, text/event-stream;q=0')
    expect(await response.json()).toMatchObject({ iterations: 1 })
  })

  it('refuses a bad request with its status, as JSON', async () => {
    await expectError(await follow({ query: '' }), { status: 400, error: 'bad_request', paths: ['query'] })
  })

  it('sends the failure of a run as its last event', async () => {
    provider.restore()
    provider = fakeProvider(() => Response.json({ error: { message: 'no credit' } }, { status: 402 }))
    const response = await follow()
    const events = await allEventsOf(response)
    const { data } = events.at(-1)!
    expect(events.at(-1)?.event).toBe('error')
    expect(data).toMatchObject({ status: 502, error: 'upstream_error' })
    expect(data.request_id).toBe(response.headers.get('X-Request-Id'))
    expect(namesOf(events)).not.toContain('result')
  })

  it('stops the run when its only follower leaves', async () => {
    provider.hold()
    const events = eventsOf(await follow())
    await provider.called(2)
    await next(events)
    await events.return()
    await vi.waitFor(() => expect(provider.calls.every(({ signal }) => signal?.aborted)).toBe(true), PATIENCE)
  })

  onNode('parts')('begins no run for a follower who left before the stream began', async () => {
    const request = new Request('http://localhost/consensus-iterative', {
      method: 'POST',
      headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify(EDGE_QUARREL),
      signal: AbortSignal.abort(),
    })
    const events = await allEventsOf(await service.edge.request(request))
    expect(namesOf(events)).not.toContain('result')
    expect(provider.calls).toEqual([])
  })

  it('shows the whole run to someone who joins later, and goes on when the first leaves', async () => {
    provider.hold()
    const first = eventsOf(await follow())
    await provider.called(2)
    await next(first)
    const second = eventsOf(await follow())
    expect((await next(second)).event).toBe('panel-start')
    await first.return()
    provider.release()
    const events: ServerEvent[] = []
    for await (const event of second) events.push(event)
    expect(events.at(-1)?.event).toBe('result')
    expect(provider.calls).toHaveLength(FIRST_ITERATION + 2)
  })

  it('is named by a dry run of the same request for as long as it goes on', async () => {
    provider.hold()
    const isRunning = async (changes = {}) => {
      const body = { ...EDGE_QUARREL, ...changes, dry_run: true }
      return (await (await post(service.edge, '/consensus-iterative', body)).json()).in_progress ?? false
    }
    expect(await isRunning()).toBe(false)
    const events = eventsOf(await follow())
    await provider.called(2)
    await next(events)
    expect(await isRunning()).toBe(true)
    expect(await isRunning({ query: 'What is 3 + 3?' })).toBe(false)
    // It would not share this run, which may end with a stored answer.
    expect(await isRunning({ skip_cache: true })).toBe(false)
    await events.return()
    await vi.waitFor(async () => expect(await isRunning()).toBe(false), PATIENCE)
  })

  it('sends a comment every 15 seconds while nothing happens', async () => {
    provider.hold()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const stream = readText(await follow())
      await stream.until('iteration-start')
      await provider.called(2)
      await vi.advanceTimersByTimeAsync(14_000)
      expect(stream.soFar()).not.toMatch(/^:/m)
      await vi.advanceTimersByTimeAsync(1_000)
      await stream.until(': waiting\n\n')
      await stream.leave()
    } finally {
      vi.useRealTimers()
    }
  })

  onNode('limits of a process')('counts as a request in progress until it ends', async () => {
    provider.hold()
    const ask = (query: string) => follow({ ...EDGE_QUARREL, query })
    const streams = [await ask('What is 3 + 3?'), await ask('What is 4 + 4?')]
    await provider.called(4)
    const statuses: number[] = []
    while (!statuses.includes(503) && statuses.length < 5) {
      const response = await ask(`What is ${statuses.length} + 9?`)
      statuses.push(response.status)
      if (response.status === 200) streams.push(response)
    }
    expect(statuses.at(-1)).toBe(503)
    provider.release()
    for (const stream of streams) await allEventsOf(stream)
    expect((await ask('What is 1 + 9?')).status).toBe(200)
  })

  onNode('parts')('ends with an error event when the service stops', async () => {
    provider.hold()
    const events = eventsOf(await follow())
    await provider.called(2)
    service.endRuns()
    const seen: ServerEvent[] = []
    for await (const event of events) seen.push(event)
    expect(seen.at(-1)).toMatchObject({ event: 'error', data: { status: 503, error: 'unavailable' } })
  })
})

describe('the text of a reply', () => {
  const MODELS = ['vendor/first', 'vendor/second']
  const BODY = { query: 'How do tides rise?', models: MODELS, kind: 'closed', skip_cache: true }
  const BEGINNING = 'The moon pulls at the water on its side more than at the Earth'
  const TEXT = `${BEGINNING}, and at that {more} than at the water on the other side.`

  let models: ScriptedProvider
  let streaming: TestService
  /** Resolves when a reply that has begun may go on. */
  let goOn: () => void
  let mayGoOn: Promise<void>
  beforeEach(async () => {
    mayGoOn = new Promise((resolve) => {
      goOn = resolve
    })
    provider.restore()
    models = await startScriptedProvider(async (call, response) => {
      if (!wantsStream(call)) return replyAs('Twice', call)
      const reply = inBlock('Twice', TEXT)
      const parts = partsOf(replyTo(call, ''), [
        BEGINNING,
        ...reply.slice(BEGINNING.length).match(/[\s\S]{1,9}/g)!,
      ])
      sendStream(response, parts.slice(0, 2), 'open')
      await mayGoOn
      // The first attempt of the second model breaks off.
      const isLost =
        call.model === MODELS[1] && models.calls.filter(({ model }) => model === call.model).length === 1
      if (isLost) response.destroy()
      else response.end(parts.slice(2).join(''))
    })
    streaming = await openService({ ...settingsFor(models), MODEL_RETRIES: '1' })
  })
  afterEach(async () => {
    await streaming.stop()
    await models.close()
  })

  const watch = () => post(streaming.edge, '/consensus', BODY, { Accept: 'text/event-stream' })
  const piecesOf = (events: ServerEvent[], of: string) =>
    events.filter(({ event, data }) => event === 'answer-text' && data.model === of).map(({ data }) => data)
  const joined = (pieces: Array<{ text: string }>) => pieces.map(({ text }) => text).join('')

  it('is sent in pieces as it arrives, anew with a further attempt, and without its block', async () => {
    const events: ServerEvent[] = []
    for await (const event of eventsOf(await watch())) {
      events.push(event)
      if (MODELS.every((model) => piecesOf(events, model).length > 0)) goOn()
    }
    for (const { event, data } of events.slice(0, -1))
      runEvents[event as keyof typeof runEvents].strict().parse(data)
    const [first, second] = MODELS.map((model) => piecesOf(events, model))
    const again = second!.filter(({ attempt }) => attempt === 2)
    expect(joined(second!.filter(({ attempt }) => attempt === 1))).toBe(BEGINNING)
    for (const pieces of [first!, again]) {
      expect(joined(pieces)).toBe(TEXT)
      expect(pieces.map(({ offset }) => offset)).toEqual(
        pieces.map((_, place) => joined(pieces.slice(0, place)).length),
      )
    }
    const received = events.filter(({ event }) => event === 'answer-received')
    expect(received.map(({ data }) => data.text)).toEqual([TEXT, TEXT])
  })

  it('is not sent again to someone who joins', async () => {
    const early = eventsOf(await watch())
    let seen = 0
    while (seen < MODELS.length) if ((await next(early)).event === 'answer-text') seen++
    const late = await watch()
    const joining = eventsOf(late)
    const events = [await next(joining)]
    expect(events[0]!.event).toBe('panel-start')
    goOn()
    for await (const event of joining) events.push(event)
    for await (const _ of early);
    const [first] = MODELS.map((model) => piecesOf(events, model))
    expect(first![0].offset).toBe(BEGINNING.length)
    expect(BEGINNING + joined(first!)).toBe(TEXT)
  })

  it('is not asked for by a run that was begun for JSON', async () => {
    const plain = post(streaming.edge, '/consensus', BODY)
    while (models.calls.length < MODELS.length) await once(models.arrivals, 'call')
    const joining = await watch()
    goOn()
    expect(namesOf(await allEventsOf(joining))).not.toContain('answer-text')
    expect((await plain).status).toBe(200)
  })
})

describe('GET /results/{id}', () => {
  it('gives the whole trace of iterations, as they were followed live', async () => {
    const events = await allEventsOf(await follow())
    const { data: result } = events.at(-1)!
    const { trace, ...stored } = await (await get(service.edge, `/results/${result.id}`)).json()
    expect(trace).toEqual(events.filter(({ event }) => event === 'iteration-end').map(({ data }) => data))
    expect(stored).toEqual(result)
    expect((await follow().then(allEventsOf))[0]?.data).not.toHaveProperty('trace')
  })
})
