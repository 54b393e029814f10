import { wordRarity } from '../language/word-rarity.ts'
import { isStopWord } from '../language/words.ts'
import { haveNoTopic, isShortSign, wordsToFind } from './asked-words.ts'

/** A document: its statement, and the notes on it. */
interface StatedText {
  statement: string
  notes: string
}

/**
 * How shared words change the odds that a text is relevant to a question, tuned on `eval/axioms/axiom-questions.jsonl`:
 * weights of the share of the question that the text mentions and of the share of the statement that the question
 * mentions, and the total at which words say nothing either way.
 */
const WEIGHTS = { coverage: 4, focus: 1.2, usual: 1.9 }

/** A text that contains a word, and the weight of the word there for the question and for the statement. */
interface Mention {
  document: number
  covers: number
  focuses: number
}

/** The weight of a word that occurs in the notes only. */
const IN_NOTES = 0.7

/** What the words of a question (see `wordsAsked`) add to the odds of each text, in the order of the texts. */
export type WordEvidence = (asked: string[]) => Float32Array

/** The evidence for a text that shares no word with a question: none has less. */
const NO_SHARED_WORD = Math.fround(-WEIGHTS.usual)

/**
 * How far shared words shift the log odds that each text is relevant to a question; rare words count more. A word
 * that occurs in no text weighs the most, so that a question about something else counts against every text.
 */
export function createWordEvidence(texts: StatedText[]): WordEvidence {
  const documents = texts.map(({ statement, notes }) => {
    const stated = wordsToFind(statement)
    return { stated, words: new Set([...stated, ...wordsToFind(notes)]) }
  })
  const rarity = wordRarity(documents.map(({ words }) => words))
  const mentions = new Map<string, Mention[]>()
  documents.forEach(({ stated, words }, document) => {
    // Numbers and symbols of a statement are usually the answer, not part of the question.
    const asking = [...stated].filter((word) => /\p{L}{2}/u.test(word) && !isStopWord(word))
    const whole = asking.reduce((sum, word) => sum + rarity(word), 0)
    const focus = new Map(asking.map((word) => [word, rarity(word) / whole]))
    for (const word of words) {
      const list = mentions.get(word) ?? []
      list.push({ document, covers: stated.has(word) ? 1 : IN_NOTES, focuses: focus.get(word) ?? 0 })
      mentions.set(word, list)
    }
  })
  const { places, spans } = packed(mentions)

  return (asked) => {
    const evidence = new Float32Array(texts.length).fill(NO_SHARED_WORD)
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

/** All mentions in three arrays, with the span of each word: a tenth of the memory of as many objects. */
function packed(mentions: Map<string, Mention[]>) {
  const all = [...mentions.values()].flat()
  const spans = new Map<string, { from: number; to: number }>()
  let from = 0
  for (const [word, { length }] of mentions) {
    spans.set(word, { from, to: from + length })
    from += length
  }
  const places = {
    documents: Uint32Array.from(all, ({ document }) => document),
    covers: Float32Array.from(all, ({ covers }) => covers),
    focuses: Float32Array.from(all, ({ focuses }) => focuses),
  }
  return { places, spans }
}
