import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Bell } from '../bell.ts'
import type { Redis } from './redis.ts'

/** How often everybody looks for news while Redis cannot ring. */
const LOOK_MS = 1_000

/** Rings in all processes through a channel of Redis. */
export async function createRedisBell(redis: Redis): Promise<Bell> {
  const self = randomUUID()
  const channel = `${redis.prefix}bell`
  const listeners = new EventEmitter<{ ring: [topic: string | null] }>().setMaxListeners(0)
  const ringHere = (topic: string | null) => listeners.emit('ring', topic)
  await redis.listen(channel, (message) => {
    if (message === null) ringHere(null)
    else if (!message.startsWith(self)) ringHere(message.slice(self.length))
  })
  const looks = setInterval(() => {
    if (redis.problem() !== null) ringHere(null)
  }, LOOK_MS)
  looks.unref()

  return {
    ring(topic) {
      // If this fails, so do the connections of those who listen, and they look for themselves.
      redis.run((client) => client.publish(channel, `${self}${topic}`)).catch(() => {})
      setImmediate(() => ringHere(topic))
    },
    listen(onRing) {
      listeners.on('ring', onRing)
      return () => listeners.off('ring', onRing)
    },
    async close() {
      clearInterval(looks)
      listeners.removeAllListeners()
    },
  }
}
