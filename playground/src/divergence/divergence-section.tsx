import { decimal } from '../page/figures.ts'
import { agreementOn, type Divergence, divergencesOf } from '../run/divergence.ts'
import type { RunState } from '../run/run-state.ts'
import { LinePlot } from './line-plot.tsx'
import { SpiralPlot } from './spiral-plot.tsx'

/** How far the voices are apart, iteration by iteration. */
export function DivergenceSection({ state }: { state: RunState }) {
  const figures = divergencesOf(state)
  const agreement = agreementOn(state.kind)
  return (
    <section class="divergence" aria-labelledby="divergence-title">
      <h2 id="divergence-title">Divergence</h2>
      <p class="hint">
        D says how far the voices are apart: 0 is complete agreement.{' '}
        {state.kind === 'open'
          ? 'The texts are compared first; then it is measured by what the voices say of each claim.'
          : 'It falls only when a voice accepts an answer, or changes its own for a reason it names.'}
      </p>
      {figures.length === 0 ? (
        <p class="waiting">D is measured when all have answered.</p>
      ) : (
        <>
          <div class="plots">
            <LinePlot figures={figures} agreement={agreement} />
            <SpiralPlot figures={figures} agreement={agreement} />
          </div>
          <ul class="legend" aria-hidden="true">
            <li class="of-measured">D of this run</li>
            <li class="of-target">golden target: D ÷ φ in each iteration</li>
            {agreement > 0 && <li class="of-agreement">agreement: D at most {decimal(agreement)}</li>}
            {figures.some(({ isEstimated }) => isEstimated) && (
              <li class="of-estimate">estimated from texts alone</li>
            )}
          </ul>
          <FigureTable figures={figures} />
        </>
      )}
    </section>
  )
}

/** The same figures for those who do not see the plots. */
function FigureTable({ figures }: { figures: Divergence[] }) {
  return (
    <div class="hidden">
      <table>
        <caption>D by iteration</caption>
        <thead>
          <tr>
            <th scope="col">Iteration</th>
            <th scope="col">D</th>
            <th scope="col">Golden target</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ iteration, D, target, isEstimated }) => (
            <tr key={iteration}>
              <th scope="row">{iteration}</th>
              <td>
                {decimal(D)}
                {isEstimated && ' (estimated)'}
              </td>
              <td>{decimal(target)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
