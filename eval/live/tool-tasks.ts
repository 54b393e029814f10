import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { openai } from '../../src/adapters/models/providers/protocols/chat-completions.ts'
import { ChatRequest } from '../../src/contract/chat/chat-request.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { ChatMessage, ToolCall } from '../../src/engine/panel/asked.ts'
import type { AskModel, ModelCall } from '../../src/engine/panel/model-port.ts'
import { stepBackground } from '../../src/engine/prompt/material.ts'
import { replyForm } from '../../src/engine/prompt/reply-form.ts'
import { toolStepIn } from '../../src/http/edge/chat/read-tool-step.ts'
import { readJsonLines } from '../json-lines.ts'

/** A step of a conversation with tools, with what a fair observer expects, written before anybody was asked. */
export interface ToolTask {
  id: string
  messages: unknown[]
  tools: unknown[]
  expected: {
    calls: Array<{ name: string; arguments: Record<string, unknown> }> | null
    words: string | null
  }
  why: string
}

/** A call of such a panel with its reply. */
export interface ToolTaskCall {
  task: string
  reader: string
  phase: string
  model: string
  messages: ChatMessage[]
  reply: string
  calls?: ToolCall[]
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const TOOL_CALLS_FILE = fileOf('tools-calls.jsonl.gz')
export const READERS = ['model-a', 'model-c']
const MODELS = ['model-a', 'model-b', 'model-c']

/** The tasks. */
export function readToolTasks(): ToolTask[] {
  return readJsonLines(fileOf('tools.jsonl'))
}

/** Every call that was made for them; none before anything was recorded. */
export function readToolTaskCalls(): ToolTaskCall[] {
  return existsSync(TOOL_CALLS_FILE) ? readJsonLines(TOOL_CALLS_FILE) : []
}

/** The recorded call with the same prompt. */
export function recordedCall(calls: ToolTaskCall[], { seat, messages }: ModelCall): ToolTaskCall | undefined {
  const prompt = JSON.stringify(messages)
  return calls.find((one) => one.model === seat.model && JSON.stringify(one.messages) === prompt)
}

/** The body of a request for a call, as a server that speaks OpenAI's protocol gets it. */
export function bodyFor({ seat, messages, brief }: ModelCall): object {
  const { schema, tools } = replyForm(brief)
  return openai.body({
    model: seat.model,
    messages,
    schema,
    ...(tools && { tools }),
    temperature: seat.temperature,
    seed: undefined,
    features: new Set(schema === null ? [] : ['schema']),
    maxTokens: 0,
  })
}

/** Lets three models take the step of a task, with a second round where they differ. */
export function takeStep(task: ToolTask, reader: string, askModel: AskModel): Promise<Deliberation> {
  const seatOf = (model: string) => ({ provider: 'openai', name: model, model, temperature: 0.7 })
  const step = toolStepIn(parsedTask(task), undefined)!
  const never = new AbortController().signal
  return deliberate(
    {
      ...readMeasures(),
      query: step.messages.findLast(({ role }) => role === 'user')!.content,
      background: stepBackground(step),
      step,
      criteria: null,
      kind: null,
      models: MODELS.map(seatOf),
      writer: null,
      reader: seatOf(reader),
      structure: 'sonata',
      maxIterations: 2,
      votes: null,
      signal: never,
      deadline: never,
      checkpoint: null,
    },
    {
      askModel,
      findAnchors: async () => [],
      embed: async () => [],
      now: () => 0,
      pause: async () => {},
      onEvent() {},
      onCheckpoint() {},
    },
  )
}

function parsedTask({ messages, tools }: ToolTask): ChatRequest {
  return ChatRequest.parse({ model: 'stretto/auto', messages, tools })
}
