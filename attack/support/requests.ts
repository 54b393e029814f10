import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** The result of a request. */
export interface Answer {
  /** Null if the connection ended without an answer. */
  status: number | null
  headers: IncomingHttpHeaders
  body: string
  ms: number
  /** The system error if there was no answer: ECONNRESET, ECONNREFUSED, or timeout. */
  fault: string | null
}

interface RequestOptions {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  agent?: Agent
  signal?: AbortSignal
}

/** Sends a request, on a new connection unless an agent is given, and returns its result; never rejects. */
export function send(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { body, timeoutMs = 60_000, agent = new Agent({ keepAlive: false }) } = options
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const headers: Record<string, string | number> = { ...options.headers }
  if (text !== null) {
    headers['content-type'] ??= 'application/json'
    headers['content-length'] = Buffer.byteLength(text)
  }
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (answer: Partial<Answer>) =>
      resolve({
        status: null,
        headers: {},
        body: '',
        fault: null,
        ...answer,
        ms: performance.now() - startedAt,
      })
    const failed = (error: NodeJS.ErrnoException) => done({ fault: error.code ?? error.message })
    const method = options.method ?? (text === null ? 'GET' : 'POST')
    const sent = request(url, { method, agent, headers, signal: options.signal }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () =>
        done({
          status: response.statusCode ?? null,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', failed)
    // A service that refuses a body while it arrives closes the connection, maybe after its answer was read.
    sent.on('socket', (socket) => {
      if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore)
    })
    sent.setTimeout(timeoutMs, () => {
      done({ fault: 'timeout' })
      sent.destroy()
    })
    sent.end(text ?? undefined)
  })
}

function ignore(): void {}

/** Runs a job for each item with limited concurrency. */
export async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  job: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const place = next++
      await job(items[place]!, place)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** How often each value occurs. */
export function countBy<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1
  return counts
}

/** Formats counts for display: “200 × 12, 503 × 3”, the most frequent first. */
export function showCounts(counts: Record<string, number>): string {
  const entries = Object.entries(counts).toSorted(([, left], [, right]) => right - left)
  return entries.map(([value, count]) => `${value} × ${count}`).join(', ') || 'none'
}
