import { startScriptedProvider } from '../../test/support/scripted-provider.ts'
import { replyOfMember } from './scripted-members.ts'

/** Starts a server behind which the scripted members answer, with the settings that send all calls to it. */
export async function openPanel() {
  const provider = await startScriptedProvider(replyOfMember)
  const settings = {
    ROUTER: 'openrouter',
    OPENROUTER_API_KEY: 'any',
    OPENROUTER_BASE_URL: provider.url,
    MODEL_RETRIES: '0',
  }
  return { provider, settings }
}
