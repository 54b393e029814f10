import { sentencesOf } from './sentences.ts'

const WHEN = /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i
const LIST = /\b(?:which|what) (?:are|were)\b|\b(?:list|name|enumerate)\b/i
const ORDER =
  /\b(?:rank|sort|order|arrange|sequence|chronolog\w*|ascending|descending|step by step|steps|top \d+)\b|\bfrom (?:\w+ ){1,3}to (?:the )?\w+(?:est|first|last)\b/i
const YES_OR_NO =
  /(?:^|[.:!]\s)\s*(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should|shall|may|must|true or false)\b|\btrue or false\b|\byes or no\b|\b(?:yes\/no|true\/false)\b/i
const HOW_MANY =
  /\bhow (?:many|much|long|far|old|tall|high|deep|wide|fast|heavy|large|big)\b|\b(?:calculate|compute|evaluate)\b/i
const MEASURE =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:number|total|sum|amount|cost|price|percentage|percent|probability|average|area|volume|length|width|distance|speed|quotient|remainder|perimeter|weight|height|profit|salary|temperature)\b/i
// Things have values and differences without numbers, too.
const MEASURE_OF_NUMBERS =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:value|difference|product|age|rate)\b/i
const TEXT =
  /^\s*(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(?:explain|describe|discuss|compare|contrast|write|draft|compose|suggest|recommend|summari[sz]e|outline|design|translate|rewrite|rephrase|paraphrase|continue|refactor|implement|convert|format|generate|create|what do you think|what would you|tell me about|give me (?:advice|an? (?:example|overview|summary|plan)))\b|\bwhat(?:'s| is| are) the (?:main |key )?differences?\b(?! between \d)|\bpros and cons\b/i
const REASON =
  /^\s*(?:why|how(?! (?:many|much|old|long|far|big|tall|high|deep|fast|often|large|heavy|wide)\b)|should)\b/i
const ASKING = '(?:who|whom|whose|what|when|where|which|why|how)'
const DOING = '(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)'
const SEVERAL = new RegExp(
  [
    // “Who won, and when?”
    `\\b${ASKING}\\b.*?\\b(?:and|or),? (?:if (?:so|not),? )?(?:(?:also|in|on|at|by|for|to|from|with|of|about) ){0,2}(?:${ASKING}|${DOING})\\b`,
    // “Is it safe, and if so, how often?”
    `^\\W*${DOING}\\b.*?\\band,? (?:if (?:so|not),? )?(?:${ASKING}|${DOING})\\b`,
    // “the capital and the largest city”, “x and y”
    `\\b(?:what|which|give|name|find|state|extract)\\b.*\\b(?:(?:the|its|their) [\\w-]+(?: [\\w-]+){0,2}(?:, [\\w ,-]+)? and (?:the|its|their) [\\w-]+|[a-z] and [a-z]\\b)`,
  ].join('|'),
  'i',
)
const LONGEST_LOOK = 4_000

/** Whether a question asks for a time. */
export function asksWhen(query: string): boolean {
  return WHEN.test(query)
}

/** Whether a question asks for several things. */
export function asksForList(query: string): boolean {
  return LIST.test(query)
}

/** Whether a question asks for things in an order. */
export function asksForOrder(query: string): boolean {
  return ORDER.test(query)
}

/** Whether a question is to be answered with yes or no. */
export function asksYesOrNo(query: string): boolean {
  return YES_OR_NO.test(query)
}

/** Whether a question asks for a number, with or without a unit. */
export function asksForNumber(query: string): boolean {
  const end = query.slice(-LONGEST_LOOK)
  return HOW_MANY.test(end) || MEASURE.test(end) || (/\d/.test(end) && MEASURE_OF_NUMBERS.test(end))
}

/** Whether a question asks for a text: an explanation, a summary, a draft. */
export function asksForText(query: string): boolean {
  return TEXT.test(query)
}

/** Whether a question has no short answer: it asks for a text, or why, or how something comes about. */
export function isOpenEnded(query: string): boolean {
  return asksForText(query) || REASON.test(query)
}

/** Whether a question asks several things at once, so that one number or name is no whole answer: “who won, and when?” */
export function asksSeveralThings(query: string): boolean {
  const sentences = sentencesOf(query.slice(-LONGEST_LOOK))
  const asked = sentences.filter((sentence) => /\?\W{0,2}$/.test(sentence))
  const questions = asked.filter((sentence) => new RegExp(`\\b${ASKING}\\b`, 'i').test(sentence))
  return (
    questions.length > 1 || (asked.length > 0 ? asked : sentences).some((sentence) => SEVERAL.test(sentence))
  )
}
