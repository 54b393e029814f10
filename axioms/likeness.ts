import type { AxiomRecord } from '../src/contract/axiom.ts'
import { dotProduct } from '../src/vectors/cosine.ts'
import type { Embedder } from '../src/vectors/embedder.ts'

/** Two axioms and the cosine of their statements. */
export interface Likeness {
  ids: [string, string]
  cosine: number
}

/** The pairs of axioms whose statements have at least this cosine similarity, the most similar first. */
export async function alikePairs(
  axioms: AxiomRecord[],
  { embedder, atLeast }: { embedder: Embedder; atLeast: number },
): Promise<Likeness[]> {
  const vectors = await embedder.embed(axioms.map(({ axiom }) => axiom))
  const pairs: Likeness[] = []
  for (let second = 1; second < axioms.length; second++) {
    for (let first = 0; first < second; first++) {
      const cosine = dotProduct(vectors[first]!, vectors[second]!)
      if (cosine >= atLeast) pairs.push({ ids: [axioms[first]!.id, axioms[second]!.id], cosine })
    }
  }
  return pairs.sort((left, right) => right.cosine - left.cosine)
}
