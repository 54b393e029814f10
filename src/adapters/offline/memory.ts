import type { AxiomRecord } from '../../contract/axiom.ts'
import { contentWords } from '../../engine/words.ts'
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
  const frequency = new Map<string, number>()
  for (const axiom of axioms) {
    for (const word of new Set(contentWords(textOf(axiom))))
      frequency.set(word, (frequency.get(word) ?? 0) + 1)
  }
  const weight = (word: string) => Math.log(1 + axioms.length / ((frequency.get(word) ?? 0) + 0.5))
  const weigh = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weight(word), 0)

  function fitOf(text: string, statement: string): number {
    const asked = new Set(contentWords(text))
    const said = new Set(contentWords(statement))
    if (asked.size === 0 || said.size === 0) return 0
    const shared = weigh([...asked].filter((word) => said.has(word)))
    return 0.85 * (shared / weigh(asked)) + 0.15 * (shared / weigh(said))
  }

  return {
    async recall(text) {
      return ranked(axioms.map((axiom) => ({ axiom, fit: fitOf(text, textOf(axiom)) })))
    },
    fit: async (text, statement) => fitOf(text, statement),
  }
}

/** Remembers by the closeness of embeddings. */
export function createSemanticMemory(axioms: AxiomRecord[], embedder: Embedder): Memory {
  const vectors = embedder.embed(axioms.map(({ axiom }) => axiom))
  const relevance = (left: Float32Array, right: Float32Array) => {
    const cosine = left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
    return embedder.relevance(cosine, 'question-statement')
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
