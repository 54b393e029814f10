import { refused, StrettoError } from '../contract/error-codes.ts'
import type { Attachment } from '../contract/message-content.ts'
import type { ModelConfig } from '../contract/panel.ts'
import type { Background, ToolStep } from '../engine/index.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import { type ModelIdentity, type ModelRouter, OFFLINE } from './model-router.ts'
import { providerNamed, ROUTED, withPrefix } from './provider-prefix.ts'

/** What a run needs models for. */
interface NeededModels {
  models: ModelConfig[]
  step?: ToolStep | undefined
  background?: Background | undefined
  isCheck?: boolean | undefined
  routerKey: string | null
}

/** Who answers for the models of a run. */
interface Answering {
  serverOf: (model: ModelConfig) => string
  servers: ModelRouter['servers']
}

/**
 * Rejects a run with models that the built-in stand-in would answer for, where there are language models to ask, or where
 * it can do nothing with the run.
 */
export function requireModels(
  { models, step, background, isCheck, routerKey }: NeededModels,
  { serverOf, servers }: Answering,
): void {
  const what = isCheck ? 'Checks' : step ? 'Tools' : hasAttachments(background) ? 'Images and files' : null
  if (what === null && servers(routerKey).length === 0) return
  const played = models.filter((model) => serverOf(model) === OFFLINE)
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

interface InputParts {
  catalogue: Pick<ModelCatalogue, 'inputsOf' | 'list'>
  /** The server that answers for a model. */
  serverOf: (model: ModelConfig) => string
}

/** How many models are named that could be asked instead. */
const MOST_NAMED = 3

/** Rejects a run whose images or files no model of its panel takes, as far as their servers say; names some that would. */
export async function requireInputs(
  { models, background, step }: Pick<NeededModels, 'models' | 'background' | 'step'>,
  { catalogue, serverOf }: InputParts,
): Promise<void> {
  const messages = step ? step.messages : background ? [background, ...background.history] : []
  const kinds = new Set(
    messages.flatMap(({ attachments = [] }: { attachments?: Attachment[] }) =>
      attachments.map(({ kind }) => kind),
    ),
  )
  for (const kind of kinds) {
    const taken = await Promise.all(models.map((model) => catalogue.inputsOf(model, serverOf(model))))
    if (!taken.every((inputs) => inputs !== null && !inputs.includes(kind))) continue
    const server = serverOf(models[0]!)
    const able = ((await catalogue.list(server)) ?? []).filter(({ inputs }) => inputs?.includes(kind))
    const named = able.slice(0, MOST_NAMED).map(({ id }) => withPrefix(server, id))
    const hint = named.length === 0 ? '' : `, such as ${named.join(', ')}`
    const problem = `No model of the panel takes ${kind}s; ask models that do${hint}`
    throw refused('messages', problem, 'unsupported_value')
  }
}

const KEY_OF = new Map([
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
])

/** The setting that lets a model be asked. */
export function settingFor({ provider, model }: ModelIdentity): string {
  if (provider !== ROUTED) return KEY_OF.get(provider) ?? `${provider}=https://… in ENDPOINTS`
  const vendorKey = KEY_OF.get(providerNamed(model) ?? '')
  return `${vendorKey === undefined ? '' : `${vendorKey} or `}OPENROUTER_API_KEY (or send x-router-key)`
}

/** The settings that let models be asked, each once. */
export function settingsFor(models: ModelIdentity[]): string {
  return [...new Set(models.map(settingFor))].join(' and ')
}

/** Whether a question comes with images or files. */
function hasAttachments(background: Background | undefined): boolean {
  if (background === undefined) return false
  return [background, ...background.history].some(({ attachments = [] }) => attachments.length > 0)
}
