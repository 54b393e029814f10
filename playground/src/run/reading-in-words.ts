import type { Reading } from './run-state.ts'
import { voiceLabel } from './voice-label.ts'

const TASKS: Record<Reading['task'], { done: string; failed: string }> = {
  'group-answers': {
    done: 'compared the answers',
    failed: 'could not compare the answers',
  },
  'compare-axioms': {
    done: 'compared the answer with checked statements',
    failed: 'could not compare the answer with checked statements',
  },
  'map-texts': {
    done: 'listed the points of the texts',
    failed: 'could not list the points of the texts',
  },
  'check-text': { done: 'checked the text', failed: 'could not check the text' },
  'match-defects': {
    done: 'compared the defects that reviewers name',
    failed: 'could not compare the defects that reviewers name',
  },
}

/** What a model read in what others wrote, in a sentence. */
export function readingInWords({ name, task, readable, error }: Reading): string {
  const { title } = voiceLabel(name)
  if (readable) return `${title} ${TASKS[task].done}.`
  return `${title} ${TASKS[task].failed}${error === null ? '' : ` (${error.code.replaceAll('_', ' ')})`}.`
}
