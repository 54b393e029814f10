import { fetchModelList, type ServerAccess } from '../../adapters/models/catalogue/fetch-model-list.ts'
import { newestModels } from '../../adapters/models/catalogue/newest-models.ts'
import type { OpenHttp } from '../../adapters/models/providers/open-http.ts'
import type { ModelCatalogue } from '../../consensus/model-catalogue.ts'
import { type ModelRouter, OFFLINE, ROUTED } from '../../consensus/model-router.ts'
import type { ConnectionTried } from '../../contract/connections.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import { ModelFailure } from '../../engine/index.ts'

interface TrialParts {
  router: Pick<ModelRouter, 'connect'>
  /** The default panel of a caller with this key. */
  panel: string[]
  catalogue: Pick<ModelCatalogue, 'list' | 'priceOf'>
  signal: AbortSignal
}

/** Asks a server for its models. */
export async function tryAddress(
  server: string,
  access: ServerAccess,
  openHttp: OpenHttp,
  signal: AbortSignal,
): Promise<ConnectionTried> {
  const list = await fetchModelList({ server, ...access }, openHttp, signal).catch((error) => {
    throw new StrettoError(
      'upstream_error',
      `No list of models could be read at ${access.baseUrl}/models. Check that ${server} is running and listens there (${reasonOf(error)}).`,
      { cause: error },
    )
  })
  if (list.length > 0) return { model: null, models: list.length }
  throw new StrettoError(
    'upstream_error',
    `${server} answers, but has no models yet. Load at least one there.`,
  )
}

/** Asks one small model of a provider for a word, which a list would not do: that of OpenRouter is public, and none shows whether there is credit. */
export async function tryKey(provider: string, key: string, parts: TrialParts): Promise<ConnectionTried> {
  const keys = { [provider]: key }
  const list = await parts.catalogue.list(provider, keys)
  const [small = newestModels(provider, list, true)[0]!] = newestModels(provider, list, true, 'cheap')
  const model = provider === ROUTED ? await cheapest(parts) : small
  const { ask, servedBy } = parts.router.connect(keys)
  if (servedBy({ provider, model }) === OFFLINE)
    throw new StrettoError(
      'conflict',
      'This server runs with ROUTER=offline and ignores keys. Whoever runs it must remove that line from its .env and start it again.',
    )
  try {
    await ask({
      seat: { key: 'test', provider, name: model, model, temperature: 0 },
      iteration: 1,
      brief: { phase: 'writing', criteria: null, query: QUESTION, answer: 'OK', reasons: [] },
      messages: [{ role: 'user', content: QUESTION }],
      signal: AbortSignal.any([parts.signal, AbortSignal.timeout(TEST_WITHIN_MS)]),
    })
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    throw new StrettoError('upstream_error', adviceOn(error, provider, model), { cause: error })
  }
  return { model, models: list?.length ?? 0 }
}

const QUESTION = 'Reply with the word OK.'
const TEST_WITHIN_MS = 30_000

async function cheapest({ catalogue: { priceOf }, panel }: TrialParts): Promise<string> {
  const priced = await Promise.all(
    panel.map(async (model) => {
      const price = await priceOf({ provider: ROUTED, model }, ROUTED)
      return { model, usd: price?.completionUsdPerMillion ?? Number.MAX_VALUE }
    }),
  )
  return priced.sort((one, other) => one.usd - other.usd)[0]!.model
}

const TITLES: Record<string, [title: string, keys: string]> = {
  openrouter: ['OpenRouter', 'openrouter.ai/keys'],
  openai: ['OpenAI', 'platform.openai.com/api-keys'],
  anthropic: ['Anthropic', 'console.anthropic.com/settings/keys'],
  gemini: ['Gemini', 'aistudio.google.com/apikey'],
}

function adviceOn({ code, message }: ModelFailure, provider: string, model: string): string {
  const [title, keys] = TITLES[provider]!
  const refused = `${title} refuses this key. Check that it is complete and not disabled, or create one at ${keys}.`
  const away = `${title} cannot be reached from this machine: ${message} Check the network, then try again.`
  const advice: Record<string, string> = {
    unauthorized: refused,
    forbidden: refused,
    payment_required: `${title} accepts the key, but its account has no credit. Add some there, then try again.`,
    rate_limited: `${title} accepts the key, but its limits are used up for now. Try again in a minute.`,
    model_not_found: `${title} does not know ${model}, so the key could not be tested. Check which models its account may use.`,
    unreachable: away,
    timeout: away,
    connection_lost: away,
  }
  return advice[code] ?? `${title} did not answer the test as expected: ${message}`
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return ((cause ?? error) as NodeJS.ErrnoException).code ?? message
}
