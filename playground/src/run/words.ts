import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { PHASES } from '../../../src/contract/progress-in-words.ts'
import { ENDINGS } from '../../../src/contract/trust-in-words.ts'
import { count } from '../page/figures.ts'
import type { Reading, RunState } from './run-state.ts'
import { voiceLabel } from './voice-label.ts'

/** Where a run is, in a sentence. */
export function statusOf(state: RunState): string {
  const { stage, kind, current, maxIterations, replies, seats, iterations, result, readings, found } = state
  if (stage === 'asked') return state.question === '' ? 'Opening …' : 'Asking …'
  if (stage === 'stopped') return 'Stopped. No more calls are made.'
  if (stage === 'failed') return 'No answer.'
  if (stage === 'complete') return endingOf(result)
  if (found === null && readings.at(-1)?.task === 'plan-search') return 'Searching the web …'
  if (current !== null) {
    const isRevised = current.phase === 'revision' && kind === 'draft'
    const pages = current.phase === 'exposition' ? (found?.pages.length ?? 0) : 0
    const read = pages === 0 ? '' : `, with ${count(pages, 'web page')}`
    const phase = isRevised ? 'The best draft is revised' : `${PHASES[current.phase]}${read}`
    const heard = replies.length === 0 ? '' : `: ${replies.length} of ${seats.length} have replied`
    const most = maxIterations === null ? '' : ` of at most ${maxIterations}`
    return `Round ${current.iteration}${most}. ${phase}${heard}.`
  }
  if (iterations.length === 0) return `Asking ${count(seats.length, 'model')} …`
  return textStatusOf(state)
}

function textStatusOf({ writings, check }: RunState): string {
  if (writings.length === 0) return 'Writing the answer …'
  // What no text says is listed and stays.
  const isMended = check?.findings.some(({ problem }) => problem !== 'unfounded')
  return isMended ? 'Correcting the answer …' : 'Checking the answer …'
}

function endingOf(result: EdgeConsensusResponse | null): string {
  if (result === null) return 'Answered.'
  if (result.cached !== undefined) return 'Saved answer.'
  const { ending, iterations } = result
  const reason = ending && ENDINGS[ending]
  const verb = ending === 'unanswered' ? 'Ended' : 'Answered'
  return `${verb} after ${count(iterations, 'round')}${reason === undefined ? '' : `: ${reason}`}.`
}

/** What an outcome means. */
export const OUTCOMES: Record<EdgeConsensusResponse['outcome'], { title: string; meaning: string }> = {
  consensus: { title: 'Consensus', meaning: 'The models agree on this answer.' },
  majority: { title: 'Majority', meaning: 'More than half of the models support this answer, but not all.' },
  split: { title: 'No majority', meaning: 'No answer has more than half of the models behind it.' },
}

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
  'list-inputs': {
    done: 'listed what to try on the programs',
    failed: 'could not say what to try on the programs',
  },
  'plan-search': {
    done: 'said what to search the web for',
    failed: 'could not say what to search the web for',
  },
  'cite-pages': {
    done: 'looked up what the pages say of the answer',
    failed: 'could not look up what the pages say of the answer',
  },
}

/** What a model read in what others wrote, in a sentence. */
export function readingInWords({ name, task, readable, error }: Reading): string {
  const { title } = voiceLabel(name)
  if (readable) return `${title} ${TASKS[task].done}.`
  return `${title} ${TASKS[task].failed}${error === null ? '' : ` (${error.code.replaceAll('_', ' ')})`}.`
}
