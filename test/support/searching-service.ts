import { startSite } from '../../eval/live/search/site/server.ts'
import { type ChatService, openChatService } from './chat-service.ts'
import { replyAs } from './panel-replies.ts'
import type { ReceivedCall } from './scripted-provider.ts'

export const FARE = 'What does a single adult ticket from Tessmoor to Port Sable cost?'
/** What every model writes; a page of the made-up web says the first sentence. */
export const SAID = 'A single ticket costs 13.20 crowns. It is green.'
export const CITED = 'A single ticket costs 13.20 crowns.'
export const TARIFF = 'http://arvenrail.example/tariff-2026-11'

/** What models reply that find the new tariff among the pages. */
function reply(call: ReceivedCall): string {
  const { prompt } = call
  if (prompt.includes('what to type into a search engine'))
    return JSON.stringify({ queries: ['single adult ticket Tessmoor Port Sable price'] })
  if (!prompt.includes('You look up, sentence by sentence'))
    return replyAs({ answer: '13.20 crowns', text: SAID }, call)
  const says = [...prompt.matchAll(/:(DOC\d+\.\d+)\] [^[]*?13\.20 crowns/g)].slice(0, 1).map(([, at]) => at)
  return JSON.stringify({ sentences: [{ sentence: '1', says, denies: [] }], answer: { says, denies: [] } })
}

/** The real service on a port, with a made-up web and models that cite one page of it. */
export async function openSearchingService(): Promise<ChatService> {
  const site = await startSite()
  const service = await openChatService(
    reply,
    { SEARCH: `searxng=http://127.0.0.1:${site.port}`, DEFAULT_MODELS: 'a/one,b/two,c/three' },
    { lookup: async () => [{ address: '127.0.0.1', family: 4, port: site.port }], isPublic: () => true },
  )
  return { ...service, stop: () => service.stop().then(site.close) }
}
