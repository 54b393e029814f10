import { percentile } from '../percentile.ts'
import { newQuestion } from '../real-questions.ts'
import { startMeasured } from '../service-process.ts'
import { originOf, processorTimePerRequest } from '../steady-load.ts'
import type { Deployment } from './deployment.ts'

const WARM_UP = 500
const REQUESTS = 200
const ROUNDS = 3

/**
 * Processor milliseconds of a bare relay for three calls to the same models: how fast this machine is at this moment. Other
 * work on it slows both down.
 */
export async function measureYardstick({ provider }: Deployment): Promise<number> {
  const environment = { OPENROUTER_BASE_URL: originOf(provider) }
  const server = await startMeasured(['--import', 'tsx', 'bench/bare-relay.ts'], environment, null)
  const target = { server, next: () => ({ path: '/', body: newQuestion() }) }
  try {
    await processorTimePerRequest(target, { requests: WARM_UP, inFlight: 8 })
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push(await processorTimePerRequest(target, { requests: REQUESTS, inFlight: 8 }))
    return percentile(times, 0.5)
  } finally {
    await server.end()
  }
}
