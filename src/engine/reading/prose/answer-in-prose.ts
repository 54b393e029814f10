import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { optionsOf } from '../question/options.ts'
import { isCutOff } from '../text/cut-off.ts'
import { ownWords } from '../text/own-words.ts'
import { chosenOption } from './chosen-option.ts'
import { concludedNumber, isWorked, statedNumber } from './concluded-number.ts'
import { endsDeclining, isDeclining } from './declining.ts'
import { statedAnswer } from './stated-answer.ts'

/**
 * The answer that prose gives to a question: where a short one is asked for, what it states, chooses or concludes, in
 * its own letters; else all of it, as it stands. Null when it gives none.
 */
export function answerInProse(text: string, query: string): string | null {
  const own = ownWords(text)
  const options = optionsOf(query)
  const asked = whatIsAsked(query)
  // Who is asked to explain something that has options in it need not choose one.
  if (asked.text && (options.size === 0 || statedAnswer(own) === null)) return text
  if (options.size > 0) {
    return chosenOption(own, options) ?? (asked.openEnded ? text : null)
  }
  if (asked.openEnded || asked.severalThings) return text
  const stated = statedAnswer(own)
  if (!asked.number) return stated?.trim() ?? text
  if (stated !== null) return quotedFrom(text, statedNumber(stated, query)) ?? stated.trim()
  if (isDeclining(own)) return own
  // Work that ends in giving up, or breaks off, comes to no number.
  if (endsDeclining(own)) return null
  const conclusion = concludedNumber(own, query)
  if (conclusion === null && isCutOff(own) && isWorked(own, query)) return null
  return quotedFrom(text, conclusion) ?? text
}

const BARE_NUMBER = /[-$€£]?\d[\d.,/]*\d|\d/

/** What stands in a text letter by letter: a number with what it counts, or where mark-up parts the two, the number. */
function quotedFrom(text: string, part: string | null): string | null {
  if (part === null || text.includes(part)) return part
  const number = BARE_NUMBER.exec(part)?.[0]
  return number !== undefined && text.includes(number) ? number : null
}
