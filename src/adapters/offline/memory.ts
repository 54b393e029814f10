import type { AxiomRecord } from '../../contract/axiom.ts'
import { rarityAmong } from '../../engine/word-rarity.ts'
import { contentWords } from '../../engine/words.ts'
import { dotProduct } from '../../vectors/dot-product.ts'
import type { Embedder } from '../../vectors/embedder.ts'

const CALLED_TO_MIND = 3

/** An axiom that came to mind, and how well it fits from 0 to 1. */
export interface Recollection {
  axiom: AxiomRecord
  fit: number
}

/** How a voice remembers: what comes to mind for a text, and how well a statement fits it. */
export interface Memory {
  recall(text: string): Promise<Recollection[]>
  fit(text: string, statement: string): Promise<number>
}

/** Remembers by shared words, rare ones weighing more; a statement with much else in it fits less. */
export function createLexicalMemory(axioms: AxiomRecord[], textOf: (axiom: AxiomRecord) => string): Memory {
  const entries = axioms.map((axiom) => ({ axiom, words: new Set(contentWords(textOf(axiom))) }))
  const rarity = rarityAmong(entries.map(({ words }) => words))
  const weigh = (words: Iterable<string>) => {
    let sum = 0
    for (const word of words) sum += rarity(word)
    return sum
  }
  // Figures are what a statement answers with; they are not counted against it.
  const said = (words: Set<string>) => weigh([...words].filter((word) => /\p{L}{2}/u.test(word)))
  const weights = new Map(entries.map(({ axiom, words }) => [axiom.id, said(words)]))

  function fitOf(asked: Set<string>, stated: Set<string>, weight: number): number {
    // A number alone brings nothing to mind: it stands in too many statements.
    if (![...asked].some((word) => /\p{L}/u.test(word))) return 0
    const shared = weigh([...asked].filter((word) => stated.has(word)))
    return shared === 0 ? 0 : 0.8 * (shared / weigh(asked)) + 0.2 * Math.min(1, shared / weight)
  }

  return {
    async recall(text) {
      const asked = new Set(contentWords(text))
      return ranked(
        entries.map(({ axiom, words }) => ({ axiom, fit: fitOf(asked, words, weights.get(axiom.id) ?? 0) })),
      )
    },
    async fit(text, statement) {
      const stated = new Set(contentWords(statement))
      return fitOf(new Set(contentWords(text)), stated, said(stated))
    },
  }
}

/** How the axioms are searched by meaning. */
export type SearchAxioms = (text: string, topK: number) => Promise<Array<AxiomRecord & { relevance: number }>>

/** Remembers by meaning, as the search for axioms does. */
export function createSemanticMemory(search: SearchAxioms, embedder: Embedder): Memory {
  return {
    async recall(text) {
      const found = await search(text, CALLED_TO_MIND)
      return found.map(({ relevance, ...axiom }) => ({ axiom, fit: relevance }))
    },
    async fit(text, statement) {
      const [asked, stated] = await embedder.embed([text, statement])
      return embedder.relevance(dotProduct(asked!, stated!), 'question-statement')
    },
  }
}

function ranked(recollections: Recollection[]): Recollection[] {
  return recollections
    .sort((left, right) => right.fit - left.fit || (left.axiom.id < right.axiom.id ? -1 : 1))
    .slice(0, CALLED_TO_MIND)
}
