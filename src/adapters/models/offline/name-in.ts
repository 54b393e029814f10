import { namesMonth } from '../../../language/calendar-words.ts'
import { isStopWord, wordsOf } from '../../../language/words.ts'
import type { AskedFor } from './asked-for.ts'
import type { Sides } from './sides.ts'

const NAME = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:(?:de|da|del|di|van|von|der|la|le|bin|al) )*\p{Lu}[\p{L}'’.-]*)*`
const OPENS = new RegExp(`^(?:the )?(${NAME}(?: and ${NAME})?)`, 'u')
const DOER = new RegExp(`\\b(?:by|to) (?:the )?(${NAME}(?: and ${NAME}| brothers)?)`, 'u')
const PLACE = new RegExp(
  `\\b(?:is|are|was|were|lies?|stands?|stood|located|situated)\\b[^,;]{0,20}\\b(?:in|at|on|near) (?:the )?(${NAME})`,
  'gu',
)
const WHO_IS = /^who(?:'s| is| was| are| were) /i

/** The person in a statement that answers “who”; null if it names nobody new. */
export function personIn(statement: string, sides: Sides | null, { question }: AskedFor): string | null {
  const isNew = (name: string | undefined) => name !== undefined && addsToQuestion(name, question)
  if (sides !== null && !sides.isForward && WHO_IS.test(question)) return sides.answer
  const opening = OPENS.exec(sides?.isForward ? sides.answer : '')?.[1]
  if (isNew(opening)) return opening!
  const doer = DOER.exec(statement)?.[1]
  if (isNew(doer)) return doer!
  const first = OPENS.exec(statement)?.[1]
  return isNew(first) && first!.includes(' ') ? first! : null
}

/** The place in a statement that answers “where”; null if it names none. */
export function placeIn(statement: string, { question }: AskedFor): string | null {
  const places = [...statement.matchAll(PLACE)].map(([, name]) => name!)
  return places.find((name) => addsToQuestion(name, question)) ?? null
}

/** Whether a name adds something to the question. */
function addsToQuestion(name: string, question: string): boolean {
  const words = wordsOf(name)
  const asked = new Set(wordsOf(question))
  return !namesMonth(name) && !isStopWord(words[0] ?? '') && words.some((word) => !asked.has(word))
}
