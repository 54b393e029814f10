import { StrettoError } from '../contract/error-codes.ts'
import { OFFLINE } from './model-router.ts'
import type { PanelRun } from './panel-runner.ts'
import { hasAttachments } from './requested-background.ts'

/** Rejects a run that the built-in stand-in, which would answer for some of its models, can do nothing with. */
export function requireModels(
  { step, background }: Pick<PanelRun, 'step' | 'background'>,
  router: string,
): void {
  if (!router.split('+').includes(OFFLINE)) return
  if (step !== undefined) throw withoutModels('tools', 'Tools')
  if (hasAttachments(background)) throw withoutModels('messages', 'Images and files')
}

function withoutModels(path: string, what: string): StrettoError {
  return new StrettoError(
    'bad_request',
    `${what} need language models, and the built-in offline router would answer for some of this panel. Set a key for them, such as OPENROUTER_API_KEY, or send x-router-key.`,
    { details: [{ path, problem: 'needs language models' }], chatCode: 'unsupported_value' },
  )
}
