import type { CSSProperties } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { inWords } from '../page/figures.ts'
import { STATUSES, withoutMarks } from '../points/statuses.ts'
import { voiceLabel } from '../run/voice-label.ts'

interface RestsOnProps {
  result: EdgeConsensusResponse
  /** The places of the points among the claims. */
  places: number[]
  /** Whether it takes the focus, because somebody asked for it. */
  isFocused: boolean
  style: CSSProperties
  onPointerEnter: () => void
  onPointerLeave: () => void
  onClose: () => void
}

/** The points on which a passage rests, who holds them, and the words in which the models say so. */
export function RestsOn({ result, places, isFocused, onClose, ...box }: RestsOnProps) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) card.current?.focus({ preventScroll: true })
  }, [])
  const { claims = [] } = result
  return (
    <div
      {...box}
      ref={card}
      class="rests-on"
      role="dialog"
      aria-label="What this sentence rests on"
      tabIndex={-1}
    >
      <ul>
        {places.flatMap((place) => {
          const claim = claims[place]
          if (claim === undefined) return []
          return [
            <li key={place}>
              <p dir="auto">
                {claim.text} <span class={`status-of ${claim.status}`}>{STATUSES[claim.status]}</span>
              </p>
              {(claim.quotes ?? []).slice(0, MOST_QUOTES).map(({ name, stance, quote }) => (
                <p key={name} class={`quoted ${stance}`}>
                  {voiceLabel(name).title}
                  {stance === 'denies' && ' says otherwise'}: <q dir="auto">{withoutMarks(quote)}</q>
                </p>
              ))}
              {(claim.quotes ?? []).length === 0 && claim.for.length > 0 && (
                <p class="quoted">Held by {inWords(claim.for.map((name) => voiceLabel(name).title))}.</p>
              )}
            </li>,
          ]
        })}
      </ul>
      {isFocused && (
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      )}
    </div>
  )
}

const MOST_QUOTES = 4
