import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** How a client treats a stream. */
export type Manner = 'reads to the end' | 'reads slowly' | 'leaves in the middle' | 'never reads, then leaves'

/** What became of a stream. */
export interface Reading {
  manner: Manner
  /** complete, cut, left, the status of a refusal, or the system error. */
  outcome: string
  /** When the client left or had everything. */
  endedAt: number
}

const SLOW_BYTES = 16 * 1024
const SLOW_PAUSE_MS = 50
/** How long those who leave stay: models are being asked by then. */
const STAY_MS = 4_000

/** Opens a stream on a connection of its own and reads it in some manner; never rejects. */
export function readStream(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: object },
  manner: Manner,
): Promise<Reading> {
  const text = JSON.stringify(body)
  return new Promise((resolve) => {
    const end = (outcome: string) => resolve({ manner, outcome, endedAt: Date.now() })
    const sent = request(
      url,
      {
        method: 'POST',
        agent: new Agent({ keepAlive: false }),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        },
      },
      async (response) => {
        const outcome = await followed(response, manner).catch(() => 'cut')
        sent.destroy()
        end(outcome)
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    sent.end(text)
  })
}

async function followed(response: IncomingMessage, manner: Manner): Promise<string> {
  if (response.statusCode !== 200) return String(response.statusCode)
  if (manner === 'never reads, then leaves') {
    await pause(STAY_MS)
    return 'left'
  }
  if (manner === 'leaves in the middle') {
    response.resume()
    return Promise.race([once(response, 'close').then(() => 'cut'), pause(STAY_MS, 'left')])
  }
  let tail = ''
  let unread = 0
  for await (const chunk of response.setEncoding('utf8')) {
    tail = (tail + chunk).slice(-1_000_000)
    unread += chunk.length
    // Nothing more is taken from the connection meanwhile.
    for (; manner === 'reads slowly' && unread > 0; unread -= SLOW_BYTES) await pause(SLOW_PAUSE_MS)
  }
  return /^(?:event: result|data: \[DONE\])$/m.test(tail) ? 'complete' : 'cut'
}
