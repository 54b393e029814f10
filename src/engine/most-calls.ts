import type { RunKind } from '../contract/question-kind.ts'
import { MOST_WRITERS } from './conclude/write-text.ts'
import type { PanelQuestion } from './deliberation.ts'
import { MOST_REVIEWERS } from './hearing/hear-drafts.ts'
import type { Brief } from './panel/brief.ts'
import { MOST_READERS } from './reader/ask-model.ts'

/** The calls of one phase: how many different seats are asked at most, and how many times. */
export interface PhaseCalls {
  phase: Brief['phase']
  seats: number
  times: number
}

interface PlannedPanel extends Pick<PanelQuestion, 'maxIterations' | 'samples' | 'search'> {
  kind: RunKind
  seats: number
  /** Seats that may write: the panel, and a writer who is not in it. */
  writers: number
  /** Models that may read: the panel, and a reader who is not in it. */
  readers: number
  /** Whether the text must have a form, in which it may have to be put once more. */
  hasFormat?: boolean
}

/** The calls of a run that lasts as long as it can, without retries; the first phase is always made. */
export function mostCalls(panel: PlannedPanel): PhaseCalls[] {
  const repair: PhaseCalls[] = panel.hasFormat ? [{ phase: 'rework', seats: 1, times: 1 }] : []
  return [...callsOf(panel), ...repair, ...searchCalls(panel)]
}

/** What to search for, which pages say what the answer says, and, where replies may ask for it, the first replies once more. */
function searchCalls({ search, seats, readers, samples = 1 }: PlannedPanel): PhaseCalls[] {
  if (search === undefined) return []
  const readings: PhaseCalls = { phase: 'reading', seats: Math.min(MOST_READERS, readers), times: 2 }
  return search === 'on' ? [readings] : [readings, { phase: 'exposition', seats, times: samples }]
}

function callsOf(panel: PlannedPanel): PhaseCalls[] {
  const { kind, seats, writers, readers, maxIterations, samples = 1 } = panel
  const from = (iteration: number) => Math.max(0, maxIterations - iteration + 1)
  const once = (iteration: number) => Math.min(1, from(iteration))
  const exposition = { phase: 'exposition', seats, times: 1 } as const
  const reading = { phase: 'reading', seats: Math.min(MOST_READERS, readers) } as const
  switch (kind) {
    case 'closed':
      return [
        { ...exposition, times: samples },
        // In every iteration answers may have to be grouped and compared with axioms.
        { ...reading, times: 2 * maxIterations },
        { phase: 'revision', seats, times: from(2) },
        { phase: 'writing', seats: Math.min(1, writers), times: once(2) },
      ]
    case 'tools':
      return [exposition, { ...reading, times: 1 }, { phase: 'revision', seats, times: from(2) }]
    case 'open':
      return [
        exposition,
        // The points of the texts, and from two iterations on the check of the final one.
        { ...reading, times: 1 + once(2) },
        { phase: 'examination', seats, times: once(2) },
        { phase: 'dispute', seats, times: once(3) },
        { phase: 'synthesis', seats: Math.min(MOST_WRITERS, writers), times: 1 },
        { phase: 'amendment', seats: Math.min(1, writers), times: once(2) },
      ]
    case 'draft':
      return [
        exposition,
        // What to try, where the drafts may be programs.
        { ...reading, times: panel.hasFormat ? 0 : 1 },
        { phase: 'review', seats, times: once(2) },
        { phase: 'rework', seats: 1, times: once(3) },
        { phase: 'comparison', seats: Math.min(MOST_REVIEWERS, seats - 1), times: once(3) },
        // Whether rejects stand, first of the drafts, then of the revised one.
        ...(seats === 2
          ? [
              { phase: 'rebuttal' as const, seats, times: once(2) },
              { phase: 'rebuttal' as const, seats: 1, times: once(3) },
            ]
          : [{ ...reading, times: once(2) + once(3) }]),
      ]
  }
}
