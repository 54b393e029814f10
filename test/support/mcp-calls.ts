import { replyAs } from './panel-replies.ts'
import { startScriptedProvider } from './scripted-provider.ts'

export const MODELS = ['vendor/one', 'vendor/two']
export const QUESTION = { query: 'What is 6 times 7?', models: MODELS }

/** The first message of a client of 2025. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

/** A message that calls a tool, as a client of 2025 sends it. */
export const calling = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: id } },
})

/** A message that asks a panel. */
export const asking = (id: number, args: object = { ...QUESTION, skip_cache: true }) =>
  calling(id, 'ask_panel', args)

/** What is answered to something that is no message, with the code of the error. */
export const MALFORMED: Array<[what: string, sent: string, code: number]> = [
  ['what is not JSON', '{', -32700],
  ['deep nesting', '['.repeat(100_000), -32700],
  ['what is no message', '{}', -32600],
  ['a number', '7', -32600],
  ['a batch', `[${JSON.stringify(asking(1))}]`, -32600],
]

/** A provider whose models answer 42; while it is held, they do not answer yet. */
export async function startHeldProvider() {
  let isHeld = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const provider = await startScriptedProvider(async (call) => {
    if (isHeld) await released
    return replyAs('42', call)
  })
  return {
    ...provider,
    hold() {
      isHeld = true
    },
    release,
    /** Of each call, whether it was ended by the one who made it. */
    gone: () => provider.calls.map(({ gone }) => gone.aborted),
    async close() {
      release()
      await provider.close()
    },
  }
}
export type HeldProvider = Awaited<ReturnType<typeof startHeldProvider>>
