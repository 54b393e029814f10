import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Agent, request } from 'undici'
import { inject } from 'vitest'
import { openFront } from '../../../scripts/edge/front.ts'
import { type Door, openWorker } from '../../../scripts/edge/workers.ts'
import { freshFolder } from '../fresh-folder.ts'
import type { TestService } from '../test-service.ts'
import { openNodeSide } from './node-side.ts'

/** workerd closes idle connections after five seconds. */
const agent = new Agent({ keepAliveTimeout: 1_000, headersTimeout: 0, bodyTimeout: 0 })

/** Settings that say how one process divides its time; a worker refuses them. */
const MEANINGLESS = ['REQUEST_WAIT_MS', 'TASK_CONCURRENCY', 'TASK_QUEUE_LIMIT', 'TASK_LEASE_MS']

let started: ReturnType<typeof startWorker> | null = null

/** One worker for all tests of this process; it ends with the process. */
async function startWorker() {
  const node = await openNodeSide()
  const bindings = { SETTINGS_URL: node.origin }
  const { addressOf } = await openWorker({ bindings, folder: freshFolder(), built: inject('builtWorker') })
  return { ...node, addressOf }
}

/** An API that can be given a port. */
export interface ListeningApi {
  listen(): Promise<{ port: number; cut(): void }>
}

/** A service in the worker, with objects of its own. */
export async function openInWorkerd(environment: Record<string, string>): Promise<TestService> {
  started ??= startWorker()
  const { give, end, addressOf } = await started
  const given = { HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environment }
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => !MEANINGLESS.includes(name)))
  const number = give(settings)
  const headers = { 'x-test-service': number }
  const cuts: Array<() => void> = []
  const api = (door: Door) => ({
    request: async (path: string | Request, init?: RequestInit) =>
      send(await addressOf(door), headers, path, init),
    async listen() {
      const address = { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }
      const front = await openFront(address, () => addressOf(door), headers)
      const cut = () => front.close().closeAllConnections()
      cuts.push(cut)
      return { port: (front.address() as AddressInfo).port, cut }
    },
  })
  const local = api('tasks')
  const service = {
    edge: api('edge'),
    local,
    tasks: tasksOf(local, environment),
    welcomeRequests() {},
    endRuns() {
      throw new Error('Nobody ends the runs of a worker.')
    },
    async stop() {
      for (const cut of cuts) cut()
      end(number)
    },
  }
  return new Proxy(service, {
    get(target, name) {
      if (name in target || name === 'then' || typeof name === 'symbol')
        return target[name as keyof typeof target]
      throw new Error(`service.${String(name)} is only in the process of Node.js.`)
    },
  }) as unknown as TestService
}

/** Sends a request as it is, and returns the response as it came: nothing is decompressed. */
async function send(
  address: URL,
  added: Record<string, string>,
  path: string | Request,
  init: RequestInit = {},
): Promise<Response> {
  const asked = new Request(
    typeof path === 'string' ? new URL(path, 'http://localhost') : path,
    init.body ? ({ duplex: 'half', ...init } as RequestInit) : init,
  )
  const { pathname, search, host } = new URL(asked.url)
  // A clock that is set is set for the worker as well.
  const time = 'clock' in Date && { 'x-test-time': String(Date.now()) }
  const body = typeof init.body === 'string' ? init.body : asked.body
  const answer = await request(`${address.origin}${pathname}${search}`, {
    dispatcher: agent,
    method: asked.method as 'GET',
    headers: { host, ...Object.fromEntries(asked.headers), ...added, ...time },
    body: (body instanceof Object ? Readable.fromWeb(body as unknown as ReadableStream) : body) ?? null,
    signal: asked.signal,
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one)
  const hasBody = ![204, 304].includes(answer.statusCode) && asked.method !== 'HEAD'
  if (!hasBody) await answer.body.dump()
  return new Response(hasBody ? (Readable.toWeb(answer.body) as never) : null, {
    status: answer.statusCode,
    headers,
  })
}

const ENDED = ['completed', 'failed']
const POLLED_EVERY_MS = 20

/** The tasks, as far as tests wait for them. */
function tasksOf(
  local: { request(path: string, init?: RequestInit): Promise<Response> },
  { API_KEYS = '' }: Record<string, string>,
) {
  const keys = Object.fromEntries(API_KEYS.split(',').map((pair) => pair.split(':')))
  return {
    get: async (id: string, scope: string) => ({ id, scope }),
    async finished({ id, scope }: { id: string; scope: string }): Promise<{ status: string }> {
      const key = keys[scope.replace(/^key:/, '')]
      for (;;) {
        const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
        const task = await (await local.request(`/consensus/${id}`, { headers })).json()
        if (ENDED.includes(task.status)) return task
        await new Promise((resolve) => setTimeout(resolve, POLLED_EVERY_MS))
      }
    },
  }
}
