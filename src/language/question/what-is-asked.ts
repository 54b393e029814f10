import { memoise } from '../../utils/bounded-cache.ts'
import { sentencesOf } from '../sentences.ts'
import { ASKING, AUXILIARY, MEASURES } from './asking-words.ts'

/** What a question wants to hear, as far as its words tell. */
export interface WhatIsAsked {
  /** The kind of thing that answers it. */
  kind: 'person' | 'time' | 'number' | 'place' | 'truth' | 'reason' | 'manner' | 'thing'
  /** Whether the kind is what it opens with or counts, rather than a word somewhere in it. */
  isPlain: boolean
  /** It is to be answered with yes or no. */
  yesOrNo: boolean
  /** A number, with or without a unit: “how many” or something that is measured or computed. */
  number: boolean
  /** Several things of a kind. */
  list: boolean
  /** Things in an order. */
  order: boolean
  /** A text: an explanation, a summary, a draft. */
  text: boolean
  /** It has no short answer: it asks for a text, or why, or how something comes about. */
  openEnded: boolean
  /** Several things at once, so that one number or name is no whole answer: “who won, and when?” */
  severalThings: boolean
}

type KindOfThing = WhatIsAsked['kind']

const HOW_MUCH = new RegExp(`\\bhow (?:many|much|${Object.keys(MEASURES).join('|')})\\b`, 'i')

/** What a question asks for by how it opens, the first that fits. */
const OPENINGS: Array<[KindOfThing, RegExp]> = [
  ['person', /^\s*who(?:se|m)?\b(?! or\b)/i],
  ['time', /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i],
  ['number', HOW_MUCH],
  ['place', /^\s*where\b(?! or\b)/i],
  ['truth', new RegExp(`^\\s*${AUXILIARY}\\b`, 'i')],
  ['reason', /^\s*(?:why|how come)\b/i],
  ['manner', /^\s*how\b/i],
]
/** The same by what is asked somewhere in it. */
const WITHIN: Array<[KindOfThing, RegExp]> = [
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
// Things have values and differences without numbers, too.
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
const LONGEST_LOOK = 4_000

/** Reads what a question asks for; the replies to one are all read by it. */
export const whatIsAsked = memoise(readAsked, { most: 100, longestText: LONGEST_LOOK })

function readAsked(query: string): WhatIsAsked {
  const opening = OPENINGS.find(([, expression]) => expression.test(query))
  const kind = (opening ?? WITHIN.find(([, expression]) => expression.test(query)))?.[0] ?? 'thing'
  const end = query.slice(-LONGEST_LOOK)
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
