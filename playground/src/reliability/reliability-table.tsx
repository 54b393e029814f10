import { percent } from '../../../src/contract/trust-in-words.ts'
import { dollars } from '../page/figures.ts'
import { Table } from '../page/scrolled.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import { type Reliability, reliabilityInWords } from './in-words.ts'

const BETWEEN = <abbr title="In this range with a probability of 90 %">Between</abbr>

/** What is known of a panel: null while it is fetched, a text where it could not be. */
export function ReliabilityFigures({ figures }: { figures: Reliability | string | null }) {
  if (figures === null) return <p class="waiting">Fetching the figures …</p>
  if (typeof figures === 'string') return <p class="caution">{figures}</p>
  const { known, runs_used: used, needed, members } = figures
  return (
    <>
      <p>{reliabilityInWords(figures)}</p>
      {!known && used > 0 && <progress value={used} max={needed} aria-label="Questions that were counted" />}
      {known && <ReliabilityTable members={members} />}
    </>
  )
}

/** What past questions tell of each model of a panel. */
function ReliabilityTable({ members }: Pick<Reliability, 'members'>) {
  return (
    <Table
      class="figures reliability"
      label="Reliability of the models"
      columns={['Model', 'Right', BETWEEN, 'Vote', 'A reply costs']}
    >
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
    </Table>
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
