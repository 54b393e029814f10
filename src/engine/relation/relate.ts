import { parseDate } from '../../language/calendar-date.ts'
import { foldText } from '../../language/words.ts'
import { memoise } from '../../utils/memoise.ts'
import { codeForm, isCode, normalForm } from '../reading/text/normal-form.ts'
import { certainNumber, type Relation, relateNumbers } from './certain-number.ts'
import { optionsOf, pickedOption } from './options.ts'

/** A longer answer is compared character by character only. */
const LONGEST_READ = 200
/** Two spellings of a longer word that differ in capitals alone are the same; CO and Co, Mb and MB are not. */
const LONGEST_SYMBOL = 3
const WORDS = /^[\p{L}\p{M}\s,;'’-]+$/u
const HEDGED = /^(?:about|around|circa|ca\.?|since|before|after|until|by|not)\b/i

/**
 * Relates the short answers to a question. Same: equal but for the way they are written, the same option, date, or number
 * with its unit. Different: two options of one list, two dates, two exact numbers of one unit. Everything else is unknown
 * and left to a reader.
 */
export function relationOn(query: string): (left: string, right: string) => Relation {
  let options: Map<string, string> | undefined
  const written = memoise(writtenForm)
  const read = memoise((answer: string) => {
    options ??= optionsOf(query)
    return readAnswer(answer, written(answer), options)
  })
  return (left, right) => {
    if (left === right) return 'same'
    const [form, otherForm] = [written(left).form, written(right).form]
    if (form === otherForm || differInCapitals(form, otherForm)) return 'same'
    const [one, other] = [read(left), read(right)]
    if (one.option !== null && other.option !== null)
      return one.option === other.option ? 'same' : 'different'
    if (one.date !== null && other.date !== null) return relateDates(one.date, other.date)
    return one.number && other.number ? relateNumbers(one.number, other.number) : 'unknown'
  }
}

/** Relates what a panel is asked for: answers to its question, or steps with tools, of which only equal ones are certain. */
export function relationIn({
  query,
  step,
}: {
  query: string
  step?: unknown
}): ReturnType<typeof relationOn> {
  return step === undefined ? relationOn(query) : (left, right) => (left === right ? 'same' : 'unknown')
}

/** Whether all of some answers are letters of the list of options in the question. */
export function areOptions(query: string, answers: string[]): boolean {
  const options = optionsOf(query)
  return answers.every((answer) => pickedOption(normalForm(answer), options) !== null)
}

/** An answer in the form in which it is compared. */
interface Written {
  form: string
  /** Whether white space may matter in it: it has several lines, or is code. */
  isLiteral: boolean
}

function writtenForm(answer: string): Written {
  const isLiteral = answer.length > LONGEST_READ || answer.trim().includes('\n') || isCode(answer)
  return { form: isLiteral ? codeForm(answer) : normalForm(answer), isLiteral }
}

function readAnswer(answer: string, { form, isLiteral }: Written, options: Map<string, string>) {
  const option = answer.length > LONGEST_READ ? null : pickedOption(form, options)
  // A letter of a list is not the number it may look like.
  if (isLiteral || option !== null) return { option, date: null, number: null }
  const date = HEDGED.test(form) ? null : parseDate(form)
  return { option, date, number: date === null ? certainNumber(form) : null }
}

function differInCapitals(left: string, right: string): boolean {
  if (left.length !== right.length || !WORDS.test(left) || foldText(left) !== foldText(right)) return false
  return left.length > LONGEST_SYMBOL || left.slice(1) === right.slice(1)
}

type CertainDate = NonNullable<ReturnType<typeof parseDate>>

/** Dates that are equally precise are the same or not; of others, only a part that both have can tell them apart. */
function relateDates(left: CertainDate, right: CertainDate): Relation {
  const parts = (['year', 'month', 'day'] as const).map((part) => [left[part], right[part]] as const)
  if (parts.some(([one, other]) => one !== null && other !== null && one !== other)) return 'different'
  return parts.every(([one, other]) => one === other) ? 'same' : 'unknown'
}
