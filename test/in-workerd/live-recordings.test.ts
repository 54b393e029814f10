import require_fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveCall, LiveQuestion } from '../../eval/live/live-question.ts'
import { type LiveSet, readLiveCalls, readLiveQuestions } from '../../eval/live/replay.ts'
import { structureOf } from '../../eval/live/run-live.ts'
import { readToolTaskCalls, readToolTasks, type ToolTask } from '../../eval/live/tool-tasks.ts'
import { type ScriptedProvider, settingsFor, startScriptedProvider } from '../support/scripted-provider.ts'
import { openOnNode, openService, post, type TestService } from '../support/service.ts'
import { sendCalls } from '../support/tool-replies.ts'

const READER = 'model-a'
const MODELS = ['model-a', 'model-b', 'model-c', 'model-d', 'model-e']
/** How many of each kind are asked. */
const OF_EACH = 3

/** The texts of a prompt as both the recordings and the wire have them, on whatever day. */
const keyOf = (model: string, messages: Array<{ role: string; content?: unknown }>) =>
  `${model} ${JSON.stringify(messages.map(({ role, content }) => [role, content ?? '']))}`
    .replace(/Today is \d{4}-\d\d-\d\d/g, 'Today is')
    .replace(/-[0-9a-f]{8}\b/g, '-marker')

/** What of the recorded calls is read here. */
interface Recorded extends Pick<LiveCall, 'model' | 'reader' | 'reply'> {
  messages: Array<{ role: string; content?: unknown }>
  calls?: Array<{ name: string; arguments: string }>
}

const recorded: Recorded[] = [
  ...readLiveCalls('questions'),
  ...readLiveCalls('texts'),
  ...readToolTaskCalls(),
].filter(({ reader }) => reader === READER)
const replies = new Map(recorded.map((call) => [keyOf(call.model, call.messages), call]))

const picked = (set: LiveSet, wanted: (question: LiveQuestion) => unknown) =>
  readLiveQuestions(set).filter((question) => wanted(question) && !question.exposition_only).slice(0, OF_EACH)
const SETS: Record<string, LiveQuestion[]> = {
  closed: picked('questions', ({ kind, messages }) => kind === 'closed' && !messages),
  open: picked('texts', ({ kind }) => kind === 'open'),
  draft: picked('texts', ({ kind }) => kind === 'draft'),
  conversation: [...readLiveQuestions('questions'), ...readLiveQuestions('texts')].filter(({ messages }) => messages).slice(0, OF_EACH),
}

let provider: ScriptedProvider
let node: TestService
let worker: TestService
const unknown: string[] = []

beforeAll(async () => {
  provider = await startScriptedProvider((call, response) => {
    const key = keyOf(call.model, call.body.messages as [])
    const made = replies.get(key)
    if (made === undefined) {
      unknown.push(key)
      require_fs.appendFileSync('/tmp/ss/unknown.txt', key + '\n')
      return void response.writeHead(400).end('{}')
    }
    if (!made.calls) return made.reply
    const toolCalls = made.calls.map(({ name, arguments: input }) => ({ name, arguments: JSON.parse(input) }))
    return sendCalls(call, response, toolCalls, made.reply)
  })
  const settings = { ...settingsFor(provider), OPENAI_API_KEY: 'sk-of-the-server', MODEL_RETRIES: '0', RUN_CODE: 'off' }
  node = await openOnNode(settings)
  worker = await openService(settings)
})
afterAll(async () => {
  await node?.stop()
  await worker?.stop()
  await provider?.close()
})

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

/** A result without its ids and times. */
function lasting(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result, (name, value) => (/^(?:id|created|.*_ms|.*_at)$/.test(name) ? undefined : value)))
}

async function bothTo(api: 'edge' | 'local', path: string, body: object): Promise<[unknown, unknown]> {
  const [here, there] = [await post(node[api], path, body), await post(worker[api], path, body)]
  const results: [unknown, unknown] = [lasting(await here.json()), lasting(await there.json())]
  expect([here.status, there.status, results[0]]).toEqual([200, 200, expect.anything()])
  return results
}

describe.each(Object.entries(SETS))('%s questions of live recordings', (_, questions) => {
  it.each(questions.map((question) => [question.id, question] as const))('%s', async (_, question) => {
    const [here, there] = await bothTo('local', '/consensus/sync', requestOf(question))
    if (JSON.stringify(there)!==JSON.stringify(here)) require_fs.appendFileSync('/tmp/ss/diff.txt', JSON.stringify([here,there])+'\n')
    expect(there).toEqual(here)
    expect(unknown).toEqual([])
  })
})

describe('steps with tools of live recordings', () => {
  it.each(readToolTasks().map((task) => [task.id, task] as const))('%s', async (_, { messages, tools }: ToolTask) => {
    const stretto = { models: MODELS.slice(0, 3).map((model) => `openai/${model}`), reader: `openai/${READER}` }
    const [here, there] = await bothTo('edge', '/v1/chat/completions', { model: 'stretto/auto', messages, tools, stretto })
    if (JSON.stringify(there)!==JSON.stringify(here)) require_fs.appendFileSync('/tmp/ss/diff.txt', JSON.stringify([here,there])+'\n')
    expect(there).toEqual(here)
    expect(unknown).toEqual([])
  })
})
