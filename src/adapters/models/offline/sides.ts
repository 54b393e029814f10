import type { KeyWords } from './key-words.ts'
import { wordsSaid } from './key-words.ts'

/** A statement of the form “this is that”, split by which side the question asks about. */
export interface Sides {
  /** The side that the question names. */
  known: string
  /** The other side of “is”. */
  answer: string
  /** Whether the side named by the question comes first. */
  isForward: boolean
}

const COPULA = /\s(?:is|are|equals|was|were|means|denotes)\s/g
/** A subordinate clause says nothing about what precedes it. */
const HANGING =
  /^(?:whether|if|when|where|in|on|at|by|for|under|with|from|after|before)\b|\b(?:because|if|when|whereas|although|while|so|that|which|who|there|it)$|[,;] (?:because|and|but|whereas|so|while)\b/i

/** Splits a statement at its “is”; null if it has another form. */
export function sidesOf(statement: string, topic: string[], keyWords: KeyWords): Sides | null {
  for (const { index, 0: copula } of statement.matchAll(COPULA)) {
    const subject = statement.slice(0, index).replace(/,$/, '')
    const predicate = statement.slice(index + copula.length)
    if (HANGING.test(subject)) continue
    const holds = (side: string) => keyWords.shareOf(topic, new Set(wordsSaid(side)))
    return holds(subject) >= holds(predicate)
      ? { known: subject, answer: predicate, isForward: true }
      : { known: predicate, answer: subject, isForward: false }
  }
  return null
}
