import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { percent } from '../page/figures.ts'
import { asSentence, CONFIDENCES, OUTCOMES } from '../run/words.ts'

/** How sure, and why. */
export function ConfidenceSection({ result }: { result: EdgeConsensusResponse }) {
  const { confidence, confidence_basis: basis, confidence_kind: kind, outcome, router, votes } = result
  const { title, meaning } = OUTCOMES[outcome]
  return (
    <section class="confidence" aria-labelledby="confidence-title">
      <h2 id="confidence-title">How sure</h2>
      <div class="gauge">
        <p class="figure">
          {percent(confidence)}
          <span>{kind === undefined ? 'confidence' : CONFIDENCES[kind]}</span>
        </p>
        <progress max={1} value={confidence} aria-label="Confidence" />
        <p class={`outcome ${outcome}`}>
          <strong>{title}.</strong> {meaning}
        </p>
      </div>
      <p>{asSentence(basis)}</p>
      {kind === 'right' && votes === undefined && (
        <p class="hint">
          Judged by how often answers with as much support at first were right in recorded panels
          {router === 'offline' ? '. The offline voices are not among these' : ''}.
        </p>
      )}
    </section>
  )
}
