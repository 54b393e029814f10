import { listenTo } from './listening.ts'
import { replyAs } from './panel-replies.ts'
import { type ReceivedCall, settingsFor, startScriptedProvider } from './scripted-provider.ts'
import { openOnNode, openService } from './service.ts'

/** What every model answers, so that the panel agrees at once. */
export const AGREED = '42'

/** The real service on a port, with models that answer as a script says. */
export async function openChatService(
  script: Parameters<typeof startScriptedProvider>[0] = (call) => replyAs(AGREED, call),
  environment: Record<string, string> = {},
  web?: Parameters<typeof openOnNode>[1],
) {
  const provider = await startScriptedProvider(script)
  const settings = { ...settingsFor(provider), MODEL_RETRIES: '0', ...environment }
  const service = await (web ? openOnNode(settings, web) : openService(settings))
  const listening = await listenTo(service)
  const origin = `http://127.0.0.1:${listening.port}`
  return {
    edge: service.edge,
    local: service.local,
    endRuns: service.endRuns,
    calls: provider.calls as ReceivedCall[],
    arrivals: provider.arrivals,
    origin,
    baseURL: `${origin}/v1`,
    async stop() {
      listening.cut()
      await provider.close()
      await service.stop()
    },
  }
}

export type ChatService = Awaited<ReturnType<typeof openChatService>>
