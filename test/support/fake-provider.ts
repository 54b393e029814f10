import { vi } from 'vitest'
import { promptIn } from './scripted-provider.ts'
import { partsOf } from './streamed-reply.ts'

/** A call to a model as it would have gone over the network. */
export interface ProviderCall {
  url: string
  model: string
  /** Authorization header, or x-api-key for the provider that takes that one. */
  key: string
  temperature: number
  /** Everything the model was told, system and user messages together. */
  prompt: string
  signal: AbortSignal | null
}

/** Settings that send every panel to the fake provider. */
export const REAL_ROUTER = {
  ROUTER: 'auto',
  OPENROUTER_API_KEY: 'sk-of-the-server',
  MODEL_RETRIES: '0',
}

/**
 * Takes the place of the network: model calls are answered with what `reply` returns, in OpenRouter's format. It
 * can hold calls back until they are released, and tells when a number of them has come.
 */
export function fakeProvider(reply: (call: ProviderCall, number: number) => string | Response) {
  const calls: ProviderCall[] = []
  const arrivals: Array<{ count: number; arrive: () => void }> = []
  let holdingAfter = Number.POSITIVE_INFINITY
  let gate: { open: () => void; opened: Promise<void>; holds: (call: ProviderCall) => boolean } | null = null

  async function answer(input: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const body = JSON.parse(String(init.body))
    const call: ProviderCall = {
      url: String(input),
      model: body.model,
      key: headers.get('authorization') ?? headers.get('x-api-key') ?? '',
      temperature: body.temperature,
      prompt: promptIn(body),
      signal: init.signal ?? null,
    }
    const number = calls.push(call)
    for (const { count, arrive } of arrivals) if (number >= count) arrive()
    if (gate?.holds(call)) await untilOpen(gate.opened, call.signal)
    call.signal?.throwIfAborted()
    if (number === holdingAfter) hold()
    const text = reply(call, number)
    return typeof text === 'string' ? completion(body, text) : text
  }

  function hold(holds: (call: ProviderCall) => boolean = () => true): void {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    gate = { open, opened, holds }
  }

  vi.stubGlobal('fetch', answer)
  return {
    calls,
    /** Waits until so many calls have come. */
    called: (count: number) =>
      new Promise<void>((arrive) => {
        if (calls.length >= count) arrive()
        else arrivals.push({ count, arrive })
      }),
    /** Holds calls back from now on, all or some. */
    hold,
    /** Answers so many calls and holds back those that come later. */
    holdAfter(count: number) {
      holdingAfter = count
    },
    /** Lets the calls held back go on. */
    release() {
      gate?.open()
      gate = null
    },
    restore: () => void vi.unstubAllGlobals(),
  }
}

function untilOpen(opened: Promise<void>, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    opened.then(resolve)
  })
}

function completion({ model, stream }: { model: string; stream?: boolean }, content: string): Response {
  const reply = {
    id: 'completion',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.001 },
  }
  if (!stream) return Response.json(reply)
  return new Response(partsOf(reply).join(''), { headers: { 'content-type': 'text/event-stream' } })
}
