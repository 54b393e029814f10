import { useState } from 'preact/hooks'
import type { EdgeClient, EdgeConsensusResponse } from '../../../src/client/index.ts'
import { problemOf } from '../api/problem.ts'
import { dollars, percent } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'

type Reliability = Awaited<ReturnType<EdgeClient['reliability']>>

/** How reliable the models of a closed question have been, fetched when the reader wants to know. */
export function ReliabilitySection({ edge, result }: { edge: EdgeClient; result: EdgeConsensusResponse }) {
  const [figures, setFigures] = useState<Reliability | string | null>(null)
  if (result.kind !== 'closed' || result.models.length < 2) return null
  const open = (event: Event) => {
    if (!(event.currentTarget as HTMLDetailsElement).open || figures !== null) return
    edge
      .reliability({ models: result.models })
      .then(setFigures, (error) => setFigures(problemOf(error).message))
  }
  return (
    <section aria-labelledby="reliability-title">
      <details onToggle={open}>
        <summary>
          <h2 id="reliability-title">How reliable these models have been</h2>
        </summary>
        {figures === null ? (
          <p class="waiting">Reading …</p>
        ) : typeof figures === 'string' ? (
          <p>{figures}</p>
        ) : (
          <Figures figures={figures} />
        )}
      </details>
    </section>
  )
}

function Figures({ figures }: { figures: Reliability }) {
  const { known, needed, members, runs, accuracy, leader, warnings = [] } = figures
  if (!known)
    return (
      <p class="hint">
        {warnings[0] ??
          `Not known yet: every model must have answered in ${needed} counted runs. Until then all votes are equal.`}
      </p>
    )
  return (
    <>
      <p class="hint">
        Estimated from who gave the same answer in past runs, and from verdicts.
        {accuracy !== null &&
          ` By this estimate the panel was right in ${percent(accuracy)} of ${runs} runs.`}
        {leader !== null && ` The panel follows ${leader}, because verdicts say that this is better.`}
      </p>
      <Scrolled class="scrolled" label="Reliability of the models">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Right</th>
              <th scope="col">Between</th>
              <th scope="col">Vote</th>
              <th scope="col">A right answer costs</th>
              <th scope="col">The panel without it</th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ model, accuracy, low, high, weight, cost_per_right_usd, loss_without }) => (
              <tr key={model}>
                <th scope="row">{model}</th>
                <td>
                  <meter min={0} max={1} value={accuracy} aria-hidden="true" /> {percent(accuracy)}
                </td>
                <td>
                  {percent(low)} – {percent(high)}
                </td>
                <td>{weight.toFixed(2)}</td>
                <td>{cost_per_right_usd === null ? '–' : dollars(cost_per_right_usd)}</td>
                <td>{loss_without === null ? '–' : inPoints(-loss_without)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

function inPoints(change: number): string {
  const points = (100 * change).toFixed(1)
  return Number(points) === 0 ? 'the same' : `${change > 0 ? '+' : '−'}${Math.abs(Number(points))} points`
}
