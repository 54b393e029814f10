import { decimal } from '../page/figures.ts'
import { agreementOn, type Divergence, divergencesOf } from '../run/divergence.ts'
import type { RunState } from '../run/run-state.ts'
import { LinePlot } from './line-plot.tsx'

/** How far the models are apart, round by round. */
export function DivergenceSection({ state }: { state: RunState }) {
  const figures = divergencesOf(state)
  const agreement = agreementOn(state.kind)
  return (
    <div class="divergence">
      <p class="hint">
        Disagreement (D) after each round: 0 means that all models agree, 1 that no two do.{' '}
        {state.kind === 'open'
          ? 'At first it compares the texts, later what the models say of each point.'
          : 'It falls only when a model accepts an answer, or changes its own and says why.'}
        {agreement > 0 && ` At ${decimal(agreement)} or less, the models count as agreed.`}
        {figures.some(({ isEstimated }) => isEstimated) &&
          ' An open circle is an estimate from the texts alone.'}
      </p>
      <LinePlot figures={figures} agreement={agreement} />
      <FigureTable figures={figures} />
    </div>
  )
}

/** The same figures for those who do not see the plots. */
function FigureTable({ figures }: { figures: Divergence[] }) {
  return (
    <div class="hidden">
      <table>
        <caption>Disagreement by round</caption>
        <thead>
          <tr>
            <th scope="col">Round</th>
            <th scope="col">D</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ iteration, D, isEstimated }) => (
            <tr key={iteration}>
              <th scope="row">{iteration}</th>
              <td>
                {decimal(D)}
                {isEstimated && ' (estimated)'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
