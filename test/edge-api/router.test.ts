import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ErrorBody } from '../../src/contract/error-codes.ts'
import { fakeProvider, type ProviderCall, REAL_ROUTER } from '../support/fake-provider.ts'
import { replyAs } from '../support/panel-replies.ts'
import { get, openService, post, type TestService } from '../support/service.ts'

const query = 'Which city is on the stamp?'
const models = ['other/second', 'vendor/first', 'vendor/third']
const agreed = (call: ProviderCall) => replyAs('Paris', call)

let service: TestService
let provider: ReturnType<typeof fakeProvider>
beforeEach(() => {
  provider = fakeProvider(agreed)
})
afterEach(async () => {
  await service.stop()
  provider.restore()
})

const ask = (headers: Record<string, string> = {}, changes: object = {}) =>
  post(service.edge, '/consensus-iterative', { query, models, ...changes }, headers)
const answerOf = async (...call: Parameters<typeof ask>) => (await ask(...call)).json()

describe('the routing provider', () => {
  it('is called with the server’s key when the caller sends none', async () => {
    service = await openService(REAL_ROUTER)
    const body = await answerOf()
    expect(body).toMatchObject({ router: 'openrouter', consensus_reached: true, warnings: [] })
    expect(body.final_answer).toContain('Paris')
    expect(body.usage).toMatchObject({ calls: 3, prompt_tokens: 30, completion_tokens: 15 })
    expect(provider.calls.map(({ model }) => model).sort()).toEqual(models)
    expect(new Set(provider.calls.map(({ key }) => key))).toEqual(new Set(['Bearer sk-of-the-server']))
    expect(new Set(provider.calls.map(({ temperature }) => temperature))).toEqual(new Set([0.7]))
    expect(await (await get(service.edge, '/health')).json()).toMatchObject({ router: 'openrouter' })
  })

  it('is called with the caller’s own key when one is sent', async () => {
    service = await openService(REAL_ROUTER)
    await ask({ 'x-router-key': 'sk-of-the-caller' })
    expect(new Set(provider.calls.map(({ key }) => key))).toEqual(new Set(['Bearer sk-of-the-caller']))
  })

  it('is called with a caller’s key even if the server has none', async () => {
    service = await openService({ ROUTER: 'auto' })
    expect(await answerOf({ 'x-router-key': 'sk-of-the-caller' })).toMatchObject({ router: 'openrouter' })
    expect(provider.calls).toHaveLength(3)
  })

  it('is never called if nobody has a key, or the server is offline', async () => {
    service = await openService({ ROUTER: 'auto' })
    expect(await answerOf()).toMatchObject({ router: 'offline' })
    await service.stop()
    service = await openService({ ...REAL_ROUTER, ROUTER: 'offline' })
    expect(await answerOf({ 'x-router-key': 'sk-of-the-caller' })).toMatchObject({ router: 'offline' })
    expect(provider.calls).toEqual([])
  })

  it('returns results that are never mixed with those of the offline stand-in', async () => {
    service = await openService({ ROUTER: 'auto' })
    const light = { query: 'What is the speed of light in a vacuum?' }
    expect(await answerOf({}, light)).toMatchObject({ router: 'offline', cache_hit: false })
    const own = { 'x-router-key': 'sk-of-the-caller' }
    expect(await answerOf(own, light)).toMatchObject({ router: 'openrouter', cache_hit: false })
    expect(await answerOf(own, light)).toMatchObject({ router: 'openrouter', cache_hit: true })
    expect(await answerOf({}, light)).toMatchObject({ router: 'offline', cache_hit: true })
    const path = `/similar?q=${encodeURIComponent(light.query)}`
    expect((await (await get(service.edge, path)).json()).count).toBe(1)
    expect((await (await get(service.edge, path, own)).json()).count).toBe(1)
    const checked = await (await post(service.edge, '/cache/check', light, own)).json()
    expect(checked.result.final_answer).toContain('Paris')
  })

  it('is paid once for concurrent identical requests, and once for each key', async () => {
    service = await openService(REAL_ROUTER)
    provider.hold()
    const asked = [ask(), ask(), ask({ 'x-router-key': 'sk-of-the-caller' })]
    await provider.called(6)
    provider.release()
    const [first, second, third] = await Promise.all(asked.map(async (answer) => (await answer).json()))
    expect(second.id).toBe(first.id)
    expect(third.id).not.toBe(first.id)
    expect(provider.calls).toHaveLength(6)
  })
})

describe('a provider that fails', () => {
  const refuse = (message: string, status = 402) =>
    Response.json({ error: { message, code: status } }, { status })

  it('is a dissent with its own message, not an error, while enough others answer', async () => {
    service = await openService(REAL_ROUTER)
    provider.restore()
    provider = fakeProvider((call) =>
      call.model === 'vendor/third' ? refuse('Insufficient credits') : agreed(call),
    )
    const body = await answerOf()
    expect(body.final_answer).toContain('Paris')
    expect(body.dissent).toMatchObject([{ model: 'vendor/third', answer: null }])
    expect(body.dissent[0].reason).toContain('Insufficient credits')
    expect((await answerOf()).cache_hit).toBe(false)
  })

  it('causes a 502 with each model’s reason, and without any key, if waiting does not help', async () => {
    service = await openService(REAL_ROUTER)
    provider.restore()
    provider = fakeProvider(({ key }) => refuse(`No credits left on ${key.replace('Bearer ', '')}`))
    const response = await ask({ 'x-router-key': 'sk-of-the-caller' })
    const text = await response.clone().text()
    const { status, error, details, message } = ErrorBody.strict().parse(await response.json())
    expect({ status, error }).toEqual({ status: 502, error: 'upstream_error' })
    expect(details?.map(({ path }) => path).sort()).toEqual(models)
    expect(message).toContain('No credits left')
    expect(text).not.toContain('sk-of-the-caller')
    expect(response.headers.get('Retry-After')).toBeNull()
    for (const header of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      expect(response.headers.get(header)).not.toBeNull()
    }
  })

  it('leaves no result behind if too few models answer', async () => {
    service = await openService(REAL_ROUTER)
    provider.restore()
    provider = fakeProvider(() => refuse('Bad gateway', 502))
    expect((await ask()).status).toBe(503)
    expect((await (await get(service.edge, `/similar?q=${query}&minScore=0`)).json()).count).toBe(0)
  })
})
