import { setTimeout as pause } from 'node:timers/promises'
import { SEATS } from '../provider/script.ts'
import { send } from '../support/requests.ts'

/** A panel of the scripted provider, as the local API takes it. */
export const PANEL = [SEATS.steady, SEATS.contrary, SEATS.unsure].map((model) => ({
  provider: 'openrouter',
  name: model,
  model,
}))

/** A question no other is like, which the provider can tell apart. */
export function questionOf(number: number): string {
  return `How many entries are in the register of case-${number}?`
}

/** A steady stream of new tasks that goes on while the service comes and goes. */
export interface TaskFeed {
  /** The ids of accepted tasks, each with the mark of its question. */
  accepted: Map<string, string>
  /** Creations that were cut off and sent again. */
  repeated(): number
  /** Statuses other than 202. */
  refused: Record<string, number>
  /** Where the service is now; null while it is down. */
  aim(local: string | null): void
  /** Sends no new ones, and waits until those under way are accepted. */
  stop(): Promise<void>
}

/** Starts to create tasks, so many a second; one that is cut off is sent again under its idempotency key. */
export function feedTasks(perSecond: number): TaskFeed {
  const accepted = new Map<string, string>()
  const refused: Record<string, number> = {}
  let target: string | null = null
  let feeding = true
  let repeated = 0
  let number = 0

  async function create(mine: number): Promise<void> {
    const body = { query: questionOf(mine), models: PANEL, max_iterations: 4 }
    while (true) {
      while (target === null) await pause(20)
      const headers = { 'idempotency-key': `attack-${mine}` }
      const { status, body: text } = await send(`${target}/consensus`, { body, headers, timeoutMs: 20_000 })
      if (status === 202) {
        accepted.set(JSON.parse(text).id, `case-${mine}`)
        return
      }
      if (status === null) repeated++
      else refused[status] = (refused[status] ?? 0) + 1
      await pause(50)
    }
  }

  const feeder = (async () => {
    const underWay = new Set<Promise<void>>()
    while (feeding) {
      // Whoever waits for the service to come back is not joined by ever more.
      if (target !== null && underWay.size < 4 * perSecond) {
        const creation = create(number++).finally(() => underWay.delete(creation))
        underWay.add(creation)
      }
      await pause(1_000 / perSecond)
    }
    await Promise.all(underWay)
  })()

  return {
    accepted,
    refused,
    repeated: () => repeated,
    aim(local) {
      target = local
    },
    stop() {
      feeding = false
      return feeder
    },
  }
}
