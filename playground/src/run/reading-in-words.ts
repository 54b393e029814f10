import type { Reading } from './run-state.ts'
import { voiceLabel } from './voice-label.ts'

const TASKS: Record<Reading['task'], { done: string; failed: string }> = {
  'group-answers': {
    done: 'read which answers are the same',
    failed: 'could not tell which answers are the same',
  },
  'compare-axioms': {
    done: 'read whether an axiom contradicts the answer',
    failed: 'could not tell whether an axiom contradicts the answer',
  },
  'map-texts': {
    done: 'listed the points that the texts make',
    failed: 'could not list the points that the texts make',
  },
  'check-text': { done: 'checked the text', failed: 'could not check the text' },
  'match-defects': {
    done: 'read which reviewers name the same defect',
    failed: 'could not tell which reviewers name the same defect',
  },
}

/** What a model read in what others wrote, in a sentence. */
export function readingInWords({ name, task, readable, error }: Reading): string {
  const { title } = voiceLabel(name)
  if (readable) return `${title} ${TASKS[task].done}.`
  return `${title} ${TASKS[task].failed}${error === null ? '' : ` (${error.code.replaceAll('_', ' ')})`}.`
}
