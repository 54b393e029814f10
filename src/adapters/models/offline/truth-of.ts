import { relationOn } from '../../../engine/index.ts'
import { findMentions } from '../../../language/quantity/index.ts'
import { isNegated } from '../../../language/words.ts'
import type { AskedFor } from './asked-for.ts'
import { isAmong, type KeyWords, wordsSaid } from './key-words.ts'
import type { Sides } from './sides.ts'

/** Conditional, comparative or open statements are neither a yes nor a no. */
const QUALIFIED =
  /\b(?:if|whether|unless|when|where|provided|restricted|except|disputed|unsolved|unknown|unproved|either|than|but|whereas|although|while|only|such as|usually|typically|generally)\b|;/i
/** “Is zero even or odd?” */
const ALTERNATIVE = /\bor\b/i
/** The share of a statement's words that a question must have before the answer is no, or yes. */
const LEAST = { no: 0.4, yes: 0.75 }

/**
 * Whether a statement confirms what a question asks: yes or no if both say the same about the same thing, otherwise the
 * statement itself, so that readers can judge.
 */
export function truthOf(
  { question, topic }: AskedFor,
  { statement, sides }: { statement: string; sides: Sides | null },
  keyWords: KeyWords,
): string {
  if (ALTERNATIVE.test(question) || (QUALIFIED.test(statement) && !QUALIFIED.test(question))) return statement
  const said = wordsSaid(statement)
  const words = topic.filter((word) => /\p{L}[\p{L}\d]/u.test(word))
  const stated = new Set(said)
  const share = keyWords.shareOf(said, new Set(topic))
  if (!words.every((word) => isAmong(word, stated)) || share < LEAST.no) return statement
  const known = findMentions(statement)
  const figures = findMentions(question)
  const relate = relationOn(question)
  if (!figures.every((asked) => known.some((one) => relate(asked.text, one.text) === 'same')))
    return sides !== null && findMentions(sides.answer).length === 1 ? 'no' : statement
  if (isNegated(question) !== isNegated(statement)) return 'no'
  return share < LEAST.yes ? statement : 'yes'
}
