import type { AxiomRecord } from '../contract/axiom.ts'
import { isStopWord } from '../language/words.ts'
import { atOnce, type Steps } from '../utils/in-turns.ts'
import { haveNoTopic, isShortSign, wordsToFind } from './asked-words.ts'

/**
 * How shared words change the odds that a text is relevant to a question, tuned on `eval/axioms/axiom-questions.jsonl`:
 * weights of the share of the question that the text mentions and of the share of the statement that the question
 * mentions, and the total at which words say nothing either way.
 */
const WEIGHTS = { coverage: 4, focus: 1.2, usual: 1.9 }

/** The weight of a word that occurs in the notes only. */
const IN_NOTES = 0.7

/** What the words of a question (see `wordsAsked`) add to the odds of each axiom, in the order of the axioms. */
export type WordEvidence = (asked: string[]) => Float32Array

/** The evidence for an axiom that shares no word with a question: none has less. */
export const NO_SHARED_WORD = Math.fround(-WEIGHTS.usual)

type AxiomWords = ReturnType<typeof wordsIn>

/** The words of an axiom: those of its statement, and all of them. */
function wordsIn({ axiom, description, domain }: AxiomRecord) {
  const stated = wordsToFind(axiom)
  return { stated, words: new Set([...stated, ...wordsToFind(`${description} ${domain}`)]) }
}

/** How many axioms are read, and how many are entered, in one turn: a few milliseconds. */
const READ_PER_TURN = 50
const ENTERED_PER_TURN = 500

/** Which axioms mention each word, one word after another: in arrays, which take a tenth of the memory of objects. */
export interface WordIndex {
  axioms: number
  words: string[]
  counts: Uint32Array
  /** Of each mention: its axiom, how much it counts there, and its share of the statement. */
  places: Uint32Array
  covers: Float32Array
  focuses: Float32Array
}

/** The evidence of words in these axioms. */
export function createWordEvidence(axioms: AxiomRecord[]): WordEvidence {
  return wordEvidenceIn(atOnce(wordIndexSteps(axioms)))
}

/** Reads the words of all axioms, in steps, because that takes longer than anything else about them. */
export function* wordIndexSteps(axioms: AxiomRecord[]): Steps<WordIndex> {
  const documents: AxiomWords[] = []
  for (const axiom of axioms) {
    if (documents.length % READ_PER_TURN === 0) yield
    documents.push(wordsIn(axiom))
  }
  const counts = yield* countWords(documents)
  const mentions = documents.reduce((sum, { words }) => sum + words.size, 0)
  const index: WordIndex = {
    axioms: axioms.length,
    words: [...counts.keys()],
    counts: Uint32Array.from(counts.values()),
    places: new Uint32Array(mentions),
    covers: new Float32Array(mentions),
    focuses: new Float32Array(mentions),
  }
  const spans = spansOf(index)
  const next = new Map([...spans].map(([word, { from }]) => [word, from]))
  const rarity = rarityOf(index, spans)
  for (const [document, { stated, words }] of documents.entries()) {
    if (document % ENTERED_PER_TURN === 0) yield
    // Numbers and symbols of a statement are usually the answer, not part of the question.
    const asking = new Set([...stated].filter((word) => /\p{L}{2}/u.test(word) && !isStopWord(word)))
    const whole = [...asking].reduce((sum, word) => sum + rarity(word), 0)
    for (const word of words) {
      const mention = next.get(word)!
      next.set(word, mention + 1)
      index.places[mention] = document
      index.covers[mention] = stated.has(word) ? 1 : IN_NOTES
      index.focuses[mention] = asking.has(word) ? rarity(word) / whole : 0
    }
  }
  return index
}

/** How far shared words shift the log odds that each axiom is relevant; words that no axiom has weigh the most. */
export function wordEvidenceIn(index: WordIndex): WordEvidence {
  const { places, covers, focuses } = index
  const spans = spansOf(index)
  const rarity = rarityOf(index, spans)
  return (asked) => {
    const evidence = new Float32Array(index.axioms).fill(NO_SHARED_WORD)
    const hasTopic = !haveNoTopic(asked)
    const said = asked.reduce((sum, word) => sum + rarity(word), 0)
    // A missing topic weighs like a word that no text has: a common number cannot make up for it.
    const whole = hasTopic ? said : Math.max(said, rarity(''))
    for (const word of asked) {
      if (!hasTopic && isShortSign(word)) continue
      const share = rarity(word) / whole
      const { from, to } = spans.get(word) ?? NOWHERE
      for (let mention = from; mention < to; mention++) {
        const weight = WEIGHTS.coverage * share * covers[mention]! + WEIGHTS.focus * focuses[mention]!
        evidence[places[mention]!]! += weight
      }
    }
    return evidence
  }
}

interface Span {
  from: number
  to: number
}

const NOWHERE: Span = { from: 0, to: 0 }

function spansOf({ words, counts }: WordIndex): Map<string, Span> {
  const spans = new Map<string, Span>()
  let to = 0
  for (const [place, word] of words.entries()) {
    const from = to
    to += counts[place]!
    spans.set(word, { from, to })
  }
  return spans
}

/** The inverse document frequency. */
function rarityOf({ axioms }: WordIndex, spans: Map<string, Span>): (word: string) => number {
  return (word) => {
    const { from, to } = spans.get(word) ?? NOWHERE
    return Math.log(1 + axioms / (to - from + 0.5))
  }
}

function* countWords(documents: AxiomWords[]): Steps<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [document, { words }] of documents.entries()) {
    if (document % ENTERED_PER_TURN === 0) yield
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
