import { Markdown } from '../markdown/markdown.tsx'
import { WithMaths } from '../markdown/maths.tsx'
import { dollars, duration } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'
import { Folded } from '../page/section.tsx'
import { useNow } from '../page/use-now.ts'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { Voice } from '../run/voices.ts'
import { DiffView } from './diff-view.tsx'
import { stateOf } from './model-state.ts'
import { TurnItem } from './turn-item.tsx'

/** After so long without a text, the time is shown. */
const SLOW_MS = 15_000

/** One model: what it says now, and, folded, its whole reply and what it did round by round. */
export function ModelCard({ voice, state }: { voice: Voice; state: RunState }) {
  const { seat, turns, reply, isAwaited, isSpared, position } = voice
  const { kind, result, arriving } = state
  const { title, origin } = voiceLabel(seat.name)
  const { label, isWaiting, tone } = stateOf(voice, state)
  const isMute = isWaiting && arriving[seat.name] === undefined
  const waitedMs = useNow(isMute) - seat.askedAt
  const error = reply?.error ?? turns[0]?.response.error ?? null
  const isShort = position !== null && (kind === 'closed' || voice.text !== null)
  const text = position === null ? null : isShort ? voice.text : position
  const begun = position === null && isAwaited ? arriving[seat.name]?.text : undefined
  return (
    <article class="card">
      <header>
        <h3 title={seat.name}>{title}</h3>
        {label !== '' && (
          <p class={`state ${tone}`}>
            {isWaiting && <span class="pulse" aria-hidden="true" />}
            {label}
            {isMute && waitedMs > SLOW_MS && ` ${duration(waitedMs)}`}
          </p>
        )}
        {origin !== '' && <p class="origin hint">{origin}</p>}
      </header>
      {error !== null && result === null && <p class="hint">{error.message}</p>}
      {isSpared && <p class="hint">It is asked only if the first models disagree.</p>}
      {isShort && (
        <p class="position" dir="auto">
          <WithMaths text={position} />
        </p>
      )}
      {/* As it is: to read it as Markdown anew with every piece would block the page. */}
      {begun !== undefined && (
        <Scrolled class="clipped arriving" label={`Text of ${title}`}>
          <p dir="auto">{begun}</p>
        </Scrolled>
      )}
      {text &&
        (isShort && result !== null ? (
          <Folded title="Whole reply">{() => <Markdown text={text} />}</Folded>
        ) : (
          <Scrolled class="clipped" label={`Text of ${title}`}>
            <Markdown text={text} />
          </Scrolled>
        ))}
      {kind === 'draft' && result !== null && position !== null && position !== result.final_answer && (
        <Folded title="Compare with the answer">
          {() => <DiffView before={position} after={result.final_answer} />}
        </Folded>
      )}
      {turns.length > 0 && (turns.length > 1 || result === null) && (
        <Folded
          title={kind === 'open' && result !== null ? 'What it said later, round by round' : 'Round by round'}
        >
          {() => (
            <ol class="turns">
              {turns.map((turn) => (
                <TurnItem key={turn.iteration} turn={turn} kind={kind} shown={text ?? position} />
              ))}
            </ol>
          )}
        </Folded>
      )}
      <Spent voice={voice} />
    </article>
  )
}

function Spent({ voice: { turns, reply } }: { voice: Voice }) {
  const spent = [...turns.map(({ response }) => response), ...(reply === null ? [] : [reply])]
  if (spent.length === 0) return null
  const cost = spent.reduce<number | null>(
    (sum, { cost_usd }) => (cost_usd === null ? sum : (sum ?? 0) + cost_usd),
    null,
  )
  const time = spent.reduce((sum, { latency_ms }) => sum + latency_ms, 0)
  if (time === 0 && cost === null) return null
  return (
    <p class="meta">
      {duration(time)} · {dollars(cost)}
    </p>
  )
}
