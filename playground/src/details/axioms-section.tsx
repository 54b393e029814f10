import type { Anchor } from '../../../src/contract/axiom.ts'
import { LEVEL_NAMES } from '../../../src/contract/level-names.ts'
import { percent } from '../page/figures.ts'
import type { RunState } from '../run/run-state.ts'

/** The checked statements that the models were shown. */
export function AxiomsSection({ state }: { state: RunState }) {
  const axioms = axiomsOf(state)
  if (axioms.length === 0) return null
  return (
    <section aria-labelledby="axioms-title">
      <h2 id="axioms-title">Axioms</h2>
      <p class="hint">Short, checked statements that were shown to the models as anchors.</p>
      <ul class="axioms">
        {axioms.map(({ id, axiom, level, relevance, source }) => (
          <li key={id}>
            <p>{axiom}</p>
            <p class="meta">
              Level {level}, {LEVEL_NAMES[level - 1]} · {id} · relevance {percent(relevance)}
              {source === 'own' && ' · own'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function axiomsOf({ result, iterations }: RunState): Anchor[] {
  const shown = result?.relevant_axioms ?? iterations.flatMap(({ axioms }) => axioms)
  return [...new Map(shown.map((axiom) => [axiom.id, axiom])).values()]
}
