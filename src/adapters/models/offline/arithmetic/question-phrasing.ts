import { normalizeText, parseUnit, type Unit } from '../../../../language/quantity/index.ts'
import type { Operator } from './syntax-tree.ts'

/** The kind of question, with the parts that are still to be parsed as expressions. */
export type Reading =
  | { readonly kind: 'expression'; readonly text: string }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: string; readonly right: string }
  | { readonly kind: 'conversion'; readonly operand: Reading; readonly unit: Unit }
  | {
      readonly kind: 'property'
      readonly property: Property
      readonly subject: string
      readonly divisor: string
    }

export type Property = 'prime' | 'even' | 'odd' | 'divisible'

const LONGEST_QUESTION = 500

const LEADS = [
  /^(?:please|hey|hi|hello|ok|okay|so|well|quick question)[,:!]? /i,
  /^(?:can|could|would|will) you (?:please )?/i,
  /^(?:tell|give|show) me /i,
  /^(?:do you know|i(?:'d like| want| need) to know) /i,
  /^(?:calculate|compute|evaluate|find|solve|work out|figure out|determine|simplify)(?: for me)?:? /i,
  /^what(?:'s|s| is| are| would be| will be| do you get (?:for|if you)) /i,
  /^(?:what|how much) (?:does|do|is|are) /i,
  /^(?:the )?(?:exact |numerical |total )?(?:value|result|answer|solution) (?:of|to|for) /i,
  /^the (?=\p{L})/iu,
]
const TAILS = [
  /(?<![?.\s])[?.\s]+$/,
  / ?=$/,
  / (?:equals?(?: to)?|make|come to|is what)$/i,
  /,? (?:please|for me|exactly)$/i,
  / as a decimal(?: number)?$/i,
]

// A slash or hyphen in these is not an operator: dates, ranges, and well-known names.
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}(?:\/\d{4})+|\d{3}-\d{4})$/
const EN_DASH_RANGE = /\d[–—][\d$€£]/
const YEARS = /^(1\d|20)(\d\d)[-/](?:(1\d|20)(\d\d)|(\d\d))$/
const IDIOM = /^(?:9\/11|24\/7|7\/7|50\/50|20\/20|4\/20|3-1-1|9-1-1|7-11)$/

/** Recognises how an arithmetic question is phrased; null when it is not one. */
export function readQuestion(question: string): Reading | null {
  if (question.length > LONGEST_QUESTION) return null
  const text = stripped(normalizeText(question))
  if (text === '' || isName(text) || EN_DASH_RANGE.test(question)) return null
  return readProperty(text) ?? readPercentage(text) ?? readConversion(text) ?? readCommand(text)
}

function isName(text: string): boolean {
  return DATE.test(text) || IDIOM.test(text) || isYearSpan(text)
}

// 1648-51 and 1979/80 are spans of years, because the years increase; 2024-1987 is somebody's age.
function isYearSpan(text: string): boolean {
  const match = YEARS.exec(text)
  if (!match) return false
  const [, century, year, otherCentury, otherYear, shortYear] = match
  const first = Number(`${century}${year}`)
  const last = Number(shortYear ? `${century}${shortYear}` : `${otherCentury}${otherYear}`)
  return text.includes('/') ? last === first + 1 : last > first
}

function stripped(question: string): string {
  let text = question
  for (let before = ''; before !== text; ) {
    before = text
    for (const tail of TAILS) text = text.replace(tail, '')
    for (const lead of LEADS) text = text.replace(lead, '')
  }
  return text.trim()
}

function readProperty(text: string): Reading | null {
  const match =
    /^is (?:the number )?(.+?) (?:(an? )?(prime|even|odd)(?: number)?|(?:evenly )?divisible by (.+))$/i.exec(
      text,
    )
  if (!match) return null
  const [, subject = '', , named, divisor = ''] = match
  return { kind: 'property', property: (named?.toLowerCase() ?? 'divisible') as Property, subject, divisor }
}

// "what percent of 80 is 12", "12 is what percent of 80", "12 as a percentage of 80".
function readPercentage(text: string): Reading | null {
  const unit = parseUnit('%')!
  const whole = /^what (?:percent|percentage|%) of (.+) is (.+)$/i.exec(text)
  if (whole) return { kind: 'conversion', operand: quotient(whole[2]!, whole[1]!), unit }
  const part = /^(.+) (?:is what|as a) (?:percent|percentage|%) of (.+)$/i.exec(text)
  return part && { kind: 'conversion', operand: quotient(part[1]!, part[2]!), unit }
}

function quotient(left: string, right: string): Reading {
  return { kind: 'operation', operator: '/', left, right }
}

function readConversion(text: string): Reading | null {
  const count =
    /^how (?:many|much) (.+?) (?:(?:are|is)(?: there)?(?: in)?|in|make(?: up)?|equals?) (.+)$/i.exec(text)
  if (count) {
    const unit = parseUnit(count[1]!)
    return unit && { kind: 'conversion', operand: readAmount(count[2]!), unit }
  }
  const body = text.replace(/^(?:convert|change|express|turn|write) /i, '')
  // The last "in" is the one that asks for a unit: "5 in in cm".
  for (const match of [...body.matchAll(/ (?:in|to|into|as)(?: an?)?(?= )/gi)].reverse()) {
    const unit = parseUnit(body.slice(match.index + match[0].length + 1))
    if (unit) return { kind: 'conversion', operand: readAmount(body.slice(0, match.index)), unit }
  }
  return null
}

// "a day" is one day.
function readAmount(text: string): Reading {
  const article = /^(?:an?|one single) (.+)$/i.exec(text)
  return article && parseUnit(article[1]!)
    ? { kind: 'expression', text: `1 ${article[1]}` }
    : readCommand(text)
}

/** Commands that name their operands in a particular order: "subtract 4 from 10". */
const COMMANDS: readonly (readonly [RegExp, Operator, 'in order' | 'reversed'])[] = [
  [/^subtract (.+) from (.+)$/i, '-', 'reversed'],
  [/^take (.+) (?:away )?from (.+)$/i, '-', 'reversed'],
  [/^(.+) subtracted from (.+)$/i, '-', 'reversed'],
  [/^(.+) (?:less|fewer) than (.+)$/i, '-', 'reversed'],
  [/^(.+) (?:more|greater) than (.+)$/i, '+', 'reversed'],
  [/^add (.+) (?:and|to|with) (.+)$/i, '+', 'in order'],
  [/^multiply (.+) (?:by|and|with) (.+)$/i, '*', 'in order'],
  [/^divide (.+) by (.+)$/i, '/', 'in order'],
  [/^raise (.+) to the power(?: of)? (.+)$/i, '^', 'in order'],
  [/^(?:the )?remainder (?:of|when|if) (.+?)(?: is)? divided by (.+)$/i, 'mod', 'in order'],
]

function readCommand(text: string): Reading {
  for (const [pattern, operator, order] of COMMANDS) {
    const match = pattern.exec(text)
    if (!match) continue
    const [, first = '', second = ''] = match
    const [left, right] = order === 'reversed' ? [second, first] : [first, second]
    return { kind: 'operation', operator, left, right }
  }
  return readChange(text) ?? { kind: 'expression', text }
}

// "80 increased by 15%" and "15% off 80" scale; "80 plus 15%" is rejected, because it is ambiguous.
function readChange(text: string): Reading | null {
  const change =
    /^(?:(increase|decrease) )?(.+?) (?:(increased|decreased|reduced) )?by (\S+ ?(?:%|percent))$/i.exec(text)
  const off = /^(\S+ ?(?:%|percent)) off(?: of)? (.+)$/i.exec(text)
  if (off) return { kind: 'operation', operator: '*', left: off[2]!, right: `(100% - ${off[1]})` }
  const verb = (change?.[1] ?? change?.[3])?.toLowerCase()
  if (!change || !verb) return null
  const sign = verb.startsWith('increase') ? '+' : '-'
  return { kind: 'operation', operator: '*', left: change[2]!, right: `(100% ${sign} ${change[4]})` }
}
