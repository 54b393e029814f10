import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { Formatted, readMarkdown } from '../markdown/markdown.tsx'
import { count } from '../page/figures.ts'
import { RestsOn } from './rests-on.tsx'

/** A passage whose points are shown. */
interface Shown {
  /** Its place among the citations. */
  mark: number
  /** Whether somebody asked for it, so that it stays when the pointer leaves. */
  isPinned: boolean
  top: number
  left: number
}

/** How long the points stay when the pointer has left, so that it can reach them. */
const LEAVING_MS = 250
const WIDTH = 460

/** The final text. A passage that rests on points shows them when it is pointed at, tapped or chosen with the keyboard. */
export function CitedText({ result }: { result: EdgeConsensusResponse }) {
  const { final_answer: text, citations = [], claims = [] } = result
  const [shown, setShown] = useState<Shown | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const read = useMemo(
    () =>
      readMarkdown(
        text,
        citations.map(({ end }) => end),
      ),
    [text, citations],
  )
  useEffect(() => () => clearTimeout(leaving.current), [])

  const show = (mark: number, element: Element, isPinned: boolean) => {
    clearTimeout(leaving.current)
    const around = whole.current!.getBoundingClientRect()
    const lines = element.getClientRects()
    const last = lines[lines.length - 1]!
    const left = Math.max(0, Math.min(last.left - around.left, around.width - WIDTH))
    setShown({ mark, isPinned, top: last.bottom - around.top + 4, left })
  }
  const leave = () => {
    leaving.current = setTimeout(() => setShown((now) => (now?.isPinned ? now : null)), LEAVING_MS)
  }
  const close = () => {
    const mark = shown?.mark
    setShown(null)
    whole.current?.querySelector<HTMLElement>(`[data-mark="${mark}"]`)?.focus()
  }

  const showMark = (mark: number, before: string) => {
    const { start, end, claims: places } = citations[mark]!
    const passage = before.slice(-(end - start))
    const isShown = shown?.mark === mark
    return (
      <span key={mark}>
        {before.slice(0, before.length - passage.length)}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button after it does the same with the keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <span
          class={isShown ? 'passage shown' : 'passage'}
          onPointerEnter={(event) =>
            event.pointerType === 'mouse' && !shown?.isPinned && show(mark, event.currentTarget, false)
          }
          onPointerLeave={leave}
          onClick={({ currentTarget }) => show(mark, currentTarget, true)}
        >
          {passage}
        </span>
        <button
          type="button"
          class={`citation ${worstOf(places.map((place) => claims[place]?.status))}`}
          data-mark={mark}
          aria-expanded={isShown}
          aria-label={`${count(places.length, 'point')} behind this sentence`}
          onClick={({ currentTarget }) =>
            isShown && shown?.isPinned ? close() : show(mark, currentTarget, true)
          }
        >
          {places.length}
        </button>
      </span>
    )
  }

  const others = citations.filter((_, place) => !read?.placed.includes(place))
  const open = shown === null ? undefined : citations[shown.mark]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what was opened inside
    <div
      class="cited"
      ref={whole}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && shown !== null) close()
      }}
    >
      <Formatted text={text} tokens={read?.tokens ?? null} showMark={showMark} />
      {shown !== null && open !== undefined && (
        <RestsOn
          key={`${shown.mark} ${shown.isPinned}`}
          result={result}
          places={open.claims}
          isFocused={shown.isPinned}
          style={{ top: `${shown.top}px`, left: `${shown.left}px`, width: `min(100%, ${WIDTH}px)` }}
          onPointerEnter={() => clearTimeout(leaving.current)}
          onPointerLeave={leave}
          onClose={close}
        />
      )}
      {others.length > 0 && (
        <details class="rests">
          <summary>Other passages and the points behind them</summary>
          <ul>
            {others.map((citation) => (
              <li key={citation.start}>
                <q dir="auto">{citation.text}</q>
                <ul>
                  {citation.claims.map((place) => (
                    <li key={place} class="hint" dir="auto">
                      {claims[place]?.text}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The class of a mark: a passage is as doubtful as the most doubtful of its points. */
function worstOf(statuses: Array<string | undefined>): string {
  return ['struck', 'disputed', 'conditional'].find((status) => statuses.includes(status)) ?? ''
}
