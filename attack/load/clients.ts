// The callers of the load attack, in a separate process so that they do not slow down the measurement.

import { Agent } from 'node:http'
import { SEATS } from '../provider/script.ts'
import { send } from '../support/requests.ts'

const [edge = '', connections = '1', forMs = '1000'] = process.argv.slice(2)
// The measuring process waits for this line, because starting takes seconds on a busy machine.
console.log('begun')
const outcomes: Record<string, number> = {}
const endsAt = Date.now() + Number(forMs)
let number = 0

async function caller(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  while (Date.now() < endsAt) {
    const query = `How many entries are in the register of case-${number++}?`
    const body = { query, models: [SEATS.steady, SEATS.contrary, SEATS.unsure], skip_cache: true }
    const { status, fault, headers } = await send(`${edge}/consensus-iterative`, {
      body,
      agent,
      timeoutMs: 120_000,
    })
    const wait = headers['retry-after'] === undefined ? '' : ' with Retry-After'
    const name = status === null ? String(fault) : `${status}${wait}`
    outcomes[name] = (outcomes[name] ?? 0) + 1
    // A refused caller retries, but sooner than Retry-After says: this is an attack.
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  agent.destroy()
}

await Promise.all(Array.from({ length: Number(connections) }, caller))
console.log(JSON.stringify(outcomes))
