import { EventEmitter } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { partsOf } from './streamed-reply.ts'

/** A request as it arrived. */
export interface ReceivedCall {
  path: string
  model: string
  authorization: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** Everything the model was told, system and user messages together. */
  prompt: string
  /** Aborts when the caller hangs up. */
  gone: AbortSignal
}

type Script = (call: ReceivedCall, response: ServerResponse) => Promise<unknown> | unknown

/** A server that speaks the chat completions, the messages and Gemini's protocol, and answers as a script says. */
export interface ScriptedProvider {
  url: string
  calls: ReceivedCall[]
  /** Emits `call` when one arrives. */
  arrivals: EventEmitter
  /** The keys with which the list of models was fetched, in order; undefined for none. */
  lists: Array<string | undefined>
  close(): Promise<void>
}

/** Answers a request for the list of models. */
type ListScript = (response: ServerResponse) => unknown

/** The key of a request, wherever its protocol has it. */
function keyIn({ authorization, ...headers }: IncomingHttpHeaders): string | undefined {
  const key = authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']
  return key === undefined ? undefined : String(key)
}

const GEMINI_PATH = /\/models\/([^/]+):(generateContent|streamGenerateContent\?alt=sse)$/

/** The model in a path of Gemini's protocol. */
function modelIn(path: string): string {
  return decodeURIComponent(GEMINI_PATH.exec(path)?.[1] ?? '')
}

/** Whether a call came in Gemini's protocol. */
export function isGemini({ path }: Pick<ReceivedCall, 'path'>): boolean {
  return GEMINI_PATH.test(path)
}

/** Whether a stream is requested, in the body or, in Gemini's protocol, by the path. */
export function wantsStream({ path, body }: Pick<ReceivedCall, 'path' | 'body'>): boolean {
  return body.stream === true || path.includes(':streamGenerateContent')
}

/**
 * Starts one on a free port. A script returns the reply's fields or text, or writes the response itself. Without a
 * script for it, there is no list of models.
 */
export async function startScriptedProvider(
  script: Script,
  listScript: ListScript = (response) => sendError(response, 404, 'There is no list.'),
): Promise<ScriptedProvider> {
  const lists: ScriptedProvider['lists'] = []
  const calls: ReceivedCall[] = []
  const arrivals = new EventEmitter()
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      lists.push(keyIn(request.headers))
      return void listScript(response)
    }
    const body = JSON.parse(await textOf(request))
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    const call: ReceivedCall = {
      path: request.url ?? '',
      model: body.model ?? modelIn(request.url ?? ''),
      authorization: keyIn(request.headers) ?? '',
      headers: request.headers,
      body,
      prompt: promptIn(body),
      gone: gone.signal,
    }
    calls.push(call)
    arrivals.emit('call')
    const answer = await script(call, response)
    if (answer !== undefined && !response.headersSent && !response.destroyed)
      sendReply(call, response, replyTo(call, typeof answer === 'string' ? answer : JSON.stringify(answer)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    arrivals,
    lists,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The environment of a service that reaches every provider at this server. */
export function settingsFor({ url }: ScriptedProvider): Record<string, string> {
  return {
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'sk-of-the-server',
    OPENROUTER_BASE_URL: url,
    OPENAI_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-of-the-server',
    ANTHROPIC_BASE_URL: url,
    GEMINI_API_KEY: 'sk-of-the-server',
    GEMINI_BASE_URL: url,
  }
}

/** Answers with an error status in the protocol's form. */
export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, code: status } }))
}

/** A whole reply in the protocol of the call, as an object to change and send. */
// biome-ignore lint/suspicious/noExplicitAny: tests change it field by field
export function replyTo({ path, model }: ReceivedCall, text: string): any {
  if (isGemini({ path })) {
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 15, thoughtsTokenCount: 5 },
      modelVersion: model,
      responseId: 'response-1',
    }
  }
  if (path.endsWith('/messages')) {
    return {
      type: 'message',
      id: 'message-1',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, output_tokens: 20 },
    }
  }
  return {
    id: 'completion-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.001 },
  }
}

/** Answers with a reply in the form that was requested, as a stream or as one body. */
export function sendReply(call: ReceivedCall, response: ServerResponse, reply: object): void {
  if (wantsStream(call)) {
    sendStream(response, partsOf(reply))
  } else sendJson(response, reply)
}

/** Answers with a stream, whatever it says, and leaves it open if told to. */
export function sendStream(response: ServerResponse, parts: string[], end: 'ended' | 'open' = 'ended'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'retry-after-ms': '0' })
  response.write(parts.join(''))
  if (end === 'ended') response.end()
}

/** Answers with a body, whatever it says. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

type Content = string | Array<{ text?: string }>

/** Everything that a request in any protocol tells the model, one after the other. */
export function promptIn({
  system,
  messages = [],
  systemInstruction,
  contents = [],
}: {
  system?: Content
  messages?: Array<{ content: Content }>
  systemInstruction?: { parts: Content }
  contents?: Array<{ parts: Content }>
}): string {
  const said = (content: Content) =>
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')
  return [
    ...(system ? [system] : []),
    ...messages.map(({ content }) => content),
    ...(systemInstruction ? [systemInstruction.parts] : []),
    ...contents.map(({ parts }) => parts),
  ]
    .map(said)
    .join('\n')
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
