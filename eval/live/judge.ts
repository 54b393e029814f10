import type { Deliberation } from '../../src/engine/deliberation.ts'
import { standsIn } from '../../src/engine/reader/stands-in.ts'
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
  rounds: number
  /** Whether at least half of the models that answered gave the delivered answer at first. */
  ledAtFirst: boolean
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
  const { kind, outcome, shortAnswer, confidence, usage, entries } = result
  const isClosed = question.kind === 'closed'
  const isRight = isClosed
    ? [...question.accept, ...question.read_as_right].some((answer) => saysIt(shortAnswer ?? '', answer))
    : null
  const isAgreed = outcome === 'consensus'
  return {
    id: question.id,
    reader,
    kind,
    outcome,
    answer: shortAnswer,
    confidence,
    calls: usage.calls,
    rounds: entries.length,
    ledAtFirst: ledAtFirst(result),
    isKindRight: kind === question.kind,
    isRight,
    isFalseConsensus: isClosed && isAgreed && (question.expect === 'no-consensus' || isRight === false),
    isMissed: isClosed && question.expect === 'consensus' && !isAgreed,
  }
}

function ledAtFirst({ entries, shortAnswer }: Deliberation): boolean {
  const [first] = entries
  const answering = first?.responses.filter(({ answer }) => answer !== null) ?? []
  const giving = first?.clusters.find(({ models }) =>
    answering.some(({ name, answer }) => answer === shortAnswer && models.includes(name)),
  )
  return (giving?.models.length ?? 0) >= answering.length / 2
}

/** Whether a short answer says one that is accepted: the same words, among others. */
function saysIt(answer: string, accepted: string): boolean {
  const words = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}%/.,+]+/gu, ' ')} `
  return (
    standsIn(words(accepted), words(answer)) &&
    words(answer).toLowerCase().includes(words(accepted).toLowerCase())
  )
}
