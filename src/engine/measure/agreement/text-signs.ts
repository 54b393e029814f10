import { FOREIGN_NEGATIONS } from '../../../language/language-words.ts'
import { wordsOf } from '../../../language/words.ts'
import { LONGEST_READ } from './answer-words.ts'

/**
 * Whether a text contains a negation of another language, even if it is too short for its language to be recognised.
 */
export function deniesAbroad(text: string): boolean {
  return wordsOf(text.slice(0, LONGEST_READ)).some((word) => FOREIGN_NEGATIONS.has(word))
}

const QUANTIFIERS =
  /\b(?:all|every|each|any|most|majority|many|several|some|few|minority|half|none|no|only|always|usually|often|sometimes|rarely|never|both|either)\b/gi

/** Whether one text makes a statement about all and the other about some. */
export function quantifyOther(left: string, right: string): boolean {
  const said = (text: string) => new Set(text.toLowerCase().match(QUANTIFIERS))
  const [one, other] = [said(left), said(right)]
  return [...one].some((word) => !other.has(word)) && [...other].some((word) => !one.has(word))
}

/** Whether one text begins with yes and the other with no, whatever was asked. */
export function opensOtherwise(left: string, right: string): boolean {
  const opening = (text: string) => /^\W*(yes|no)(?=[\s,.:;!–—-])/i.exec(text)?.[1]?.toLowerCase()
  const [one, other] = [opening(left), opening(right)]
  return one !== undefined && other !== undefined && one !== other
}

/** Whether both give a time of day, one in the morning and one in the afternoon. */
export function tellsOtherTime(left: string, right: string): boolean {
  const halves = (text: string) =>
    new Set([...text.matchAll(/\d ?([ap])\.?m\b/gi)].map(([, half]) => half!.toLowerCase()))
  const [one, other] = [halves(left), halves(right)]
  return one.size > 0 && other.size > 0 && ![...one].some((half) => other.has(half))
}
