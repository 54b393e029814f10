import { wordsToFind } from '../../../axioms/asked-words.ts'
import type { AxiomRecord } from '../../../contract/axiom.ts'
import { ROMAN } from '../../../language/number-words.ts'
import { wordRarity } from '../../../language/word-rarity.ts'
import { isStopWord } from '../../../language/words.ts'

/** The words of an axiom: those of its statement, and all including its notes. */
export interface AxiomWords {
  stated: Set<string>
  all: Set<string>
}

/** Weights words by rarity: the fewer axioms contain a word, the more it counts. */
export interface KeyWords {
  of(axiom: AxiomRecord): AxiomWords
  /** The share of the words of a text, by weight, that are among others. */
  shareOf(words: Iterable<string>, others: Set<string>): number
}

const known = new WeakMap<AxiomRecord[], KeyWords>()

/** Reads the words of all axioms, once for all panels that share them. */
export function keyWordsOf(axioms: AxiomRecord[]): KeyWords {
  const words = known.get(axioms) ?? createKeyWords(axioms)
  known.set(axioms, words)
  return words
}

function createKeyWords(axioms: AxiomRecord[]): KeyWords {
  const read = new Map(axioms.map((axiom) => [axiom.id, wordsOfAxiom(axiom)]))
  const rarity = wordRarity([...read.values()].map(({ all }) => all))
  return {
    of: (axiom) => read.get(axiom.id) ?? wordsOfAxiom(axiom),
    shareOf(words, others) {
      let [whole, shared] = [0, 0]
      for (const word of words) {
        const weight = rarity(word)
        whole += weight
        if (isAmong(word, others)) shared += weight
      }
      return whole === 0 ? 0 : shared / whole
    },
  }
}

/** The content words of a part of a statement: no function words and no figures. */
export function wordsSaid(text: string): string[] {
  return [...wordsToFind(text)].filter((word) => /\p{L}[\p{L}\d]/u.test(word) && !isStopWord(word))
}

/** Suffixes that form the doer or the degree of a word: painter of paint, longest of long. */
const DERIVED = /^(?:e?r|or|e?st|ion|al)$/

/** Whether a stem is among others, either itself or related by a suffix. */
export function isAmong(word: string, others: Set<string>): boolean {
  // World War 2 is World War II.
  if (others.has(word) || others.has(ROMAN[Number(word) - 1] ?? '')) return true
  if (word.length < SHORTEST_ROOT || /\d/.test(word)) return false
  for (const other of others) {
    const [short, long] = word.length < other.length ? [word, other] : [other, word]
    if (short.length >= SHORTEST_ROOT && long.startsWith(short) && DERIVED.test(long.slice(short.length)))
      return true
  }
  return false
}

const SHORTEST_ROOT = 4

function wordsOfAxiom({ axiom, description, domain }: AxiomRecord): AxiomWords {
  const stated = wordsToFind(axiom)
  return { stated, all: new Set([...stated, ...wordsToFind(`${description} ${domain}`)]) }
}
