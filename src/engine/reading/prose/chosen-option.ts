import { sentencesOf } from '../../../language/sentences.ts'
import { pickedOption } from '../question/options.ts'
import { isCutOff } from '../text/cut-off.ts'
import { normalForm } from '../text/normal-form.ts'
import { plainProse } from '../text/plain-prose.ts'
import { optionsNamedIn } from './concluded-option.ts'
import { optionInWords } from './option-in-words.ts'
import { statedAnswer } from './stated-answer.ts'
import { statedOption } from './stated-option.ts'

const LAST_SENTENCES = 3
const LONGEST_END = 2_000
const LONGEST_OPENING = 400
/** The answer of a reply that rejects every option. */
const NONE = 'None of the options'
const LISTED = /^\W*[A-P][).:]/
const NONE_OF_THESE =
  /\bnone of (?:the|these|those|them)\b|\bnot (?:listed|(?:among|one of|in|included in|provided in|available in) (?:the|these|those)|available|an option|present)\b|\bno (?:correct|matching|suitable|valid) (?:option|answer|choice)\b|\bno option\b|\b(?:does|do) ?(?:not|n't) match any\b/i

/** What a reply chooses of the options: one of them, or in its own words none; null when it does not get to choose. */
export function chosenOption(text: string, options: Map<string, string>): string | null {
  const prose = plainProse(text)
  const letter = readLetter(prose, options)
  if (letter !== null) return letter
  if (rejects(statedAnswer(prose) ?? '', options)) return NONE
  const last = isCutOff(prose) ? [] : sentencesOf(prose.slice(-LONGEST_END)).slice(-LAST_SENTENCES)
  return last.some((sentence) => rejects(sentence, options)) ? NONE : null
}

function readLetter(prose: string, options: Map<string, string>): string | null {
  const stated = statedOption(prose, options)
  if (stated !== null) return stated.letter
  const said = statedAnswer(prose)
  const worded = said === null || rejects(said, options) ? null : optionInWords(said, options)
  if (worded !== null) return worded
  const sentences = sentencesOf(prose.slice(-LONGEST_END))
  const last = sentences.at(-1) ?? ''
  const picked = pickedOption(normalForm(last), options)
  if (picked !== null) return picked
  if (isCutOff(prose)) return null
  return concludedOption(sentences, options) ?? openingOption(prose, options)
}

function concludedOption(sentences: string[], options: Map<string, string>): string | null {
  for (let index = sentences.length - 1; index >= Math.max(0, sentences.length - LAST_SENTENCES); index--) {
    const sentence = sentences[index] ?? ''
    // A line of a list says of one option what others say of the others.
    const listed =
      index < sentences.length - 1 && LISTED.test(sentence) && !sentences[index - 1]?.endsWith(':')
    const named = listed ? new Set<string>() : optionsNamedIn(sentence, options)
    if (named.size > 0) return named.size === 1 ? [...named][0]! : null
  }
  const conclusion = sentences.at(-1) ?? ''
  return rejects(conclusion, options) ? null : optionInWords(conclusion, options)
}

/** The option of a first sentence that says it all, what follows only explaining it. */
function openingOption(prose: string, options: Map<string, string>): string | null {
  const [first = ''] = sentencesOf(prose.slice(0, LONGEST_OPENING))
  const named = [...optionsNamedIn(first, options)]
  if (named.length > 0) return named.length === 1 ? named[0]! : null
  return prose.length <= LONGEST_OPENING && !rejects(prose, options) ? optionInWords(first, options) : null
}

/** Whether a sentence turns every option down, rather than pick one that says “none of the above”. */
function rejects(sentence: string, options: Map<string, string>): boolean {
  return NONE_OF_THESE.test(sentence) && ![...options.values()].some((option) => NONE_OF_THESE.test(option))
}
