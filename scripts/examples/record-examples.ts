import type { OperationExample } from '../../src/http/documentation/documentation.ts'
import { EXAMPLE_REQUESTS, type ExampleRequest } from './example-requests.ts'
import { steadyText, steadyValue } from './steady.ts'

/** Where the examples are kept. */
export const EXAMPLES_FILE = new URL('../../src/http/documentation/examples.json', import.meta.url)

/** The addresses under which a reader starts the service. */
const ORIGINS = { edge: 'http://localhost:8787', local: 'http://localhost:8000' }

type Api = keyof typeof ORIGINS

/** The part of a service that examples are sent to. */
export type ExampleService = Record<
  Api,
  { request(url: string, init?: RequestInit): Response | Promise<Response> }
>

/** Sends every example to a service without a past, and returns what came back, less what differs from run to run. */
export async function recordExamples(
  service: ExampleService,
  played: ExampleService,
): Promise<Record<Api, OperationExample[]>> {
  const record = async (api: Api) => {
    const ids = new Map<string, string>()
    const recorded: OperationExample[] = []
    for (const request of EXAMPLE_REQUESTS[api])
      recorded.push(await recordExample(request.isPlayed ? played : service, api, request, ids))
    return recorded
  }
  return { edge: await record('edge'), local: await record('local') }
}

async function recordExample(
  service: ExampleService,
  api: Api,
  request: ExampleRequest,
  ids: Map<string, string>,
): Promise<OperationExample> {
  const send = (one: ExampleRequest) => sendExample(service, api, one, ids)
  const { operationId, name, summary, parameters, headers, body } = request
  if (request.before !== undefined) {
    const before = await send(request.before)
    const { id } = await before.json()
    ids.set(operationId, before.headers.get('X-Run-Id') ?? id)
  }
  const response = await send(request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${request.method} ${request.path} was answered with ${text}`)
  const type = response.headers.get('Content-Type')!
  const isObject = type.startsWith('application/json')
  const value = isObject ? JSON.parse(text) : text
  if (isObject && !ids.has(operationId)) ids.set(operationId, value.id)
  return {
    operationId,
    name: name ?? 'example',
    ...(summary && { summary }),
    ...(parameters && { parameters: steadyValue(parameters) as typeof parameters }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: {
      status: response.status,
      type: type.replace(/;\s*(?:charset|version)=.*$/i, ''),
      ...shown(value, request),
    },
  }
}

async function sendExample(
  service: ExampleService,
  api: Api,
  { method, path, parameters = {}, headers, body }: ExampleRequest,
  ids: Map<string, string>,
): Promise<Response> {
  const url = new URL(ORIGINS[api])
  url.pathname = path.replace('{id}', () => String(filledIn(parameters.id!)))
  for (const [name, value] of Object.entries(parameters))
    if (!path.includes(`{${name}}`)) url.searchParams.set(name, String(value))
  return service[api].request(url.href, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

  function filledIn(value: string | number): string | number {
    const operation = /^\{id of (\w+)\}$/.exec(String(value))?.[1]
    return operation === undefined ? value : ids.get(operation)!
  }
}

/** What an example shows of a response. */
function shown(
  value: unknown,
  { lines, about = '', fields }: ExampleRequest,
): { value: unknown; isExcerpt?: true } {
  if (typeof value === 'string') {
    if (lines === undefined) return { value: steadyText(value) }
    const chosen = value.split('\n').filter((line) => line.includes(about))
    return { value: `${chosen.slice(0, lines).join('\n')}\n…\n`, isExcerpt: true }
  }
  if (fields === undefined) return { value: steadyValue(value) }
  const chosen = Object.entries(value as object).filter(([name]) => fields.includes(name))
  return { value: steadyValue(Object.fromEntries(chosen)), isExcerpt: true }
}
