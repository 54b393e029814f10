import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Bell } from '../bell.ts'
import type { Postgres } from './postgres.ts'

const CHANNEL = 'stretto_bell'

/** Topics per message: a message may have 8000 bytes. */
const BATCH = 100

/** How long rings are gathered for other processes; in this one they ring at once. */
const GATHER_MS = 5

/** The pauses between attempts to send, and to listen again. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/**
 * Creates a bell over LISTEN and NOTIFY. Rings are gathered and sent beside the transactions they tell of: transactions
 * that notify are committed one after the other, which would slow down every write.
 */
export function createPostgresBell(postgres: Postgres): Bell {
  const self = randomUUID()
  const listeners = new Set<(topic: string | null) => void>()
  const gathered = new Set<string>()
  const closing = new AbortController()
  let sending: Promise<void> | null = null
  let listening: Promise<void> | null = null

  const ringHere = (topic: string | null) => {
    for (const listener of listeners) listener(topic)
  }

  /** Pauses, but not longer than until the end. */
  const rest = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  async function send(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; gathered.size > 0 && !closing.signal.aborted; ) {
      const topics = [...gathered].slice(0, BATCH)
      for (const topic of topics) gathered.delete(topic)
      try {
        await postgres.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify([self, ...topics])])
        pauseMs = FIRST_PAUSE_MS
      } catch {
        // All connections may be in use for a while, and those who listen do not notice that.
        for (const topic of topics) gathered.add(topic)
        await rest(pauseMs)
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
      }
    }
    sending = null
  }

  function hear({ payload = '[]' }: pg.Notification): void {
    const [sender, ...topics]: string[] = JSON.parse(payload)
    if (sender !== self) for (const topic of topics) ringHere(topic)
  }

  /** Listens until the connection is lost; resolves to whether it was made. */
  async function listenOnce(): Promise<boolean> {
    const client = await postgres.connect().catch(() => null)
    if (client === null) return false
    const lost = new Promise<void>((resolve) => {
      for (const event of ['error', 'end'] as const) client.on(event, () => resolve())
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
      if (closing.signal.aborted) resolve()
    })
    client.on('notification', hear)
    try {
      await client.query(`LISTEN ${CHANNEL}`)
      ringHere(null)
      await lost
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!closing.signal.aborted) {
      if (await listenOnce()) pauseMs = FIRST_PAUSE_MS
      await rest(pauseMs)
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    }
  }

  return {
    ring(topic) {
      gathered.add(topic)
      sending ??= rest(GATHER_MS).then(send)
      setImmediate(() => ringHere(topic))
    },
    listen(onRing) {
      // A function of its own, so that the same callback can be given twice.
      const listener = (topic: string | null) => onRing(topic)
      listeners.add(listener)
      listening ??= keepListening()
      return () => void listeners.delete(listener)
    },
    async close() {
      closing.abort()
      listeners.clear()
      await Promise.all([sending, listening])
    },
  }
}
