import { StrettoError } from '../contract/error-codes.ts'
import type { CallerKeys, ModelConfig } from '../contract/panel.ts'
import type { AskModel, Background, ToolStep } from '../engine/index.ts'

/** The connection to the models for one run. */
export interface RouterConnection {
  ask: AskModel
  /**
   * Which service answers for a model: its provider; instead of the routing provider, without a key for it, the vendor that
   * the id names, or `openai` for a self-hosted server; or `offline`.
   */
  servedBy(model: ModelIdentity): string
  /** Who made a model; null where that is not known. */
  vendorOf(model: ModelIdentity): string | null
  /** The name shown for a model: its own, or that of the voice that stands in for it. */
  nameOf(model: ModelConfig): string
  warnings: string[]
}

/** Opens connections to models; a caller's own key is used for its connection only. */
export interface ModelRouter {
  connect(callerKeys: CallerKeys | null): RouterConnection
  /**
   * The provider of a model that is named by its id alone: the one that the prefix of the id names, otherwise the routing
   * provider. A caller with a key for that one pays for the models of vendors with it.
   */
  providerOf(id: string, callerKeys: CallerKeys | null): string
  /** The servers that a caller can ask for models: vendors, endpoints, then the routing provider. */
  servers(callerKeys: CallerKeys | null): string[]
}

/** A model, whatever its display name in a panel. */
export interface ModelIdentity {
  provider: string
  model: string
}

/** The name of the built-in stand-in. */
export const OFFLINE = 'offline'
/** The name of the routing provider. */
export const ROUTED = 'openrouter'

/** Whose models the prefixes of ids stand for, where that is not the provider of the same name. */
const OTHER_NAMES = new Map([['google', 'gemini']])
/** The prefix under which the models of a provider are listed, where that is not its name. */
const LISTED_AS = new Map([['gemini', 'google']])

/** The provider that the prefix of an id would name, whether there is one of that name or not; null without a prefix. */
export function providerNamed(id: string): string | null {
  const slash = id.indexOf('/')
  if (slash < 1) return null
  const prefix = id.slice(0, slash)
  return OTHER_NAMES.get(prefix) ?? prefix
}

/** The vendor in an id of the routing provider, whose ids of families begin with a tilde; null without a prefix. */
export function vendorNamed(id: string): string | null {
  const provider = providerNamed(id.replace(/^~/, ''))
  return provider === null ? null : prefixFor(provider)
}

/** The prefix for the models of a provider; for those of a vendor, also the name of the vendor. */
export function prefixFor(provider: string): string {
  return LISTED_AS.get(provider) ?? provider
}

/** An id as its provider knows it; the routing provider knows models by their vendors. */
export function withoutPrefix(provider: string, id: string): string {
  return provider !== ROUTED && providerNamed(id) === provider ? id.slice(id.indexOf('/') + 1) : id
}

/** The id by which a model of a provider is asked for. */
export function withPrefix(provider: string, id: string): string {
  return provider === ROUTED ? id : `${prefixFor(provider)}/${id}`
}

/** The servers that answer for some models, joined by `+`. */
export function serversOf(models: ModelIdentity[], { servedBy }: RouterConnection): string {
  return [...new Set(models.map(servedBy))].sort().join('+')
}

interface NeededModels {
  models: ModelIdentity[]
  step?: ToolStep | undefined
  background?: Background | undefined
  isCheck?: boolean | undefined
  callerKeys: CallerKeys | null
}

/**
 * Rejects a run with models that the built-in stand-in would answer for, where there are language models to ask, or where
 * it can do nothing with the run.
 */
export function requireModels(
  { models, step, background, isCheck, callerKeys }: NeededModels,
  { connect, servers }: ModelRouter,
): void {
  const comesWithFiles = [background, ...(background?.history ?? [])].some(
    (part) => part?.attachments?.length,
  )
  const what = isCheck ? 'Checks' : step ? 'Tools' : comesWithFiles ? 'Images and files' : null
  if (what === null && servers(callerKeys).length === 0) return
  const { servedBy } = connect(callerKeys)
  const played = models.filter((model) => servedBy(model) === OFFLINE)
  if (played.length === 0) return
  const names = [...new Set(played.map(({ model }) => model))]
  const missing = `there is no key for ${names.join(', ')}`
  const advice = `Set ${settingsFor(played)}, or leave ${names.length === 1 ? 'it' : 'them'} out of the panel.`
  if (what === null)
    throw new StrettoError('bad_request', `T${missing.slice(1)}. ${advice}`, {
      details: [{ path: 'models', problem: missing }],
    })
  throw new StrettoError('bad_request', `${what} need language models, and ${missing}. ${advice}`, {
    details: [{ path: isCheck ? 'models' : step ? 'tools' : 'messages', problem: 'needs language models' }],
    chatCode: 'unsupported_value',
  })
}

const KEY_OF = new Map([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
])

/** The setting that lets a model be asked. */
function settingFor({ provider, model }: ModelIdentity): string {
  if (provider !== ROUTED) return KEY_OF.get(provider) ?? `${provider}=https://… in ENDPOINTS`
  const vendorKey = KEY_OF.get(providerNamed(model) ?? '')
  return `${vendorKey === undefined ? '' : `${vendorKey} or `}OPENROUTER_API_KEY (or send x-router-key)`
}

/** The settings that let models be asked, each once. */
export function settingsFor(models: ModelIdentity[]): string {
  return [...new Set(models.map(settingFor))].join(' and ')
}
