import type { ServerResponse } from 'node:http'
import { type ReceivedCall, sendJson, sendStream } from './scripted-provider.ts'
import { partOf } from './streamed-reply.ts'

/** A call that a scripted model makes. */
export interface ScriptedCall {
  name: string
  arguments: object
}

/** Replies with calls of tools in the protocol of the request, as a stream or as one body. */
export function sendCalls(
  { path, model, body }: ReceivedCall,
  response: ServerResponse,
  calls: ScriptedCall[],
  text = '',
): void {
  const isGemini = path.includes(':')
  const isStreamed = body.stream === true || path.includes(':streamGenerateContent')
  const events = isGemini
    ? geminiEvents(model, calls, text)
    : path.endsWith('/messages')
      ? messageEvents(model, calls, text)
      : completionEvents(model, calls, text)
  if (isStreamed) {
    const end = isGemini || path.endsWith('/messages') ? [] : ['data: [DONE]\n\n']
    sendStream(response, [...events.map(partOf), ...end])
  } else if (isGemini) sendJson(response, events[0])
  else if (path.endsWith('/messages')) sendJson(response, wholeMessage(model, calls, text))
  else sendJson(response, wholeCompletion(model, calls, text))
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.001 }

/** Half of a text: arguments come in pieces. */
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)]

function completionEvents(model: string, calls: ScriptedCall[], text: string): object[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'completion-1',
    object: 'chat.completion.chunk',
    model,
    choices: [{ index: 0, delta, finish_reason }],
  })
  const part = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] })
  return [
    chunk({ role: 'assistant', content: text === '' ? null : text }),
    ...calls.flatMap(({ name, arguments: input }, index) => [
      part(index, { id: `call_${name}_${index}`, type: 'function', function: { name, arguments: '' } }),
      ...halves(JSON.stringify(input)).map((piece) => part(index, { function: { arguments: piece } })),
    ]),
    chunk({}, 'tool_calls'),
    { id: 'completion-1', object: 'chat.completion.chunk', model, choices: [], usage: USAGE },
  ]
}

function wholeCompletion(model: string, calls: ScriptedCall[], text: string): object {
  const tool_calls = calls.map(({ name, arguments: input }, index) => ({
    id: `call_${name}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return {
    id: 'completion-1',
    object: 'chat.completion',
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text === '' ? null : text, tool_calls },
        finish_reason: 'tool_calls',
      },
    ],
    usage: USAGE,
  }
}

const blocksOf = (calls: ScriptedCall[], text: string) => [
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ name, arguments: input }, index) => ({
    type: 'tool_use',
    id: `toolu_${index}`,
    name,
    input,
  })),
]

function wholeMessage(model: string, calls: ScriptedCall[], text: string): object {
  return {
    type: 'message',
    id: 'message-1',
    role: 'assistant',
    model,
    content: blocksOf(calls, text),
    stop_reason: 'tool_use',
    usage: { input_tokens: 100, output_tokens: 20 },
  }
}

function messageEvents(model: string, calls: ScriptedCall[], text: string): object[] {
  const blocks = blocksOf(calls, text).map((block, index) => {
    const begun = 'input' in block ? { ...block, input: {} } : { ...block, text: '' }
    const pieces =
      'input' in block
        ? halves(JSON.stringify(block.input)).map((partial_json) => ({
            type: 'input_json_delta',
            partial_json,
          }))
        : [{ type: 'text_delta', text: block.text }]
    return [
      { type: 'content_block_start', index, content_block: begun },
      ...pieces.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
  })
  return [
    {
      type: 'message_start',
      message: { type: 'message', model, content: [], usage: { input_tokens: 100, output_tokens: 1 } },
    },
    ...blocks.flat(),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ]
}

function geminiEvents(model: string, calls: ScriptedCall[], text: string): object[] {
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ name, arguments: args }) => ({ functionCall: { name, args }, thoughtSignature: 'c2ln' })),
  ]
  return [
    {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      modelVersion: model,
    },
  ]
}
