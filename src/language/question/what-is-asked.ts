import { memoise } from '../../utils/bounded-cache.ts'
import { sentencesOf } from '../sentences.ts'
import { ASKING, AUXILIARY, MEASURES } from './asking-words.ts'

/** What a question asks for, as far as its wording shows. */
export interface WhatIsAsked {
  /** The kind of answer expected. */
  kind: 'person' | 'time' | 'number' | 'place' | 'truth' | 'reason' | 'manner' | 'thing'
  /** Whether the opening of the question, or “how many”, decided the kind, rather than a word inside it. */
  isPlain: boolean
  /** The answer should be yes or no. */
  yesOrNo: boolean
  /** The answer is a number, with or without a unit: “how many”, or something measured or computed. */
  number: boolean
  /** The answer is a list. */
  list: boolean
  /** The answer is a list whose order matters. */
  order: boolean
  /** The answer is a text: an explanation, a summary, a draft. */
  text: boolean
  /** There is no short answer: the question asks for a text, for a reason, or how something happens. */
  openEnded: boolean
  /** The question asks several things, so that one number or name is not a complete answer: “who won, and when?” */
  severalThings: boolean
}

type KindOfThing = WhatIsAsked['kind']

const HOW_MUCH = new RegExp(`\\bhow (?:many|much|${Object.keys(MEASURES).join('|')})\\b`, 'i')

/** The kind of question by its opening; the first match counts. */
const OPENINGS: Array<[KindOfThing, RegExp]> = [
  ['person', /^\s*who(?:se|m)?\b(?! or\b)/i],
  ['time', /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i],
  ['number', HOW_MUCH],
  ['place', /^\s*where\b(?! or\b)/i],
  ['truth', new RegExp(`^\\s*${AUXILIARY}\\b`, 'i')],
  ['reason', /^\s*(?:why|how come)\b/i],
  ['manner', /^\s*how\b/i],
]
/** The kind of question by words inside it, used if no opening matches. */
const INSIDE: Array<[KindOfThing, RegExp]> = [
  ['time', /\bwhat year\b/i],
  ['number', /\b(?:what|which) (?:number|percent)/i],
  ['person', /\bwho(?:se|m)?\b|\b(?:what|which) (?:actor|actress|singer|author|artist|president)\b/i],
  ['place', /\bwhere\b|\b(?:what|which) (?:country|city|state|town|continent)\b/i],
]

const LIST = /\b(?:which|what) (?:are|were)\b|\b(?:list|name|enumerate)\b/i
const ORDER =
  /\b(?:rank|sort|order|arrange|sequence|chronolog\w*|ascending|descending|step by step|steps|top \d+)\b|\bfrom (?:\w+ ){1,3}to (?:the )?\w+(?:est|first|last)\b/i
const YES_OR_NO = new RegExp(
  `(?:^|[.:!]\\s)\\s*${AUXILIARY}\\b|\\btrue or false\\b|\\byes or no\\b|\\b(?:yes/no|true/false)\\b`,
  'i',
)
const COMPUTED = /\b(?:calculate|compute|evaluate)\b/i
const MEASURED =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:number|total|sum|amount|cost|price|percentage|percent|probability|average|area|volume|length|width|distance|speed|quotient|remainder|perimeter|weight|height|profit|salary|temperature)\b/i
// These words need a number in the question, because not every value or difference is numeric.
const MEASURED_OF_NUMBERS =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:value|difference|product|age|rate)\b/i
const TEXT =
  /^\s*(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(?:explain|describe|discuss|compare|contrast|write|draft|compose|suggest|recommend|summari[sz]e|outline|design|translate|rewrite|rephrase|paraphrase|continue|refactor|implement|convert|format|generate|create|what do you think|what would you|tell me about|give me (?:advice|an? (?:example|overview|summary|plan)))\b|\bwhat(?:'s| is| are) the (?:main |key )?differences?\b(?! between \d)|\bpros and cons\b/i
const SEVERAL = new RegExp(
  [
    // “Who won, and when?”
    `\\b${ASKING}\\b.*?\\b(?:and|or),? (?:if (?:so|not),? )?(?:(?:also|in|on|at|by|for|to|from|with|of|about) ){0,2}(?:${ASKING}|${AUXILIARY})\\b`,
    // “Is it safe, and if so, how often?”
    `^\\W*${AUXILIARY}\\b.*?\\band,? (?:if (?:so|not),? )?(?:${ASKING}|${AUXILIARY})\\b`,
    // “the capital and the largest city”, “x and y”
    `\\b(?:what|which|give|name|find|state|extract)\\b.*\\b(?:(?:the|its|their) [\\w-]+(?: [\\w-]+){0,2}(?:, [\\w ,-]+)? and (?:the|its|their) [\\w-]+|[a-z] and [a-z]\\b)`,
  ].join('|'),
  'i',
)
const ASKING_WORD = new RegExp(`\\b${ASKING}\\b`, 'i')
const MAXIMUM_LENGTH = 4_000

/** Determines what a question asks for. Memoised, because every reply to the question needs it. */
export const whatIsAsked = memoise(determineAsked, { most: 100, longestText: MAXIMUM_LENGTH })

function determineAsked(query: string): WhatIsAsked {
  const opening = OPENINGS.find(([, expression]) => expression.test(query))
  const kind = (opening ?? INSIDE.find(([, expression]) => expression.test(query)))?.[0] ?? 'thing'
  const end = query.slice(-MAXIMUM_LENGTH)
  const text = TEXT.test(query)
  return {
    kind,
    isPlain: opening !== undefined,
    yesOrNo: YES_OR_NO.test(query),
    number:
      HOW_MUCH.test(end) ||
      COMPUTED.test(end) ||
      MEASURED.test(end) ||
      (/\d/.test(end) && MEASURED_OF_NUMBERS.test(end)),
    list: LIST.test(query),
    order: ORDER.test(query),
    text,
    openEnded: text || kind === 'reason' || kind === 'manner' || /^\s*should\b/i.test(query),
    severalThings: asksSeveralThings(end),
  }
}

function asksSeveralThings(query: string): boolean {
  const sentences = sentencesOf(query)
  const asked = sentences.filter((sentence) => /\?\W{0,2}$/.test(sentence))
  const questions = asked.filter((sentence) => ASKING_WORD.test(sentence))
  return (
    questions.length > 1 || (asked.length > 0 ? asked : sentences).some((sentence) => SEVERAL.test(sentence))
  )
}
