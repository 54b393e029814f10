import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveCall, LiveQuestion } from '../../eval/live/live-question.ts'
import { readLiveCalls, readLiveQuestions } from '../../eval/live/replay.ts'
import { ASKED_ON, structureOf } from '../../eval/live/run-live.ts'
import { readToolTaskCalls, readToolTasks, type ToolTask } from '../../eval/live/tool-tasks.ts'
import { replyAs } from '../support/panel-replies.ts'
import {
  replyTo,
  type ScriptedProvider,
  sendReply,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { openOnNode, openService, post, type TestService } from '../support/service.ts'

const READER = 'model-a'
const MODELS = ['model-a', 'model-b', 'model-c', 'model-d', 'model-e']
/** A prompt as both the recordings and the wire have it. */
const keyOf = (model: string, messages: Array<{ role: string; content?: unknown }>) =>
  `${model} ${JSON.stringify(messages.map(({ role, content }) => [role, content ?? '']))}`

/** What of the recorded calls is read here. */
interface Recorded extends Pick<LiveCall, 'model' | 'reader' | 'reply'> {
  messages: Array<{ role: string; content?: unknown }>
  calls?: Array<{ id: string; name: string; arguments: string }>
}

const recorded: Recorded[] = [
  ...readLiveCalls('questions'),
  ...readLiveCalls('texts'),
  ...readToolTaskCalls(),
].filter(({ reader }) => reader === READER)
const replies = new Map(recorded.map((call) => [keyOf(call.model, call.messages), call]))

/** Some of each kind, whose replies tell how they went on through the service as well. */
const SETS = {
  closed: ['c-fence-posts', 'c-koala', 'c-myanmar', 'c-armstrong-utc', 'c-prime-options'],
  open: ['text-baby-fever', 'text-mietkaution', 'text-revolution', 'text-japon'],
  draft: ['d-python-intervals', 'd-sql-revenue', 'd-fanyi-zhongying', 'd-kuendigung'],
  'follow-up': ['c-curie-second', 'c-chess-goat', 'd-ts-median'],
}
const questions = new Map(
  [...readLiveQuestions('questions'), ...readLiveQuestions('texts')].map((question) => [
    question.id,
    question,
  ]),
)

let provider: ScriptedProvider
let node: TestService
let worker: TestService
const unknown: string[] = []

beforeAll(async () => {
  // Prompts state the day.
  vi.useFakeTimers({ toFake: ['Date'], now: ASKED_ON })
  provider = await startScriptedProvider((call, response) => {
    const key = keyOf(call.model, call.body.messages as [])
    const made = replies.get(key)
    if (made === undefined) {
      const isStep = /next step of a conversation/.test(call.prompt)
      // Seats have other names here, and their names order the replies that are read.
      if (isStep) return replyAs('', call)
      unknown.push(key)
      return void response.writeHead(400).end('{}')
    }
    if (!made.calls) return made.reply
    return sendReply(call, response, withCalls(replyTo(call, made.reply), made.calls))
  })
  const settings = {
    ...settingsFor(provider),
    OPENAI_API_KEY: 'sk-of-the-server',
    MODEL_RETRIES: '0',
    RUN_CODE: 'off',
  }
  node = await openOnNode(settings)
  worker = await openService(settings)
})
afterAll(async () => {
  vi.useRealTimers()
  await node?.stop()
  await worker?.stop()
  await provider?.close()
})

/** A reply that calls tools, with their arguments as they were recorded. */
function withCalls(reply: ReturnType<typeof replyTo>, calls: NonNullable<Recorded['calls']>): object {
  const [choice] = reply.choices
  const tool_calls = calls.map(({ id, name, arguments: input }, index) => ({
    ...{ index, id, type: 'function' },
    function: { name, arguments: input },
  }))
  return {
    ...reply,
    choices: [{ ...choice, finish_reason: 'tool_calls', message: { ...choice.message, tool_calls } }],
  }
}

function requestOf(question: LiveQuestion): object {
  const { query, models, messages, context, response_format, reader, writer } = question
  return {
    query,
    models: MODELS.slice(0, models).map((model) => ({ provider: 'openai', name: model, model })),
    structure: structureOf(question),
    reader: `openai/${reader ?? READER}`,
    ...(writer && { writer: `openai/${writer}` }),
    ...(messages && { messages }),
    ...(context && { context }),
    ...(response_format && { response_format }),
  }
}

/** A result without its ids and times, and without why programs are not run (a row of the table of differences). */
function lasting(result: unknown): unknown {
  const text = JSON.stringify(result, (name, value) =>
    /^(?:id|created|.*_ms|.*_at)$/.test(name) ? undefined : value,
  )
  return JSON.parse(text.replace('programs are not run on this platform', 'RUN_CODE is off'))
}

beforeEach(() => {
  unknown.length = 0
})

async function bothTo(api: 'edge' | 'local', path: string, body: object): Promise<[unknown, unknown]> {
  const [here, there] = [await post(node[api], path, body), await post(worker[api], path, body)]
  const results: [unknown, unknown] = [lasting(await here.json()), lasting(await there.json())]
  expect([here.status, there.status, results[0]]).toEqual([200, 200, expect.anything()])
  // Every prompt is one that the recorded models were shown.
  expect(unknown).toEqual([])
  return results
}

describe.each(Object.entries(SETS))('a recorded panel on a %s question', (_, ids) => {
  it.each(ids)('comes to the same in a worker: %s', async (id) => {
    const [here, there] = await bothTo('local', '/consensus/sync', requestOf(questions.get(id)!))
    expect(there).toEqual(here)
  })
})

describe('a recorded panel that calls tools', () => {
  it.each(readToolTasks().map((task) => [task.id, task] as const))(
    'comes to the same in a worker: %s',
    async (_, { messages, tools }: ToolTask) => {
      const stretto = {
        models: MODELS.slice(0, 3).map((model) => `openai/${model}`),
        reader: `openai/${READER}`,
      }
      const [here, there] = await bothTo('edge', '/v1/chat/completions', {
        model: 'stretto/auto',
        messages,
        tools,
        stretto,
      })
      expect(there).toEqual(here)
    },
  )
})
