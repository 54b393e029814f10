import { z } from 'zod'
import { fetchModelList } from '../../adapters/models/catalogue/fetch-model-list.ts'
import type { Settings } from '../../config/settings.ts'
import { ROUTED } from '../../consensus/model-router.ts'
import { providerAccess } from '../parts/models.ts'
import { bad, type Finding, good } from './finding.ts'

const VARIABLES: Record<string, string> = {
  openrouter: 'OPENROUTER_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  gemini: 'GEMINI_API_KEY',
}
const OPENROUTER = 'https://openrouter.ai/api/v1'
const ANSWER_WITHIN_MS = 10_000

interface Access {
  apiKey: string | null
  baseUrl: string | null
}

/** The servers that are asked: those with a key, and endpoints that need none. */
export function serversWithKeys(settings: Settings): Array<[server: string, access: Access]> {
  if (settings.ROUTER === 'offline') return []
  return [...providerAccess(settings)].filter(([, { apiKey }]) => apiKey !== null)
}

/**
 * Tries every key with one call that costs nothing: the list of models, which needs the key; of OpenRouter, whose list
 * needs none, what the key may still spend.
 */
export function checkKeys(settings: Settings): Promise<Finding[]> {
  return Promise.all(
    serversWithKeys(settings).map(async ([server, access]) => {
      const endpoint = settings.ENDPOINTS.find(({ name }) => name === server)
      const variable = endpoint?.keyVariable ?? VARIABLES[server] ?? server
      const checked = endpoint?.apiKey === null ? 'its address in ENDPOINTS' : `${variable} and its address`
      try {
        return good(`${server} was called and ${await answerOf(server, access)}.`)
      } catch (error) {
        return bad(`${server} refuses or does not answer: ${reasonOf(error)} Check ${checked}.`)
      }
    }),
  )
}

async function answerOf(server: string, access: Access): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  if (server === ROUTED) {
    const remaining = await remainingOf(access, signal)
    if (remaining !== undefined) return remaining
  }
  const models = await fetchModelList({ server, ...access }, signal)
  return `lists ${models.length} models`
}

/** What a key of OpenRouter may still spend; undefined at another router, which does not tell. */
async function remainingOf({ apiKey, baseUrl }: Access, signal: AbortSignal): Promise<string | undefined> {
  const address = `${(baseUrl ?? OPENROUTER).replace(/\/$/, '')}/key`
  const response = await fetch(address, { headers: { authorization: `Bearer ${apiKey}` }, signal })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`status ${response.status}.`)
  const { data } = (await response.json()) as { data?: { limit_remaining?: number | null } }
  const left = data?.limit_remaining
  return typeof left === 'number'
    ? `accepts the key, which may still spend $${left.toFixed(2)}`
    : 'accepts the key'
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? error) as NodeJS.ErrnoException
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return 'its answer is not a list of models.'
  return code === undefined ? message : `${code}.`
}
