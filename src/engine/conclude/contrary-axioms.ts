import { type Anchor, LEVELS } from '../../contract/axiom.ts'
import type { Run } from '../deliberation.ts'
import type { TableAnswer } from '../measure/table/table.ts'
import { askedOf } from '../panel/asked.ts'
import { askReader } from '../reader/ask-reader.ts'
import { readContrary } from '../reader/read-lists.ts'

/** The minimum relevance of an axiom that may answer a question. */
const HIGHLY_RELEVANT = 0.9
const MOST_AXIOMS = 5

/** The axioms of any level that contradict an agreed answer, as a reader finds; a reading that fails finds none. */
export async function contraryAxioms(run: Run, { label, answer, text }: TableAnswer): Promise<Anchor[]> {
  const { request, ports, spiral } = run
  // What was found contrary before is not compared again with an answer that the panel kept.
  if (spiral.contrary !== undefined && spiral.contraryTo === label) return spiral.contrary
  await ports.pause()
  const found = await ports.findAnchors({ levels: LEVELS, texts: [request.query], limit: MOST_AXIOMS })
  const anchors = found.filter(({ relevance }) => relevance >= HIGHLY_RELEVANT)
  if (anchors.length === 0) return []
  const asked = { ...askedOf(request), answer, text, anchors }
  const brief = { phase: 'reading', task: 'compare-axioms', ...asked } as const
  const { reading } = await askReader(run, brief, (reply) => readContrary(reply, anchors))
  return reading ?? []
}
