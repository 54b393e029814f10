import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { optionsOf } from '../question/options.ts'
import { isCutOff } from '../text/cut-off.ts'
import { ownWords } from '../text/own-words.ts'
import { chosenOption } from './chosen-option.ts'
import { concludedNumber, isWorked, statedNumber } from './concluded-number.ts'
import { endsDeclining, isDeclining } from './declining.ts'
import { statedAnswer } from './stated-answer.ts'

/**
 * The answer that prose gives to a question. If a short answer is asked for: what the prose states, chooses or
 * concludes, letter for letter; otherwise the whole prose, unchanged. Null if it gives no answer.
 */
export function answerInProse(text: string, query: string): string | null {
  const own = ownWords(text)
  const options = optionsOf(query)
  const asked = whatIsAsked(query)
  // A request to explain something that contains options does not ask for a choice.
  if (asked.text && (options.size === 0 || statedAnswer(own) === null)) return text
  if (options.size > 0) {
    return chosenOption(own, options) ?? (asked.openEnded ? text : null)
  }
  if (asked.openEnded || asked.severalThings) return text
  const stated = statedAnswer(own)
  if (!asked.number) return stated?.trim() ?? text
  if (stated !== null) return quotedFrom(text, statedNumber(stated, query)) ?? stated.trim()
  if (isDeclining(own)) return own
  // A calculation that is given up or breaks off has no result.
  if (endsDeclining(own)) return null
  const conclusion = concludedNumber(own, query)
  if (conclusion === null && isCutOff(own) && isWorked(own, query)) return null
  return quotedFrom(text, conclusion) ?? text
}

const BARE_NUMBER = /[-$€£]?\d[\d.,/]*\d|\d/

/**
 * What occurs in a text letter by letter: a number with what it counts, or only the number if mark-up separates the
 * two.
 */
function quotedFrom(text: string, part: string | null): string | null {
  if (part === null || text.includes(part)) return part
  const number = BARE_NUMBER.exec(part)?.[0]
  return number !== undefined && text.includes(number) ? number : null
}
