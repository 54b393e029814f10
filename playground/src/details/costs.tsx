import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { IterationPhase } from '../../../src/contract/deliberation.ts'
import { PHASES } from '../../../src/contract/progress-in-words.ts'
import { count, dollars, duration } from '../page/figures.ts'
import { Table } from '../page/scrolled.tsx'

const OTHER_PHASES = {
  reading: 'One model reads or checks what others wrote',
  writing: 'One model writes the answer',
  repair: 'The form of the answer is corrected',
}

const STRUCTURES = {
  fugue: 'fugue, for four or more models: all are shown everything',
  sonata: 'sonata: answer against counter-answer',
  concert: 'concert: one model leads',
}

/** What each phase of a run cost, and who was asked how. */
export function Costs({ result }: { result: EdgeConsensusResponse }) {
  const { usage, id, models, structure, router, cached } = result
  return (
    <>
      {cached !== undefined && (
        <p class="hint">
          This answer was saved, so it cost nothing now. The run that gave it took{' '}
          {duration(usage.duration_ms)} and {count(usage.calls, 'call')} ({dollars(usage.cost_usd)}).
        </p>
      )}
      {usage.phases !== undefined && (
        <Table
          class="figures"
          label="Cost by phase"
          columns={['What was done', 'Round', 'Calls', 'Tokens', 'Cost']}
        >
          {usage.phases.map(
            ({ phase, iteration, calls, prompt_tokens, completion_tokens, cost_usd }, index) => (
              <tr key={index}>
                <th scope="row">{{ ...PHASES, ...OTHER_PHASES }[phase as IterationPhase] ?? phase}</th>
                <td>{iteration}</td>
                <td>{calls}</td>
                <td>{(prompt_tokens + completion_tokens).toLocaleString('en')}</td>
                <td>{dollars(cost_usd)}</td>
              </tr>
            ),
          )}
        </Table>
      )}
      <p class="meta">
        <span>Models: {models.join(', ')}</span>
        <span>Structure: {STRUCTURES[structure]}</span>
        <span>Router: {router}</span>
        <span>Result: {id}</span>
      </p>
    </>
  )
}
