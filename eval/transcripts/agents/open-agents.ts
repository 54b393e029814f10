import type { ServerResponse } from 'node:http'
import { type ReceivedCall, startScriptedProvider } from '../../../test/support/scripted-provider.ts'
import { createDoorLog } from '../doors/door-log.ts'
import { AGENT_MODELS } from './agent-models.ts'

type Script = (call: ReceivedCall, response: ServerResponse) => unknown

/** A request to a model and what it sent back, as they went over the wire. */
export interface Exchange {
  call: ReceivedCall
  reply: string
}

/** Models behind the protocols of their vendors, and the settings of a service that asks them. */
export async function openAgents() {
  let play: Script = () => undefined
  let exchanges: Exchange[] = []
  const provider = await startScriptedProvider((call, response) => {
    const exchange = { call, reply: '' }
    exchanges.push(exchange)
    record(response, (text) => {
      exchange.reply += text
    })
    return play(call, response)
  })
  const key = 'sk-scripted'
  return {
    log: createDoorLog(),
    settings: {
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: provider.url,
      GEMINI_API_KEY: key,
      GEMINI_BASE_URL: provider.url,
      ENDPOINTS: `ollama=${provider.url}`,
      ROUTER: 'auto',
      DEFAULT_MODELS: AGENT_MODELS.join(),
      MODEL_RETRIES: '0',
    },
    /** Lets the models act like this from now on. */
    play(script: Script) {
      play = script
    },
    /** What went over the wire since it was last taken. */
    take(): Exchange[] {
      const taken = exchanges
      exchanges = []
      return taken
    },
    close: () => provider.close(),
  }
}

export type Agents = Awaited<ReturnType<typeof openAgents>>

/** Tells what is written to a response. */
function record(response: ServerResponse, onText: (text: string) => void): void {
  for (const name of ['write', 'end'] as const) {
    const original = response[name].bind(response) as (...args: unknown[]) => never
    response[name] = (...args: unknown[]) => {
      if (typeof args[0] === 'string') onText(args[0])
      return original(...args)
    }
  }
}
