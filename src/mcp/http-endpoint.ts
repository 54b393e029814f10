import { createMcpHandler, type JSONRPCRequest } from '@modelcontextprotocol/server'
import { linkedAbort } from '../utils/time-limits.ts'
import { readMessage } from './read-message.ts'
import { createRuns } from './runs.ts'
import { createPanelServer } from './server.ts'
import type { PanelTools } from './tool.ts'

/** A message that was sent to the endpoint, and by whom. */
export interface McpMessage extends Pick<PanelTools, 'owner' | 'edge'> {
  url: string
  headers: Headers
  body: string
  signal: AbortSignal
  requestId: string
}

export interface McpAnswer {
  response: Response
  ended: Promise<void>
}

type EndpointParts = Pick<PanelTools, 'confirmAbove' | 'report' | 'wait'> & {
  newId: () => string
  now: () => number
}

export type McpEndpoint = Pick<ReturnType<typeof createMcpEndpoint>, 'answer'>

const SESSION = 'mcp-session-id'

/**
 * Creates an endpoint of the Model Context Protocol. Nothing is remembered of a client: any replica may answer it, except
 * for runs that go on, which belong to their process. Clients of 2025 are given a session id, by which a message that
 * cancels a call is known to come from the client that made the call; it stands for nothing else.
 */
export function createMcpEndpoint({ newId, now, ...parts }: EndpointParts) {
  const runs = createRuns({ newId, now })
  const calls = new Map<string, AbortController>()

  return {
    async answer({ url, headers, body, signal, ...sender }: McpMessage): Promise<McpAnswer> {
      const received = readMessage(body)
      if (received.message === null)
        return { response: Response.json(received.refusal, { status: 400 }), ended: Promise.resolve() }
      const session = headers.get(SESSION)
      const keyOf = (id: unknown) => JSON.stringify([sender.owner, session, id])
      const ending = linkedAbort(signal)
      const { method, id, params } = received.message as Partial<JSONRPCRequest>
      if (session !== null && method === 'notifications/cancelled')
        calls.get(keyOf(params?.requestId))?.abort()
      const own = session !== null && method === 'tools/call' ? keyOf(id) : null
      if (own !== null) calls.set(own, ending.controller)
      const handler = createMcpHandler(() => createPanelServer({ ...parts, ...sender, runs }), {
        onerror: () => {},
      })
      const request = new Request(url, { method: 'POST', headers, body, signal: ending.controller.signal })
      const response = await handler.fetch(request)
      if (session === null && method === 'initialize' && response.ok) response.headers.set(SESSION, newId())
      return watched(response, ending.controller.signal, () => {
        ending.release()
        if (own !== null && calls.get(own) === ending.controller) calls.delete(own)
      })
    },
    close: () => runs.cancelAll(),
  }
}

/** The same response, and a promise of its end, which also comes when the signal aborts. */
function watched(response: Response, signal: AbortSignal, onEnd: () => void): McpAnswer {
  const { body } = response
  if (body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    onEnd()
    return { response, ended: Promise.resolve() }
  }
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  // Whoever reads what is passed on is told if it fails.
  const passed = body.pipeTo(writable).catch(() => {})
  const ended = Promise.race([passed, aborted]).then(onEnd)
  return { response: new Response(readable, response), ended }
}
