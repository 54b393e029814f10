import { sentencesOf } from '../../../language/sentences.ts'
import { pickedOption } from '../question/options.ts'
import { isCutOff } from '../text/cut-off.ts'
import { normalForm } from '../text/normal-form.ts'
import { plainProse } from '../text/plain-prose.ts'
import { optionInWords } from './option-in-words.ts'
import { statedAnswer } from './stated-answer.ts'
import { type OptionMention, optionMentions, statedOption } from './stated-option.ts'

const LAST_SENTENCES = 3
const LONGEST_END = 2_000
const LONGEST_OPENING = 400
/** The answer of a reply that rejects every option. */
const NONE = 'None of the options'
const NONE_OF_THESE =
  /\bnone of (?:the|these|them)\b|\bnot (?:listed|(?:among|one of|in|provided in|available in) the|available|an option|present)\b|\bno (?:correct |matching )?option\b|\b(?:does|do) ?(?:not|n't) match any\b/i
const LISTED = /^\W*[A-P][).:]/
const IS_WRONG = /^\)?\.?[^.]{0,60}(?:\b(?:not|cannot|incorrect|wrong)\b|n['’]t\b)/i
const DENIES = /(?:\b(?:not|cannot|except|than)|n['’]t)(?: be)?(?: the)?\s$/i
const LEADS_TO = /(?:\b(?:is|be|to|so|by|as|choose|therefore|es|est|ist),?|:)(?:\s(?:the|an?))?\s*$/i
const IS_RIGHT =
  /^[^.\n]{0,100}?\b(?:is|are|seems|would be) (?:(?:the|most) ){0,2}(?:correct|right|best|closest|appropriate|accurate|true)\b/i

/** What a reply chooses: one of the options, or none of them in its own words; null if it makes no choice. */
export function chosenOption(text: string, options: Map<string, string>): string | null {
  const prose = plainProse(text)
  const sentences = sentencesOf(prose.slice(-LONGEST_END))
  const conclusion = sentences.at(-1) ?? ''
  const stated = statedOption(prose, options) ?? pickedOption(normalForm(conclusion), options)
  if (stated !== null) return stated
  if (isCutOff(prose)) return rejects(statedAnswer(prose) ?? '', options) ? NONE : null
  const last = sentences.filter((_, index) => isConclusion(sentences, index)).slice(-LAST_SENTENCES)
  const [opening = ''] = sentencesOf(prose.slice(0, LONGEST_OPENING))
  for (const sentence of [...last.reverse(), opening]) {
    const named = optionsNamedIn(sentence, options)
    if (named.size > 0) return named.size === 1 ? [...named][0]! : null
  }
  if (last.some((sentence) => rejects(sentence, options))) return NONE
  return (
    optionInWords(conclusion, options) ??
    (prose.length <= LONGEST_OPENING ? optionInWords(opening, options) : null)
  )
}

/**
 * Whether a sentence may be a conclusion: a line of a list is about one option, and other lines are about the others.
 */
function isConclusion(sentences: string[], index: number): boolean {
  const isLast = index === sentences.length - 1
  return isLast || !LISTED.test(sentences[index]!) || (sentences[index - 1]?.endsWith(':') ?? false)
}

/** The options that a sentence calls right by their letters, or that it lists; none if it only mentions one. */
export function optionsNamedIn(sentence: string, options: Map<string, string>): Set<string> {
  const mentions = optionMentions(sentence, options).filter((mention) => !isDenied(sentence, mention))
  const letters = new Set(mentions.map(({ letter }) => letter))
  return letters.size > 1 || mentions.some((mention) => isNamed(sentence, mention)) ? letters : new Set()
}

function isDenied(sentence: string, { start, end }: OptionMention): boolean {
  return DENIES.test(sentence.slice(0, start)) || IS_WRONG.test(sentence.slice(end))
}

/** Whether a sentence begins with a letter, ends with it, introduces it or says that it is right. */
function isNamed(sentence: string, { start, end }: OptionMention): boolean {
  const [head, tail] = [sentence.slice(0, start), sentence.slice(end)]
  const closes = end - start > 1 && !/[\p{L}\p{N}]/u.test(tail)
  return closes || !/[\p{L}\p{N}]/u.test(head) || LEADS_TO.test(head) || IS_RIGHT.test(tail)
}

/** Whether a sentence rejects every option, rather than picking an option such as “none of the above”. */
function rejects(sentence: string, options: Map<string, string>): boolean {
  return NONE_OF_THESE.test(sentence) && ![...options.values()].some((option) => NONE_OF_THESE.test(option))
}
