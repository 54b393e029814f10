import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { decodeEntities } from '../../../src/utils/decode-entities.ts'
import { Formatted, readMarkdown } from '../markdown/markdown.tsx'
import { STATUSES } from '../points/statuses.ts'
import { sentencesOnPages } from '../web/cited-pages.ts'
import { PageReferences } from '../web/page-references.tsx'
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

/** How long the pointer rests on a passage before its points are shown, and how long they stay when it has left. */
const RESTING_MS = 300
const LEAVING_MS = 250
const WIDTH = 460

/** The final text. A passage shows the points it rests on when pointed at, tapped or focused; a sentence names its web pages. */
export function CitedText({ result }: { result: EdgeConsensusResponse }) {
  const { final_answer: answer, citations = [], claims = [] } = result
  const [shown, setShown] = useState<Shown | null>(null)
  const whole = useRef<HTMLDivElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const onPages = useMemo(() => sentencesOnPages(result.search?.pages ?? []), [result])
  const read = useMemo(() => {
    const ends = [...citations, ...onPages].map(({ end }) => end)
    return readMarkdown(answer, ends)
  }, [result])
  const isPinned = shown?.isPinned === true
  useEffect(() => () => clearTimeout(leaving.current), [])
  useEffect(() => {
    if (shown === null) return
    const closeOutside = ({ target }: Event) => {
      if (isPinned && !(target as Element).closest?.('.rests-on, .passage, .citation')) setShown(null)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isPinned, shown?.mark])

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
    const sentence = onPages[mark - citations.length]
    if (sentence !== undefined)
      return [before, <PageReferences key={mark} references={sentence.references} />]
    const { text, claims: places } = citations[mark]!
    const passage = before.slice(-Math.max(1, decodeEntities(text).length))
    const isShown = shown?.mark === mark
    const worst = worstOf(places.map((place) => claims[place]?.status))
    return (
      <span key={mark}>
        {before.slice(0, before.length - passage.length)}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button after it does the same with the keyboard */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <span
          class={isShown ? 'passage shown' : 'passage'}
          onPointerMove={({ pointerType, currentTarget }) => {
            if (pointerType !== 'mouse' || isPinned || isShown) return
            clearTimeout(leaving.current)
            leaving.current = setTimeout(() => show(mark, currentTarget, false), RESTING_MS)
          }}
          onPointerLeave={leave}
          onClick={({ currentTarget }) => show(mark, currentTarget, true)}
        >
          {passage}
        </span>
        <button
          type="button"
          class={`citation ${worst}`}
          data-mark={mark}
          aria-expanded={isShown}
          aria-label={`What sentence ${mark + 1} rests on${worst === '' ? '' : `: ${STATUSES[worst]}`}`}
          onClick={({ currentTarget }) =>
            isShown && shown?.isPinned ? close() : show(mark, currentTarget, true)
          }
        >
          {mark + 1}
        </button>
      </span>
    )
  }

  const others = citations.filter((_, place) => !read?.placed.includes(place))
  const open = shown === null ? undefined : citations[shown.mark]
  return (
    <div class="cited" ref={whole}>
      <Formatted text={answer} tokens={read?.tokens ?? null} showMark={showMark} />
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
      {citations.length > others.length && (
        <p class="cited-hint hint">
          Point at a sentence, or tap its number, to see what it rests on.
          {claims.some(({ status }) => status === 'disputed') && ' Orange numbers rest on disputed points.'}
        </p>
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

const DOUBTFUL = ['struck', 'disputed', 'conditional'] as const

/** A passage is as doubtful as the most doubtful of its points; empty where none is. */
function worstOf(statuses: Array<string | undefined>): (typeof DOUBTFUL)[number] | '' {
  return DOUBTFUL.find((status) => statuses.includes(status)) ?? ''
}
