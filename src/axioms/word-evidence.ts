import { rarityAmong } from '../engine/word-rarity.ts'
import { isStopWord, stem, wordsOf } from '../engine/words.ts'

/** A document: what it states, and what is noted beside. */
interface StatedText {
  statement: string
  notes: string
}

/**
 * What shared words add to the odds that a text bears on a question, chosen on `eval/axiom-questions.jsonl`: the share
 * of the question that the text mentions, the share of the statement that the question mentions, and what both come
 * to where nothing can be told from them.
 */
const WEIGHTS = { coverage: 4, focus: 1.2, usual: 1.9 }

/** What a word counts that stands in the notes alone. */
const IN_NOTES = 0.7

/**
 * How far shared words move the logarithm of the odds that each of some texts bears on a question; rare words count
 * more. A word that no text has weighs most of all, so that a question about something else speaks against every one.
 */
export function createWordEvidence(texts: StatedText[]): (question: string) => Float32Array {
  const documents = texts.map(({ statement, notes }) => {
    const stated = wordSet(statement)
    return { stated, words: new Set([...stated, ...wordSet(notes)]) }
  })
  const rarity = rarityAmong(documents.map(({ words }) => words))
  /** For each word, where it stands and what it counts there for question and statement. */
  const places = new Map<string, Array<{ document: number; covers: number; focuses: number }>>()
  documents.forEach(({ stated, words }, document) => {
    // Numbers and symbols of a statement are what is asked for, not what is asked with.
    const asking = [...stated].filter((word) => /\p{L}{2}/u.test(word) && !isStopWord(word))
    const whole = asking.reduce((sum, word) => sum + rarity(word), 0)
    const focus = new Map(asking.map((word) => [word, rarity(word) / whole]))
    for (const word of words) {
      const list = places.get(word) ?? []
      list.push({ document, covers: stated.has(word) ? 1 : IN_NOTES, focuses: focus.get(word) ?? 0 })
      places.set(word, list)
    }
  })

  return (question) => {
    const evidence = new Float32Array(texts.length).fill(-WEIGHTS.usual)
    const content = [...wordSet(question)].filter((word) => !isStopWord(word))
    // “its or it’s” is asked in small words alone.
    const asked = content.length > 0 ? content : [...wordSet(question)]
    const whole = asked.reduce((sum, word) => sum + rarity(word), 0)
    for (const word of asked) {
      const share = rarity(word) / whole
      for (const { document, covers, focuses } of places.get(word) ?? [])
        evidence[document]! += WEIGHTS.coverage * share * covers + WEIGHTS.focus * focuses
    }
    return evidence
  }
}

/** The words of a text, those that carry content by their stem. */
function wordSet(text: string): Set<string> {
  return new Set(wordsOf(text).map((word) => (isStopWord(word) ? word : stem(word))))
}
