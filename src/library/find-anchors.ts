import { checkedVector, defaultRelevance } from '../adapters/embedders/foreign-model.ts'
import { createAxiomLibrary } from '../axioms/axiom-library.ts'
import { createAxiomVectors, embedAxioms, type PreparedAxioms } from '../axioms/axiom-vectors.ts'
import { wordEvidenceIn } from '../axioms/word-evidence.ts'
import type { AxiomRecord } from '../contract/axiom.ts'
import type { FindAnchors } from '../engine/index.ts'
import type { Embedder } from '../vectors/embedder.ts'

/** Turns texts into vectors of 768 numbers, one per text. */
export type Embed = (texts: string[]) => Promise<ArrayLike<number>[]>

interface Searching {
  builtin: Embedder
  /** The embedder of the caller, if it has one. */
  embed: Embed | undefined
  takeTurn: (caller: string) => Promise<void>
  /** Whether the axioms are the caller's own. */
  isOwn: boolean
  /** What was computed from the axioms before; null for none. */
  prepared: PreparedAxioms | null
}

/** Embeds the axioms and searches them. */
export async function anchorsIn(
  axioms: AxiomRecord[],
  { builtin, embed, takeTurn, isOwn, prepared }: Searching,
): Promise<FindAnchors> {
  if (axioms.length === 0) return async () => []
  const embedder = embed === undefined ? builtin : embedderOf(embed)
  const embedded = embedAxioms(axioms, {
    embedder,
    known: embed === undefined ? prepared?.vectors : undefined,
  }).then((table) => createAxiomVectors(table))
  const own = new Set(isOwn ? axioms.map(({ id }) => id) : [])
  const library = createAxiomLibrary(axioms, embedder, embedded, {
    takeTurn,
    own,
    evidenceOf: prepared === null ? undefined : wordEvidenceIn(prepared.words),
  })
  await embedded
  return library.findAnchors
}

function embedderOf(embed: Embed): Embedder {
  const name = 'The embed function of the panel'
  return {
    name,
    relevance: defaultRelevance,
    async embed(texts) {
      const vectors = await embed(texts)
      if (vectors.length !== texts.length)
        throw new Error(`${name} returned ${vectors.length} vectors for ${texts.length} texts.`)
      return vectors.map((numbers) => checkedVector(numbers, name))
    },
  }
}
