import type { AxiomRecord } from '../../contract/axiom.ts'
import { contentWords } from '../../engine/words.ts'
import { dotProduct } from '../../vectors/dot-product.ts'
import { type Embedder, embedOne } from '../../vectors/embedder.ts'

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
  const frequency = new Map<string, number>()
  for (const { words } of entries)
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const weigh = (words: Iterable<string>) => {
    let sum = 0
    for (const word of words) sum += Math.log(1 + axioms.length / ((frequency.get(word) ?? 0) + 0.5))
    return sum
  }
  const weights = new Map(entries.map(({ axiom, words }) => [axiom.id, weigh(words)]))

  function fitOf(asked: Set<string>, said: Set<string>, saidWeight: number): number {
    // A number alone brings nothing to mind: it stands in too many statements.
    if (![...asked].some((word) => /\p{L}/u.test(word))) return 0
    const shared = weigh([...asked].filter((word) => said.has(word)))
    return shared === 0 ? 0 : 0.85 * (shared / weigh(asked)) + 0.15 * (shared / saidWeight)
  }

  return {
    async recall(text) {
      const asked = new Set(contentWords(text))
      return ranked(
        entries.map(({ axiom, words }) => ({ axiom, fit: fitOf(asked, words, weights.get(axiom.id) ?? 0) })),
      )
    },
    async fit(text, statement) {
      const said = new Set(contentWords(statement))
      return fitOf(new Set(contentWords(text)), said, weigh(said))
    },
  }
}

/** Remembers by the closeness of embeddings. */
export function createSemanticMemory(axioms: AxiomRecord[], embedder: Embedder): Memory {
  const vectors = embedder.embed(axioms.map(({ axiom }) => axiom))
  const relevance = (left: Float32Array, right: Float32Array) => {
    return embedder.relevance(dotProduct(left, right), 'question-statement')
  }
  return {
    async recall(text) {
      const asked = await embedOne(embedder, text)
      const known = await vectors
      return ranked(axioms.map((axiom, index) => ({ axiom, fit: relevance(asked, known[index]!) })))
    },
    async fit(text, statement) {
      return relevance(await embedOne(embedder, text), await embedOne(embedder, statement))
    },
  }
}

function ranked(recollections: Recollection[]): Recollection[] {
  return recollections
    .sort((left, right) => right.fit - left.fit || (left.axiom.id < right.axiom.id ? -1 : 1))
    .slice(0, 3)
}
