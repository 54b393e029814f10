import { wordsAsked } from '../../../axioms/asked-words.ts'
import type { AxiomRecord } from '../../../contract/axiom.ts'
import { createBoundedCache } from '../../../utils/bounded-cache.ts'
import { type ReadAnswer, readOff } from './read-off.ts'

/** An axiom that answers a question, and how relevant the search finds it, from 0 to 1. */
export interface Recollection extends ReadAnswer {
  statement: string
  relevance: number
}

/** The axiom search. */
export type SearchAxioms = (text: string, topK: number) => Promise<Array<AxiomRecord & { relevance: number }>>

/** What was found for a question: axioms that answer it, and others that are close to it. */
interface Recalled {
  answering: Recollection[]
  nearby: AxiomRecord[]
}

const NOTHING: Recalled = { answering: [], nearby: [] }

export type Recall = (question: string) => Promise<Recalled>

const CALLED_TO_MIND = 8
/** Longer texts are not factual questions. */
const LONGEST_QUESTION = 1_000
/** Recent questions are remembered, since a panel asks the same one repeatedly. */
const REMEMBERED = 64
const REMEMBERED_MS = 60_000

/** The minimum relevance of an axiom that is used; `npm run eval -- offline` shows the trade-off. */
const LEAST_RELEVANCE = 0.9

/** Words that only ask, and name nothing. */
const ASKING = new Set('mean meaning come came use far old tall fast world'.split(' '))
/** The axioms on abbreviations give their expansion. */
const STANDS_FOR = /^what does (\S+) stand for/i

/** Finds axioms with the search behind `GET /axioms/search`, and keeps those that answer the question. */
export function createRecall(search: SearchAxioms, now: () => number): Recall {
  const remembered = createBoundedCache<string, { since: number; recalled: Promise<Recalled> }>(REMEMBERED)

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

  return (question) => {
    if (question.length > LONGEST_QUESTION) return Promise.resolve(NOTHING)
    const known = remembered.get(question)
    if (known !== undefined && now() - known.since < REMEMBERED_MS) return known.recalled
    const recalled = recall(question)
    remembered.set(question, { since: now(), recalled })
    recalled.catch(() => remembered.delete(question))
    return recalled
  }
}
