import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { percent } from '../page/figures.ts'
import { OUTCOMES } from '../run/words.ts'

/** How sure, and why. */
export function ConfidenceSection({ result }: { result: EdgeConsensusResponse }) {
  const { confidence, confidence_basis: basis, outcome, router } = result
  const { title, meaning } = OUTCOMES[outcome]
  return (
    <section class="confidence" aria-labelledby="confidence-title">
      <h2 id="confidence-title">How sure</h2>
      <div class="gauge">
        <p class="figure">
          {percent(confidence)}
          <span>confidence</span>
        </p>
        <progress max={1} value={confidence} aria-label="Confidence" />
        <p class={`outcome ${outcome}`}>
          <strong>{title}.</strong> {meaning}
        </p>
      </div>
      <p>{sentence(basis)}</p>
      <p class="hint">
        Confidence is the probability that the answer is right, judged by how often such answers were right in
        recorded panels{router === 'offline' ? '. The offline voices are not among these' : ''}.
      </p>
    </section>
  )
}

/** A text as a sentence of its own. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
