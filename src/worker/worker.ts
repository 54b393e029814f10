import { waitUntil } from 'cloudflare:workers'
import { getPath } from 'hono/utils/url'
import { firstBytes } from '../adapters/first-bytes.ts'
import { StrettoError } from '../contract/error-codes.ts'
import { LIMITS } from '../contract/limits.ts'
import { createApi } from '../http/documentation/api-routes.ts'
import { presentedKey } from '../http/middleware/authenticate.ts'
import { answerErrors } from '../http/shared/error-response.ts'
import type { Api } from '../http/shared/request-context.ts'
import { ownerOf, queueKeyOf } from '../http/shared/request-context.ts'
import { sentAsItIs } from './assets.ts'
import { type Environment, objectOf } from './environment.ts'
import { type Isolate, openIsolate } from './isolate.ts'
import { placeOf } from './placing.ts'
import { API_HEADER, PLACE_HEADER } from './runs.ts'
import { addressIn, openService, tasksElsewhere } from './service.ts'

export { Counters, Limits } from './counting.ts'
export { Memory } from './memory.ts'
export { Runs } from './runs.ts'

type ApiName = 'edge' | 'local'

/** Answers by the name that a request was sent to. */
export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    const { hostNames } = await openIsolate(env)
    return answer(request, env, new URL(request.url).hostname === hostNames?.tasks ? 'local' : 'edge')
  },
}
/** Each API by itself, for whoever has two addresses instead of two hosts. */
export const edge = { fetch: (request: Request, env: Environment) => answer(request, env, 'edge') }
export const tasks = { fetch: (request: Request, env: Environment) => answer(request, env, 'local') }

async function answer(request: Request, env: Environment, api: ApiName): Promise<Response> {
  const isolate = await openIsolate(env)
  const [asked, body] = await bodyOf(request)
  const place = body === null ? null : placeFor(asked, { api, body }, isolate)
  if (place !== null) {
    const headers = new Headers(asked.headers)
    headers.set(PLACE_HEADER, place)
    headers.set(API_HEADER, api)
    return answerThere(new Request(asked, { headers }), objectOf(env.RUNS, place), isolate)
  }
  const work = answerHere(asked, api, isolate)
  // Others may wait for what this request began, also when its caller has left.
  waitUntil(work.catch(() => {}))
  return work
}

async function answerThere(
  request: Request,
  object: ReturnType<typeof objectOf>,
  { log }: Isolate,
): Promise<Response> {
  // Its body may have been sent to the object that fails.
  const { url, method } = request
  try {
    return await object.fetch(request)
  } catch (error) {
    log.warn({ err: error }, 'an object does not respond')
    const app = createApi()
    answerErrors(app, log)
    app.all('*', () => {
      const message = 'What answers this question was moved or is overloaded. Send the request again.'
      throw new StrettoError('unavailable', message, { retryAfterSeconds: 5 })
    })
    return app.fetch(new Request(url, { method }))
  }
}

async function answerHere(request: Request, api: ApiName, isolate: Isolate): Promise<Response> {
  try {
    return sentAsItIs(await (await apisOf(isolate))[api].fetch(request))
  } finally {
    isolate.counts.send()
  }
}

const apis = new WeakMap<Isolate, { edge: Api; local: Api }>()

/** The APIs for what needs no object. */
async function apisOf(isolate: Isolate): Promise<{ edge: Api; local: Api }> {
  const known = apis.get(isolate)
  if (known) return known
  const service = await openService(isolate, { tasks: tasksElsewhere(isolate) })
  const opened = { edge: service.edge(), local: service.openLocal().local }
  apis.set(isolate, opened)
  return opened
}

/** A request whose body was read, with the text of it; null for a body that is refused for its size. */
async function bodyOf(request: Request): Promise<[Request, string | null]> {
  if (request.method !== 'POST' || request.body === null) return [request, '']
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.bodyBytes) return [request, null]
  // The platform lets through more than an isolate has room for.
  const body = await firstBytes(LIMITS.bodyBytes + 1, request.body as unknown as AsyncIterable<Uint8Array>)
  const again = new Request(request, { body })
  return [again, body.byteLength > LIMITS.bodyBytes ? null : new TextDecoder().decode(body)]
}

/** Where a request is answered. Callers without a key, where one is required, are refused here. */
function placeFor(
  request: Request,
  { api, body }: { api: ApiName; body: string },
  isolate: Isolate,
): string | null {
  const { method, headers } = request
  const { keyring } = isolate
  const key = presentedKey((name) => headers.get(name) ?? undefined)
  const name = key !== null && keyring.required ? keyring.nameOf(key) : null
  if (keyring.required && name === null && (api === 'edge' || isolate.settings.LOCAL_AUTH)) return null
  const caller = {
    name: api === 'local' && !isolate.settings.LOCAL_AUTH ? null : name,
    address: addressIn(headers),
  }
  // Who may get each other's results asks together.
  const isShared = api === 'edge' && keyring.required && isolate.settings.CACHE_SCOPE === 'shared'
  return placeOf({
    ...{ api, method, path: getPath(request), body },
    owner: isShared ? 'shared' : ownerOf(caller),
    caller: queueKeyOf(caller),
    idempotencyKey: headers.get('idempotency-key'),
  })
}
