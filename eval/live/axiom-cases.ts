import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { type Anchor, LEVELS } from '../../src/contract/axiom.ts'
import type { BriefNamed } from '../../src/engine/panel/brief.ts'
import { openTestLibrary } from '../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { readJsonLines } from '../json-lines.ts'

const AxiomCase = z.object({
  id: z.string(),
  query: z.string(),
  answer: z.string(),
  /** The axiom that refutes the answer, or only seems to. */
  axiom: z.string(),
  relation: z.enum(['contradicts', 'supports', 'unrelated']),
  why: z.string(),
})
export type AxiomCase = z.infer<typeof AxiomCase>

/** An agreed answer with the axioms that a search finds for its question. */
export interface FoundCase extends AxiomCase {
  /** Whether the search finds the axiom in question. */
  isFound: boolean
  brief: BriefNamed<'compare-axioms'>
}

const FILE = fileURLToPath(new URL('../axioms/contrary.jsonl', import.meta.url))
/** As `deliberate-closed.ts` searches. */
const SEARCH = { levels: LEVELS, limit: 5 }
const HIGHLY_RELEVANT = 0.9

/** The cases with what a reader is shown; an axiom that the search misses is shown alone, so that the reading is measured too. */
export async function readAxiomCases(): Promise<FoundCase[]> {
  const axioms = readAxioms()
  const library = await openTestLibrary(axioms, await openBuiltinEmbedder())
  const cases = readJsonLines(FILE).map((row) => AxiomCase.parse(row))
  return Promise.all(
    cases.map(async (one) => {
      const found = await library.findAnchors({ ...SEARCH, texts: [one.query] })
      const relevant = found.filter(({ relevance }) => relevance >= HIGHLY_RELEVANT)
      const isFound = relevant.some(({ id }) => id === one.axiom)
      const { id, axiom, level } = axioms.find((record) => record.id === one.axiom)!
      const anchors: Anchor[] = isFound ? relevant : [{ id, axiom, level, relevance: HIGHLY_RELEVANT }]
      const { query, answer } = one
      const brief = {
        phase: 'reading',
        task: 'compare-axioms',
        query,
        criteria: null,
        answer,
        text: answer,
        anchors,
      } as const
      return { ...one, isFound, brief }
    }),
  )
}
