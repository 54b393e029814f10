import { wordsAsked } from '../../../axioms/asked-words.ts'
import { MEASURES } from '../../../language/measures.ts'
import { normalizeText, parseUnit, type Unit } from '../../../language/quantity/index.ts'
import { stem, wordsOf } from '../../../language/words.ts'

/** What kind of answer a question asks for, and the words that name its topic. */
export interface AskedFor {
  kind:
    | 'expansion'
    | 'person'
    | 'time'
    | 'count'
    | 'measure'
    | 'place'
    | 'truth'
    | 'reason'
    | 'manner'
    | 'definition'
    | 'thing'
  question: string
  /** Stems of the words that name the topic, without words that only ask. */
  topic: string[]
  /** The abbreviation to be spelled out. */
  term: string | null
  /** The stem of what is to be counted. */
  counted: string | null
  /** The dimension of the answer, as “far” asks for a length; null for any. */
  dimension: RegExp | null
  /** Whether it asks how things differ. */
  isComparison: boolean
  /** The unit requested for the answer. */
  unit: Unit | null
}

/** The kind of question by its opening; the first match counts. */
const OPENINGS: Array<[AskedFor['kind'], RegExp]> = [
  ['person', /^\s*who(?:se|m)?\b(?! or\b)/i],
  ['time', /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i],
  ['measure', new RegExp(`\\bhow (?:many|much|${Object.keys(MEASURES).join('|')})\\b`, 'i')],
  ['place', /^\s*where\b(?! or\b)/i],
  [
    'truth',
    /^\s*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)\b/i,
  ],
  ['reason', /^\s*(?:why|how come)\b/i],
  ['manner', /^\s*how\b/i],
]
const EXPANSION =
  /^what (?:does|do|did) (?:the )?(?:(?:acronym|abbreviation|letters?) )?(\S+) (?:stand for|abbreviate)|^what is (\S+) (?:short|an? (?:acronym|abbreviation)) for|\b(?:full form|expansion) of (\S+)/i
const COUNT = /\bhow many ([\p{L}\d -]+)/iu
/** Where the phrase for what is counted ends. */
const COUNTED_END =
  /\b(?:are|is|was|were|do|does|did|can|could|will|would|has|have|in|of|on|for|make|exist|until|needed|there|that|to)\b.*$/iu
const MEASURE = new RegExp(`\\bhow (much|${Object.keys(MEASURES).join('|')})\\b`, 'i')
const TEMPERATURE = /\b(?:what|which) temperature\b/i
const DEFINITION = /^what(?:'s| is| are)(?! the\b)|^(?:what does .* mean|define\b)|\bmeaning$/i
const COMPARISON = /\b(?:difference|differ|differs|different|vs|versus|compared)\b/i
const IN_UNIT = / in (?:degrees )?(\p{L}+)$/iu

/** The base dimensions of an answer to “how far”, “how old” and so on. */
const DIMENSIONS: Partial<Record<string, RegExp>> = {
  ...Object.fromEntries(['far', 'tall', 'high', 'deep', 'wide'].map((word) => [word, /^m$/])),
  old: /^(?:s|month)$/,
  long: /^(?:m|s|month|bit)$/,
  fast: /^m s$/,
  heavy: /^kg$/,
  hot: /^(?:K|angle)$/,
  cold: /^(?:K|angle)$/,
}
const PERIOD = /^(?:year|date?|day|month)$/
/** Words that only ask or connect, and name nothing. */
const ASKING = new Set(
  'ca mean meaning stand vs versus happen differ difference use come came cause kind type sort value wrote'
    .split(' ')
    .map(stem),
)

/** Reads what a question asks for. */
export function askedFor(query: string): AskedFor {
  const question = normalizeText(query)
    .replace(/[?!.\s]+$/, '')
    .replace(/ (?:in the (?:whole )?world|on Earth)\b/i, '')
    .trim()
  const kind = kindOf(question)
  const unit = kind === 'truth' ? null : parseUnit(IN_UNIT.exec(question)?.[1] ?? '')
  const body = unit === null ? question : question.replace(IN_UNIT, '')
  const measured = MEASURE.exec(body)?.[1]?.toLowerCase() ?? null
  const term = kind === 'expansion' ? termOf(question) : null
  const words = wordsAsked(body).filter(
    (word) => !ASKING.has(word) && word !== measured && !(kind === 'time' && PERIOD.test(word)),
  )
  return {
    kind,
    question,
    topic: term === null ? words : wordsAsked(term),
    term,
    counted: kind === 'count' ? countedIn(question) : null,
    dimension: DIMENSIONS[TEMPERATURE.test(question) ? 'hot' : (measured ?? '')] ?? null,
    isComparison: COMPARISON.test(question),
    unit,
  }
}

function kindOf(question: string): AskedFor['kind'] {
  if (EXPANSION.test(question)) return 'expansion'
  const [kind] = OPENINGS.find(([, opening]) => opening.test(question)) ?? []
  if (kind === 'measure') return COUNT.test(question) ? 'count' : 'measure'
  if (TEMPERATURE.test(question)) return 'measure'
  return kind ?? (DEFINITION.test(question) ? 'definition' : 'thing')
}

function termOf(question: string): string | null {
  const [, ...terms] = EXPANSION.exec(question) ?? []
  return terms.find((term) => term !== undefined) ?? null
}

function countedIn(question: string): string | null {
  const phrase = COUNT.exec(question)?.[1]?.replace(COUNTED_END, '') ?? ''
  const last = wordsOf(phrase).at(-1)
  return last === undefined ? null : stem(last)
}
