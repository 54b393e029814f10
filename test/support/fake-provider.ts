import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
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

const network = getGlobalDispatcher()

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
  const diverted: Diverted[] = []
  const calls: ProviderCall[] = []
  const arrivals: Array<{ count: number; arrive: () => void }> = []
  let holdingAfter = Number.POSITIVE_INFINITY
  let gate: { open: () => void; opened: Promise<void>; holds: (call: ProviderCall) => boolean } | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let sent = ''
    for await (const chunk of request) sent += chunk
    // Only models are asked with a body.
    if (sent === '') return void response.writeHead(404).end()
    const body = JSON.parse(sent)
    const { authorization, 'x-api-key': key } = request.headers
    const { url, signal } = diverted[Number(request.url!.slice(1))]!
    const call: ProviderCall = {
      url,
      model: body.model,
      key: authorization ?? String(key ?? ''),
      temperature: body.temperature,
      prompt: promptIn(body),
      signal,
    }
    const number = calls.push(call)
    for (const { count, arrive } of arrivals) if (number >= count) arrive()
    if (gate?.holds(call)) await gate.opened
    if (signal?.aborted) return
    if (number === holdingAfter) hold()
    const text = reply(call, number)
    await send(response, typeof text === 'string' ? completion(body, text) : text)
  }

  function hold(holds: (call: ProviderCall) => boolean = () => true): void {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    gate = { open, opened, holds }
  }

  const server = createServer(answer).listen(0, '127.0.0.1').unref()
  const agent = new Agent()
  setGlobalDispatcher(divertedTo(server, agent, diverted))
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
    restore() {
      setGlobalDispatcher(network)
      server.close()
      server.closeAllConnections()
      void agent.destroy()
    },
  }
}

/** A request that was meant for another address. */
type Diverted = Pick<ProviderCall, 'url' | 'signal'>

/** Sends every request to this server, unless it is for another one of this machine; its path there is its number. */
function divertedTo(server: ReturnType<typeof createServer>, agent: Agent, diverted: Diverted[]): Dispatcher {
  const listening = new Promise<void>((resolve) => server.once('listening', resolve))
  return new (class extends Dispatcher {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      if (String(options.origin).startsWith('http://127.0.0.1:')) return network.dispatch(options, handler)
      const { signal = null } = options as { signal?: AbortSignal }
      const path = `/${diverted.push({ url: `${options.origin}${options.path}`, signal }) - 1}`
      void listening.then(() => {
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
        agent.dispatch({ ...options, origin, path }, handler)
      })
      return true
    }
  })()
}

async function send(response: ServerResponse, reply: Response): Promise<void> {
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
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
