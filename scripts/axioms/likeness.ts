import type { AxiomRecord } from '../../src/contract/axiom.ts'
import { dotProduct } from '../../src/vectors/dot-product.ts'
import type { Embedder } from '../../src/vectors/embedder.ts'

/** Two axioms and the cosine of their statements. */
export interface Likeness {
  ids: [string, string]
  cosine: number
}

/** The pairs of axioms whose statements are at least so much alike, the most alike first. */
export async function alikePairs(
  axioms: AxiomRecord[],
  { embedder, atLeast }: { embedder: Embedder; atLeast: number },
): Promise<Likeness[]> {
  const vectors = await embedder.embed(axioms.map(({ axiom }) => axiom))
  const pairs = axioms.flatMap(({ id }, first) =>
    axioms.slice(first + 1).map((other, offset): Likeness => {
      const cosine = dotProduct(vectors[first]!, vectors[first + 1 + offset]!)
      return { ids: [id, other.id], cosine }
    }),
  )
  return pairs.filter(({ cosine }) => cosine >= atLeast).sort((left, right) => right.cosine - left.cosine)
}
