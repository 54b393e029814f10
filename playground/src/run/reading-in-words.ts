import type { Reading } from './run-state.ts'
import { voiceLabel } from './voice-label.ts'

const TASKS: Record<Reading['task'], string> = {
  'group-answers': 'which answers are the same',
  'compare-axioms': 'whether an axiom contradicts the answer',
}

/** What a model read in the replies of the others, in a sentence. */
export function readingInWords({ name, task, readable, error }: Reading): string {
  const { title } = voiceLabel(name)
  if (readable) return `${title} read ${TASKS[task]}.`
  return `${title} could not tell ${TASKS[task]}${error === null ? '' : ` (${error.code.replaceAll('_', ' ')})`}.`
}
