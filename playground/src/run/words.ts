import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { ConfidenceKind, Ending, IterationPhase } from '../../../src/contract/deliberation.ts'
import type { RunState } from './run-state.ts'

/** What happens in an iteration. */
const PHASES: Record<IterationPhase, string> = {
  exposition: 'every voice answers alone',
  revision: 'every voice judges every answer',
  review: 'the voices review each other’s drafts',
  examination: 'the voices say which claims are true',
  dispute: 'disputed claims are argued',
}

/** Why a run ended. */
const ENDINGS: Record<Ending, string> = {
  converged: 'the voices agree',
  exhausted: 'the iterations were used up',
  stalled: 'nobody moved any more',
  settled: 'there was nothing left to ask',
  unanswered: 'fewer than two models gave an answer',
  quorum_lost: 'too many models failed',
  deadline: 'the time was up',
  budget: 'the budget was used up',
}

/** Where a run is, in a sentence. */
export function statusOf(state: RunState): string {
  const { stage, kind, current, maxIterations, replies, seats, iterations, result } = state
  if (stage === 'asked') return state.question === '' ? 'Opening the result …' : 'Asking …'
  if (stage === 'stopped') return 'Stopped. The service ends its calls.'
  if (stage === 'failed') return 'Not answered.'
  if (stage === 'complete') return endingOf(result)
  if (current !== null) {
    const heard = replies.length === 0 ? '' : `, ${replies.length} of ${seats.length} heard`
    const isRevised = current.phase === 'revision' && kind === 'draft'
    const phase = isRevised ? 'the leading draft is revised' : PHASES[current.phase]
    return `Iteration ${current.iteration} of at most ${maxIterations}: ${phase}${heard}`
  }
  if (iterations.length === 0) return 'The panel is seated.'
  return textStatusOf(state)
}

function textStatusOf({ writings, check }: RunState): string {
  if (writings.length === 0) return 'The answer is put into words …'
  // What no text says is listed and stays.
  const isMended = check?.findings.some(({ problem }) => problem !== 'unfounded')
  return isMended ? 'The text is mended …' : 'The text is checked …'
}

function endingOf(result: EdgeConsensusResponse | null): string {
  if (result === null) return 'Answered.'
  const iterations = result.iterations === 1 ? 'one iteration' : `${result.iterations} iterations`
  const ending = result.ending === undefined ? '' : `: ${ENDINGS[result.ending]}`
  return `${result.ending === 'unanswered' ? 'Ended' : 'Answered'} after ${iterations}${ending}.`
}

/** What an outcome means. */
export const OUTCOMES: Record<EdgeConsensusResponse['outcome'], { title: string; meaning: string }> = {
  consensus: { title: 'Consensus', meaning: 'The voices agree on this answer.' },
  majority: { title: 'Majority', meaning: 'More than half of the voices support this answer, but not all.' },
  split: { title: 'Split', meaning: 'No answer has more than half of the voices behind it.' },
}

/** What a confidence is. */
export const CONFIDENCES: Record<ConfidenceKind, string> = {
  right: 'probability of being right',
  supported: 'share of the panel’s support',
  accepted: 'share of reviewers who accept',
}

/** A text as a sentence of its own. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
