import { equals, findMentions, type Mention, parseQuantity } from '../../../language/quantity/index.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { isCutOff } from '../text/cut-off.ts'
import { normalForm } from '../text/normal-form.ts'
import { plainProse } from '../text/plain-prose.ts'

const LAST_SENTENCES = 3
const LONGEST_END = 1_000
const LONGEST_STATEMENT = 400
const CONCLUDES = /^\W*(?:so|therefore|thus|hence|in total|in conclusion|finally|this means)\b/i
const EQUATION = /[=≈]/
const AFTER_EQUALS = /[=≈] ?[-(]?$/
const WITHIN_EXPRESSION = /^ ?(?:[+*×÷/=^]|- ?\d)/
const IN_RANGE = { before: /\d(?:-| to )$|\bbetween [^ ]+ and $/i, after: /^(?:-| to )\d/ }
const IS_YEAR = /^[12]\d{3}$/
const LIMITS =
  /\b(?:over|under|about|approximately|around|roughly|nearly|almost|up to|at least|at most|(?:no )?(?:more|less|fewer) than) $/i
// What is counted: the next one or two words that could be the name of a thing.
const COUNTED =
  /^(?: (?!(?:in|on|at|of|to|for|from|by|with|as|is|are|was|were|and|or|but|than|left|each|per|that|which|because|so|if|when|after|before|the|an?|remaining|total|altogether|now|then|during|were|[a-z]+ly)\b)[a-z][a-z-]*){1,2}(?: of (?!the\b|an?\b)[a-z]+)?/

/**
 * The result of a worked answer, a number with what it counts: the right side of its last equation, or the only new
 * number of its last sentence. Null if several numbers are possible, or if nothing was worked out.
 */
export function concludedNumber(text: string, query: string): string | null {
  const sentences = sentencesOf(plainProse(text.slice(-LONGEST_END)))
  const last = sentences.slice(-LAST_SENTENCES).reverse()
  const concludes = last.slice(0, 2).some((sentence) => CONCLUDES.test(sentence))
  if (isCutOff(text) && !CONCLUDES.test(last[0] ?? '')) return null
  if (!concludes && sentences.length > 1 && !isWorked(text, query)) return null
  for (const sentence of last) {
    const mentions = findMentions(sentence)
    if (mentions.length > 0) return mentions.some(isInRange) ? null : written(asked(mentions, query))
  }
  return null
}

/** Whether an answer is worked out: it calculates, or the question gives numbers to calculate with. */
export function isWorked(text: string, query: string): boolean {
  return EQUATION.test(text) || findMentions(query).length >= 2
}

/** The number in a statement that says more than a number: “6 more books than pens” states 6 more books. */
export function statedNumber(statement: string, query: string): string | null {
  if (parseQuantity(normalForm(statement)) !== null) return null
  const mentions = findMentions(plainProse(statement.slice(0, LONGEST_STATEMENT)))
  const [first, ...others] = mentions
  if (others.length > 0 && !EQUATION.test(statement)) return null
  if (mentions.some(isInRange)) return null
  return written(others.length > 0 ? asked(mentions, query) : (first ?? null))
}

function asked(mentions: Mention[], query: string): Mention | null {
  const results = mentions.filter(
    ({ before, after }) => AFTER_EQUALS.test(before) && !WITHIN_EXPRESSION.test(after),
  )
  if (results.length > 0) return results.at(-1)!
  const [only, ...others] = mentions
  if (only !== undefined && others.length === 0) return isYear(only) ? null : only
  const given = findMentions(query)
  const added = mentions.filter(
    ({ quantity }) => !given.some((known) => equals(known.quantity.value, quantity.value)),
  )
  return added.length === 1 ? added[0]! : null
}

/** Whether a number is one end of a range: “10-12 years” is not a single number. */
function isInRange({ before, after }: Mention): boolean {
  return IN_RANGE.after.test(after) || IN_RANGE.before.test(before)
}

/** Whether a number on its own is more likely a date: “murdered in 1989”. */
function isYear({ text, before }: Mention): boolean {
  return IS_YEAR.test(text) && /\b(?:in|since|of|by|until|from) $/i.test(before)
}

function written(mention: Mention | null): string | null {
  if (mention === null) return null
  const counted = mention.quantity.unit === null ? (COUNTED.exec(mention.after)?.[0] ?? '') : ''
  const limit = LIMITS.exec(mention.before)?.[0] ?? ''
  return `${limit}${mention.text.trimEnd()}${counted}`
}
