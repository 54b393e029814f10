import { checkedVector } from '../adapters/embedders/checked-vector.ts'
import { defaultRelevance } from '../adapters/embedders/default-relevance.ts'
import { createAxiomLibrary } from '../axioms/axiom-library.ts'
import { createAxiomVectors } from '../axioms/axiom-vectors.ts'
import { embedAxioms } from '../axioms/embed-axioms.ts'
import type { AxiomRecord } from '../contract/axiom.ts'
import type { FindAnchors } from '../engine/index.ts'
import { withoutLock } from '../locks/one-at-a-time.ts'
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
}

/** Embeds the axioms and searches them. */
export async function anchorsIn(
  axioms: AxiomRecord[],
  { builtin, embed, takeTurn, isOwn }: Searching,
): Promise<FindAnchors> {
  if (axioms.length === 0) return async () => []
  const embedder = embed === undefined ? builtin : embedderOf(embed)
  const embedded = embedAxioms(axioms, {
    embedder,
    store: NOTHING_STORED,
    oneAtATime: withoutLock,
    onProgress() {},
  }).then((table) => createAxiomVectors(table))
  const own = new Set(isOwn ? axioms.map(({ id }) => id) : [])
  const library = createAxiomLibrary(axioms, embedder, embedded, { takeTurn, own })
  await embedded
  return library.findAnchors
}

/** The vectors are made anew by each panel: with the built-in model this takes a moment. */
const NOTHING_STORED: Parameters<typeof embedAxioms>[1]['store'] = {
  load: async () => new Map(),
  save: async () => {},
  keepOnly: async () => {},
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
