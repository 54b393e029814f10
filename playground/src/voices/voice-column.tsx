import { Markdown } from '../markdown/markdown.tsx'
import { dollars, duration } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { Voice } from '../run/voices.ts'
import { TurnItem } from './turn-item.tsx'

interface VoiceColumnProps {
  voice: Voice
  number: number
  kind: RunState['kind']
  isDissenting: boolean
}

/** One model: what it stands for now, and how it came there. */
export function VoiceColumn({ voice, number, kind, isDissenting }: VoiceColumnProps) {
  const { seat, turns, reply, isAwaited, isSpared, position, text } = voice
  const { title, origin } = voiceLabel(seat.name)
  const error = reply?.error ?? turns.at(-1)?.response.error ?? null
  const spent = [...turns.map(({ response }) => response), ...(reply === null ? [] : [reply])]
  const cost = spent.reduce<number | null>(
    (sum, { cost_usd }) => (cost_usd === null ? sum : (sum ?? 0) + cost_usd),
    null,
  )
  const time = spent.reduce((sum, { latency_ms }) => sum + latency_ms, 0)
  return (
    <li class={`voice${isAwaited ? ' awaited' : ''}`}>
      <header>
        <h3 title={seat.name}>
          <span class="number" aria-hidden="true">
            {number}
          </span>
          {title}
        </h3>
        <p class="hint">{[origin, isDissenting ? 'dissents' : ''].filter(Boolean).join(' · ')}</p>
      </header>
      {position === null ? (
        <p class="waiting">
          {error !== null
            ? `No answer: ${error.message}`
            : isSpared
              ? 'Asked only if the first models do not agree.'
              : 'Thinking …'}
        </p>
      ) : kind === 'closed' || text !== null ? (
        <p class="position" dir="auto">
          {position}
        </p>
      ) : (
        <Scrolled class="position clipped" label={`Text of ${title}`}>
          <Markdown text={position} />
        </Scrolled>
      )}
      {text !== null && (
        <Scrolled class="clipped" label={`Reply of ${title}`}>
          <Markdown text={text} />
        </Scrolled>
      )}
      {isAwaited && position !== null && <p class="waiting">Thinking …</p>}
      {turns.length > 0 && (
        <ol class="turns">
          {turns.map((turn) => (
            <TurnItem key={turn.iteration} turn={turn} kind={kind} shown={text ?? position} />
          ))}
        </ol>
      )}
      {spent.length > 0 && (
        <p class="meta">
          {duration(time)} · {dollars(cost)}
        </p>
      )}
    </li>
  )
}
