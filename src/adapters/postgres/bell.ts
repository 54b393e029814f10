import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Postgres } from './postgres.ts'

/** Wakes those in any process who wait for something new. A ring may come late or twice, or be lost with a connection. */
export type Bell = ReturnType<typeof createPostgresBell>

const CHANNEL = 'stretto_bell'

/** Topics per message: a message may have 8000 bytes. */
const BATCH = 100

/** How long rings are gathered for other processes; in this one they ring at once. */
const GATHER_MS = 5

/** The pause before another attempt to send, and before listening again. */
const PAUSE_MS = 500

/**
 * Creates a bell over LISTEN and NOTIFY. Rings are gathered and sent beside the transactions they tell of: transactions
 * that notify are committed one after the other, which would slow down every write.
 */
export function createPostgresBell(postgres: Postgres) {
  const self = randomUUID()
  const listeners = new EventEmitter<{ ring: [topic: string | null] }>().setMaxListeners(0)
  const gathered = new Set<string>()
  const closing = new AbortController()
  let sending: Promise<void> | null = null
  let listening: Promise<void> | null = null

  const ringHere = (topic: string | null) => listeners.emit('ring', topic)

  const rest = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: closing.signal, ref: false }).catch(() => {})

  async function send(): Promise<void> {
    while (gathered.size > 0 && !closing.signal.aborted) {
      const topics = [...gathered].slice(0, BATCH)
      for (const topic of topics) gathered.delete(topic)
      try {
        await postgres.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify([self, ...topics])])
      } catch {
        // All connections may be in use for a while, and those who listen do not notice that.
        for (const topic of topics) gathered.add(topic)
        await rest(PAUSE_MS)
      }
    }
    sending = null
  }

  function hear({ payload = '[]' }: pg.Notification): void {
    const [sender, ...topics]: string[] = JSON.parse(payload)
    if (sender !== self) for (const topic of topics) ringHere(topic)
  }

  async function listenOnce(): Promise<void> {
    const client = await postgres.connect()
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
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      await rest(PAUSE_MS)
    }
  }

  return {
    /** Rings in every process, in this one even when the others cannot be reached. Never throws, and waits for nothing. */
    ring(topic: string): void {
      gathered.add(topic)
      sending ??= rest(GATHER_MS).then(send)
      setImmediate(() => ringHere(topic))
    },
    /** Calls back at every ring; with null when rings may have been missed. Returns a function that ends this. */
    listen(onRing: (topic: string | null) => void): () => void {
      listeners.on('ring', onRing)
      listening ??= keepListening()
      return () => listeners.off('ring', onRing)
    },
    async close(): Promise<void> {
      closing.abort()
      listeners.removeAllListeners()
      await Promise.all([sending, listening])
    },
  }
}
