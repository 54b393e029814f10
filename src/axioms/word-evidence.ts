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
const NO_SHARED_WORD = Math.fround(-WEIGHTS.usual)

/** The words of an axiom: those of its statement, and all of them. */
interface AxiomWords {
  stated: Set<string>
  words: Set<string>
}

function wordsIn({ axiom, description, domain }: AxiomRecord): AxiomWords {
  const stated = wordsToFind(axiom)
  return { stated, words: new Set([...stated, ...wordsToFind(`${description} ${domain}`)]) }
}

/** How many axioms are read, and how many are entered, in one turn: a few milliseconds. */
const READ_PER_TURN = 50
const ENTERED_PER_TURN = 500

/**
 * How far shared words shift the log odds that each axiom is relevant to a question; rare words count more. A word
 * that occurs in no axiom weighs the most, so that a question about something else counts against every axiom.
 */
export function createWordEvidence(axioms: AxiomRecord[]): WordEvidence {
  return atOnce(wordEvidenceSteps(axioms))
}

/** The same in steps: to read the words of all axioms takes longer than anything else about them. */
export function* wordEvidenceSteps(axioms: AxiomRecord[]): Steps<WordEvidence> {
  const documents: AxiomWords[] = []
  for (const axiom of axioms) {
    if (documents.length % READ_PER_TURN === 0) yield
    documents.push(wordsIn(axiom))
  }
  const spans = yield* spansOf(documents)
  // The inverse document frequency.
  const rarity = (word: string) => Math.log(1 + axioms.length / ((spans.get(word)?.count ?? 0) + 0.5))
  const total = documents.reduce((sum, { words }) => sum + words.size, 0)
  // All mentions in three arrays: a tenth of the memory of as many objects.
  const places = {
    documents: new Uint32Array(total),
    covers: new Float32Array(total),
    focuses: new Float32Array(total),
  }
  for (const [document, { stated, words }] of documents.entries()) {
    if (document % ENTERED_PER_TURN === 0) yield
    // Numbers and symbols of a statement are usually the answer, not part of the question.
    const asking = new Set([...stated].filter((word) => /\p{L}{2}/u.test(word) && !isStopWord(word)))
    const whole = [...asking].reduce((sum, word) => sum + rarity(word), 0)
    for (const word of words) {
      const place = spans.get(word)!.to++
      places.documents[place] = document
      places.covers[place] = stated.has(word) ? 1 : IN_NOTES
      places.focuses[place] = asking.has(word) ? rarity(word) / whole : 0
    }
  }

  return (asked) => {
    const evidence = new Float32Array(axioms.length).fill(NO_SHARED_WORD)
    const hasTopic = !haveNoTopic(asked)
    const said = asked.reduce((sum, word) => sum + rarity(word), 0)
    // A missing topic weighs like a word that no text has: a common number cannot make up for it.
    const whole = hasTopic ? said : Math.max(said, rarity(''))
    for (const word of asked) {
      if (!hasTopic && isShortSign(word)) continue
      const share = rarity(word) / whole
      const { from, to } = spans.get(word) ?? { from: 0, to: 0 }
      for (let place = from; place < to; place++) {
        const weight =
          WEIGHTS.coverage * share * places.covers[place]! + WEIGHTS.focus * places.focuses[place]!
        evidence[places.documents[place]!]! += weight
      }
    }
    return evidence
  }
}

interface Span {
  from: number
  to: number
  /** How many axioms have the word. */
  count: number
}

/** Where the mentions of each word begin, one word after another; none is entered yet. */
function* spansOf(documents: AxiomWords[]): Steps<Map<string, Span>> {
  const counts = new Map<string, number>()
  for (const [document, { words }] of documents.entries()) {
    if (document % ENTERED_PER_TURN === 0) yield
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  let from = 0
  const spans = new Map<string, Span>()
  for (const [word, count] of counts) {
    spans.set(word, { from, to: from, count })
    from += count
  }
  return spans
}
