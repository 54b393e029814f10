import { setTimeout as pause } from 'node:timers/promises'
import { CALLER_KEY_HEADERS } from '../../src/contract/panel.ts'
import { SEATS } from '../provider/script.ts'
import { send } from '../support/requests.ts'

/** A panel of the scripted provider, in the format of the local API. */
export const PANEL = [SEATS.steady, SEATS.contrary, SEATS.unsure].map((model) => ({
  provider: 'openrouter',
  name: model,
  model,
}))

/** A unique question that the provider can identify. */
export function questionOf(number: number): string {
  return `How many entries are in the register of case-${number}?`
}

/** A key of a caller, which must never be stored. */
export const OWN_KEY = 'sk-canary-of-a-caller-5b1e'

/**
 * The request that creates the task with a number, always under the same idempotency key. A fourth iteration would send
 * the prompts of the third again where a seat is silent, which looks like a reply that is paid for twice.
 */
export function requestOf(number: number, ownKeyEvery = Number.POSITIVE_INFINITY) {
  return {
    body: { query: questionOf(number), models: PANEL, max_iterations: 3 },
    headers: {
      'idempotency-key': `attack-${number}`,
      ...(number % ownKeyEvery === 1 && { [CALLER_KEY_HEADERS.openrouter]: OWN_KEY }),
    },
  }
}

/** A steady stream of new tasks that continues while the service stops and restarts. */
export interface TaskFeed {
  /** The ids of accepted tasks, with the markers of their questions. */
  accepted: Map<string, string>
  /** The number of creation requests that were cut off and repeated. */
  repeated(): number
  /** Statuses other than 202. */
  refused: Record<string, number>
  /** Sets the addresses of the replicas that are up; none while all are down. */
  aim(locals: string[]): void
  /** Stops sending tasks, and waits until the pending ones are accepted. */
  stop(): Promise<void>
}

/** Creates tasks at a steady rate; a request that is cut off is repeated with the same idempotency key. */
export function feedTasks(perSecond: number, ownKeyEvery?: number): TaskFeed {
  const accepted = new Map<string, string>()
  const refused: Record<string, number> = {}
  let targets: string[] = []
  const target = (mine: number) => targets[mine % targets.length]
  let feeding = true
  let repeated = 0
  let number = 0

  async function create(mine: number): Promise<void> {
    let tries = 0
    while (true) {
      while (targets.length === 0) await pause(20)
      const { status, body: text } = await send(`${target(mine + tries++)}/consensus`, {
        ...requestOf(mine, ownKeyEvery),
        timeoutMs: 20_000,
      })
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
      // While requests wait for the service to come back, no more are added.
      if (targets.length > 0 && underWay.size < 4 * perSecond) {
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
    aim(locals) {
      targets = locals
    },
    stop() {
      feeding = false
      return feeder
    },
  }
}
