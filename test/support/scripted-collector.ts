import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: number
  failed: boolean
  attributes: Record<string, string | number | boolean>
}

/** A server that takes traces as OTLP over HTTP in JSON, and records them. */
export interface ScriptedCollector {
  url: string
  /** Everything that was sent, as it was sent. */
  bodies: string[]
  /** The headers they came with. */
  headers: IncomingHttpHeaders[]
  spans(): ReceivedSpan[]
  close(): Promise<void>
}

/** Starts one on a free port, or on that of an earlier one. */
export async function startScriptedCollector(port = 0): Promise<ScriptedCollector> {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    headers.push(request.headers)
    bodies.push(Buffer.concat(parts).toString('utf8'))
    response.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(spansIn),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface SentSpan extends Omit<ReceivedSpan, 'attributes' | 'failed'> {
  status?: { code?: number }
  attributes: Array<{ key: string; value: Record<string, string | number | boolean> }>
}

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: Array<{ scopeSpans: Array<{ spans: SentSpan[] }> }>
  }
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ name, traceId, spanId, parentSpanId, kind, status, attributes }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      kind,
      failed: status?.code === 2,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!])),
    }))
}
