import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { type Voice, voicesOf } from '../run/voices.ts'
import { ModelCard } from './model-card.tsx'
import { stateOf } from './model-state.ts'

/** What each model says: cards side by side, or tabs on a phone. */
export function ModelCards({ state }: { state: RunState }) {
  const voices = voicesOf(state)
  const isNarrow = useNarrow()
  // What all failed at alike is said once, above.
  const isAllSilent = state.stage === 'failed' && voices.every(({ reply }) => reply?.error)
  if (voices.length === 0 || isAllSilent) return null
  return (
    <Section
      title={state.kind === 'open' && state.result ? 'What each model wrote first' : 'What each model says'}
    >
      {isNarrow && voices.length > 1 ? (
        <Tabs state={state} voices={voices} />
      ) : (
        <ol class={`cards in-${columnsFor(voices.length)}`}>
          {voices.map((voice) => (
            <li key={voice.seat.name}>
              <ModelCard voice={voice} state={state} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const MOST_COLUMNS = 3

/** As few rows as fit on a wide screen, all about equally full. */
function columnsFor(cards: number): number {
  return Math.ceil(cards / Math.ceil(cards / MOST_COLUMNS))
}

const SIGNS = { good: '✓', doubtful: '✕', silent: '–' }
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** One card at a time, chosen with tabs; the arrow keys go from one to the next. */
function Tabs({ state, voices }: { state: RunState; voices: Voice[] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // Until one is chosen, the first that disagrees: it is what one looks for.
  const disagreeing = voices.findIndex((voice) => stateOf(voice, state).tone === 'doubtful')
  const place = Math.min(chosen ?? Math.max(0, disagreeing), voices.length - 1)
  const choose = (next: number) => {
    setChosen(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label="Models" ref={list}>
        {voices.map((voice, index) => {
          const { isWaiting, label, tone } = stateOf(voice, state)
          return (
            <button
              key={voice.seat.name}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-selected={index === place}
              aria-controls={`${id}-panel`}
              tabIndex={index === place ? 0 : -1}
              onClick={() => choose(index)}
              onKeyDown={(event) => {
                const step = STEPS[event.key]
                if (step !== undefined) choose((index + step + voices.length) % voices.length)
              }}
            >
              {voiceLabel(voice.seat.name).title}
              {isWaiting && <span class="pulse" title={label} />}
              {tone !== '' && (
                <span class={`sign ${tone}`}>
                  <span aria-hidden="true">{SIGNS[tone]}</span>
                  <span class="hidden"> ({label})</span>
                </span>
              )}
            </button>
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern of tabs wants their panel in the tab order */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${place}`} tabIndex={0}>
        <ModelCard voice={voices[place]!} state={state} />
      </div>
    </div>
  )
}

const NARROW = '(max-width: 639px)'

/** Whether the page is as narrow as on a phone. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    const follow = () => setNarrow(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return isNarrow
}
