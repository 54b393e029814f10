import { fileURLToPath } from 'node:url'
import { readContrary } from '../../src/engine/reader/read-groups.ts'
import { readJsonLines } from '../json-lines.ts'
import { readAxiomCases } from './axiom-cases.ts'

interface AxiomCall {
  case: string
  model: string
  messages: Array<{ role: string; content: string }>
  reply: string
}

/** How a reader did on agreed answers and the axioms that refute them or only seem to. */
export interface AxiomFigures {
  refuted: number
  /** Refuted answers of which the search finds the axiom. */
  found: number
  /** Refuted answers that the reader recognises. */
  recognised: number
  /** Both: what a run would find. */
  'found and recognised': number
  lookAlikes: number
  /** Answers that are not refuted and were read as if they were. */
  'false alarms': number
}

/** The recorded comparisons of answers with axioms, by the model that read. */
export async function axiomFigures(): Promise<Record<string, AxiomFigures>> {
  const cases = await readAxiomCases()
  const calls = readJsonLines<AxiomCall>(fileURLToPath(new URL('axiom-calls.jsonl.gz', import.meta.url)))
  const models = [...new Set(calls.map(({ model }) => model))]
  return Object.fromEntries(
    models.map((model) => {
      const read = cases.map((one) => {
        const call = calls.find((made) => made.model === model && made.case === one.id)!
        const contrary = readContrary(call.reply, one.brief.anchors) ?? []
        return { ...one, isContrary: contrary.some(({ id }) => id === one.axiom) }
      })
      const refuted = read.filter(({ relation }) => relation === 'contradicts')
      const others = read.filter(({ relation }) => relation !== 'contradicts')
      const figures: AxiomFigures = {
        refuted: refuted.length,
        found: refuted.filter(({ isFound }) => isFound).length,
        recognised: refuted.filter(({ isContrary }) => isContrary).length,
        'found and recognised': refuted.filter(({ isFound, isContrary }) => isFound && isContrary).length,
        lookAlikes: others.length,
        'false alarms': others.filter(({ isContrary }) => isContrary).length,
      }
      return [model, figures]
    }),
  )
}
