import { StrettoError } from '../contract/error-codes.ts'
import type { ModelConfig } from '../contract/panel.ts'
import type { Background, ToolStep } from '../engine/index.ts'
import { settingsFor } from './missing-key.ts'
import { type ModelRouter, OFFLINE } from './model-router.ts'
import { hasAttachments } from './requested-background.ts'

/** What a run needs models for. */
interface NeededModels {
  models: ModelConfig[]
  step?: ToolStep | undefined
  background?: Background | undefined
  work?: 'Checks' | 'Comparisons' | undefined
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
  { models, step, background, work, routerKey }: NeededModels,
  { serverOf, servers }: Answering,
): void {
  const what = work ?? (step ? 'Tools' : hasAttachments(background) ? 'Images and files' : null)
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
    details: [{ path: work ? 'models' : step ? 'tools' : 'messages', problem: 'needs language models' }],
    chatCode: 'unsupported_value',
  })
}
