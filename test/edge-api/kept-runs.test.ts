import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KeptRun, RunList, type RunSummary } from '../../src/contract/runs.ts'
import { inBlock } from '../support/engine/scripted-panel.ts'
import { allEventsOf, eventsOf, type ServerEvent } from '../support/event-stream.ts'
import { expectError } from '../support/expect-error.ts'
import { replyAs } from '../support/panel-replies.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendStream,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { get, openService, post, type TestService } from '../support/service.ts'
import { partsOf } from '../support/streamed-reply.ts'

const MODELS = ['vendor/one', 'vendor/two', 'vendor/slow']
const BODY = { query: 'What is 2 + 2?', models: MODELS, kind: 'closed', patience: 0, keep_running: true }
const HALF = 'I am still thinking of it, because it may not be as plain as it looks at first sight. '
const ALICE = { 'x-api-key': 'key-of-alice' }
const BOB = { 'x-api-key': 'key-of-bob' }
const EVENTS = { Accept: 'text/event-stream' }

let service: TestService
let provider: ScriptedProvider
let answers: Record<string, string>
/** Lets the slow model reply. */
let release: () => void
const isSlow = ({ model }: ReceivedCall) => model === MODELS[2]

beforeEach(async () => {
  answers = {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  provider = await startScriptedProvider(async (call, response) => {
    if (isSlow(call)) {
      // The half of its text that has arrived is shown.
      const parts = partsOf(replyTo(call, ''), [HALF, inBlock('4', 'It is not.')])
      if (call.body.stream === true) sendStream(response, parts.slice(0, 2), 'open')
      await held
      if (call.body.stream === true) return void response.end(parts.slice(2).join(''))
    }
    return replyAs(answers[call.model] ?? '4', call)
  })
  service = await openService({
    ...settingsFor(provider),
    API_KEYS: 'alice:key-of-alice,bob:key-of-bob',
    CACHE_SCOPE: 'shared',
  })
})
afterEach(async () => {
  release()
  await service.stop()
  await provider.close()
})

const ask = (changes: object = {}, headers: Record<string, string> = EVENTS) =>
  post(service.edge, '/consensus-iterative', { ...BODY, ...changes }, { ...ALICE, ...headers })
const runOf = async (id: string): Promise<KeptRun> =>
  KeptRun.strict().parse(await (await get(service.edge, `/runs/${id}`, ALICE)).json())
const listed = async (headers = ALICE): Promise<RunSummary[]> =>
  RunList.parse(await (await get(service.edge, '/runs', headers)).json()).runs
const stop = (id: string, headers = ALICE) =>
  service.edge.request(`/runs/${id}`, { method: 'DELETE', headers })
const answerNow = (id: string, headers = ALICE) =>
  post(service.edge, `/runs/${id}/answer`, undefined, headers)
const textsOf = async (id: string) => (await runOf(id)).texts

/** Begins a run, and leaves it when two models have replied and the third writes. */
async function leaveRun(texts = 3): Promise<string> {
  const response = await ask()
  const id = response.headers.get('X-Run-Id')!
  const events = eventsOf(response)
  expect((await events.next()).value).toMatchObject({ event: 'run-start', data: { id, status: 'running' } })
  await vi.waitFor(async () => expect(await textsOf(id)).toHaveLength(texts), PATIENCE)
  await events.return()
  return id
}

describe('a run that was asked for with keep_running', () => {
  it('goes on when its watcher leaves, and is found with its texts and then its result', async () => {
    const id = await leaveRun()
    const { status, texts } = await runOf(id)
    expect(status).toBe('running')
    expect(texts.filter(({ complete }) => complete).map(({ name }) => name)).toEqual(
      expect.arrayContaining(MODELS.slice(0, 2)),
    )
    const begun = texts.find(({ complete }) => !complete)!
    expect(begun.name).toBe(MODELS[2])
    expect(HALF).toContain(begun.text)
    release()
    await vi.waitFor(async () => expect((await runOf(id)).status).toBe('done'), PATIENCE)
    const run = await runOf(id)
    expect(run.result).toMatchObject({ id: run.result_id, answer: '4', outcome: 'consensus' })
    expect((await get(service.edge, `/results/${run.result_id}`, ALICE)).status).toBe(200)
    expect(await listed()).toMatchObject([{ id, status: 'done', query: BODY.query }])
  })

  it('is told from its beginning to whoever joins, with texts that are arriving, and to its end', async () => {
    const id = await leaveRun()
    const events = eventsOf(await get(service.edge, `/runs/${id}`, { ...ALICE, ...EVENTS }))
    const seen: ServerEvent[] = []
    while (seen.at(-1)?.event !== 'answer-text') seen.push((await events.next()).value!)
    expect(seen[0]?.event).toBe('run-start')
    expect(seen[1]?.event).toBe('panel-start')
    expect(seen.at(-1)?.data).toMatchObject({ name: MODELS[2], offset: 0 })
    expect(HALF).toContain(seen.at(-1)!.data.text)
    release()
    for await (const event of events) seen.push(event)
    expect(seen.at(-1)).toMatchObject({ event: 'result', data: { answer: '4' } })
    const names = seen.map(({ event }) => event)
    expect(names.filter((name) => name === 'answer-received')).toHaveLength(3)
    // Whoever has seen some goes on after that.
    const last = seen.at(-2)!
    const rest = await allEventsOf(
      await get(service.edge, `/runs/${id}`, { ...ALICE, ...EVENTS, 'Last-Event-ID': last.id! }),
    )
    expect(rest.map(({ event }) => event)).toEqual(['run-start', 'result'])
  })

  it('is nothing to other callers', async () => {
    const id = await leaveRun()
    for (const response of [
      await get(service.edge, `/runs/${id}`, BOB),
      await get(service.edge, `/runs/${id}`, { ...BOB, ...EVENTS }),
      await stop(id, BOB),
      await answerNow(id, BOB),
    ])
      await expectError(response, { status: 404, error: 'not_found' })
    expect(await listed(BOB)).toEqual([])
    expect((await runOf(id)).status).toBe('running')
  })

  it('is stopped with its calls, and stays listed', async () => {
    const id = await leaveRun()
    const watched = allEventsOf(await get(service.edge, `/runs/${id}`, { ...ALICE, ...EVENTS }))
    expect(await (await stop(id)).json()).toMatchObject({ status: 'stopped', error: { code: 'cancelled' } })
    expect((await watched).at(-1)).toMatchObject({ event: 'error', data: { error: 'cancelled' } })
    await vi.waitFor(() => expect(provider.calls.find(isSlow)!.gone.aborted).toBe(true), PATIENCE)
    expect(await listed()).toMatchObject([{ id, status: 'stopped' }])
    expect((await stop(id)).status).toBe(200)
  })

  it('concludes at once with two of three replies when that is asked for', async () => {
    const id = await leaveRun()
    expect((await answerNow(id)).status).toBe(200)
    await vi.waitFor(async () => expect((await runOf(id)).status).toBe('done'), PATIENCE)
    const { result } = await runOf(id)
    expect(result).toMatchObject({ answer: '4', cache_hit: false })
    expect(result!.warnings.join()).toContain('The answer was asked for before vendor/slow had replied')
    expect(result).toMatchObject({ outcome: 'majority', unheard: ['vendor/slow'] })
    await expectError(await answerNow(id), { status: 409, error: 'conflict' })
  })

  it('claims no agreement that was not reached, and serves that answer to nobody who has time', async () => {
    answers[MODELS[1]!] = '5'
    const id = await leaveRun()
    await answerNow(id)
    await vi.waitFor(async () => expect((await runOf(id)).status).toBe('done'), PATIENCE)
    const { result } = await runOf(id)
    expect(result).toMatchObject({ ending: 'deadline', outcome: 'split' })
    expect(result!.warnings.join()).toContain('The answer was asked for before')
    release()
    expect(await (await ask({}, {})).json()).toMatchObject({ cache_hit: false })
  })

  it('does not conclude before a model has answered', async () => {
    const response = await ask({ models: [MODELS[2], MODELS[2]] })
    const id = response.headers.get('X-Run-Id')!
    await expectError(await answerNow(id), { status: 409, error: 'conflict' })
    await stop(id)
  })

  it('is shared, and concludes only when all who wait want that', async () => {
    const first = await leaveRun()
    // What has arrived of a text is told to those who watched.
    const second = await leaveRun(2)
    expect(provider.calls.filter(isSlow)).toHaveLength(1)
    await answerNow(first)
    expect((await runOf(first)).status).toBe('running')
    await stop(second)
    await vi.waitFor(async () => expect((await runOf(first)).status).toBe('done'), PATIENCE)
  })

  it('tells what made it fail', async () => {
    await provider.close()
    const id = (await ask()).headers.get('X-Run-Id')!
    await vi.waitFor(async () => expect((await runOf(id)).status).toBe('failed'), PATIENCE)
    const error = (await allEventsOf(await get(service.edge, `/runs/${id}`, { ...ALICE, ...EVENTS }))).at(-1)!
    expect(error).toMatchObject({ event: 'error', data: { message: (await runOf(id)).error!.message } })
  })

  it('answers with JSON as well', async () => {
    release()
    const response = await ask({}, {})
    expect(await response.json()).toMatchObject({ answer: '4' })
    expect(await listed()).toMatchObject([{ id: response.headers.get('X-Run-Id'), status: 'done' }])
  })

  it('cannot be asked for with another value', async () => {
    const paths = ['keep_running']
    await expectError(await ask({ keep_running: 'yes' }), { status: 400, error: 'bad_request', paths })
  })

  it('cannot be one that must not be stored', async () => {
    await expectError(await ask({}, { 'Cache-Control': 'no-store' }), {
      status: 400,
      error: 'bad_request',
      paths: ['keep_running'],
    })
  })
})

it('of the runs of one caller that have ended, only the last are kept', async () => {
  release()
  const ids = []
  for (let number = 0; number < 52; number++)
    ids.push((await ask({ query: `What is ${number} + 1?` }, {})).headers.get('X-Run-Id'))
  await listed()
  expect((await listed()).map(({ id }) => id)).toEqual(ids.slice(-50).reverse())
})

it('without keep_running, leaving ends a run, and none is listed', async () => {
  const response = await ask({ keep_running: false })
  expect(response.headers.get('X-Run-Id')).toBeNull()
  const events = eventsOf(response)
  await vi.waitFor(() => expect(provider.calls).toHaveLength(3), PATIENCE)
  expect((await events.next()).value).toMatchObject({ event: 'panel-start' })
  await events.return()
  await vi.waitFor(() => expect(provider.calls.find(isSlow)!.gone.aborted).toBe(true), PATIENCE)
  expect(await listed()).toEqual([])
})
