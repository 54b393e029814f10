import { wordsToFind } from '../../../axioms/asked-words.ts'
import type { AxiomRecord } from '../../../contract/axiom.ts'
import { areOpposite } from '../../../language/opposites.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import { isNegation, wordsOf } from '../../../language/words.ts'
import { createBoundedCache } from '../../../utils/bounded-cache.ts'
import { type AskedFor, askedFor } from './asked-for.ts'
import { isAmong, type KeyWords, keyWordsOf, wordsSaid } from './key-words.ts'
import { readOff } from './read-off.ts'

/** An axiom that answers a question: its answer, and how well it fits by meaning and by words, from 0 to 1. */
export interface Recollection {
  axiom: AxiomRecord
  /** The sentence the answer was read from. */
  statement: string
  answer: string
  relevance: number
  likeness: number
}

/** The axiom search. */
export type SearchAxioms = (text: string, topK: number) => Promise<Array<AxiomRecord & { relevance: number }>>

/** What was found for a question: axioms that answer it, and others that are close to it. */
export interface Recalled {
  answering: Recollection[]
  nearby: AxiomRecord[]
}

export type Recall = (question: string) => Promise<Recalled>

interface RecallParts {
  axioms: AxiomRecord[]
  search: SearchAxioms
  now: () => number
}

const CALLED_TO_MIND = 8
/** Longer texts are not factual questions. */
const LONGEST_QUESTION = 1_000
/** Recent questions are remembered, since a panel asks the same one repeatedly. */
const REMEMBERED = 64
const REMEMBERED_MS = 60_000

/** The minimum scores of an axiom before it is used; `npm run eval -- offline` shows the trade-off. */
const LEAST_RELEVANCE = 0.9
const LEAST_SAID = 0.5

const NOTHING: Recalled = { answering: [], nearby: [] }

/** Finds axioms with the search behind `GET /axioms/search`, and keeps those that answer the question. */
export function createRecall({ axioms, search, now }: RecallParts): Recall {
  const keyWords = keyWordsOf(axioms)
  const remembered = createBoundedCache<string, { since: number; recalled: Promise<Recalled> }>(REMEMBERED)

  async function recall(question: string): Promise<Recalled> {
    if (question.length > LONGEST_QUESTION) return NOTHING
    const asked = askedFor(question)
    if (asked.topic.length === 0) return NOTHING
    const text = asked.term === null ? question : `the expansion of ${asked.term}`
    const nearby = await search(text, CALLED_TO_MIND)
    return { answering: nearby.flatMap((axiom) => recollectionOf(asked, axiom, keyWords)), nearby }
  }

  return (question) => {
    const known = remembered.get(question)
    if (known !== undefined && now() - known.since < REMEMBERED_MS) return known.recalled
    const recalled = recall(question)
    remembered.set(question, { since: now(), recalled })
    recalled.catch(() => remembered.delete(question))
    return recalled
  }
}

function recollectionOf(
  asked: AskedFor,
  { relevance, ...axiom }: AxiomRecord & { relevance: number },
  keyWords: KeyWords,
): Recollection[] {
  const { stated, all } = keyWords.of(axiom)
  if (relevance < LEAST_RELEVANCE || !namesWhatIsAsked(asked, all) || saysOpposite(asked, axiom)) return []
  const unsaid = asked.topic.filter((word) => !isAmong(word, stated))
  const beside = unsaid.length === 0 ? [] : sentencesOf(axiom.description)
  const hasAll = unsaid.length === 0 || areOtherNames(asked, unsaid, beside)
  const said = keyWords.shareOf(asked.topic, stated)
  const focus = keyWords.shareOf(wordsSaid(axiom.axiom), new Set(asked.topic))
  const found =
    answerFromNotes(asked, beside, keyWords) ??
    (hasAll || isStated(asked, unsaid, said)
      ? answerFrom(asked, { statement: axiom.axiom, hasAll }, keyWords)
      : null)
  return found === null ? [] : [{ ...found, axiom, relevance, likeness: (said + focus) / 2 }]
}

function answerFrom(asked: AskedFor, statement: Parameters<typeof readOff>[1], keyWords: KeyWords) {
  const answer = readOff(asked, statement, keyWords)
  return answer === null ? null : { answer, statement: statement.statement }
}

/** What a sentence of the notes answers, if it mentions everything the question names. */
function answerFromNotes(asked: AskedFor, sentences: string[], keyWords: KeyWords) {
  for (const statement of sentences) {
    if (!asked.topic.every((word) => isAmong(word, wordsToFind(statement)))) continue
    const found = answerFrom(asked, { statement, hasAll: true }, keyWords)
    if (found === null) continue
    if (
      asked.kind === 'truth'
        ? wordsOf(statement).some(isNegation) || /\bmyth\b/.test(statement)
        : isOwn(found)
    )
      return found
  }
  return null
}

/** Whether a short answer comes from a complete sentence of its own, without a qualification. */
function isOwn({ answer, statement }: { answer: string; statement: string }): boolean {
  return /^(?:The|A|An) [^;:]*$/.test(statement) && !statement.startsWith(answer)
}

/** Whether words missing from a statement are given as other names: “Often called the tallest mountain in the world.” */
function areOtherNames(
  { kind, topic, isComparison }: AskedFor,
  unsaid: string[],
  sentences: string[],
): boolean {
  if (isComparison || kind === 'reason' || kind === 'truth') return false
  const read = sentences.map((sentence) => ({
    isNaming: NAMING.test(sentence),
    isOwn: /^(?:The|A|An) [^;:]*\b(?:is|are|was|were)\b/.test(sentence),
    words: wordsToFind(sentence),
  }))
  return (
    read.some(({ isOwn, words }) => !isOwn && topic.every((word) => isAmong(word, words))) ||
    unsaid.every((word) => read.some(({ isNaming, words }) => isNaming && isAmong(word, words)))
  )
}

const NAMING = /\b(?:called|known|named?|nicknamed?|termed|everyday|other words|also|abbreviated)\b/i

/** Whether a statement contains half of the topic by weight, and for yes-or-no questions also the predicate. */
function isStated({ kind, topic, isComparison }: AskedFor, unsaid: string[], said: number): boolean {
  return (
    said >= LEAST_SAID &&
    !isComparison &&
    (kind !== 'truth' || (unsaid.length <= topic.length / 4 && !unsaid.includes(topic.at(-1)!)))
  )
}

/** Whether an axiom contains the words of a question, all of a few or nearly all of many, and every figure. */
function namesWhatIsAsked({ kind, topic }: AskedFor, words: Set<string>): boolean {
  const missing = topic.filter((word) => !isAmong(word, words))
  return (
    missing.length <= topic.length / (hasRecognisableForm(kind) ? 4 : 5) &&
    !missing.some((word) => /^\d/.test(word))
  )
}

/** Whether a statement contains the opposite of a word of the question instead of the word: largest for smallest. */
function saysOpposite({ question }: AskedFor, { axiom }: AxiomRecord): boolean {
  const [asked, stated] = [wordsOf(question), wordsOf(axiom)]
  return asked.some(
    (word) =>
      !stated.includes(word) && stated.some((other) => areOpposite(word, other) && !asked.includes(other)),
  )
}

/** Whether the form of an answer shows that it is of the kind asked for. */
function hasRecognisableForm(kind: AskedFor['kind']): boolean {
  return kind !== 'thing' && kind !== 'definition' && kind !== 'manner' && kind !== 'reason'
}
