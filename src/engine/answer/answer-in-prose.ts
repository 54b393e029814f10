import { withoutBoilerplate } from './boilerplate.ts'
import { chosenOption } from './chosen-option.ts'
import { concludedNumber, isWorked, statedNumber } from './concluded-number.ts'
import { concludedTruth } from './concluded-truth.ts'
import { isCutOff } from './cut-off.ts'
import { endsDeclining, isDeclining } from './declining.ts'
import { optionsOf } from './options.ts'
import { ownWords } from './own-words.ts'
import { statedAnswer } from './stated-answer.ts'
import { asksForNumber, asksYesOrNo } from './what-is-asked.ts'

/** The answer that prose gives to a question: what it states, what it chooses or concludes, else all of it; null when it gives none. */
export function answerInProse(text: string, query: string): string | null {
  const own = ownWords(text)
  const options = optionsOf(query)
  if (options.size > 0)
    return chosenOption(own, options) ?? (own === text ? null : chosenOption(text, options))
  const stated = statedAnswer(own)
  if (stated !== null) return settledStatement(stated, query)
  if (isDeclining(own)) return own
  // Work that ends in giving up, or breaks off, comes to no number.
  if (asksForNumber(query) && endsDeclining(own)) return null
  const conclusion = concluded(own, query)
  if (conclusion === null && asksForNumber(query) && isCutOff(own) && isWorked(own, query)) return null
  return conclusion ?? withoutBoilerplate(own)
}

/** What a statement comes to for a question that asks for one kind of thing. */
export function settledStatement(statement: string, query: string): string {
  const options = optionsOf(query)
  if (options.size > 0) return chosenOption(statement, options) ?? statement
  return (asksForNumber(query) ? statedNumber(statement, query) : null) ?? statement
}

function concluded(text: string, query: string): string | null {
  if (asksForNumber(query)) return concludedNumber(text, query)
  return asksYesOrNo(query) ? concludedTruth(text) : null
}
