import { replyAs } from '../../../test/support/panel-replies.ts'
import { settingsFor, startScriptedProvider } from '../../../test/support/scripted-provider.ts'
import { createWireLog } from './wire-log.ts'

/** The models, in the order in which they answer, and what each says. */
const MCP_MODELS = { 'vendor/one': '42', 'vendor/two': '42', 'vendor/three': '41' }

/** Scripted models that answer one after the other, a log of what clients see, and the settings of a service. */
export async function openMcp() {
  const log = createWireLog()
  const names = Object.keys(MCP_MODELS) as Array<keyof typeof MCP_MODELS>
  const provider = await startScriptedProvider(async (call) => {
    const name = names.find((one) => call.model === one) ?? 'vendor/one'
    const before = names[names.indexOf(name) - 1]
    if (before !== undefined) await log.seen(`${before} has answered`)
    return replyAs({ answer: MCP_MODELS[name], text: `It is ${MCP_MODELS[name]}.` }, call)
  })
  return {
    log,
    settings: { ...settingsFor(provider), DEFAULT_MODELS: names.join(), MODEL_RETRIES: '0' } as Record<
      string,
      string
    >,
    close: () => provider.close(),
  }
}

export type Mcp = Awaited<ReturnType<typeof openMcp>>
