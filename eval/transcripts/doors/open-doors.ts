import type { ServerResponse } from 'node:http'
import type { Service } from '../../../src/main/compose.ts'
import { listen } from '../../../src/main/serve.ts'
import {
  type ReceivedCall,
  sendJson,
  startScriptedProvider,
} from '../../../test/support/scripted-provider.ts'
import { createDoorLog } from './door-log.ts'
import { DOOR_MODELS } from './door-models.ts'

type Script = (call: ReceivedCall, response: ServerResponse) => unknown

/** Models that a section of the page tells what to do, and the settings of a service that asks them. */
export async function openDoors() {
  const log = createDoorLog()
  let play: Script = () => undefined
  const provider = await startScriptedProvider(
    (call, response) => play(call, response),
    (response) => sendJson(response, { data: DOOR_MODELS.map(listed) }),
  )
  return {
    log,
    settings: {
      ROUTER: 'openrouter',
      OPENROUTER_API_KEY: 'any',
      OPENROUTER_BASE_URL: provider.url,
      DEFAULT_MODELS: DOOR_MODELS.join(),
      MODEL_RETRIES: '0',
    },
    /** Lets the models answer like this from now on. */
    play(script: Script) {
      play = script
    },
    close: () => provider.close(),
  }
}

export type Doors = Awaited<ReturnType<typeof openDoors>>

/** Puts a service on a free port, with its streams recorded. */
export async function listenAt({ edge }: Pick<Service, 'edge'>, { log }: Pick<Doors, 'log'>) {
  const listening = await listen(log.recorded(edge), { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
  return { origin: `http://127.0.0.1:${listening.port}`, stop: () => listening.cut() }
}

/** A model as the router lists it, with its prices per token. */
function listed(id: string) {
  return { id, pricing: { prompt: '0.000003', completion: '0.000015' } }
}
