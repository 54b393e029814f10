import { readingInWords } from '../run/reading-in-words.ts'
import type { Reading, RunState } from '../run/run-state.ts'
import { voicesOf } from '../run/voices.ts'
import { VoiceColumn } from './voice-column.tsx'

/** As few rows as fit on a wide screen, all about equally full. */
function columnsFor(voices: number): number {
  const rows = Math.ceil(voices / MOST_COLUMNS)
  return Math.ceil(voices / rows)
}

const MOST_COLUMNS = 4

/** Every model of the panel, side by side. */
export function VoicesSection({ state }: { state: RunState }) {
  const voices = voicesOf(state)
  if (voices.length === 0) return null
  const dissenting = new Set(state.result?.dissent.map(({ name }) => name))
  return (
    <section aria-labelledby="voices-title">
      <h2 id="voices-title">Voices</h2>
      <p class="hint">
        What every model said, iteration by iteration. A change of mind counts only with a reason.
      </p>
      <ol class={`voices in-${columnsFor(voices.length)}`}>
        {voices.map((voice, index) => (
          <VoiceColumn
            key={voice.seat.name}
            voice={voice}
            number={index + 1}
            kind={state.kind}
            isDissenting={dissenting.has(voice.seat.name)}
          />
        ))}
      </ol>
      <Readings readings={state.readings} />
    </section>
  )
}

/** Who read the replies of the others, and for what. */
function Readings({ readings }: { readings: Reading[] }) {
  if (readings.length === 0) return null
  return (
    <ul class="readings hint">
      {readings.map((reading, index) => (
        <li key={index}>{readingInWords(reading)}</li>
      ))}
    </ul>
  )
}
