import type { DurableObjectNamespace } from '@cloudflare/workers-types'
import type { Environment } from '../../../src/worker/environment.ts'
import * as worker from '../../../src/worker/worker.ts'

/** Says which of the services of this worker a request is for. */
const SERVICE_HEADER = 'x-test-service'

interface SharedEnvironment extends Environment {
  /** Where the settings of a service are found, by its number. */
  SETTINGS_URL: string
}

type Context = ConstructorParameters<typeof worker.Runs>[0]

/** Names the objects of a service, so that each has its own. */
function ownedBy(service: string, objects: DurableObjectNamespace): DurableObjectNamespace {
  const own = {
    idFromName: (name: string) => objects.idFromName(`${service} ${name}`),
    get: (id: ReturnType<typeof objects.idFromName>) => objects.get(id),
  }
  return own as DurableObjectNamespace
}

const environments = new Map<string, Environment>()

/** What the platform would give the worker of a service. */
async function environmentOf(service: string, shared: SharedEnvironment): Promise<Environment> {
  const known = environments.get(service)
  if (known) return known
  const response = await fetch(`${shared.SETTINGS_URL}/${service}`)
  const { ASSETS, RUNS, MEMORY, LIMITS, COUNTERS } = shared
  const own = {
    ASSETS,
    RUNS: ownedBy(service, RUNS),
    MEMORY: ownedBy(service, MEMORY),
    LIMITS: ownedBy(service, LIMITS),
    COUNTERS: ownedBy(service, COUNTERS),
    ...((await response.json()) as object),
  }
  if (!environments.has(service)) environments.set(service, own)
  return environments.get(service)!
}

/** The time of a test that sets the clock; it lasts until the next request. */
const TIME_HEADER = 'x-test-time'

let time: string | null = null
const now = Date.now
// Replaced once, since whoever has been given it keeps it.
Date.now = () => (time === null ? now() : Number(time))

/** An entry point of the worker, for the service that a request is for. */
function door({ fetch }: typeof worker.edge) {
  return {
    async fetch(request: Request, shared: SharedEnvironment): Promise<Response> {
      const headers = new Headers(request.headers)
      const service = headers.get(SERVICE_HEADER)!
      time = headers.get(TIME_HEADER)
      headers.delete(SERVICE_HEADER)
      headers.delete(TIME_HEADER)
      return fetch(new Request(request, { headers }), await environmentOf(service, shared))
    },
  }
}

export const edge = door(worker.edge)
export const tasks = door(worker.tasks)
export default door(worker.edge)

/** Gives an object the environment of its service before anything else. */
function settle(object: { env: Environment }, context: Context): void {
  const [service] = context.id.name!.split(' ')
  void context.blockConcurrencyWhile(async () => {
    object.env = await environmentOf(service!, object.env as SharedEnvironment)
  })
}

export class Runs extends worker.Runs {
  constructor(context: Context, shared: Environment) {
    super(context, shared)
    settle(this as never, context)
  }
}

export class Memory extends worker.Memory {
  constructor(context: Context, shared: Environment) {
    super(context, shared)
    settle(this as never, context)
  }
}

export { Counters, Limits } from '../../../src/worker/worker.ts'
