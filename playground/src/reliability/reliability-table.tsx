import { percent } from '../../../src/contract/trust-in-words.ts'
import { dollars } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import type { Reliability } from './in-words.ts'

/** What past questions tell of each model of a panel. */
export function ReliabilityTable({ members }: Pick<Reliability, 'members'>) {
  return (
    <Scrolled class="scrolled" label="Reliability of the models">
      <table class="figures reliability">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Right</th>
            <th scope="col">
              <abbr title="In this range with a probability of 90 %">Between</abbr>
            </th>
            <th scope="col">Vote</th>
            <th scope="col">A reply costs</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ model, accuracy, low, high, weight, cost_usd }) => (
            <tr key={model}>
              <th scope="row" title={model}>
                <bdi>{voiceLabel(model).title}</bdi>
              </th>
              <td>
                <Interval low={low} high={high} middle={accuracy} /> {percent(accuracy)}
              </td>
              <td>
                {percent(low)} – {percent(high)}
              </td>
              <td>× {weight.toFixed(2)}</td>
              <td>{cost_usd === null ? '–' : dollars(cost_usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** A share from 0 to 100 % and the range in which it lies, as a bar. */
function Interval({ low, high, middle }: { low: number; high: number; middle: number }) {
  return (
    <svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" y="4" width="100" height="2" />
      <rect class="range" x={100 * low} y="2" width={100 * (high - low)} height="6" />
      <rect class="middle" x={100 * middle - 1} width="2" height="10" />
    </svg>
  )
}
