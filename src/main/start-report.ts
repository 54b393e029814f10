import { isEndpointName } from '../config/parsers.ts'
import type { Settings } from '../config/settings.ts'
import { type ModelRouter, OFFLINE, settingsFor } from '../consensus/model-router.ts'
import { SOFTWARE_VERSION } from '../contract/versions.ts'
import { isLoopback } from './addresses.ts'
import { embeddingAccess } from './parts/embedding.ts'

interface KeyReportParts {
  settings: Settings
  given?: string[]
  defaultModels: string[]
  /** What the page has stored, by name. */
  stored: string[]
}

export const NOT_USED = 'Not used:'

/** A key, and what it is used for or why it is not used. */
type Use = [name: string, what: string]

/** One line that says which keys are used for what, and which are set and not used, and why; no values. */
export function keyReport({ settings, given, defaultModels, stored }: KeyReportParts): string {
  const isOffline = settings.ROUTER === 'offline'
  const uses = [...(isOffline ? [] : usesFor(settings)), ...embedderUse(settings), ...searchUse(settings)]
  const ofPage = stored.map((name) => `${name} (connected in the page)`)
  const used = [...uses.map(([name, what]) => `${name} for ${what}`), ...ofPage].join(', ') || 'none'
  const panel = isOffline || used === 'none' ? '' : `; default panel ${defaultModels.join(', ') || 'none'}`
  const unused = keysAmong(given ?? Object.keys(process.env).filter((name) => process.env[name]?.trim()))
    .filter((name) => !uses.some(([other]) => other === name))
    .map((name) => `${name} (${whyUnused(name, settings)})`)
  const rest = unused.length === 0 ? '' : ` ${NOT_USED} ${unused.join(', ')}.`
  return `Keys: ${used}${panel}.${rest}`
}

/** The keys that are in use, and the servers that are asked without one. */
function usesFor(settings: Settings): Use[] {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENROUTER_API_KEY, ENDPOINTS } = settings
  const others = OPENROUTER_API_KEY === undefined ? ' and all other ids' : ''
  const own = OPENAI_BASE_URL === undefined ? '' : `${others} at OPENAI_BASE_URL`
  const openai: Use = [OPENAI_API_KEY === undefined ? 'none needed' : 'OPENAI_API_KEY', `openai/…${own}`]
  const vendors: Array<[boolean, Use]> = [
    [(OPENAI_API_KEY ?? OPENAI_BASE_URL) !== undefined, openai],
    [settings.ANTHROPIC_API_KEY !== undefined, ['ANTHROPIC_API_KEY', 'anthropic/…']],
    [settings.GEMINI_API_KEY !== undefined, ['GEMINI_API_KEY', 'google/… and gemini/…']],
  ]
  const uses = vendors.filter(([applies]) => applies).map(([, use]) => use)
  for (const { name, keyVariable, apiKey } of ENDPOINTS)
    uses.push([apiKey === null ? 'none needed' : keyVariable, `${name}/…`])
  if (OPENROUTER_API_KEY !== undefined)
    uses.push(['OPENROUTER_API_KEY', `all ${uses.length === 0 ? '' : 'other '}models`])
  return uses
}

function searchUse({ SEARCH }: Settings): Use[] {
  if (SEARCH === undefined || SEARCH.engine === 'searxng') return []
  return [[`${SEARCH.engine.toUpperCase()}_API_KEY`, 'searches of the web']]
}

function embedderUse(settings: Settings): Use[] {
  if (settings.EMBEDDER !== 'openai' || embeddingAccess(settings).apiKey === null) return []
  return [[settings.EMBEDDER_API_KEY === undefined ? 'OPENAI_API_KEY' : 'EMBEDDER_API_KEY', 'embeddings']]
}

const KEY = /^([A-Z0-9_]+)_API_KEY(?:_FILE)?$/

/** The names of the keys among variables, each once, whether they hold a key or name its file. */
function keysAmong(given: string[]): string[] {
  return [...new Set(given.filter((name) => KEY.test(name)).map((name) => name.replace(/_FILE$/, '')))].sort()
}

function whyUnused(name: string, { ROUTER, EMBEDDER, ENDPOINTS }: Settings): string {
  const engine = /^(BRAVE|TAVILY)_API_KEY$/.exec(name)?.[1]?.toLowerCase()
  if (engine !== undefined) return `SEARCH is not ${engine}`
  if (name === 'EMBEDDER_API_KEY') return EMBEDDER === 'openai' ? EMPTY : 'EMBEDDER is not openai'
  if (ROUTER === 'offline') return 'ROUTER is offline'
  if (OWN_KEYS.includes(name) || ENDPOINTS.some(({ keyVariable }) => keyVariable === name)) return EMPTY
  if (name === 'GOOGLE_API_KEY') return 'the key for Gemini is GEMINI_API_KEY'
  const endpoint = KEY.exec(name)![1]!.toLowerCase()
  if (!isEndpointName(endpoint)) return 'it is not a setting of this service'
  return `no endpoint is named ${endpoint}; add ${endpoint}=https://… to ENDPOINTS`
}

const EMPTY = 'its file is empty'
const OWN_KEYS = ['OPENROUTER_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']

/** What a start shows: where the service is, and what is known of its keys and models. */
export function startText(
  { HOST }: Pick<Settings, 'HOST'>,
  known: string[],
  ports: { edge: number; local: number },
): string {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  const lines = [
    `Stretto ${SOFTWARE_VERSION}`,
    `  playground      http://${host}:${ports.edge}/playground`,
    `  edge API        http://${host}:${ports.edge}   (docs: http://${host}:${ports.edge}/docs)`,
    `  local task API  http://${host}:${ports.local}   (docs: http://${host}:${ports.local}/docs)`,
    ...known.map((line) => `  ${line}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Warnings for the operator at startup: which models answer, and what is accessible without a key. */
export function startWarnings(settings: Settings, isOffline: boolean): string[] {
  const { HOST, API_KEYS, LOCAL_AUTH, EMBEDDER, EMBEDDINGS_AUTH } = settings
  const hasKeys = API_KEYS.length > 0
  const isReachable = !isLoopback(HOST)
  const warnings: Array<[boolean, string]> = [
    [
      isOffline,
      'OFFLINE ROUTER: no language models are called. A few small built-in voices stand in for them. To use real models, connect them in the playground, or set OPENROUTER_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, or name your own servers in ENDPOINTS or OPENAI_BASE_URL.',
    ],
    [
      settings.CORS_ORIGINS.includes('*') && !(hasKeys && LOCAL_AUTH),
      `WARNING: CORS_ORIGINS=* lets any web page that a user opens call the service without a key. List the origins of your pages, or set ${hasKeys ? '' : 'API_KEYS and '}LOCAL_AUTH=on.`,
    ],
    [
      isReachable && !hasKeys,
      `WARNING: bound to ${HOST} without API_KEYS. Anyone who can reach it can spend your budget.`,
    ],
    [
      isReachable && hasKeys && !LOCAL_AUTH,
      `WARNING: bound to ${HOST}, and the local task API requires no key. Set LOCAL_AUTH=on.`,
    ],
    [
      isReachable && hasKeys && EMBEDDER === 'openai' && !EMBEDDINGS_AUTH,
      `WARNING: bound to ${HOST}, and POST /embeddings requires no key although EMBEDDER=openai may charge for each text. Set EMBEDDINGS_AUTH=on.`,
    ],
  ]
  return warnings.filter(([applies]) => applies).map(([, warning]) => warning)
}

/** Warnings about the panels of the settings with models that there is no key for; none where there is no key at all. */
export function keyWarnings({ DEFAULT_MODELS = [], PANELS }: Settings, router: ModelRouter): string[] {
  if (router.servers(null).length === 0) return []
  const { servedBy } = router.connect(null)
  const missingIn = (ids: string[], place: string, refused: string) => {
    const models = ids
      .map((model) => ({ provider: router.providerOf(model, null), model }))
      .filter((model) => servedBy(model) === OFFLINE)
    if (models.length === 0) return []
    const names = models.map(({ model }) => model).join(', ')
    return [
      `WARNING: there is no key for ${names} in ${place}: ${refused} are refused. Set ${settingsFor(models)}. GET /models lists the ids that can be asked.`,
    ]
  }
  return [
    ...missingIn(DEFAULT_MODELS, 'DEFAULT_MODELS', 'requests that name no models'),
    ...[...PANELS].flatMap(([name, { models }]) => missingIn(models, `the panel ${name}`, 'requests for it')),
  ]
}
