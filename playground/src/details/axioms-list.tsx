import type { Anchor } from '../../../src/contract/axiom.ts'
import { LEVEL_NAMES } from '../../../src/contract/level-names.ts'
import { percent } from '../../../src/contract/trust-in-words.ts'
import type { RunState } from '../run/run-state.ts'

/** The checked statements (axioms) that the models were shown. */
export function AxiomsList({ axioms }: { axioms: Anchor[] }) {
  return (
    <>
      <p class="hint">
        Stretto calls them axioms. Each has one of seven levels, from 1 (mathematics) to 7 (language).
      </p>
      <ul class="axioms">
        {axioms.map(({ id, axiom, level, relevance, source }) => (
          <li key={id}>
            <p dir="auto">{axiom}</p>
            <p class="meta">
              {id} · level {level} ({LEVEL_NAMES[level - 1]}) · relevance {percent(relevance)}
              {source === 'own' && ' · from your own axioms'}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The axioms of a run, each once. */
export function axiomsOf({ result, iterations }: RunState): Anchor[] {
  const shown = result?.relevant_axioms ?? iterations.flatMap(({ axioms }) => axioms)
  return [...new Map(shown.map((axiom) => [axiom.id, axiom])).values()]
}
