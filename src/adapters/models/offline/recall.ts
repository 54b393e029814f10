import { LRUCache } from 'lru-cache'
import { wordsAsked, wordsToFind } from '../../../axioms/asked-words.ts'
import type { AxiomRecord } from '../../../contract/axiom.ts'
import { isNegated, isStopWord } from '../../../language/words.ts'

/** An axiom that answers a question, and how relevant the search finds it, from 0 to 1. */
export interface Recollection extends ReadAnswer {
  statement: string
  relevance: number
}

export type SearchAxioms = (text: string, topK: number) => Promise<Array<AxiomRecord & { relevance: number }>>

interface Recalled {
  answering: Recollection[]
  nearby: AxiomRecord[]
}

const NOTHING: Recalled = { answering: [], nearby: [] }

export type Recall = ReturnType<typeof createRecall>

const CALLED_TO_MIND = 8
/** Longer texts are not factual questions. */
const LONGEST_QUESTION = 1_000
/** Recent questions are remembered, since a panel asks the same one repeatedly. */
const REMEMBERED = { max: 64, ttl: 60_000 }

/** The minimum relevance of an axiom that is used; `npm run eval -- offline` shows the trade-off. */
const LEAST_RELEVANCE = 0.9

/** Words that only ask, and name nothing. */
const ASKING = new Set('mean meaning come came use far old tall fast world'.split(' '))
/** The axioms on abbreviations give their expansion. */
const STANDS_FOR = /^what does (\S+) stand for/i

/** Finds axioms with the search behind `GET /axioms/search`, and keeps those that answer the question. */
export function createRecall(search: SearchAxioms, now: () => number) {
  const remembered = new LRUCache<string, Recalled>({ ...REMEMBERED, perf: { now }, fetchMethod: recall })

  async function recall(question: string): Promise<Recalled> {
    const asked = question.replace(STANDS_FOR, 'what is the expansion of $1')
    const topic = wordsAsked(asked).filter((word) => !ASKING.has(word))
    if (topic.length === 0) return NOTHING
    const nearby = await search(asked, CALLED_TO_MIND)
    const answering = nearby.flatMap(({ relevance, ...axiom }) => {
      const read = relevance < LEAST_RELEVANCE ? null : readOff(asked, topic, axiom)
      return read === null ? [] : [{ ...read, statement: axiom.axiom, relevance }]
    })
    return { answering, nearby }
  }

  return async (question: string) =>
    question.length > LONGEST_QUESTION ? NOTHING : remembered.forceFetch(question)
}

/** What an axiom answers, and the share of its statement that the question names. */
interface ReadAnswer {
  answer: string
  likeness: number
}

/** The share of a subject that a question must name to be answered by what is said of it alone. */
const MOSTLY = 0.65
/** The share of a statement that a question must name to be answered by yes or no. */
const WHOLLY = 0.75

/** A name or figure within a subject. */
const NAME = /(?<=\s)\S*[\p{Lu}\d]\S*/gu
const NUMBER = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|infinite)\b/
/** “What is a prime number?” does not ask for the number of primes. */
const WHAT_IS_A = /^what(?:'s| is) an? /i
const REASON = /\b(?:because|caused?|causes|so|since|by)\b/
/** What an answer must contain, by how the question begins; the first match counts. */
const FORMS: Array<[opening: RegExp, form: RegExp]> = [
  [/^who(?:se|m)?\b/i, /\p{Lu}\p{Ll}+ (?:\p{Ll}+ )?\p{Lu}/u],
  [/^(?:when|what year)\b/i, /\d{3}/],
  [/^where\b/i, /\b(?:in|at|near|on) (?:the )?\p{Lu}/u],
  [/\bhow (?:many|much|far|long|old|tall|high|fast|hot)\b|\bwhat temperature\b/i, NUMBER],
  [/^(?:why|how)\b/i, REASON],
  [/^/, /^/],
]
const YES_OR_NO = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b(?!.*\bor\b)/i
/** With a condition or an exception, a statement is neither a yes nor a no, and a value not the whole answer. */
const QUALIFIED =
  /\b(?:if|unless|when|where|except|but|whereas|although|while|only|than|such as|usually|typically)\b|;/i

/** The shortest answer that can be read off an axiom; null if words of the topic or the kind of thing are missing. */
export function readOff(
  question: string,
  topic: string[],
  { axiom, description }: AxiomRecord,
): ReadAnswer | null {
  const all = wordsToFind(`${axiom} ${description}`)
  if (!topic.every((word) => isAmong(word, all))) return null
  const stated = wordsToFind(axiom)
  const said = topic.filter((word) => isAmong(word, stated))
  const likeness = shareOf(axiom, topic)
  const whole = { answer: axiom.replace(/\.$/, ''), likeness }
  if (YES_OR_NO.test(question)) {
    if (topic.length < 2 || said.length < topic.length) return null
    if (likeness < WHOLLY || QUALIFIED.test(axiom)) return null
    return { answer: isNegated(question) === isNegated(axiom) ? 'yes' : 'no', likeness }
  }
  const [, form] = FORMS.find(([opening]) => opening.test(question))!
  const { subject = '', value = '' } = form === REASON ? {} : (sidesOf(axiom) ?? {})
  const named = wordsToFind(subject)
  // The highest mountain of Europe is not “the highest mountain”.
  const names = wordsToFind((subject.match(NAME) ?? []).join(' '))
  const isAbout =
    said.length > 0 &&
    WHAT_IS_A.test(question) === /^An? /.test(subject) &&
    said.every((word) => isAmong(word, named)) &&
    [...names].every((name) => topic.includes(name)) &&
    shareOf(subject, topic) >= MOSTLY
  if (isAbout && form.test(value) && !QUALIFIED.test(value)) return { answer: value, likeness }
  // A figure of something else would pass for the one that was asked for.
  const least = form === NUMBER ? topic.length : topic.length / 2
  const words = topic.filter((word) => !/^\d/.test(word))
  return words.length > 1 && said.length >= least && form.test(axiom) ? whole : null
}

const SIDES =
  /^((?!(?:Whether|If|When|Where|In|On|At|By|For|Under|With|From|After|Before|That|Every|No|Not)\b)[^,;]+?)(?<!\b(?:that|which|who|it|there|if|when|because))(?:, [^,;]+,)? (?:is|are|was|were) (.+)\.$/
const LONGEST_VALUE = 6

/** What a statement is about, and what it says of it: “The capital of France, as of 2025, is Paris.” */
export function sidesOf(statement: string): { subject: string; value: string } | null {
  const [, subject, predicate] = SIDES.exec(statement) ?? []
  if (subject === undefined || predicate === undefined) return null
  const [head = predicate] = predicate.split(/[,;:] /)
  // A list is one value, also in brackets.
  const isValue =
    head.split(' ').length <= LONGEST_VALUE &&
    !predicate.includes(' and ') &&
    !/[[({'"][^\])}'"]*$/.test(head)
  return { subject, value: isValue ? head : predicate }
}

/** The share of the content words and figures of a text that are among others. */
function shareOf(text: string, others: string[]): number {
  const words = [...wordsToFind(text)].filter((word) => /\p{L}{2}|\d/u.test(word) && !isStopWord(word))
  return words.length === 0 ? 0 : words.filter((word) => isAmong(word, others)).length / words.length
}

/** Suffixes that form the doer or the degree of a word: painter of paint, longest of long. */
const DERIVED = /^(?:e?r|or|e?st|ion|al)$/
const SHORTEST_ROOT = 4

/** Whether a stem is among others, either itself or related by a suffix. */
function isAmong(word: string, others: Iterable<string>): boolean {
  for (const other of others) {
    const [short, long] = word.length < other.length ? [word, other] : [other, word]
    if (word === other) return true
    if (short.length >= SHORTEST_ROOT && long.startsWith(short) && DERIVED.test(long.slice(short.length)))
      return true
  }
  return false
}
