import { StrettoError } from '../contract/error-codes.ts'
import { settingFor } from './missing-key.ts'
import { OFFLINE } from './model-router.ts'
import type { PanelRun, SampledModel } from './panel-runner.ts'
import { hasAttachments } from './requested-background.ts'

/** Rejects a run that the built-in stand-in, which would answer for some of its models, can do nothing with. */
export function requireModels(
  { models, step, background, work }: Pick<PanelRun, 'models' | 'step' | 'background' | 'work'>,
  serverOf: (model: SampledModel) => string,
): void {
  const what = work ?? (step ? 'Tools' : hasAttachments(background) ? 'Images and files' : null)
  if (what === null) return
  const played = models.filter((model) => serverOf(model) === OFFLINE)
  if (played.length === 0) return
  const names = played.map(({ model }) => model).join(', ')
  const keys = [...new Set(played.map(settingFor))].join(' and ')
  const message = `${what} need language models, and there is no key for ${names}. Set ${keys}, or leave ${played.length === 1 ? 'it' : 'them'} out of the panel.`
  throw new StrettoError('bad_request', message, {
    details: [{ path: work ? 'models' : step ? 'tools' : 'messages', problem: 'needs language models' }],
    chatCode: 'unsupported_value',
  })
}
