import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { dollars } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'

/** What each phase of a run cost, and what the service warns of. */
export function CostsSection({ result }: { result: EdgeConsensusResponse }) {
  const { usage, warnings, id, models, structure, router } = result
  return (
    <section aria-labelledby="costs-title">
      <h2 id="costs-title">Costs and notes</h2>
      {usage.phases !== undefined && (
        <Scrolled class="scrolled" label="Costs by phase">
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Phase</th>
                <th scope="col">Iteration</th>
                <th scope="col">Calls</th>
                <th scope="col">Tokens</th>
                <th scope="col">Cost</th>
              </tr>
            </thead>
            <tbody>
              {usage.phases.map(
                ({ phase, iteration, calls, prompt_tokens, completion_tokens, cost_usd }, index) => (
                  <tr key={index}>
                    <th scope="row">{phase}</th>
                    <td>{iteration}</td>
                    <td>{calls}</td>
                    <td>{(prompt_tokens + completion_tokens).toLocaleString('en')}</td>
                    <td>{dollars(cost_usd)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </Scrolled>
      )}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <p class="meta">
        {structure} · {models.join(', ')} · {router} · result {id}
      </p>
    </section>
  )
}
