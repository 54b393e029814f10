import type { Deliberation } from '../../src/engine/deliberation.ts'
import { standsIn } from '../../src/engine/reader/quotation.ts'
import type { LiveQuestion } from './live-question.ts'

/** What became of a live question, beside what was expected of it. */
export interface LiveVerdict {
  id: string
  reader: string
  kind: string
  outcome: string
  answer: string | null
  confidence: number
  calls: number
  isKindRight: boolean
  /** Whether the short answer is among the accepted ones; null for texts and drafts. */
  isRight: boolean | null
  /** Agreement where an observer sees none, or on an answer that is wrong. */
  isFalseConsensus: boolean
  /** No agreement where an observer sees one. */
  isMissed: boolean
}

/** Judges the result of a question by the expectations that were fixed before it was asked. */
export function judge(question: LiveQuestion, reader: string, result: Deliberation): LiveVerdict {
  const { kind, outcome, shortAnswer, confidence, usage } = result
  const isClosed = question.kind === 'closed'
  const isRight = isClosed ? question.accept.some((answer) => saysIt(shortAnswer ?? '', answer)) : null
  const isAgreed = outcome === 'consensus'
  return {
    id: question.id,
    reader,
    kind,
    outcome,
    answer: shortAnswer,
    confidence,
    calls: usage.calls,
    isKindRight: kind === question.kind,
    isRight,
    isFalseConsensus: isClosed && isAgreed && (question.expect === 'no-consensus' || isRight === false),
    isMissed: isClosed && question.expect === 'consensus' && !isAgreed,
  }
}

/** Whether a short answer says one that is accepted: the same words, among others. */
function saysIt(answer: string, accepted: string): boolean {
  const words = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}%/.,+]+/gu, ' ')} `
  return (
    standsIn(words(accepted), words(answer)) &&
    words(answer).toLowerCase().includes(words(accepted).toLowerCase())
  )
}
