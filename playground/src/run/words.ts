import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { ConfidenceKind, Ending, IterationPhase } from '../../../src/contract/deliberation.ts'
import { count } from '../page/figures.ts'
import type { Reading, RunState } from './run-state.ts'
import { voiceLabel } from './voice-label.ts'

/** What happens in a round. */
export const PHASES: Record<IterationPhase, string> = {
  exposition: 'Each model answers alone',
  revision: 'The models judge each other’s answers',
  review: 'The models review each other’s drafts',
  examination: 'The models check each point',
  dispute: 'The models argue about disputed points',
}

/** Why a run ended. */
const ENDINGS: Record<Ending, string> = {
  converged: 'the models agree',
  exhausted: 'no rounds were left',
  stalled: 'no model changed its answer',
  settled: 'nothing was left to ask',
  unanswered: 'fewer than two models answered',
  quorum_lost: 'too many models failed',
  deadline: 'the time was up',
  budget: 'the budget was used up',
}

/** Where a run is, in a sentence. */
export function statusOf(state: RunState): string {
  const { stage, kind, current, maxIterations, replies, seats, iterations, result } = state
  if (stage === 'asked') return state.question === '' ? 'Opening …' : 'Asking …'
  if (stage === 'stopped') return 'Stopped. No more calls are made.'
  if (stage === 'failed') return 'No answer.'
  if (stage === 'complete') return endingOf(result)
  if (current !== null) {
    const isRevised = current.phase === 'revision' && kind === 'draft'
    const phase = isRevised ? 'The best draft is revised' : PHASES[current.phase]
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
  const isPartly = result.kind === 'open' && result.ending === 'converged'
  const ending = isPartly ? ': the models agree on the main points' : reasonOf(result.ending)
  const verb = result.ending === 'unanswered' ? 'Ended' : 'Answered'
  return `${verb} after ${count(result.iterations, 'round')}${ending}.`
}

function reasonOf(ending: Ending | undefined): string {
  return ending === undefined ? '' : `: ${ENDINGS[ending]}`
}

/** What an outcome means. */
export const OUTCOMES: Record<EdgeConsensusResponse['outcome'], { title: string; meaning: string }> = {
  consensus: { title: 'Consensus', meaning: 'The models agree on this answer.' },
  majority: { title: 'Majority', meaning: 'More than half of the models support this answer, but not all.' },
  split: { title: 'No majority', meaning: 'No answer has more than half of the models behind it.' },
}

/** What a confidence is. */
export const CONFIDENCES: Record<ConfidenceKind, string> = {
  right: 'estimated chance that it is right',
  supported: 'average support of its points, not a probability',
  accepted: 'estimated share of reviewers who would accept it',
}

/** A text as a sentence of its own. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
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
}

/** What a model read in what others wrote, in a sentence. */
export function readingInWords({ name, task, readable, error }: Reading): string {
  const { title } = voiceLabel(name)
  if (readable) return `${title} ${TASKS[task].done}.`
  return `${title} ${TASKS[task].failed}${error === null ? '' : ` (${error.code.replaceAll('_', ' ')})`}.`
}
