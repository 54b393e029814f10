import type { deliberationFields } from '../../src/contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { allEventsOf } from './event-stream.ts'
import { type Expected, expectChatError, expectError } from './expect-error.ts'
import { get, type TestService } from './service.ts'

/** A question that may come through any door. */
export const QUERY = 'What is 2 + 2?'
export const KEYS = { API_KEYS: 'alice:key-of-alice', LOCAL_AUTH: 'on' }
export const KEY = { 'x-api-key': 'key-of-alice' }

/** What every door says of an answer, whatever else it returns. */
type Said = Pick<EdgeConsensusResponse, keyof typeof deliberationFields>

/** One of the ways in which a panel can be asked. */
export interface Door {
  api: 'edge' | 'local'
  path: string
  headers: Record<string, string>
  /** Models as this door wants them. */
  panel(models: string[]): unknown[]
  /** A request with options where this door expects them. */
  request(options: object): object
  /** Checks that a response is a refusal in the form of this door, and returns its message. */
  expectRefusal(response: Response, expected: Expected): Promise<string>
  /** What is said of an answer in the end. */
  deliberationIn(response: Response, service: TestService): Promise<Said>
}

const plain = { headers: {}, panel: (models: string[]) => models }

const ownForm = async (response: Response, expected: Expected) =>
  (await expectError(response, expected)).message

const edge = {
  ...plain,
  api: 'edge' as const,
  path: '/consensus-iterative',
  request: (options: object) => ({ query: QUERY, ...options }),
  expectRefusal: ownForm,
  deliberationIn: async (response: Response) => await response.json(),
}

const chat = {
  ...plain,
  api: 'edge' as const,
  path: '/v1/chat/completions',
  request: (stretto: object) => ({
    model: 'stretto/auto',
    messages: [{ role: 'user', content: QUERY }],
    stretto,
  }),
  expectRefusal: (response: Response, expected: Expected) =>
    expectChatError(response, chatForm(expected, 'stretto.')),
  deliberationIn: async (response: Response) => (await response.json()).stretto,
}

const responses = {
  ...chat,
  path: '/v1/responses',
  request: (stretto: object) => ({ model: 'stretto/auto', input: QUERY, stretto }),
}

const local = {
  ...plain,
  api: 'local' as const,
  path: '/consensus/sync',
  panel: (models: string[]) => models.map((model) => ({ provider: 'openrouter', name: model, model })),
  request: (options: object) => ({ query: QUERY, models: local.panel(['vendor/a', 'vendor/b']), ...options }),
  expectRefusal: ownForm,
  deliberationIn: async (response: Response) => await response.json(),
}

export const DOORS: Record<string, Door> = {
  'POST /consensus-iterative': edge,
  'POST /consensus-iterative with events': {
    ...edge,
    headers: { Accept: 'text/event-stream' },
    deliberationIn: async (response) => (await allEventsOf(response)).at(-1)!.data as Said,
  },
  'POST /consensus of the edge API': { ...edge, path: '/consensus' },
  'POST /v1/chat/completions': chat,
  'POST /v1/chat/completions with stream: true': {
    ...chat,
    request: (stretto) => ({ ...chat.request(stretto), stream: true }),
    async deliberationIn(response) {
      const chunks = (await response.text()).split('\n\n').filter((block) => block.includes('"stretto"'))
      return JSON.parse(chunks.at(-1)!.replace('data: ', '')).stretto
    },
  },
  'POST /v1/responses': responses,
  'POST /v1/responses with stream: true': {
    ...responses,
    request: (stretto) => ({ ...responses.request(stretto), stream: true }),
    deliberationIn: async (response) =>
      ((await allEventsOf(response)).at(-1)!.data as { response: { stretto: Said } }).response.stretto,
  },
  'POST /consensus of the local API': {
    ...local,
    path: '/consensus',
    async deliberationIn(response, service) {
      const { id } = await response.json()
      await service.tasks.finished((await service.tasks.get(id, 'key:alice'))!)
      return (await (await get(service.local, `/consensus/${id}`, KEY)).json()).result
    },
  },
  'POST /consensus/sync': local,
}

const CHAT_CODES: Record<string, string> = {
  bad_request: 'invalid_value',
  unauthorized: 'invalid_api_key',
  not_found: 'unknown_url',
}

/** What the chat API says instead: other codes, and the first of the paths with brackets. */
function chatForm({ status, error, paths }: Expected, prefix: string) {
  const [path] = paths ?? []
  const param = path === undefined || path === 'body' ? null : `${prefix}${path}`.replace(/\.(\d+)/g, '[$1]')
  return { status, code: CHAT_CODES[error] ?? error, param }
}
