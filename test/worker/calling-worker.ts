import { createLearned } from '../../src/adapters/models/learned.ts'
import { fetchResponse } from '../../src/adapters/models/providers/fetch-response.ts'
import { createProviderModels } from '../../src/adapters/models/providers/provider-models.ts'
import { createFairQueue } from '../../src/adapters/scheduling/fair-turns.ts'
import type { ModelCall } from '../../src/engine/index.ts'

/** What a worker is told to ask a model; what it cannot be told over HTTP it adds. */
export interface ToldCall {
  url: string
  call: Omit<ModelCall, 'signal'>
  timeoutMs: number
  retries: number
  apiKey: string
  /** How many such calls are made at once, and how many of them may wait for their response. */
  count: number
  unanswered: number
}

/** An object that asks models as the service does in one. What comes of it is told line by line, as it happens; DELETE cancels. */
export class Caller {
  #cancel = new AbortController()

  async fetch(request: Request): Promise<Response> {
    if (request.method === 'DELETE') {
      this.#cancel.abort()
      return new Response()
    }
    const told: ToldCall = await request.json()
    this.#cancel = new AbortController()
    const { signal } = this.#cancel
    const lines = new TransformStream<string, string>()
    const writer = lines.writable.getWriter()
    const tell = (event: object) => writer.write(`${JSON.stringify(event)}\n`).catch(() => {})
    const ask = createProviderModels(() => ({ apiKey: told.apiKey, baseUrl: told.url }), {
      timeoutMs: told.timeoutMs,
      retries: told.retries,
      firstPauseMs: 1,
      now: () => Date.now(),
      openHttp: fetchResponse,
      queue: createFairQueue(100),
      unanswered: createFairQueue(told.unanswered),
      run: { endsAt: Date.now() + told.timeoutMs },
      refused: createLearned().refused,
    })
    const one = async () => {
      try {
        const onText = (_: number, text: string) => void tell({ text })
        tell({ reply: await ask({ ...told.call, signal, onText }) })
      } catch (error) {
        const { name, code, message, spent, retryAfterMs } = error as Record<string, unknown>
        tell({ failure: { name, code, message, spent, retryAfterMs } })
      }
    }
    const calls = Array.from({ length: told.count }, one)
    void Promise.all(calls).then(() => writer.close().catch(() => {}))
    return new Response(lines.readable.pipeThrough(new TextEncoderStream()))
  }
}

interface Bindings {
  CALLERS: { idFromName(name: string): unknown; get(id: unknown): Caller }
}

export default {
  fetch(request: Request, { CALLERS }: Bindings): Promise<Response> {
    return CALLERS.get(CALLERS.idFromName(new URL(request.url).pathname)).fetch(request)
  },
}
