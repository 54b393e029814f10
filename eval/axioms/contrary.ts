import { fileURLToPath } from 'node:url'
import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { LEVELS } from '../../src/contract/axiom.ts'
import { openTestLibrary } from '../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { readJsonLines } from '../json-lines.ts'

/** An answer that a panel may agree on, and an axiom about the very thing that was asked for. */
interface ContraryCase {
  id: string
  query: string
  answer: string
  axiom: string
  relation: 'contradicts' | 'supports' | 'unrelated'
}

/** As the engine searches for axioms that an agreed answer is compared with. */
const MOST_AXIOMS = 5
const HIGHLY_RELEVANT = 0.9
/** How far misses are searched for. */
const MOST_SEARCHED = 50

/**
 * Measures whether the axiom that an agreed answer should be compared with is found at all, on the cases in
 * `eval/axioms/contrary.jsonl`: among the five most relevant to the question, and relevant enough.
 */
export async function evaluateContrary(): Promise<void> {
  const cases = readJsonLines<ContraryCase>(fileURLToPath(new URL('contrary.jsonl', import.meta.url)))
  const library = await openTestLibrary(readAxioms(), await openBuiltinEmbedder())
  const found = await Promise.all(
    cases.map(async (one) => {
      const anchors = await library.findAnchors({ levels: LEVELS, texts: [one.query], limit: MOST_AXIOMS })
      return { ...one, relevance: anchors.find(({ id }) => id === one.axiom)?.relevance ?? null }
    }),
  )
  const searched = async ({ query, axiom }: ContraryCase) => {
    const hits = await library.search({ text: query, topK: MOST_SEARCHED, minScore: 0, levels: null })
    return hits.find(({ id }) => id === axiom)?.relevance ?? null
  }
  const isCompared = ({ relevance }: (typeof found)[number]) =>
    relevance !== null && relevance >= HIGHLY_RELEVANT
  const rows = [...new Set(cases.map(({ relation }) => relation))].sort().map((relation) => {
    const ofRelation = found.filter((one) => one.relation === relation)
    const row = {
      cases: ofRelation.length,
      'among the five': ofRelation.filter(({ relevance }) => relevance !== null).length,
      compared: ofRelation.filter(isCompared).length,
    }
    return [relation, row] as const
  })
  console.table(Object.fromEntries(rows))
  for (const one of found.filter((each) => !isCompared(each))) {
    const { id, axiom, relation, relevance, query } = one
    const anywhere = relevance ?? (await searched(one))
    const place = relevance === null ? 'not among the five' : 'among the five'
    console.log(
      `${id} (${relation}): ${axiom} is ${place}, relevance ${anywhere?.toFixed(3) ?? 'unknown'}: ${query}`,
    )
  }
}
